"""What the launcher tells, as entries: which press it was, what it means, what stops the game."""

from typing import Any

import msgspec

from cardslinger.bridge import (
    Began,
    CutOff,
    Event,
    Fired,
    Missed,
    News,
    Restarted,
)
from cardslinger.bridge.messages import ButtonStuck, Lid, PressRefused, Stray
from cardslinger.rules import events
from cardslinger.rules.events import Outcome, Refusal
from cardslinger.table.entries import (
    Entry,
    LauncherBegan,
    LauncherMissed,
    LauncherRestarted,
    LauncherSaid,
    Paused,
)
from cardslinger.table.table import Fire, Table

# How a fire ended -> what that is for the rules. Something stopped it: what came counts, and the
# rest is still owed.
_OUTCOMES = {
    "ok": Outcome.OK,
    "suspect": Outcome.OK,
    "over": Outcome.OK,
    "no_card": Outcome.EMPTY,
    "jam": Outcome.JAM,
    "blocked": Outcome.JAM,
    "sensor": Outcome.JAM,
    "lid": Outcome.JAM,
    "driver": Outcome.JAM,
    "stop": Outcome.JAM,
}
_TO_COUNT = ("suspect", "sensor")  # and whatever we do not know
_NUMBERING = ("ev", "n", "boot")


def hear(table: Table, news: News) -> tuple[Entry, ...]:
    """The entries for what the launcher has told; none for what nobody needs to keep."""
    match news:
        case Began(boot, number):
            return (LauncherBegan(boot, number),)
        case Missed(first, last):
            return (LauncherMissed(first, last), in_doubt_of(table.fire or Fire(None, None), 0))
        case Restarted():
            return _restarted(table, news)
        case Fired():
            return _fired(table, news)
        case CutOff():
            return (_said(news), *_cut_off(table, news))
        case Stray(cards=cards) if table.setup.physical:
            return (_said(news), Paused("stray", {"cards": _standing(table, "stray") + cards}))
        case PressRefused(why="lid" | "safe" as why):
            return (_said(news), Paused(why))
        case ButtonStuck(stuck=True):
            return (_said(news), Paused("button"))
        case Lid(open=True):
            return (_said(news), Paused("lid"))
        case Event():
            return (_said(news),)
    return ()


def in_doubt_of(fire: Fire, cards: int) -> Paused:
    """Nobody knows how many cards came of it; at least these."""
    facts: dict[str, Any] = {"cards": cards, "booked": 0}
    if fire.seat is not None:
        facts["seat"] = fire.seat
    if fire.wanted is not None:
        facts["wanted"] = fire.wanted
    if fire.id:
        facts["fire"] = list(fire.id)
    return Paused("count_unknown", facts)


def free_press(table: Table, cards: int) -> tuple[Entry, ...]:
    """Cards that nobody owed: the table says whose they are, with those before."""
    if not cards:
        return ()
    return (Paused("free_press", {"cards": _standing(table, "free_press") + cards}),)


def _standing(table: Table, code: str) -> int:
    """Cards of a pause of this code that stands already."""
    return sum(one.facts["cards"] for one in table.pauses if one.code == code)


def _said(event: Event) -> LauncherSaid:
    facts: dict[str, Any] = msgspec.to_builtins(event)
    told = {
        name: fact
        for name, fact in facts.items()
        if name not in _NUMBERING and fact is not None and fact is not False
    }
    if isinstance(event, Lid):
        told["open"] = event.open
    return LauncherSaid(event.boot, event.n, event.ev, told)


def _restarted(table: Table, news: Restarted) -> tuple[Entry, ...]:
    """What it had not told is lost. Of a fire that was under way the count is in doubt, unless
    somebody has counted it, or is asked to."""
    restarted = LauncherRestarted(news.boot, news.cards)
    fire = table.fire
    told = (news.firing.boot, news.firing.n) if news.firing else None
    if told in table.counted:
        return (msgspec.structs.replace(restarted, counted=True), Paused("restarted"))
    if doubt := table.doubt_of(fire.id if fire else told):
        return (restarted, _at_least(doubt, news.cards))
    if fire or news.cards:
        return (restarted, in_doubt_of(fire or Fire(None, None), news.cards))
    return (restarted, Paused("restarted"))


def _at_least(doubt: Paused, cards: int) -> Paused:
    """The same doubt, of which more is known."""
    return Paused(doubt.code, {**doubt.facts, "cards": max(doubt.facts["cards"], cards)})


def _cut_off(table: Table, cut: CutOff) -> tuple[Entry, ...]:
    """What the launcher itself still knows of the fire that a reset cut off: it says so once, of
    the latest one."""
    doubts = [one for one in table.pauses if one.code == "count_unknown"]
    if not doubts and table.counted_anew:
        return ()
    if not doubts:
        return (in_doubt_of(Fire(None, cut.wanted), cut.cards),)
    return (_at_least(doubts[-1], cut.cards),)


def _fired(table: Table, fired: Fired) -> tuple[Entry, ...]:
    said = _said(fired)
    fire = (fired.boot, fired.fire)
    if fire in table.counted:  # by hand: its own word comes too late
        return (said,)
    seat = table.running.seat if table.running and table.running.id == fire else None
    return (said, *_meant(table, fired, seat))


def _found(table: Table, fired: Fired) -> dict[str, Any]:
    """What whoever mends it may want to know; of real cards also how many it should still hold."""
    facts: dict[str, Any] = {"cards": fired.cards}
    if fired.outcome == "no_card" and table.setup.physical:
        facts["hopper"] = max(len(table.state.hopper) - fired.cards, 0)
    return facts


def _meant(table: Table, fired: Fired, seat: int | None) -> tuple[Entry, ...]:
    """What a fire means for the play, and what it stops."""
    outcome = _OUTCOMES.get(fired.outcome, Outcome.JAM)
    stops: tuple[Entry, ...] = ()
    if outcome is not Outcome.OK:
        stops = (Paused(fired.outcome, _found(table, fired)),)
    if seat is None:
        return (*free_press(table, fired.cards), *stops)
    unsure = fired.outcome in _TO_COUNT or fired.outcome not in _OUTCOMES
    if unsure and not table.bot(seat):
        facts: dict[str, Any] = {"seat": seat, "cards": fired.cards, "booked": fired.cards}
        facts["fire"] = [fired.boot, fired.fire]
        if fired.maybe is not None:
            facts["maybe"] = fired.maybe
        if stops:
            facts["stopped"] = True
        return (Paused("count", facts), *stops)
    decision = table.match.ask(events.Fired(seat, fired.cards, outcome))
    if isinstance(decision, Refusal):  # whoever owed it has left meanwhile
        return (*free_press(table, fired.cards), *stops)
    return (*decision, *stops)
