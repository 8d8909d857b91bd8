"""What happened, in words for a terminal."""

from cardslinger.bridge import Event, Fired, Firing, Missed, Restarted
from cardslinger.bridge.messages import PressRefused

_OUTCOMES = {
    "ok": "all cards left",
    "over": "a further card slipped through",
    "no_card": "no card came: fill the hopper, or free a card that is held back",
    "jam": "a card is stuck in the beam: take it out",
    "blocked": "something blocks the beam: take it out; the motor never ran",
}


def outcome_words(fired: Fired) -> str:
    """How a fire ended, with the cure."""
    ending = _OUTCOMES.get(fired.outcome, fired.outcome)
    return f"{fired.cards} of {fired.wanted} cards left; {ending}"


def news_words(news: Event | Missed | Restarted) -> str:
    """One line for an event."""
    if isinstance(news, Missed):
        return f"events {news.first} to {news.last} are lost: the launcher could not keep more"
    if isinstance(news, Restarted):
        return "the launcher has restarted"
    if isinstance(news, Firing):
        who = "press" if news.by == "press" else "host"
        return f"{who}: {'blank' if news.wanted == 0 else f'{_cards(news.wanted)} drawn'}"
    if isinstance(news, Fired):
        if news.outcome == "ok":
            return f"{_cards(news.cards)} left in {news.ms} ms"
        return outcome_words(news)
    if isinstance(news, PressRefused):
        return "press refused: enough presses wait already"
    return news.ev


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
