"""The matches of a journal, for the page of scores: as data, and as a picture."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from cardslinger.study.errors import NotInstalled, StudyError
from cardslinger.table.as_data import figures_data, match_data, utc
from cardslinger.table.errors import JournalError
from cardslinger.table.history import History, Kept, MatchRow
from cardslinger.table.standing import IMPOSSIBLE
from cardslinger.table.statistics import MatchStatistics, statistics
from cardslinger.web.past_log import log
from cardslinger.web.picture import draw
from cardslinger.words import LANGUAGES, Words

READ_S = 1.0  # wall; what a list has not come to by then is told of when it is asked for again
PICTURES_KEPT = 8

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class _Known:
    """What has been read of a match up to entry `number`: what it came to, or what is wrong."""

    number: int
    match: MatchStatistics | None = None
    damage: str = ""


class _Refused(Exception):
    """There is nothing to show: a code of the words, with facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Past:
    """Reads each match once, as long as nothing more happens in it.

    However many ask at once, one thread reads and one draws: the table goes on meanwhile.
    """

    def __init__(self, history: History, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._history, self._clock = history, clock
        self._known: dict[int, _Known] = {}
        self._log: tuple[int, int, list[dict[str, Any]]] = (0, 0, [])  # match, its last entry
        self._pictures: dict[tuple[int, int, str], bytes] = {}
        self._reading, self._drawing = asyncio.Lock(), asyncio.Lock()

    async def matches(self, request: Request) -> Response:
        """All matches, the newest first; of a damaged one why it can't be read. `more`: how many
        were not read yet, of which there is no more than a heading."""
        try:
            return _answer(await self._read(self._matches))
        except JournalError as error:
            return _refusal(_Refused("page.error", reason=_text(error)))

    async def match(self, request: Request) -> Response:
        """One match with the figures of its players and of the launcher, and its log, up to entry
        `number`."""
        try:
            return _answer(await self._read(self._told, request.path_params["match"]))
        except _Refused as refused:
            return _refusal(refused)

    async def picture(self, request: Request) -> Response:
        """How the scores rose and what a press gave, as SVG."""
        language = request.query_params.get("language", "en")
        if language not in LANGUAGES:
            return _refusal(_Refused("page.unreadable"))
        try:
            row = await self._read(self._row, request.path_params["match"])
            match = await self._read(self._whole, row)
            async with self._drawing:
                svg = await asyncio.to_thread(self._picture, row, match, language)
        except _Refused as refused:
            return _refusal(refused)
        return Response(svg, media_type="image/svg+xml")

    async def _read(self, question: Callable[..., Answer], *about: Any) -> Answer:
        async with self._reading:
            return await asyncio.to_thread(question, *about)

    # -- in a thread -------------------------------------------------------------------------------

    def _matches(self) -> dict[str, Any]:
        until_s = self._clock() + READ_S
        found: list[dict[str, Any]] = []
        read = more = 0
        for row in reversed(self._history.matches()):
            is_new = not self._is_read(row)
            if is_new and read and self._clock() >= until_s:
                found.append(_heading(row))
                more += 1
            else:
                found.append(_in_short(row, self._of(row)))
                read += is_new
        return {"matches": found, "more": more}

    def _told(self, number: int) -> dict[str, Any]:
        row = self._row(number)
        match = self._whole(row)
        if self._log[:2] != (number, row.last_number):
            try:
                lines = log(self._history.setup(number), self._entries(row))
            except (JournalError, *IMPOSSIBLE) as error:
                raise _damaged(number, _text(error)) from error
            self._log = (number, row.last_number, lines)
        told = {**match_data(match), **figures_data(match)}
        return told | {"number": row.last_number, "log": self._log[2]}

    def _picture(self, row: MatchRow, match: MatchStatistics, language: str) -> bytes:
        key = (row.number, row.last_number, language)
        if key not in self._pictures:
            self._pictures[key] = _drawn(match, Words(language))
            while len(self._pictures) > PICTURES_KEPT:
                del self._pictures[next(iter(self._pictures))]  # the oldest
        return self._pictures[key]

    def _row(self, number: int) -> MatchRow:
        try:
            rows = self._history.matches()
        except JournalError as error:
            raise _Refused("page.error", reason=_text(error)) from error
        for row in rows:
            if row.number == number:
                return row
        raise _Refused("past.no_match", match=number)

    def _whole(self, row: MatchRow) -> MatchStatistics:
        known = self._of(row)
        if known.match is None:
            raise _damaged(row.number, known.damage)
        return known.match

    def _of(self, row: MatchRow) -> _Known:
        if not self._is_read(row):
            try:
                match = statistics(row, self._history.setup(row.number), self._entries(row))
                self._known[row.number] = _Known(row.last_number, match)
            except (JournalError, *IMPOSSIBLE) as error:
                self._known[row.number] = _Known(row.last_number, damage=_text(error))
        return self._known[row.number]

    def _is_read(self, row: MatchRow) -> bool:
        known = self._known.get(row.number)
        return known is not None and known.number == row.last_number

    def _entries(self, row: MatchRow) -> Iterator[Kept]:
        """As of the row: while it is read, more may happen."""
        return islice(self._history.entries(row.number), row.last_number)


def _heading(row: MatchRow) -> dict[str, Any]:
    return {"match": row.number, "began": utc(row.began_at_s)}


def _in_short(row: MatchRow, known: _Known) -> dict[str, Any]:
    if known.match is None:
        return {**_heading(row), "damaged": known.damage}
    return {**match_data(known.match), "rounds": len(known.match.rounds)}


def _drawn(match: MatchStatistics, words: Words) -> bytes:
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.svg"
            draw([match], words, file)
            return file.read_bytes()
    except NotInstalled as error:
        raise _Refused("past.no_picture") from error
    except (StudyError, OSError) as error:
        raise _Refused("page.error", reason=_text(error)) from error


def _damaged(number: int, damage: str) -> _Refused:
    return _Refused("journal.damaged", match=number, reason=damage)


def _text(error: Exception) -> str:
    """What it says, also of bytes that are no text; an error that no one meant to show, whole."""
    told = repr(error) if isinstance(error, IMPOSSIBLE) else str(error)
    return told.encode(errors="replace").decode()


def _answer(told: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(told), status, media_type="application/json")


def _refusal(refused: _Refused) -> Response:
    return _answer({"code": refused.code, "facts": refused.facts}, 404)
