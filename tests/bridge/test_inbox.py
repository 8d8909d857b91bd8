"""News that nobody comes for: bounded, and what had to go is said."""

from cardslinger.bridge import Fired, Missed, News, Passed, Restarted
from cardslinger.bridge.inbox import NEWS_KEPT, Inbox


def fired(number: int, boot: str = "b") -> Fired:
    facts = {"fire": 1, "by": "press", "wanted": 1, "cards": 1, "outcome": "ok", "ms": 1}
    return Fired(ev="fired", n=number, boot=boot, t=0, **facts)  # type: ignore[arg-type]


async def all_of(inbox: Inbox) -> list[News]:
    inbox.put(None)
    found = []
    while (item := await inbox.next()) is not None:
        found.append(item)
    return found


async def test_news_come_in_order_and_the_end_again_and_again() -> None:
    inbox = Inbox()
    for number in (1, 2, 3):
        inbox.put(fired(number))
    assert await all_of(inbox) == [fired(1), fired(2), fired(3)]
    assert await inbox.next() is None


async def test_of_telemetry_in_a_row_the_latest_waits() -> None:
    inbox = Inbox()
    for item in (Passed(1, 1), Passed(1, 2), fired(4), Passed(5, 1)):
        inbox.put(item)
    assert await all_of(inbox) == [Passed(1, 2), fired(4), Passed(5, 1)]


async def test_events_that_nobody_came_for_are_said_to_be_missed() -> None:
    inbox = Inbox()
    for number in range(1, NEWS_KEPT + 4):
        inbox.put(fired(number))
    first, *others = await all_of(inbox)
    assert first == Missed(1, 4), "the end takes a place too"
    assert others[0] == fired(5)
    assert inbox.unread == 4


async def test_a_restart_that_nobody_came_for_is_still_said() -> None:
    inbox = Inbox()
    inbox.put(fired(9, "a"))
    inbox.put(Restarted("b"))
    for number in range(1, NEWS_KEPT + 3):
        inbox.put(fired(number))
    found = await all_of(inbox)
    assert found[:2] == [Restarted("b"), Missed(1, 3)]
    assert len(found) <= NEWS_KEPT + 2
