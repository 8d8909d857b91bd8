"""What happened, in words for a terminal."""

from cardslinger.bridge import (
    Began,
    ConnectionChanged,
    CutOff,
    Event,
    Fired,
    Firing,
    Missed,
    News,
    Passed,
    Tested,
)
from cardslinger.bridge.messages import (
    ButtonStuck,
    Lid,
    Menu,
    PressRefused,
    SettingsLost,
    Stray,
)
from cardslinger.words.printable import printable

_OUTCOMES = {
    "ok": "exactly as wanted",
    "suspect": "the lengths of the cards say another number: count them",
    "over": "a further card slipped through",
    "lid": "the lid was opened: close it",
    "stop": "stopped as asked",
    "driver": "the motor's driver stopped: look for a stuck card, weak batteries; let it cool",
    "no_card": "no card came: fill the hopper, free a card that is held back, or try `selftest`",
    "jam": "a card is stuck in the beam: take it out",
    "sensor": "the card sensor chatters: count the cards yourself, check its wiring",
    "blocked": "something blocks the beam: take it out; the motor never ran",
}

_REFUSED = {
    "busy": "enough presses wait already",
    "lid": "the lid is open",
    "restarting": "it starts anew",
    "safe": "it is in safe mode after one error upon another; see `cardslinger health`",
}


def outcome_words(fired: Fired) -> str:
    """How a fire ended, with the cure."""
    ending = _OUTCOMES.get(fired.outcome) or printable(fired.outcome)
    maybe = "" if fired.maybe is None else f" (or {fired.maybe})"
    if fired.outcome == "ok" and fired.unjudged:
        ending += f" ({fired.unjudged} not judged by length yet)"
    return f"fired {fired.cards}{maybe} of {cards(fired.wanted)}; {ending}"


def news_words(news: News) -> str:
    """One line for an event."""
    return printable(_words(news))


def _words(news: News) -> str:
    if isinstance(news, Event):
        return _event_words(news)
    if isinstance(news, Missed):
        return f"events {news.first} to {news.last} are lost, too many to keep: count the cards"
    if isinstance(news, Began):
        return f"a record begins behind event {news.number}"
    if isinstance(news, Passed):
        return f"{cards(news.cards)} so far"
    if isinstance(news, ConnectionChanged):
        return f"{news.state}: {news.why}" if news.why else news.state
    if not news.firing:
        return "the launcher has restarted: count the cards"
    wanted = cards(news.firing.wanted)
    return (
        f"the launcher has restarted in a fire of {wanted}, {news.cards} or more left: count them"
    )


def _event_words(news: Event) -> str:
    if isinstance(news, Firing):
        who = "press" if news.by == "press" else "host"
        left = f"; armed for {news.left} more" if news.left else ""
        return f"{who}: {f'{cards(news.wanted)} to come' if news.wanted else 'a blank'}{left}"
    if isinstance(news, Fired):
        if news.outcome == "ok":
            return f"fired {cards(news.cards)} in {news.ms} ms" if news.cards else "fired nothing"
        return outcome_words(news)
    if isinstance(news, CutOff):
        wanted = cards(news.wanted)
        return f"a restart cut off a fire of {wanted}, {news.cards} or more left: count them"
    if isinstance(news, Stray):
        return f"{cards(news.cards)} (or a hand) passed the beam outside a fire"
    if isinstance(news, PressRefused):
        return f"press refused: {_REFUSED.get(news.why, news.why)}"
    if isinstance(news, Lid):
        return "the lid is open: nothing fires" if news.open else "the lid is closed"
    if isinstance(news, SettingsLost):
        taken = "the copy before" if news.source == "old_copy" else "those it was made with"
        return f"the stored settings were damaged: {taken} are in use"
    if isinstance(news, ButtonStuck):
        return "the button is stuck: free it" if news.stuck else "the button is free again"
    if isinstance(news, Menu):
        return f"its own menu: profile {news.profile}, sound {'off' if news.mute else 'on'}"
    if isinstance(news, Tested):
        verdict = "ok" if news.ok else "out of limits"
        return f"self-test: {news.what} {news.value} {news.unit}, {verdict}"
    return news.ev


def cards(count: int) -> str:
    """A number of cards."""
    return "1 card" if count == 1 else f"{count} cards"


def written(value: object) -> str:
    """The value of a setting, as a person would give it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else printable(str(value))
