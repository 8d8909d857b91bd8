"""Whether what somebody asks for may happen, and the entries that it makes."""

from collections.abc import Callable
from typing import Any

from cardslinger.rules import events
from cardslinger.rules.errors import BadNotation
from cardslinger.rules.events import Event, Moved, Refusal
from cardslinger.rules.moves import CATCH, CUT, LAY, PRESS, UNO
from cardslinger.rules.notation import parse_event
from cardslinger.rules.state import Phase
from cardslinger.table import messages
from cardslinger.table.chance import Luck, dealt, pressed
from cardslinger.table.entries import (
    Asked,
    Confirmed,
    Entry,
    FreePress,
    Ordered,
    Paused,
    Seated,
    WentOn,
)
from cardslinger.table.errors import BadSitter
from cardslinger.table.hearing import free_press
from cardslinger.table.messages import Message
from cardslinger.table.needs import Kind, need
from cardslinger.table.setup import Sitter, check_sitter
from cardslinger.table.table import IN_DOUBT, TO_BE_SEEN, Table

Answer = tuple[Entry, ...] | Refusal
# With real cards people do these themselves and tell the table.
_BY_HAND = (events.DealerDrew, events.Turned, events.Reloaded)
_TOLD = (Moved, events.DealerPicked, events.PointsCounted, events.CountCorrected, events.Undone,
         events.Left)  # fmt: skip


def ask(table: Table, message: Message, luck: Luck) -> Answer:
    """The entries that follow from a message, to be kept and taken, or why it is refused.

    One that has been obeyed gives no entries again.
    """
    if message.id in table.asked:
        return ()
    answer = _ASK[type(message.wish)](table, message, message.wish, luck)
    if isinstance(answer, Refusal):
        return answer
    return (Asked(message.id, message.seat), *answer)


def _play(table: Table, message: Message, wish: messages.Play, luck: Luck) -> Answer:
    try:
        event = parse_event(wish.event)
    except BadNotation as error:
        return Refusal("refusal.no_notation", {"reason": str(error)})
    told = isinstance(event, _TOLD) or (table.setup.physical and isinstance(event, _BY_HAND))
    if not told or (isinstance(event, Moved) and event.move == PRESS):
        return Refusal("refusal.no_wish")
    if not _may(message, event):
        return Refusal("refusal.not_yours")
    if why := _not_now(table, message, event):
        return why
    return table.match.ask(event)


def _may(message: Message, event: Event) -> bool:
    """A seat's device speaks for this seat; the table's for all."""
    if message.seat is None:
        return True
    return isinstance(event, Moved | events.PointsCounted | events.Left) and (
        event.seat == message.seat
    )


def _not_now(table: Table, message: Message, event: Event) -> Refusal | None:
    """Calls and catches go by their arrival; other moves were chosen for a table as it was."""
    if table.over:
        return Refusal("refusal.not_now", {"phase": str(table.state.phase)})
    if isinstance(event, events.Left):
        return None
    if isinstance(event, Moved) and _is_called(event.move) and table.state.owed:
        return None  # a fire for a debt closes no window
    if table.fire:
        return Refusal("refusal.launcher_fires")
    if isinstance(event, events.CountCorrected | events.Undone):
        return _stale(message, table.changed)
    if table.pause:
        return Refusal("refusal.paused", {"pause": table.pause.code})
    if isinstance(event, Moved) and (_is_called(event.move) or CUT <= event.move < LAY):
        return None
    return _stale(message, table.changed)


def _stale(message: Message, since: int) -> Refusal | None:
    """Refused if its sender did not know yet what has happened in entry `since`."""
    late = message.seen is not None and message.seen < since
    return Refusal("refusal.stale") if late else None


def _is_called(move: int) -> bool:
    return move == UNO or CATCH <= move < CUT


def _of_the_table(table: Table, message: Message, since: int) -> Refusal | None:
    """What only the table's own device may ask, of the table as it is since then."""
    return Refusal("refusal.not_yours") if message.seat is not None else _stale(message, since)


def _deal(table: Table, message: Message, wish: messages.Deal, luck: Luck) -> Answer:
    if why := _of_the_table(table, message, table.changed):
        return why
    if table.pause:
        return Refusal("refusal.paused", {"pause": table.pause.code})
    if table.setup.physical:
        return table.match.ask(events.Dealt(by_launcher=wish.by_launcher))
    if table.state.phase is not Phase.DEAL:
        return Refusal("refusal.not_now", {"phase": str(table.state.phase)})
    return table.match.ask(dealt(table.state, luck.chance))


def _press(table: Table, message: Message, wish: messages.Press, luck: Luck) -> Answer:
    if table.pause:
        return Refusal("refusal.paused", {"pause": table.pause.code})
    if table.fire:
        return Refusal("refusal.launcher_fires")
    wanted = need(table)
    if wanted.kind is not Kind.PRESSES:
        return Refusal("refusal.no_press")
    if message.seat not in (None, wanted.seat):
        return Refusal("refusal.not_yours")
    if why := _stale(message, max(table.changed, table.ordered)):
        return why
    return pressed(table, wanted.seat, luck)


def _pause(table: Table, message: Message, wish: messages.Pause, luck: Luck) -> Answer:
    return (Paused("paused", _by(message)),) if not table.pause else ()


def _stop(table: Table, message: Message, wish: messages.Stop, luck: Luck) -> Answer:
    return (Paused("stop", _by(message)),)


