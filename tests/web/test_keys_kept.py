"""What is kept of devices, and devices that follow their players."""

import asyncio
import hashlib
import sqlite3
from pathlib import Path

import pytest
from cardslinger.table.errors import BadSitter
from cardslinger.table.history import Device
from cardslinger.table.journal import Journal
from cardslinger.table.setup import check_name
from cardslinger.web.keys import (
    HOST,
    SCREEN,
    Keys,
)

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import table_at
from tests.web.test_keys import HERE

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


async def test_what_a_device_becomes_while_a_page_of_it_opens_is_kept(keys: Keys) -> None:
    token = await keys.join("", HOST, keys.pin(HOST), HERE)
    await asyncio.gather(keys.grant(token, "Ann"), keys.use(token))
    assert keys.device(token) == Device(host=True, player="Ann")


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
