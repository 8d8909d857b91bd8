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
from cardslinger.bridge.messages import Lid, Stray
from cardslinger.rules import events
from cardslinger.rules.events import Outcome, Refusal
from cardslinger.table.entries import (
    Entry,
    LauncherBegan,
    LauncherMissed,
    LauncherRestarted,
    LauncherSaid,
    Paused,
    WentOn,
)
from cardslinger.table.table import IN_DOUBT, Fire, Table

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
}
_TROUBLE = frozenset({"no_card", "jam", "blocked", "sensor", "lid", "driver"})
_NUMBERING = ("ev", "n", "boot")


def hear(table: Table, news: News) -> tuple[Entry, ...]:
    """The entries for what the launcher has told; none for what nobody needs to keep."""
    match news:
        case Began(boot, number):
            return (LauncherBegan(boot, number),)
        case Missed(first, last):
            return (LauncherMissed(first, last), in_doubt_of(table.fire or Fire(None, None), 0))
        case Restarted(boot, _, cards):
            return _restarted(table, boot, cards)
        case Fired():
            return _fired(table, news)
        case CutOff():
            return _cut_off(table, news)
        case Stray(cards=cards) if table.setup.physical and not table.pause:
            return (_said(news), Paused("stray", {"cards": cards}))
        case Lid(open=False) if table.pause and table.pause.code == "lid":
            return (_said(news), WentOn())
        case Event():
            return (_said(news),)
    return ()


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


def _restarted(table: Table, boot: str, cards: int) -> tuple[Entry, ...]:
    restarted = LauncherRestarted(boot, cards)
    if table.fire:
        return (restarted, in_doubt_of(table.fire, cards))
    if table.pause:
        return (restarted,)
    return (restarted, Paused("restarted"))


def in_doubt_of(fire: Fire, cards: int) -> Paused:
    """Nobody knows how many cards came; at least these."""
    facts = {"cards": cards, "booked": 0}
    if fire.seat is not None:
        facts["seat"] = fire.seat
    if fire.wanted is not None:
        facts["wanted"] = fire.wanted
    return Paused("count_unknown", facts)


def _cut_off(table: Table, cut: CutOff) -> tuple[Entry, ...]:
    """What the launcher itself still knows of the fire that a reset cut off."""
    pause = table.pause
    if pause and pause.code == "count_unknown":
        known = max(pause.facts["cards"], cut.cards)
        return (_said(cut), Paused(pause.code, {**pause.facts, "cards": known}))
    fire = table.fire or Fire(table.presser(), cut.wanted)
    return (_said(cut), in_doubt_of(fire, cut.cards))


def _fired(table: Table, fired: Fired) -> tuple[Entry, ...]:
    said = _said(fired)
    seat = _whose(table, fired)
    pause = table.pause
    ended: tuple[Entry, ...] = ()
    if pause and pause.code == "count_unknown" and table.fire and table.fire.seat == seat:
        ended = (WentOn(),)  # the word that was missing has come
    elif pause and pause.code in IN_DOUBT:
        return (said, *_free(pause, fired.cards))
    if seat is None:
        return (said, *ended, *_free(None, fired.cards))
    if fired.outcome == "suspect" and not table.bot(seat):
        facts = {"seat": seat, "cards": fired.cards, "booked": fired.cards}
        if fired.maybe is not None:
            facts["maybe"] = fired.maybe
        return (said, Paused("count", facts))
    outcome = _OUTCOMES.get(fired.outcome, Outcome.JAM)
    decision = table.match.ask(events.Fired(seat, fired.cards, outcome))
    if isinstance(decision, Refusal):  # whoever owed it has left meanwhile
        return (said, *ended, *_free(None, fired.cards))
    trouble = fired.outcome in _TROUBLE or fired.outcome not in _OUTCOMES
    stops = (Paused(fired.outcome, {"cards": fired.cards}),) if trouble else ()
    return (said, *ended, *decision, *stops)


def _whose(table: Table, fired: Fired) -> int | None:
    """The seat that the fire was for, as it was when it began."""
    fire = table.fire
    if fire is None or (fire.number is not None and fire.number != fired.fire):
        return None
    return fire.seat


def _free(pause: Paused | None, cards: int) -> tuple[Entry, ...]:
    """Cards that nobody owed: the table says whose they are, with those before."""
    if not cards:
        return ()
    if pause and pause.code != "free_press":
        return (Paused(pause.code, {**pause.facts, "loose": pause.facts.get("loose", 0) + cards}),)
    before = pause.facts["cards"] if pause else 0
    return (Paused("free_press", {"cards": before + cards}),)
