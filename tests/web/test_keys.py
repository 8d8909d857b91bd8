"""Which device is let in, as what, for how long; and what somebody who guesses gets."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from cardslinger.table.errors import JournalError
from cardslinger.table.history import Device
from cardslinger.table.journal import Journal
from cardslinger.web.errors import TooManyTries, WrongPin
from cardslinger.web.keys import (
    DIGITS,
    FORGET_S,
    HOST,
    HOST_DIGITS,
    KEPT_S,
    SCREEN,
    WRONG_ADDRESS_MAX,
    WRONG_ALL_MAX,
    WRONG_MAX,
    Keys,
)

from tests.web.clients import table_at
from tests.web.conftest import Clock

HERE = "10.0.0.1"


def other_than(pin: str) -> str:
    return f"{(int(pin) + 1) % 10 ** len(pin):0{len(pin)}}"


async def guess_wrong(keys: Keys, of: str, times: int = 1, address: str = HERE) -> None:
    for _ in range(times):
        with pytest.raises(WrongPin) as refused:
            await keys.join("", of, other_than(keys.pin(of)), address)
        assert not isinstance(refused.value, TooManyTries)


# -- PINs ------------------------------------------------------------------------------------------


async def test_a_players_pin_lets_in_once_and_is_another_one_after(keys: Keys) -> None:
    pin = keys.pin("Ann")
    assert len(pin) == DIGITS
    assert pin.isdecimal()
    assert keys.pin("Ann") == pin
    token = await keys.join("", "Ann", pin, HERE)
    assert keys.device(token) == Device(player="Ann")
    assert keys.pin("Ann") != pin
    with pytest.raises(WrongPin):
        await keys.join("", "Ann", pin, HERE)


async def test_two_with_the_same_pin_at_the_same_time_are_not_both_let_in(keys: Keys) -> None:
    pin = keys.pin("Ann")
    came = await asyncio.gather(
        *(keys.join("", "Ann", pin, HERE) for _ in range(2)), return_exceptions=True
    )
    assert sorted(isinstance(one, WrongPin) for one in came) == [False, True]


async def test_the_hosts_pin_stays_whatever_happens(keys: Keys) -> None:
    pin = keys.pin(HOST)
    assert len(pin) == HOST_DIGITS
    for _ in range(2):
        assert keys.device(await keys.join("", HOST, pin, HERE)) == Device(host=True)
    await guess_wrong(keys, HOST, WRONG_MAX)
    for name in (HOST, SCREEN, "", "Ann"):
        await keys.forget(name)
    assert keys.pin(HOST) == pin


async def test_a_pin_is_for_one_thing_only(keys: Keys) -> None:
    ann = keys.pin("Ann")
    for other in ("Ben", SCREEN, HOST):
        if keys.pin(other) != ann:
            with pytest.raises(WrongPin):
                await keys.join("", other, ann, HERE)
    token = await keys.join("", SCREEN, keys.pin(SCREEN), HERE)
    assert keys.device(token) == Device(screen=True)


async def test_a_device_may_become_more_and_keeps_its_token(keys: Keys) -> None:
    token = await keys.join("", SCREEN, keys.pin(SCREEN), HERE)
    assert await keys.join(token, "Ann", keys.pin("Ann"), HERE) == token
    await keys.grant(token, "Ben")
    assert keys.device(token) == Device(screen=True, player="Ben")


@pytest.mark.parametrize("token", ["", "nonsense", "é", "x" * 4000])
async def test_a_token_that_nobody_has_given_out_is_no_token(keys: Keys, token: str) -> None:
    assert keys.device(token) == Device()
    given = await keys.join(token, "Ann", keys.pin("Ann"), HERE)
    assert given != token
    assert len(given) > 40


# -- whoever guesses -------------------------------------------------------------------------------


async def test_after_some_wrong_pins_for_a_thing_none_is_looked_at_for_a_while(
    keys: Keys, clock: Clock
) -> None:
    await guess_wrong(keys, "Ann")
    clock.now_s += 10
    await guess_wrong(keys, "Ann", WRONG_MAX - 1)
    clock.now_s += 5
    with pytest.raises(TooManyTries) as refused:
        await keys.join("", "Ann", keys.pin("Ann"), HERE)
    assert refused.value.wait_s == FORGET_S - 15
    assert f"{FORGET_S - 15:.0f} s" in str(refused.value)
    await keys.join("", "Ben", keys.pin("Ben"), HERE)  # others may
    clock.now_s += refused.value.wait_s
    await keys.join("", "Ann", keys.pin("Ann"), HERE)


async def test_who_guesses_keeps_nobody_else_out(keys: Keys) -> None:
    pin = keys.pin("Ann")
    await guess_wrong(keys, "Ann", WRONG_MAX, address="10.0.0.66")
    with pytest.raises(TooManyTries):
        await keys.join("", "Ann", pin, "10.0.0.66")
    await keys.join("", "Ann", pin, HERE)


@pytest.mark.parametrize(
    ("most", "addresses"), [(WRONG_ADDRESS_MAX, [HERE]), (WRONG_ALL_MAX, range(WRONG_ALL_MAX))]
)
async def test_wrong_pins_for_many_things_or_from_many_addresses_are_limited_too(
    keys: Keys, clock: Clock, most: int, addresses: Sequence[object]
) -> None:
    for number in range(most):
        clock.now_s += 0.5
        address = str(addresses[number % len(addresses)])
        await guess_wrong(keys, f"Player {number}", address=address)
    for thing in ("Ann", HOST, SCREEN):
        with pytest.raises(TooManyTries) as refused:
            await keys.join("", thing, keys.pin(thing), str(addresses[0]))
        assert refused.value.wait_s == FORGET_S - (most - 1) / 2
    clock.now_s += refused.value.wait_s
    await keys.join("", "Ann", keys.pin("Ann"), str(addresses[0]))


async def test_the_right_pin_wipes_out_the_wrong_ones_for_it(keys: Keys) -> None:
    for _ in range(3):
        await guess_wrong(keys, "Ann", WRONG_MAX - 1)
        await keys.join("", "Ann", keys.pin("Ann"), HERE)


async def test_the_wait_is_told(tmp_path: Path) -> None:
    clock = Clock()
    async with table_at(tmp_path / "db", clock=clock) as table:
        browser = await table.browser()
        for _ in range(WRONG_MAX):
            answer = await browser.join("screen", other_than(table.keys.pin(SCREEN)))
            assert (answer.status_code, answer.json()["code"]) == (403, "page.wrong_pin")
        clock.now_s += 20
        answer = await browser.join("screen", table.keys.pin(SCREEN))
        assert answer.status_code == 429
        assert answer.json() == {"code": "page.too_many_tries", "facts": {"count": 40}}
        assert not browser.token


async def test_a_pin_that_has_become_another_one_is_shown_at_once(tmp_path: Path) -> None:
    async with table_at(tmp_path / "db") as table:
        host, tv = await table.host(), await table.browser()
        async with host.page("host") as page:
            pin = page.shown["house"]["screen_pin"]
            assert (await tv.join("screen", pin)).status_code == 200
            await page.until(lambda shown: shown["house"]["screen_pin"] != pin)
            assert page.shown["house"]["screen_pin"] == table.keys.pin(SCREEN)


# -- how long --------------------------------------------------------------------------------------


async def test_a_device_that_nobody_uses_becomes_a_stranger(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys(journal, first_is_host=False)
    used, forgotten = [await keys.join("", HOST, keys.pin(HOST), HERE) for _ in range(2)]
    began_s = time.time()
    monkeypatch.setattr("time.time", lambda: began_s + KEPT_S / 2)
    await Keys(journal, first_is_host=False).use(used)
    monkeypatch.setattr("time.time", lambda: began_s + KEPT_S + 1)
    keys = Keys(journal, first_is_host=False)
    assert keys.device(used) == Device(host=True)
    assert keys.device(forgotten) == Device()


async def test_other_hosts_and_screens_can_be_put_out(keys: Keys) -> None:
    own = await keys.join("", HOST, keys.pin(HOST), HERE)
    other = await keys.join("", HOST, keys.pin(HOST), HERE)
    other = await keys.join(other, "Ann", keys.pin("Ann"), HERE)
    screen, pin = await keys.join("", SCREEN, keys.pin(SCREEN), HERE), keys.pin(SCREEN)
    await keys.put_out_others(own)
    assert keys.device(own) == Device(host=True)
    assert keys.device(other) == Device(player="Ann")
    assert keys.device(screen) == Device()
    assert keys.pin(SCREEN) != pin


# -- the first who comes ---------------------------------------------------------------------------


async def test_who_comes_first_runs_a_table_that_only_this_computer_reaches(
    journal: Journal,
) -> None:
    keys = Keys(journal, first_is_host=True)
    assert keys.device(await keys.claim_host("")) == Device(host=True)
    with pytest.raises(WrongPin):
        await keys.claim_host("")
    assert not keys.first_is_host


async def test_of_two_who_come_first_at_the_same_time_one_runs_it(journal: Journal) -> None:
    keys = Keys(journal, first_is_host=True)
    came = await asyncio.gather(keys.claim_host(""), keys.claim_host(""), return_exceptions=True)
    assert sorted(isinstance(one, WrongPin) for one in came) == [False, True]


async def test_nobody_runs_a_table_without_a_pin_that_others_reach(keys: Keys) -> None:
    with pytest.raises(WrongPin):
        await keys.claim_host("")


async def test_nobody_is_first_once_somebody_had_the_hosts_pin(journal: Journal) -> None:
    keys = Keys(journal, first_is_host=True)
    await keys.join("", HOST, keys.pin(HOST), HERE)
    with pytest.raises(WrongPin):
        await keys.claim_host("")


async def test_nobody_is_first_after_a_restart_either(journal: Journal) -> None:
    await Keys(journal, first_is_host=True).claim_host("")
    with pytest.raises(WrongPin):
        await Keys(journal, first_is_host=True).claim_host("")


async def test_who_could_not_be_written_down_has_not_come(tmp_path: Path, journal: Journal) -> None:
    keys = Keys(journal, first_is_host=True)
    (tmp_path / "db").rename(tmp_path / "away")
    with pytest.raises(JournalError):
        await keys.claim_host("")
    with pytest.raises(JournalError):
        await keys.join("", "Ann", keys.pin("Ann"), HERE)
    assert not keys.is_played("Ann")
    (tmp_path / "away").rename(tmp_path / "db")
    assert keys.device(await keys.claim_host("")).host


async def test_the_first_browser_claims_the_table_and_the_second_does_not(tmp_path: Path) -> None:
    async with table_at(tmp_path / "db", alone=True) as table:
        first, second = await table.browser(), await table.browser()
        assert (await first.web.get("/me")).json()["free"]
        assert (await first.web.post("/claim")).status_code == 200
        assert (await first.web.get("/me")).json()["host"]
        assert not (await second.web.get("/me")).json()["free"]
        assert (await second.web.post("/claim")).status_code == 403
        assert not (await second.web.get("/me")).json()["host"]
