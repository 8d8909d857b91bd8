"""A table with people, as one of them may see it, drawn on a terminal."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from cardslinger.cli.table_offers import Offer, seat_of
from cardslinger.cli.tabletop import ACTING, ARROWS, NARROW, STYLES, card_text, cards_text, in_order
from cardslinger.rules.cards import COLOUR_LETTERS, CUSTOMIZABLE, UNKNOWN, kind_of, parse_card
from cardslinger.rules.state import Phase
from cardslinger.table.views import Debt, SeatView, TableView
from cardslinger.words import COLOUR_CODES, Words

_BETWEEN_OFFERS = "   "


class Screen:
    """Draws views in one language."""

    def __init__(self, words: Words) -> None:
        self._say = words.say

    def draw(
        self,
        console: Console,
        view: TableView,
        trouble: Sequence[RenderableType],
        offers: Sequence[Offer],
        hint: str,
        lost: bool = False,
    ) -> RenderableType:
        """The table, and what this viewer may do. `hint` is one more line, or empty; `lost`: the
        launcher is not connected."""
        narrow = console.width < NARROW
        parts: list[RenderableType] = [
            Text(),
            self._heading(view) if narrow else Rule(self._heading(view), align="left", style="dim"),
            self._seats_folded(view) if narrow else self._seats(view),
            Text(),
            self._middle(view, narrow, lost),
        ]
        if view.hand:
            parts += [Text(), self._hand(view, narrow)]
        if trouble:
            parts += [Text(), *trouble]
        if offers or hint:
            parts.append(Text())
        parts += _numbered(offers, console.width)
        if hint:
            parts.append(Text(hint, "dim"))
        return Group(*parts)

    # -- the parts ------------------------------------------------------------------------------

    def _heading(self, view: TableView) -> Text:
        heading = Text(f"cardslinger · {view.rules}", style="bold")
        between = view.phase in (Phase.DEALER, Phase.DEAL, Phase.OVER)
        if between and view.rounds:
            played = self._say("table.rounds", count=view.rounds)
        else:
            played = self._say("table.round", number=view.rounds + 1)
        return heading.append(f" · {played}")

    def _seats(self, view: TableView) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column(self._say("table.heading.seat"))
        for name in ("cards", "score"):
            table.add_column(self._say(f"table.heading.{name}"), justify="right", no_wrap=True)
        table.add_column("")
        for seat in view.seats:
            style = "bold" if seat.seat == view.acting else ""
            row = (self._mark(view, seat), str(seat.cards), str(seat.score))
            table.add_row(*row, self._notes(view, seat), style=style)
        return table

    def _seats_folded(self, view: TableView) -> RenderableType:
        lines: list[RenderableType] = []
        for seat in view.seats:
            score = f"{self._say('table.heading.score')} {seat.score}"
            style = "bold" if seat.seat == view.acting else ""
            lines.append(Text(self._mark(view, seat), style))
            told = [self._cards(seat.cards), score, self._notes(view, seat)]
            lines.append(Padding(Text(" · ".join(filter(None, told)), style), (0, 0, 0, 4)))
        return Group(*lines)

    def _mark(self, view: TableView, seat: SeatView) -> str:
        return f"{ACTING if seat.seat == view.acting else ' '} {seat.seat} {seat.name}"

    def _notes(self, view: TableView, seat: SeatView) -> str:
        return " · ".join(self._all_notes(view, seat))

    def _all_notes(self, view: TableView, seat: SeatView) -> Iterator[str]:
        if seat.seat == view.dealer:
            yield self._say("table.dealer")
        if seat.exposed:
            yield self._say("table.exposed")
        if seat.called:
            yield self._say("table.called")
        if seat.drew:
            yield self._say("table.drew", card=seat.drew)
        if seat.counted:
            yield self._say("screen.counted")

    def _middle(self, view: TableView, narrow: bool, lost: bool) -> RenderableType:
        lines = list(self._lines(view, lost))
        if narrow:
            parts: list[RenderableType] = []
            for code, value in lines:
                parts += [Text(self._say(code), "dim"), Padding(value, (0, 0, 0, 1))]
            return Group(*parts)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column()
        for code, value in lines:
            grid.add_row(self._say(code), value)
        return grid

    def _lines(self, view: TableView, lost: bool) -> Iterator[tuple[str, RenderableType]]:
        yield "table.now", Text(self._now(view), "bold")
        if view.winners:
            names = ", ".join(seat_of(view, seat).name for seat in view.winners)
            yield "table.match_won", Text(names, "bold")
        if view.top:
            top = Text.assemble(card_text(parse_card(view.top)))
            if view.active:
                colour = COLOUR_LETTERS.index(view.active)
                top.append("  ").append(self._say("table.active"), "dim").append(" ")
                top.append(view.active, STYLES[colour])
                top.append(f" {self._say(COLOUR_CODES[colour])}")
            yield "table.top", top
            if text := custom_text(view):
                yield "table.says", Text(text, "bold")
            way = "clockwise" if view.clockwise else "anticlockwise"
            yield "table.direction", Text(f"{ARROWS[way]} {self._say(f'direction.{way}')}")
        if view.debts:
            debts = "\n".join(self._owes(view, debt) for debt in view.debts)
            yield "table.owed", Text(debts)
        yield "table.launcher", Text(self._launcher(view, lost))
        if not view.physical and _in_a_round(view):
            yield "table.pile", Text(self._say("screen.to_draw", count=view.hopper))

    def _now(self, view: TableView) -> str:
        now = self._say(f"phase.{view.phase}")
        return now if view.acting is None else f"{seat_of(view, view.acting).name} · {now}"

    def _owes(self, view: TableView, debt: Debt) -> str:
        what = self._say(f"way.{debt.way}", count=debt.amount)
        why = self._say(f"owed.{debt.why}")
        owes = self._say("screen.owes", name=seat_of(view, debt.seat).name, what=what, why=why)
        return f"{owes} · {self._say('table.begun')}" if debt.begun else owes

    def _launcher(self, view: TableView, lost: bool) -> str:
        does = self._say("screen.lost") if lost else self._launcher_does(view)
        if not view.physical or not _in_a_round(view):
            return does
        return f"{does} · {self._say('launcher.holds', count=view.hopper)}"

    def _launcher_does(self, view: TableView) -> str:
        launcher = view.launcher
        seats = {seat.seat: seat.name for seat in view.seats}
        name = seats.get(-1 if launcher.faces is None else launcher.faces, "")
        if launcher.lid_open:
            return self._say("launcher.lid_open")
        if launcher.firing:
            return self._say("launcher.firing_for" if name else "launcher.firing", name=name)
        if launcher.wants == "presses":
            code = "launcher.due" if launcher.due else "launcher.may"
            return self._say(code, name=name, count=launcher.amount)
        if launcher.wants != "cards":
            return self._say("launcher.rests")
        if not launcher.turn:
            return self._say("launcher.faces", name=name, count=launcher.amount)
        turn = f"{ARROWS[launcher.turn]} {self._say(f'direction.{launcher.turn}')}"
        return self._say("screen.turn", name=name, count=launcher.amount, turn=turn)

    def _hand(self, view: TableView, narrow: bool) -> RenderableType:
        heading = Text(self._say("screen.hand"), "bold")
        hand = cards_text(in_order([parse_card(card) for card in view.hand]))
        if narrow:
            return Group(heading, Padding(hand, (0, 0, 0, 1)))
        grid = Table.grid(padding=(0, 2))
        grid.add_row(heading, hand)
        return grid

    def _cards(self, count: int) -> str:
        return self._say("table.cards", count=count)


def custom_text(view: TableView) -> str:
    """What the table has written on the top card; empty unless it is a Customizable one."""
    top = parse_card(view.top) if view.top else UNKNOWN
    return view.flags.get("custom_text", "") if kind_of(top) == CUSTOMIZABLE else ""


def _in_a_round(view: TableView) -> bool:
    """Whether cards lie anywhere."""
    return view.top is not None or view.hopper > 0


def _numbered(offers: Sequence[Offer], width: int) -> list[Text]:
    """The offers, as many in a line as have room; none is broken in two but one that is longer."""
    lines: list[Text] = []
    for number, offer in enumerate(offers, 1):
        item = Text.assemble((f"{number} ", "bold"), offer.told)
        fits = lines and lines[-1].cell_len + len(_BETWEEN_OFFERS) + item.cell_len <= width
        if fits:
            lines[-1].append(_BETWEEN_OFFERS).append_text(item)
        else:
            lines.append(item)
    return lines
