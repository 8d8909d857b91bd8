"""Everything about one launcher that a host can measure, for `cardslinger doctor`."""

from dataclasses import dataclass, field

from cardslinger.bridge import (
    Hello,
    Launcher,
    LauncherError,
    Life,
    LogEntry,
    Refused,
    Setting,
    Status,
    Tested,
)
from cardslinger.hil.doctor_cards import Trial
from cardslinger.hil.hands import Hands
from cardslinger.hil.parts import CHECKS, HAND_CHECKS, measure_parts
from cardslinger.hil.pings import Line, ping_often
from cardslinger.hil.presses import Report
from cardslinger.hil.trial import try_cards


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done of each."""

    pings: int
    cards: int  # 0: none are fired


@dataclass(slots=True)
class Examination:
    """What was learned, up to the error that ended it, if one did."""

    twin: bool = False  # whose time is not the wall's
    hello: Hello | None = None
    status: Status | None = None
    line: Line | None = None
    settings: list[Setting] = field(default_factory=list)
    life: Life | None = None
    log: list[LogEntry] = field(default_factory=list)
    parts: list[Tested] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)  # checks that it refused, by which code
    cleared: bool | None = None  # the beam became free by a hand; None: no hand had to try
    trials: list[Trial] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # what was not done and why, in words
    error: LauncherError | None = None

    def part(self, what: str) -> Tested | None:
        """The measurement of that name."""
        return next((one for one in self.parts if one.what == what), None)

    def is_bad(self, what: str) -> bool:
        """It was measured, and is out of limits."""
        one = self.part(what)
        return one is not None and not one.ok


async def examine(
    launcher: Launcher, hands: Hands | None, scale: Scale, report: Report, twin: bool
) -> Examination:
    """Measure all that `hands` allow; None are those of nobody.

    An error of the connection or a refusal ends it, and is among the results.
    """
    found = Examination(twin=twin, hello=launcher.hello)
    try:
        found.status = await launcher.status()
        found.settings = await launcher.settings()
        found.life = await launcher.life()
        found.log = await launcher.log()
        found.line = await ping_often(launcher, scale.pings, lambda more: report("pings", more))
        await _measure_parts(found, launcher, hands, report)
        await _try_cards(found, launcher, hands, scale.cards, report)
    except LauncherError as error:
        found.error = error
    return found


async def _measure_parts(
    found: Examination, launcher: Launcher, hands: Hands | None, report: Report
) -> None:
    def done() -> None:
        report("parts", 1)

    if hands is None:
        found.left_out.append("beam covered, button, cards: they need hands, and so a terminal")
        checks = [check for check in CHECKS if check not in HAND_CHECKS]
        found.parts, found.skipped = await measure_parts(launcher, None, checks, done)
        return
    await hands.prepare()
    found.parts, found.skipped = await measure_parts(launcher, hands, CHECKS[:2], done)
    if found.is_bad("beam_clear"):
        await hands.clear_path()
        (again,), _ = await measure_parts(launcher, hands, ["beam_clear"])
        found.cleared = again.ok
    parts, skipped = await measure_parts(launcher, hands, CHECKS[2:], done)
    found.parts += parts
    found.skipped |= skipped


async def _try_cards(
    found: Examination, launcher: Launcher, hands: Hands | None, cards: int, report: Report
) -> None:
    if hands is None:
        return
    if not cards:
        found.left_out.append("cards: none were wanted")
        return
    if found.skipped or hinders_cards(found):
        found.left_out.append("cards: first see to what was found")
        return
    if not await hands.load(cards):
        found.left_out.append("cards: not agreed to")
        return
    try:
        await try_cards(launcher, hands, cards, lambda more: report("cards", more), found.trials)
    except Refused as refusal:
        found.left_out.append(f"further cards: {refusal}")


def hinders_cards(found: Examination) -> bool:
    """Something is so wrong that fired cards would say nothing new."""
    bad = ("lid", "motor_sag", "driver", "beam_motor", "beam_blocked")
    return found.cleared is False or any(found.is_bad(what) for what in bad)
