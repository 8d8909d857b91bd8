"""Why a table stands still, and what to do about it."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cardslinger.cli.table_people import People
from cardslinger.rules.state import Phase
from cardslinger.table.views import Stop, TableView
from cardslinger.words import Words
from cardslinger.words.printable import printable

CODES = (
    "restarted", "resumed", "paused", "stop", "safe", "button", "no_card", "jam", "blocked",
    "sensor", "lid", "driver", "count", "count_unknown", "free_press", "stray", "launcher_lost",
    "launcher_refused",
)  # fmt: skip
_OF_A_TWIN = ("no_card", "jam", "blocked", "sensor", "lid")  # here its hands are at the keyboard
_COMMANDS = {"go": "go", "load": "load", "clear": "clear"}  # what is typed for them
_COUNTED = ("count", "count_unknown", "free_press", "stray")  # told with a number of cards


class Trouble:
    """Tells it in one language. `twin`: the launcher is one in software."""

    def __init__(self, words: Words, twin: bool) -> None:
        self._say = words.say
        self._twin = twin

    def tell(
        self, view: TableView, why_lost: str, also: Sequence[str] = ()
    ) -> list[RenderableType]:
        """What stops the game, and the cure; `why_lost` is what the connection says, if any;
        `also`: codes of more that only have to be seen, and end with the same cure."""
        lines: list[RenderableType] = []
        if why_lost:
            lines.append(_cause(self._say("launcher.lost", reason=printable(why_lost))))
        if view.stop:
            cause, cure = self._stopped(view, view.stop)
            lines += [cause, *(_cause(self._say(f"pause.{code}")) for code in also), cure]
        elif view.launcher.lid_open:
            lines += [_cause(self._say("pause.lid")), self._cure(view, "lid")]
        elif view.phase == Phase.RELOAD and view.physical:
            lines.append(_cause(self._say("pause.reload", count=view.discards - 1)))
        return lines

    def _stopped(self, view: TableView, stop: Stop) -> tuple[RenderableType, RenderableType]:
        if stop.code not in CODES:  # of a launcher that knows more endings than we do
            told = self._say("pause.other", ending=printable(stop.code))
            return _cause(told), self._cure(view, "other")
        names = {seat.seat: seat.name for seat in view.seats}
        facts: dict[str, object] = {
            "name": names.get(_or(stop.seat, -1), self._say("launcher.somebody")),
            "maybe": _or(stop.maybe, 0),
            "reason": printable(stop.reason or ""),
        }
        code = stop.code
        if code in _COUNTED:
            facts["count"] = _or(stop.cards, 0)
        if stop.hopper is not None:  # real cards, and none has come
            code, facts["count"] = f"{code}.physical", stop.hopper
        return _cause(self._say(f"pause.{code}", **facts)), self._cure(view, code)

    def _cure(self, view: TableView, code: str) -> RenderableType:
        of_twin = self._twin and code in _OF_A_TWIN
        told = f"cure.{code}.twin" if of_twin else f"cure.{code}"
        name = People({seat.seat: seat.name for seat in view.seats}).example
        return _indented(self._say(told, name=name, **_COMMANDS))


def _or(fact: int | None, usual: int) -> int:
    return usual if fact is None else fact


def _cause(told: str) -> RenderableType:
    return Text(f"! {told}", "bold")


def _indented(told: str) -> RenderableType:
    return Padding(told, (0, 0, 0, 2))
