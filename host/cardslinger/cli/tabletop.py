"""The state of a match: drawn on a terminal in a language, and as plain data for `--json`."""

from collections import Counter
from collections.abc import Iterator

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardslinger.rules import cards
from cardslinger.rules.cards import COLOUR_LETTERS, NONE, UNKNOWN, colour_of, format_card
from cardslinger.rules.rounds import BETWEEN_ROUNDS
from cardslinger.rules.ruleset import format_flag
from cardslinger.rules.state import NOBODY, Obligation, Phase, State
from cardslinger.rules.view import seats_in, somebody
from cardslinger.words import COLOUR_CODES, Words

# A card's colour lies behind its text, which names the colour too, so that it shows on light and
# dark terminals alike and is never told by colour alone.
STYLES = {
    NONE: "bold reverse",
    cards.RED: "bold bright_white on red",
    cards.YELLOW: "bold black on yellow",
    cards.GREEN: "bold black on green",
    cards.BLUE: "bold bright_white on blue",
}
NARROW = 50  # columns; with fewer, names and seats stand above what belongs to them
ACTING = "▸"
ARROWS = {"clockwise": "↻", "anticlockwise": "↺"}
_TIMES = "\N{MULTIPLICATION SIGN}"


def as_data(state: State) -> dict[str, object]:
    """What the terminal shows as one JSON-ready object; cards, colours and seats as in a record."""
    return {
        "rules": state.rules.name,
        "flags": state.rules.changed_flags(),
        "deck": state.deck.name,
        "physical": state.physical,
        "seats": list(state.seated),
        "rounds": state.rounds,
        "phase": str(state.phase),
        "seat": somebody(state.seat),
        "turn": somebody(state.turn),
        "dealer": somebody(state.dealer),
        "top": format_card(state.top) if state.top != UNKNOWN else None,
        "active": COLOUR_LETTERS[state.active] if state.active else None,
        "clockwise": state.clockwise,
        "hopper": len(state.hopper),
        "discards": len(state.discards),
        "aside": state.aside,
        "missing": state.missing,
        "hands": {
            seat: [format_card(card) for card in _hand(state, seat)] for seat in state.seated
        },
        "scores": {seat: state.scores[seat] for seat in state.seated},
        "owed": [
            {
                "seat": due.seat,
                "way": str(due.way),
                "amount": due.amount,
                "why": str(due.why),
                "begun": due.begun,
            }
            for due in state.owed
        ],
        "exposed": list(seats_in(state, state.exposed)),
        "called": list(seats_in(state, state.called)),
        "draws": {seat: format_card(card) for seat, card in state.draws.items()},
        "counted": dict(state.counted),
        "blocked": state.blocked,
        "winner": somebody(state.winner),
        "winners": list(state.winners()),
        "digest": state.digest(),
    }


