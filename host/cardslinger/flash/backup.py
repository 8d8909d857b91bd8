"""A backup of what a launcher keeps: a JSON file for people, too, that shows when it is damaged.

`sha256` is over the rest as JSON with sorted keys and no spaces, in ASCII.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slinger import health, settings

from cardslinger.bridge.errors import reason
from cardslinger.flash.errors import BadBackup, BoardFailed
from cardslinger.flash.kept import NAMES, Kept

FORMAT = "cardslinger backup"
FORMAT_VERSION = 1
FAULTS = "faults remembered"  # what changes of the log is told by their number
BYTES_MAX = 100_000  # a launcher keeps some 2,000

Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Backup:
    """What a launcher kept: `board` is its id, `launcher` its firmware's version, `made` the day
    in ISO's form. `values` as in `Kept`; a file that was damaged is missing."""

    board: str
    launcher: str
    made: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Change:
    """What a restore does to a setting, a counter, or the number of remembered faults."""

    name: str
    before: object
    after: object


def taken(board: str, launcher: str, kept: Kept, made: str) -> Backup:
    """The backup of what was read from a board; what it never wrote is empty, so as it was made.
    Raises BoardFailed when all of it is damaged."""
    values = {name: kept.values.get(name, {}) for name in NAMES if name not in kept.damaged}
    if not values:
        raise BoardFailed(
            "all that the board keeps is damaged: there is nothing to back up; it starts with the "
            "settings and counts of a new one"
        )
    return Backup(board, launcher, made, values)


def encode(backup: Backup) -> str:
    """The text of a backup's file."""
    told = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "board": backup.board,
        "launcher": backup.launcher,
        "made": backup.made,
        **{name: backup.values.get(name) for name in NAMES},
    }
    return json.dumps({**told, "sha256": _digest(told)}, indent=1) + "\n"


def decode(text: bytes) -> Backup:
    """The backup in a file's bytes. Raises BadBackup when it is damaged, of a newer format, or
    holds what this version's launcher would not take."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise BadBackup("no backup of a launcher, or a damaged one: take another file") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadBackup("no backup of a launcher: take a file that `cardslinger backup` wrote")
    version = told.get("version")
    if type(version) is int and version > FORMAT_VERSION:
        raise BadBackup("written by a newer cardslinger: `pip install -U cardslinger` updates this")
    digest = told.pop("sha256", None)
    if version != FORMAT_VERSION or digest != _digest(told):
        raise BadBackup("damaged, or changed by hand: take another backup")
    values = {name: told[name] for name in NAMES if told.get(name) is not None}
    match told, all(isinstance(value, dict) for value in values.values()):
        case {"board": str(board), "launcher": str(launcher), "made": str(made)}, True:
            pass
        case _:
            raise BadBackup("not as `cardslinger backup` writes it: take another backup")
    _check_settings(values.get(settings.NAME, {}))
    _check_life(values.get(health.NAME, {}))
    return Backup(board, launcher, made, values)


def read_backup(path: Path) -> Backup:
    """Raises BadBackup naming the file."""
    try:
        with path.open("rb") as file:
            text = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise BadBackup(f"{path}: can't be read ({error.strerror}); name another file") from None
    if len(text) > BYTES_MAX:
        raise BadBackup(f"{path}: too long for a backup of a launcher; name another file")
    try:
        return decode(text)
    except BadBackup as error:
        raise BadBackup(f"{path}: {error}") from None


def write_backup(path: Path, backup: Backup) -> None:
    """Write a new file, whole or not at all. Raises BadBackup, also for one that is there already:
    none is ever overwritten."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise BadBackup(f"{path} is there already: name another file with -o") from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with file:
            file.write(encode(backup))
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _unwritable(path, error) from None
        raise


def _unwritable(path: Path, error: OSError) -> BadBackup:
    return BadBackup(
        f"{path}: can't be written ({error.strerror}); make room, or name a file elsewhere"
    )


def changes(now: Kept, backup: Backup) -> list[Change]:
    """What a restore would change on a board that keeps `now`."""
    found = []
    for name, value in backup.values.items():
        before, after = _facts(name, now.values.get(name, {})), _facts(name, value)
        found += [
            Change(fact, before[fact], after[fact])
            for fact in after
            if before.get(fact) != after[fact]
        ]
    return found


def _facts(name: str, value: Value) -> dict[str, object]:
    """As the launcher takes them: what is missing is as it was made."""
    if name == settings.NAME:
        return {**settings.DEFAULTS, **value}
    counters = {counter: value.get(counter, 0) for counter in health.COUNTERS}
    return {**counters, FAULTS: len(value.get("log", ()))}


def settings_checksum(value: Value) -> str:
    """What a launcher with these settings says of them in its hello."""
    return settings.checksum({**settings.DEFAULTS, **value})


def _digest(told: Mapping[str, Any]) -> str:
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _check_settings(value: Value) -> None:
    for name, one in value.items():
        facts = settings.check(name, one)  # type: ignore[no-untyped-call]  # the device's
        if facts:
            code = facts.pop("err")
            raise BadBackup(f"no launcher of this version takes that: {reason('set', code, facts)}")


def _check_life(value: Value) -> None:
    for name, one in value.items():
        if name == "log":
            if not _is_log(one):
                raise BadBackup("no launcher remembers faults like these: take another backup")
        elif name not in health.COUNTERS:
            raise BadBackup(f"no launcher counts {name[:20]!r}: take another backup")
        elif type(one) is not int or not 0 <= one <= health.COUNTER_MAX:
            raise BadBackup(f"{name} must be 0 to {health.COUNTER_MAX}: take another backup")


def _is_log(log: object) -> bool:
    return isinstance(log, list) and len(log) <= health.LOG_KEPT and all(map(_is_fault, log))


def _is_fault(entry: object) -> bool:
    match entry:
        case [int(boot), int(s), str(what), str(text)]:
            short = len(what) <= health.TEXT_MAX and len(text) <= health.TEXT_MAX
            return boot >= 0 and s >= 0 and short and (what + text).isascii()
    return False
