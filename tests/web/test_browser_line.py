"""A page whose line breaks, whose server ends, whose reader taps twice or at the same moment as
another: it comes back as it was, and everything happens once."""

import asyncio
import re
import signal
import socket
import time
from pathlib import Path

import pytest
from cardslinger.web.keys import HOST, SCREEN
from playwright.async_api import Browser, WebSocketRoute, expect

from tests.table.tables import set_up
from tests.web.browsers import PHONE, Around, room, say, until
from tests.web.clients import TWIN, Program
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

PICK = {"first_dealer": "pick"}
SOON_MS = 1000  # until two fingers come down


async def test_a_reload_in_the_middle_of_a_turn_keeps_seat_and_hand(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, **PICK)
    chance = stacked("RSkip R2 B9", "G1 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone = await table.phone("North")
        await table.deal()
        await phone.tap(phone.card("red Skip"))
        await expect(phone["#cue strong"]).to_have_text(say("seat.cue.extra"))
        await phone.page.reload()
        await expect(phone["#name"]).to_have_text("North")
        await expect(phone["#cue strong"]).to_have_text(say("seat.cue.extra"))
        assert await phone.hand() == ["red 2", "blue 9"]
        await phone.tap(phone.card("red 2"))
        await expect(phone[".in-hand"]).to_have_count(1)


async def test_a_wish_without_a_network_is_sent_when_it_is_back(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, **PICK)
    chance = stacked("R1 R2 R3", "G1 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone, other = await table.phone("North"), await table.phone("East")
        await table.deal()
        await expect(phone[".in-hand"]).to_have_count(3)
        await phone.context.set_offline(True)
        await phone.tap(phone.card("red 1"))
        await phone.tap(phone.card("red 2"))
        await expect(phone.told).to_have_text(say("seat.sent_later"))
        assert table.moves == []
        await phone.context.set_offline(False)
        await expect(phone[".in-hand"]).to_have_count(2)
        await expect(other["#around .top-words"]).to_have_text("red 1")
        assert table.moves == ["0 play R1"]
        phone.forgive("ERR_INTERNET_DISCONNECTED")


async def test_a_press_without_a_network_never_fires_later(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=2, **PICK)
    chance = stacked("B1 B2", "G3 G4", then="R9 R1 Y2 Y3 B4 B5 G6 G7", seed=24)
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone = await table.phone("North")
        await table.deal()
        await expect(phone.button("seat.press")).to_be_visible()
        await phone.context.set_offline(True)
        await expect(phone[".off-line"]).to_have_text(say("page.broken_line"))
        await phone.hold(phone.button("seat.press"))
        await expect(phone.told).to_have_text(say("page.off_line"))
        await phone.context.set_offline(False)
        await expect(phone[".off-line"]).to_be_hidden()
        await phone.tap(phone["#stop"])  # is answered after whatever was said before it
        await expect(phone["#cue"]).to_contain_text(say("pause.stop"))
        assert (await asyncio.to_thread(table.bench.read)).left == 0
        phone.forgive("ERR_INTERNET_DISCONNECTED")


async def test_a_press_whose_answer_is_lost_is_not_said_again(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=2, **PICK)
    chance = stacked("B1 B2", "G3 G4", then="R9 R1 Y2 Y3 B4 B5 G6 G7", seed=24)
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone = await table.phone("North")
        await table.deal()
        lines: list[WebSocketRoute] = []

        def loses_all_that_is_asked(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            lines.append(line)
            if len(lines) == 1:
                line.on_message(lambda text: None)
            else:
                line.on_message(lambda text: server.send(text))

        await phone.page.route_web_socket("**/ws**", loses_all_that_is_asked)
        await phone.page.reload()
        await phone.hold(phone.button("seat.press"))
        await lines[0].close()
        await expect(phone.told).to_have_text(say("page.perhaps_done"))
        await until(lambda: len(lines) == 2)
        await phone.tap(phone["#stop"])
        await expect(phone["#cue"]).to_contain_text(say("pause.stop"))
        assert (await asyncio.to_thread(table.bench.read)).left == 0


async def test_a_test_fire_whose_answer_is_lost_is_not_said_again(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack", **PICK)) as table:
        host = await table.host()
        lines: list[WebSocketRoute] = []

        def loses_the_first(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            lines.append(line)
            is_first = len(lines) == 1
            line.on_message(
                lambda text: None if is_first and "test_fire" in str(text) else server.send(text)
            )

        await host.page.route_web_socket("**/ws**", loses_the_first)
        await host.open("launcher")
        await host.hold(host.button("launcher.test_fire"))
        await lines[0].close()
        await expect(host["main .answer"]).to_have_text(say("page.perhaps_done"))
        await until(lambda: len(lines) == 2)
        await expect(host.button("launcher.test_fire")).to_be_enabled()
        assert (await asyncio.to_thread(table.bench.read)).left == 0


async def test_stop_that_is_tapped_again_and_again_without_a_network_is_said_once(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack", **PICK)) as table:
        phone = await table.phone("North")
        await table.deal()
        await phone.context.set_offline(True)
        await expect(phone[".off-line"]).to_be_visible()
        for _ in range(40):
            await phone["#stop"].evaluate("button => button.click()")
        await phone.context.set_offline(False)
        await expect(phone["#cue"]).to_contain_text(say("pause.stop"))
        stops = [one for one in phone.said if one["is"] == "ask"]
        assert len({one["id"] for one in stops}) == 1
        phone.forgive("ERR_INTERNET_DISCONNECTED")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4007, "page.unreadable"),
        (1009, "page.unreadable"),
        (1011, "page.perhaps_done"),
    ],
)
async def test_what_broke_a_line_is_not_said_by_the_next(
    chromium: Browser, tmp_path: Path, code: int, words: str
) -> None:
    setup = set_up("attack", hand_size=3, **PICK)
    chance = stacked("R1 R2 R3", "G1 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone = await table.phone("North")
        await table.deal()
        lines: list[WebSocketRoute] = []

        def first_breaks(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            lines.append(line)
            if len(lines) == 1:
                line.on_message(lambda text: asyncio.ensure_future(line.close(code=code)))
            else:
                line.on_message(lambda text: server.send(text))

        await phone.page.route_web_socket("**/ws**", first_breaks)
        await phone.page.reload()
        await phone.tap(phone.card("red 1"))
        await expect(phone.told).to_have_text(say(words))
        await until(lambda: len(lines) == 2)
        await expect(phone[".off-line"]).to_be_hidden()
        assert table.moves == []
        await phone.tap(phone.card("red 2"))
        await expect(phone[".in-hand"]).to_have_count(2)
        assert table.moves == ["0 play R2"]


async def test_a_line_by_which_nothing_is_heard_is_dead(chromium: Browser, tmp_path: Path) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack", **PICK)) as table:
        phone = await table.device(**PHONE)
        await phone.join("player", "North")
        await phone.page.clock.install()
        lines: list[WebSocketRoute] = []

        def never_says_that_it_lives(line: WebSocketRoute) -> None:
            lines.append(line)

            def pass_on(text: str | bytes) -> None:
                if '"alive"' not in str(text):
                    line.send(text)

            line.connect_to_server().on_message(pass_on)

        await phone.page.route_web_socket("**/ws**", never_says_that_it_lives)
        await phone.open("seat")
        await expect(phone["#name"]).to_have_text("North")
        await phone.page.clock.run_for(10_000)
        assert len(lines) == 1
        lines[0].send('{"is": "alive"}')
        await phone.page.clock.run_for(10_000)
        assert len(lines) == 1
        await phone.page.clock.run_for(10_000)
        await until(lambda: len(lines) == 2)


async def test_a_wish_whose_answer_is_lost_is_sent_again_and_happens_once(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, **PICK)
    chance = stacked("R1 R2 R3", "R4 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone, other = await table.phone("North"), await table.phone("East")
        await table.deal()
        lines: list[WebSocketRoute] = []

        def first_loses_its_answers(line: WebSocketRoute) -> None:
            server = line.connect_to_server()
            lines.append(line)
            if len(lines) == 1:
                server.on_message(lambda text: "answered" in str(text) or line.send(text))

        await phone.page.route_web_socket("**/ws**", first_loses_its_answers)
        await phone.page.reload()
        await phone.tap(phone.card("red 1"))
        await expect(phone[".in-hand"]).to_have_count(2)
        await lines[0].close()
        await expect(phone.told).to_be_empty()
        await until(lambda: len(lines) == 2)

        await other.tap(other.card("red 4"))
        await phone.tap(phone.card("red 2"))
        await expect(phone[".in-hand"]).to_have_count(1)
        assert table.moves == ["0 play R1", "1 play R4", "0 play R2"]


async def test_a_card_that_is_tapped_twice_is_played_once(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, **PICK)
    chance = stacked("R1 R1 R3", "R2 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone, other = await table.phone("North"), await table.phone("East")
        await table.deal()
        await phone.card("red 1").dblclick()
        await expect(phone[".in-hand"]).to_have_count(2)
        await expect(other.card("red 2")).to_have_class(re.compile("fits"))
        assert table.moves == ["0 play R1"]


async def test_of_a_call_and_a_catch_at_the_same_moment_one_wins_and_the_other_is_told(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", people=3, hand_size=2, **PICK)
    chance = stacked("R1 R2", "G1 G2", "B1 B2", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        north, south = await table.phone("North"), await table.phone("South")
        await table.deal()
        await north.tap(north.card("red 1"))
        buttons = [await phone["#calls .due"].element_handle() for phone in (north, south)]
        at_ms = time.time() * 1000 + SOON_MS
        at_once = "(button, at) => { setTimeout(() => button.click(), at - Date.now()); }"
        for button in buttons:
            await button.evaluate(at_once, at_ms)
        await until(lambda: len(table.moves) > 1)
        assert table.moves in (["0 play R1", "0 uno"], ["0 play R1", "2 catch 0"])
        if "0 uno" in table.moves:
            why = say("seat.refusal.nothing_to_catch", name="North")
            await expect(south.told).to_have_text(why)
            await expect(north.told).to_be_empty()
        else:
            await expect(north.told).not_to_be_empty()
            await expect(south.told).to_be_empty()


async def test_a_server_that_was_killed_comes_back_with_its_match(
    chromium: Browser, tmp_path: Path
) -> None:
    """The pages wait, and find it again by themselves; nothing goes on before somebody says so."""
    how = ["--rules", "attack", "--flag", "first_dealer=pick", "--seats", "North,East"]
    journal, address = tmp_path / "db", free_address()
    with Program(journal, TWIN, *how, "--seed", "1", http=address) as server:
        pins = {HOST: server.pin}
        around = Around(server.base, pins.__getitem__, chromium)
        phone = await around.host()
        await phone.tap(phone.button("host.sit_here", name="North"))
        await phone.open("seat")
        pins[SCREEN] = phone.house["screen_pin"]
        tv = await around.screen()
        await phone.tap(phone.button("offer.deals", name="East"))
        await phone.tap(phone.button("offer.deal"))
        await expect(phone[".in-hand"]).to_have_count(7)
        hand, number = await phone.hand(), phone.view["number"]
        server.end(signal.SIGKILL)
        for device in (phone, tv):
            await expect(device[".off-line"]).to_have_text(say("page.broken_line"))

    with Program(journal, TWIN, "--resume", http=address):
        await expect(tv["#cause"]).to_have_text(say("pause.resumed"))
        await expect(phone["#cue"]).to_contain_text(say("pause.resumed"))
        for device in (phone, tv):
            await expect(device[".off-line"]).to_be_hidden()
            device.forgive("ERR_CONNECTION_REFUSED")
        assert await phone.hand() == hand
        await phone.tap(phone.button("page.go_on"))
        await expect(phone["#cue strong"]).to_have_text(say("seat.cue.turn"))
        await phone.do_something_sensible()
        await until(lambda: phone.view["number"] > number + 3)
        await around.leave()
    around.assert_content()


def free_address() -> str:
    """One of this computer that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return f"127.0.0.1:{found.getsockname()[1]}"
