"""A line for everything that a launcher tells."""

import pytest
from cardslinger.bridge.messages import event_from
from cardslinger.cli.words import news_words

LINES = [
    ({"ev": "firing", "by": "press", "wanted": 3, "profile": "toy"}, "press: 3 cards to come"),
    (
        {"ev": "firing", "by": "press", "wanted": 0, "profile": "toy", "left": 2},
        "press: a blank; armed for 2 more",
    ),
    ({"ev": "button", "stuck": True}, "the button is stuck: free it"),
    ({"ev": "button", "stuck": False}, "the button is free again"),
    (
        {"ev": "menu", "profile": "gentle", "mute": True},
        "its own menu: profile gentle, sound off",
    ),
    (
        {"ev": "tested", "what": "motor_sag", "ok": False, "value": 3, "unit": "mV"},
        "self-test: motor_sag 3 mV, out of limits",
    ),
    ({"ev": "refused", "by": "press", "why": "lid"}, "press refused: the lid is open"),
    ({"ev": "refused", "by": "press", "why": "restarting"}, "press refused: it starts anew"),
    ({"ev": "refused", "by": "press", "why": "odd"}, "press refused: odd"),
    ({"ev": "from_the_future"}, "from_the_future"),
]


@pytest.mark.parametrize(("facts", "line"), LINES)
def test_an_event_is_a_line(facts: dict, line: str) -> None:
    assert news_words(event_from({"n": 1, "boot": "b", "t": 5, **facts})) == line
