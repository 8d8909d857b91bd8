"""The launcher's test of itself, part by part, with hands where it needs them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

from cardslinger.bridge import Event, Launcher, Lost, Missed, NoAnswer, Refused, Restarted, Tested
from cardslinger.hil.hands import Hands

NEWS_WAIT_S = 60.0  # wall time; a hand has 15 s, and a twin may be slow

CHECKS = ("lid", "beam_clear", "battery", "motor", "beam_blocked", "button")  # in this order
HAND_CHECKS = ("beam_blocked", "button")
NOT_DONE = ("lid_open", "safe")  # the launcher may refuse a check by these, and go on with others

News = AsyncIterator[Event | Missed | Restarted]


def _nothing() -> None:
    pass


async def measure_parts(
    launcher: Launcher,
    hands: Hands | None,
    checks: Iterable[str] = CHECKS,
    done: Callable[[], None] = _nothing,
) -> tuple[list[Tested], dict[str, str]]:
    """What was measured; and which checks the launcher refused, by which code of NOT_DONE.

    Without `hands` no check may need them. `done` is told after each check. Raises Refused when
    the launcher is busy, NoAnswer when it tells nothing of a check.
    """
    first = await _first_event(launcher)
    events = launcher.events()
    found: list[Tested] = []
    skipped: dict[str, str] = {}
    for check in checks:
        tries = hands.tries if hands and check == "button" else 1
        try:
            for _ in range(tries):
                measured = await _measure(launcher, hands, check, events, first)
                if measured[0].ok:
                    break
            found += measured
        except Refused as refusal:
            if refusal.code not in NOT_DONE:
                raise
            skipped[check] = refusal.code
        done()
    return found, skipped


async def _first_event(launcher: Launcher) -> int:
    """The number from which on a measurement is ours. An earlier host may have given up on a
    check: what that found may still wait, or come while a person reads."""
    if (await launcher.status()).state == "testing":
        raise Refused("selftest", "testing", {})
    return await launcher.next_event()


async def _measure(
    launcher: Launcher, hands: Hands | None, check: str, events: News, first: int
) -> list[Tested]:
    if hands:
        await hands.before(check)
    try:
        await launcher.selftest(check)
    except Refused:
        if hands:
            await hands.after(check)
        raise
    if hands:
        await hands.during(check)
    try:
        async with asyncio.timeout(NEWS_WAIT_S):
            found = [one async for one in _measured(events, first)]
    except TimeoutError:
        raise NoAnswer(f"no word of the self-test of {check}; try again") from None
    if hands:
        await hands.after(check)
    return found


async def _measured(events: News, first: int) -> AsyncIterator[Tested]:
    async for news in events:
        if isinstance(news, Restarted):
            raise Lost("the launcher has restarted in its self-test; try again")
        if isinstance(news, Tested) and news.n >= first:
            yield news
            if news.last:
                return
