"""Which device is let in, as what, for how long; and what somebody who guesses gets."""

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from cardslinger.table.errors import BadSitter, JournalError
from cardslinger.table.history import Device
from cardslinger.table.journal import Journal
from cardslinger.table.setup import check_name
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

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import table_at

HERE = "10.0.0.1"


class Clock:
    """Stands still until somebody sets it."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "db")
    yield journal
    journal.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(journal: Journal, clock: Clock) -> Keys:
    return Keys(journal, first_is_host=False, clock=clock)


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


# -- what is kept ----------------------------------------------------------------------------------


async def test_a_token_outlives_the_program(journal: Journal, keys: Keys) -> None:
    host = await keys.join("", HOST, keys.pin(HOST), HERE)
    ann = await keys.join("", "Ann", keys.pin("Ann"), HERE)
    again = Keys(journal, first_is_host=True)
    assert again.device(host) == Device(host=True)
    assert again.device(ann) == Device(player="Ann")
    assert again.is_played("Ann")


async def test_a_pin_does_not(journal: Journal) -> None:
    pins = {Keys(journal, first_is_host=False).pin(HOST) for _ in range(5)}
    assert len(pins) > 1


async def test_the_journals_file_tells_nobody_how_to_get_in(
    tmp_path: Path, journal: Journal, keys: Keys
) -> None:
    pins = [keys.pin(of) for of in (HOST, SCREEN, "Ann")]
    tokens = [await keys.join("", of, keys.pin(of), HERE) for of in (HOST, SCREEN, "Ann")]
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in tokens:
        assert hashlib.sha256(secret.encode()).digest() in written
        assert secret.encode() not in written
    with sqlite3.connect(tmp_path / "db") as db:
        dump = "\n".join(db.iterdump())
    db.close()
    for pin in pins:
        assert f"'{pin}'" not in dump


# -- players ---------------------------------------------------------------------------------------


async def test_a_forgotten_players_devices_are_out_at_once_and_stay_what_else_they_are(
    journal: Journal, keys: Keys
) -> None:
    phone = await keys.join("", "Ann", keys.pin("Ann"), HERE)
    tablet = await keys.join("", SCREEN, keys.pin(SCREEN), HERE)
    await keys.grant(tablet, "Ann")
    ben = await keys.join("", "Ben", keys.pin("Ben"), HERE)
    pin = keys.pin("Ann")
    await keys.forget("Ann")
    for these in (keys, Keys(journal, first_is_host=False)):
        assert these.device(phone) == Device()
        assert these.device(tablet) == Device(screen=True)
        assert these.device(ben) == Device(player="Ben")
        assert not these.is_played("Ann")
    assert keys.pin("Ann") != pin


async def test_who_is_forgotten_while_joining_is_out(keys: Keys) -> None:
    joining = asyncio.create_task(keys.join("", "Ann", keys.pin("Ann"), HERE))
    await asyncio.sleep(0)
    await keys.forget("Ann")
    assert keys.device(await joining) == Device()


async def test_two_changes_of_one_device_at_the_same_time_are_both_kept(keys: Keys) -> None:
    token = await keys.join("", "Ann", keys.pin("Ann"), HERE)
    await asyncio.gather(
        keys.join(token, HOST, keys.pin(HOST), HERE),
        keys.join(token, SCREEN, keys.pin(SCREEN), HERE),
        keys.grant(token, "Ben"),
    )
    assert keys.device(token) == Device(host=True, screen=True, player="Ben")


@pytest.mark.parametrize(
    "wishes",
    [
        [{"is": "swap", "seat": 0, "other": 1}],
        [
            {"is": "sit", "seat": seat, "name": name}
            for seat, name in ((0, "Nobody"), (1, "North"), (0, "East"))
        ],
    ],
    ids=["swapped", "one by one"],
)
async def test_a_device_follows_its_player_to_another_seat(
    start_twin: StartTwin, tmp_path: Path, wishes: list[dict]
) -> None:
    setup = set_up(people=2, first_dealer="pick")
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url, setup) as table:
        host = await table.host()
        north, east = await table.player("North"), await table.player("East")
        async with (
            host.page("host") as runs,
            north.page("seat") as one,
            east.page("seat") as other,
        ):
            await runs.of_table("0 deals", {"is": "deal"})
            hands = []
            for page, seat in ((one, 0), (other, 1)):
                shown = await page.until(lambda shown: shown["view"]["hand"])
                assert shown["you"]["seat"] == seat
                hands.append(shown["view"]["hand"])
            await runs.of_table(*wishes)
            await one.until(lambda shown: shown["you"]["seat"] == 1)
            await other.until(lambda shown: shown["you"]["seat"] == 0)
            assert [one.view["hand"], other.view["hand"]] == hands[::-1]


async def test_who_has_left_the_seat_has_no_seat(start_twin: StartTwin, tmp_path: Path) -> None:
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url, set_up(people=2, first_dealer="pick")) as table:
        host, north = await table.host(), await table.player("North")
        async with host.page("host") as runs, north.page("seat") as page:
            await runs.of_table("0 deals", {"is": "deal"})
            await page.until(lambda shown: shown["view"]["hand"])
            await runs.of_table({"is": "sit", "seat": 0, "name": "South"})
            await page.until(lambda shown: shown["you"]["seat"] is None)
            assert (page.view["role"], page.view["hand"]) == ("spectator", [])


@pytest.mark.parametrize("name", [HOST, SCREEN])
async def test_nobody_is_called_as_the_hosts_pin_is(
    start_twin: StartTwin, tmp_path: Path, name: str
) -> None:
    with pytest.raises(BadSitter):
        check_name(name)
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url, set_up(people=2)) as table:
        browser = await table.browser()
        answer = await browser.join("player", table.keys.pin(name), name)
        assert (answer.status_code, answer.json()["code"]) == (404, "page.nobody")
        assert (await browser.web.get("/me")).json()["host"] is False
        host = await table.host()
        async with host.page("host") as page:
            assert (await page.say("sit_here", name=name))["code"] == "page.nobody"
            wish = {"is": "sit", "seat": 0, "name": name}
            assert (await page.wish(wish, of_table=True))["code"] == "refusal.no_name"


@pytest.mark.parametrize("as_", ["", "Host", "spectator", "seat", " host"])
async def test_who_comes_as_what_there_is_not_is_not_understood(
    start_twin: StartTwin, tmp_path: Path, as_: str
) -> None:
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url, set_up(people=2)) as table:
        answer = await (await table.browser()).join(as_, table.keys.pin(HOST), "North")
        assert (answer.status_code, answer.json()) == (400, {"code": "page.unreadable"})