class TableWords:
    """Draws a state in one language."""

    def __init__(self, words: Words) -> None:
        self._say = words.say

    def draw(self, console: Console, state: State, last: str) -> None:
        """Print the table; `last` is the last event, in notation, or empty."""
        console.print(self._heading(state))
        if flags := state.rules.changed_flags():
            written = "  ".join(f"{flag}={format_flag(value)}" for flag, value in flags.items())
            console.print(Text(written, style="dim"))
        console.print()
        narrow = console.width < NARROW
        console.print(self._middle_folded(state, last) if narrow else self._middle(state, last))
        console.print()
        console.print(self._seats_folded(state) if narrow else self._seats(state))

    def _heading(self, state: State) -> Text:
        heading = Text(state.rules.name, style="bold")
        if state.deck.name != state.rules.name:
            heading.append(f" · {self._say('table.deck', name=state.deck.name)}", "default")
        if state.phase in (*BETWEEN_ROUNDS, Phase.OVER):
            played = self._say("table.rounds", count=state.rounds)
        else:
            played = self._say("table.round", number=state.rounds + 1)
        return heading.append(f" · {played}")

    def _middle(self, state: State, last: str) -> Table:
        """What lies in the middle of the table, and what it waits for."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column()
        for code, value in self._lines(state, last):
            grid.add_row(self._say(f"table.{code}"), value)
        return grid

    def _middle_folded(self, state: State, last: str) -> RenderableType:
        """The same with each value below its name."""
        lines: list[RenderableType] = []
        for code, value in self._lines(state, last):
            lines += [Text(self._say(f"table.{code}"), style="dim"), Padding(value, (0, 0, 0, 1))]
        return Group(*lines)

    def _lines(self, state: State, last: str) -> Iterator[tuple[str, RenderableType]]:
        now = self._say(f"phase.{state.phase}")
        if state.seat != NOBODY:
            now += f" · {self._seat(state.seat)}"
        yield "now", Text(now, style="bold")
        if state.winner != NOBODY:
            yield "round_won", self._seat(state.winner)
        elif state.blocked:
            yield "round_won", self._say("table.round_blocked")
        if winners := state.winners():
            yield "match_won", Text(", ".join(map(self._seat, winners)), style="bold")
        if state.owed:
            yield "owed", "\n".join(self._owes(due) for due in state.owed)
        if state.turn != NOBODY:
            yield "turn", self._seat(state.turn)
        if state.top != UNKNOWN:
            yield "top", Text.assemble(card_text(state.top))
            if state.rules.colours:
                yield "active", self._colour(state.active)
            way = "clockwise" if state.clockwise else "anticlockwise"
            yield "direction", f"{ARROWS[way]} {self._say(f'direction.{way}')}"
            yield "launcher", self._cards(len(state.hopper))
            yield "discards", self._cards(len(state.discards))
        if state.aside:
            yield "aside", self._cards(state.aside)
        if state.missing:
            yield "missing" if state.missing > 0 else "surplus", self._cards(abs(state.missing))
        if last:
            yield "last", Text(last)

    def _colour(self, colour: int) -> Text:
        name = self._say(COLOUR_CODES[colour])
        if colour == NONE:
            return Text(name)
        return Text.assemble((COLOUR_LETTERS[colour], STYLES[colour]), " ", name)

    def _owes(self, due: Obligation) -> str:
        what = self._say(f"way.{due.way}", count=due.amount)
        why = self._say(f"owed.{due.why}")
        owes = self._say("table.owes", seat=due.seat, what=what, why=why)
        return f"{owes} · {self._say('table.begun')}" if due.begun else owes

    def _cards(self, count: int) -> str:
        return self._say("table.cards", count=count)

    def _seat(self, seat: int) -> str:
        return self._say("table.seat", seat=seat)

    def _seats(self, state: State) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for name in ("seat", "score", "cards"):
            table.add_column(self._say(f"table.heading.{name}"), justify="right", no_wrap=True)
        table.add_column(self._say("table.heading.hand"))
        for seat in state.seated:
            acting = seat == state.seat
            table.add_row(
                f"{ACTING} {seat}" if acting else str(seat),
                str(state.scores[seat]),
                str(state.sizes[seat]),
                self._hand(state, seat),
            )
        return table

    def _seats_folded(self, state: State) -> RenderableType:
        """The same with each hand below its seat."""
        lines: list[RenderableType] = []
        for seat in state.seated:
            score = f"{self._say('table.heading.score')} {state.scores[seat]}"
            mark = ACTING if seat == state.seat else " "
            told = (self._seat(seat), score, self._cards(state.sizes[seat]))
            lines.append(Text(f"{mark} {' · '.join(told)}"))
            lines.append(Padding(self._hand(state, seat), (0, 0, 0, 2)))
        return Group(*lines)

    def _hand(self, state: State, seat: int) -> Text:
        """The cards of a hand, and below them whatever else is to be said of the seat."""
        if state.physical and state.sizes[seat]:
            hand = Text(self._say("table.unseen"), style="dim")
        else:
            hand = cards_text(_hand(state, seat))
        notes = " · ".join(self._notes(state, seat))
        return Text("\n").join(part for part in (hand, Text(notes)) if part)

    def _notes(self, state: State, seat: int) -> Iterator[str]:
        if seat == state.dealer:
            yield self._say("table.dealer")
        if state.exposed >> seat & 1:
            yield self._say("table.exposed")
        if state.called >> seat & 1:
            yield self._say("table.called")
        if seat in state.draws:
            yield self._say("table.drew", card=state.draws[seat])
        if seat in state.counted:
            yield self._say("table.counted", count=state.counted[seat])


def card_text(card: int) -> Text:
    """A card in notation on its colour."""
    return Text(format_card(card), style=STYLES[colour_of(card)])


def cards_text(hand: list[int]) -> Text:
    """Equal cards stand together, with their number."""
    shown = [
        Text.assemble(card_text(card), f"{_TIMES}{count}" if count > 1 else "")
        for card, count in Counter(hand).items()
    ]
    return Text(" ").join(shown)


def _hand(state: State, seat: int) -> list[int]:
    """The cards one by one, by colour, the wild ones last."""
    held = [card for card, count in state.hands[seat].items() for _ in range(count)]
    return in_order(held)


def in_order(hand: list[int]) -> list[int]:
    """By colour, the wild ones last."""
    return sorted(hand, key=lambda card: (colour_of(card) == NONE, card))
