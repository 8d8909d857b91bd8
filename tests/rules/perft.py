"""How many legal lines lead on from a fixed position: golden counts, kept in `perft.json`.

A line is a sequence of moves and claims; a press branches into what it gives (PRESS_GIVES), a
reload comes in the order of the discards. `python -m tests.rules.perft` prints the file anew, to
be compared with the old one line by line before it is believed.
"""

import json
from pathlib import Path

from cardslinger.rules.apply import apply
from cardslinger.rules.decide import decide
from cardslinger.rules.events import Event, Moved, Refusal, Reloaded
from cardslinger.rules.launching import fired
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS
from cardslinger.rules.state import Phase, State, Way

from tests.rules.positions import position

FILE = Path(__file__).with_name("perft.json")
PRESS_GIVES = (0, 2)


def perft(state: State, depth: int) -> int:
    """Legal lines of `depth` steps; a line ends early when the round does."""
    if depth == 0 or state.phase in (Phase.DEAL, Phase.OVER):
        return 1
    lines = 0
    for wish in wishes(state):
        events = decide(state, wish)
        assert not isinstance(events, Refusal), (wish, events)
        after = state.copy()
        for event in events:
            apply(after, event)
        lines += perft(after, depth - 1)
    return lines


def wishes(state: State) -> list[Event]:
    """Everything that may happen next."""
    if state.phase is Phase.RELOAD:
        return [Reloaded(() if state.physical else tuple(state.discards[:-1]))]
    possible: list[Event] = [
        Moved(seat, move) for seat in state.seated for move in claims(state, seat)
    ]
    for move in legal(state):
        possible += _presses(state) if move == PRESS else [Moved(state.seat, move)]
    return possible


def _presses(state: State) -> list[Event]:
    exact = state.owed and state.owed[0].way is Way.EXACT
    return [fired(state, lambda n=n: n) for n in (PRESS_GIVES[:1] if exact else PRESS_GIVES)]


def read() -> list[dict]:
    return json.loads(FILE.read_text())


def counts(entry: dict) -> list[int]:
    """Lines to depth 1, 2, ... as deep as the entry goes."""
    how = {**entry.get("flags", {}), **entry.get("table", {})}
    state = position(entry["rules"], entry["hands"], entry.get("top", ""), **how)
    return [perft(state, depth) for depth in range(1, len(entry["lines"]) + 1)]


def main() -> None:
    rows = [json.dumps({**entry, "lines": counts(entry)}) for entry in read()]
    print("[\n  " + ",\n  ".join(rows) + "\n]")


if __name__ == "__main__":
    main()