def _by(message: Message) -> dict[str, Any]:
    return {} if message.seat is None else {"seat": message.seat}


def _launch(table: Table, message: Message, wish: messages.Launch, luck: Luck) -> Answer:
    if table.pause:
        return Refusal("refusal.paused", {"pause": table.pause.code})
    if table.fire:
        return Refusal("refusal.launcher_fires")
    wanted = need(table)
    if wanted.kind is not Kind.CARDS:
        return Refusal("refusal.nothing_to_launch")
    if message.seat not in (None, wanted.seat):
        return Refusal("refusal.not_yours")
    if why := _stale(message, max(table.changed, table.ordered)):
        return why
    return (Ordered(wanted.seat, wanted.amount),)


def _test_fire(table: Table, message: Message, wish: messages.TestFire, luck: Luck) -> Answer:
    """Also while the game stands still: that is when one wants to know."""
    if message.seat is not None:
        return Refusal("refusal.not_yours")
    if table.fire:
        return Refusal("refusal.launcher_fires")
    if table.doubt:
        return Refusal("refusal.count_first")
    if table.lid_open:
        return Refusal("refusal.lid_open")
    return (Ordered(None, 1),)


def _go_on(table: Table, message: Message, wish: messages.GoOn, luck: Luck) -> Answer:
    if why := _of_the_table(table, message, table.paused):
        return why
    if not table.pause:
        return Refusal("refusal.not_paused")
    if table.pause.code in IN_DOUBT:
        return Refusal("refusal.count_first")
    if table.lid_open:
        return Refusal("refusal.lid_open")
    seen = [one.code for one in table.pauses if one.code in TO_BE_SEEN]
    if table.pause.code not in seen:
        return (WentOn(table.pause.code),)
    return tuple(map(WentOn, seen))  # one look is enough for all of them


def _count(table: Table, message: Message, wish: messages.Count, luck: Luck) -> Answer:
    if why := _of_the_table(table, message, table.paused):
        return why
    doubt = table.doubt
    if not doubt:
        return Refusal("refusal.no_count_due")
    state = table.state
    most = len(state.deck) - sum(state.sizes[seat] for seat in state.seated)  # the rest of the deck
    if not 0 <= wish.cards <= most:
        facts: dict[str, object] = {"count": wish.cards, "least": 0, "most": most}
        return Refusal("refusal.impossible_count", facts)
    confirmed = Confirmed(wish.cards)
    seat = doubt.facts.get("seat")
    if seat is None:
        return (confirmed, *free_press(table, wish.cards))
    stopped = doubt.code == "count_unknown" or doubt.facts.get("stopped", False)
    outcome = events.Outcome.JAM if stopped else events.Outcome.OK
    decision = table.match.ask(events.Fired(seat, wish.cards, outcome))
    if isinstance(decision, Refusal):
        return (confirmed, *free_press(table, wish.cards))
    return (confirmed, *decision)


def _settle(table: Table, message: Message, wish: messages.Settle, luck: Luck) -> Answer:
    if why := _of_the_table(table, message, table.paused):
        return why
    pause = next((one for one in table.pauses if one.code == "free_press"), None)
    if not pause:
        return Refusal("refusal.no_free_press")
    cards: int = pause.facts["cards"]
    settled = FreePress(cards, wish.seat)
    if wish.seat is None:
        return (settled,)
    decision = table.match.ask(events.Kept(wish.seat, cards))
    return decision if isinstance(decision, Refusal) else (settled, *decision)


def _sit(table: Table, message: Message, wish: messages.Sit, luck: Luck) -> Answer:
    if message.seat is not None:
        return Refusal("refusal.not_yours")
    others = [table.sitters[seat].name for seat in table.state.seated if seat != wish.seat]
    try:
        check_sitter(wish.seat, Sitter(wish.name, wish.bot), table.setup.physical)
    except BadSitter as error:
        return error.refusal
    if wish.name in others:
        return Refusal("refusal.name_taken", {"name": wish.name})
    if table.over:
        return Refusal("refusal.not_now", {"phase": str(table.state.phase)})
    seated = Seated(wish.seat, wish.name, wish.bot)
    if wish.seat in table.state.seated:
        return (seated,)
    decision = table.match.ask(events.Joined(wish.seat))
    return decision if isinstance(decision, Refusal) else (seated, *decision)


def _swap(table: Table, message: Message, wish: messages.Swap, luck: Luck) -> Answer:
    if why := _of_the_table(table, message, table.changed):
        return why
    seats = (wish.seat, wish.other)
    if table.over or wish.seat == wish.other or not set(seats) <= set(table.state.seated):
        return Refusal("refusal.no_swap")
    if table.fire:
        return Refusal("refusal.launcher_fires")
    one, other = (table.sitters[seat] for seat in seats)
    return (Seated(wish.seat, other.name, other.bot), Seated(wish.other, one.name, one.bot))


_ASK: dict[type, Callable[[Table, Message, Any, Luck], Answer]] = {
    messages.Play: _play,
    messages.Deal: _deal,
    messages.Press: _press,
    messages.Pause: _pause,
    messages.Stop: _stop,
    messages.Launch: _launch,
    messages.TestFire: _test_fire,
    messages.GoOn: _go_on,
    messages.Count: _count,
    messages.Settle: _settle,
    messages.Sit: _sit,
    messages.Swap: _swap,
}
