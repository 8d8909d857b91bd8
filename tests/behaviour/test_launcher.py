"""What a launcher does, on every twin: the same tests for the virtual and the emulated board."""

import asyncio

import pytest
import serial
from cardslinger.bridge import Fired, Firing, Launcher, Refused, Restarted
from slinger.frame import Decoder, encode
from slinger.limits import FIRE_MAX_CARDS, MOTOR_ON_MAX_MS, PROTOCOL

from tests.behaviour.hands import PRESS_MAX_MS, REST_MS, connect, press_until_fired, until_firing
from tests.conftest import StartTwin

# -- firing from the host --------------------------------------------------------------------


@pytest.mark.parametrize("cards", [0, 3, 20])
async def test_fire_leaves_exactly_that_many_cards(
    start_twin: StartTwin, kind: str, cards: int
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        fired = await launcher.fire(cards)
    reading = twin.bench.wait(REST_MS)
    assert (fired.cards, fired.outcome, reading.left) == (cards, "ok", cards)
    assert reading.motor == "coast"
    assert reading.inside == 112 - cards


async def test_fire_is_exact_at_the_default_pace_too(kind: str) -> None:
    async with await Launcher.open(f"{kind}://") as launcher:
        fired = await launcher.fire(3)
        reading = launcher.port.bench.wait(200)  # type: ignore[attr-defined]
    assert (fired.cards, reading.left) == (3, 3)


async def test_a_long_fire_rests_the_motor_and_stays_exact(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        fired = await launcher.fire(40)
    reading = twin.bench.wait(REST_MS)
    assert (fired.cards, reading.left) == (40, 40)
    assert reading.longest_drive_ms <= MOTOR_ON_MAX_MS + 5


@pytest.mark.parametrize("cards", [-1, FIRE_MAX_CARDS + 1, 1000, "3", 1.5, True, None, [3]])
async def test_a_senseless_fire_is_refused_and_nothing_is_fired(
    start_twin: StartTwin, kind: str, cards: object
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        with pytest.raises(Refused) as refusal:
            await launcher.fire(cards)  # type: ignore[arg-type]
    assert refusal.value.code in ("out_of_range", "bad_value")
    reading = twin.bench.wait(REST_MS)
    assert (reading.left, reading.motor_on_ms) == (0, 0)


async def test_a_second_fire_meanwhile_is_refused(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind, speed=1)  # a free-running fire would be over before we can ask
    async with await connect(twin) as launcher:
        first = asyncio.create_task(launcher.fire(12))
        await until_firing(launcher)
        with pytest.raises(Refused, match="it is firing"):
            await launcher.fire(1)
        assert (await first).cards == 12
    assert twin.bench.wait(REST_MS).left == 12


# -- the button ------------------------------------------------------------------------------


async def test_a_press_fires_and_every_card_is_reported(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        reading = await asyncio.to_thread(press_until_fired, twin.bench)
        status = await launcher.status()
    assert status.cards == reading.left
    assert status.presses == status.fires
    assert max(reading.press_to_motor_ms) <= PRESS_MAX_MS


@pytest.mark.long
async def test_presses_in_a_row_report_what_left(start_twin: StartTwin, kind: str) -> None:
    """Pressed without waiting for the cards: each press fires, waits, or is refused by an event."""
    twin, presses = start_twin(kind, cards=1000), 100 if kind == "virtual" else 9
    reported = fires = refused = 0
    async with await connect(twin) as launcher:
        for _ in range(presses):
            await asyncio.to_thread(twin.bench.press)
            await asyncio.to_thread(twin.bench.wait, 120)
        await asyncio.to_thread(twin.bench.wait, 10_000)
        status = await launcher.status()
        events = launcher.events()
        while fires + refused < presses:
            news = await asyncio.wait_for(anext(events), 20)
            if isinstance(news, Fired):
                reported += news.cards
                fires += 1
            elif not isinstance(news, Firing):
                refused += 1
    left = twin.bench.wait(REST_MS).left
    assert reported == left == status.cards
    assert (status.presses, status.fires, status.waiting) == (presses, fires, 0)


def test_a_held_button_is_one_press(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    twin.bench.press(hold_ms=5000)

    async def presses() -> int:
        async with await connect(twin) as launcher:
            return (await launcher.status()).presses

    assert asyncio.run(presses()) == 1


# -- no host, or one that does not listen ------------------------------------------------------


async def test_presses_fire_with_no_host_and_the_events_come_when_it_is_there(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    reading = press_until_fired(twin.bench)
    assert max(reading.press_to_motor_ms) <= PRESS_MAX_MS
    async with await connect(twin) as launcher:
        events = launcher.events()
        reported = 0
        for number in range(1, launcher.hello.next):
            news = await asyncio.wait_for(anext(events), 20)
            assert not isinstance(news, Restarted)
            assert news.n == number  # type: ignore[union-attr]
            reported += news.cards if isinstance(news, Fired) else 0
    assert reported == reading.left


@pytest.mark.parametrize("commands", [0, 1, 30], ids=["silent", "polite", "asks on and on"])
async def test_presses_fire_while_a_host_never_reads(
    start_twin: StartTwin, kind: str, commands: int
) -> None:
    """Its computer takes nothing from USB; `commands` are sent without waiting for answers."""
    twin = start_twin(kind)
    with serial.Serial(twin.serial_url) as port:
        port.write(b"\n" + encode({"id": 1, "cmd": "hello", "protocol": PROTOCOL, "session": "s"}))
        twin.bench.wait(100)
        twin.bench.stall_host(True)
        for number in range(2, 2 + commands):
            port.write(encode({"id": number, "cmd": "status"}))
        twin.bench.wait(3000)
        reading = press_until_fired(twin.bench)
    assert max(reading.press_to_motor_ms) <= PRESS_MAX_MS
    assert reading.motor == "coast"

    twin.bench.stall_host(False)
    async with await connect(twin) as launcher:
        status = await launcher.status()
        events = launcher.events()
        reported = 0
        while reported < reading.left:
            news = await asyncio.wait_for(anext(events), 20)
            reported += news.cards if isinstance(news, Fired) else 0
    assert reported == status.cards == reading.left


async def test_a_host_that_comes_back_gets_each_event_once(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    numbers = []
    for _ in range(3):
        twin.bench.press()
        twin.bench.wait(3000)
        async with await connect(twin) as launcher:
            events = launcher.events()
            for _ in range(launcher.hello.oldest, launcher.hello.next):
                numbers.append((await asyncio.wait_for(anext(events), 20)).n)  # type: ignore[union-attr]
            await launcher.ping()  # the acknowledgement before it has arrived when this is answered
    assert numbers == [1, 2, 3, 4, 5, 6]


# -- noise on the wire ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noise", "counter"),
    [
        (b"hello there\n", "text"),
        (b">>> \r\nTraceback (most recent call last):\r\n", "text"),
        (b'!{"id":2,"cmd":"fire","cards":3} 00000000\n', "damaged"),
        (b'!{"id":2,"cmd":"fi\n', "damaged"),
        (b"x" * 300 + b"\n", "long"),
        (b'!{"id":2,' + b" " * 300 + b"\n", "long"),
        (bytes(n for n in range(256) if n not in (3, 10)) + b"\n", "text"),
    ],
    ids=["text", "traceback", "wrong crc", "cut off", "long", "long frame", "all bytes"],
)
async def test_noise_to_the_device_is_skipped_and_counted_and_the_session_goes_on(
    start_twin: StartTwin, kind: str, noise: bytes, counter: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        before = await launcher.status()
        await asyncio.to_thread(launcher.port.write, noise)
        after = await launcher.status()
        assert getattr(after, counter) > getattr(before, counter)
        assert (await launcher.fire(2)).cards == 2
    assert twin.bench.wait(REST_MS).left == 2


async def test_a_fire_sent_twice_fires_once(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        _, line = launcher._connection.session.command("fire", cards=2)
        for _ in range(3):
            await asyncio.to_thread(launcher.port.write, line)
        async for news in launcher.events():
            if isinstance(news, Fired):
                break
        await launcher.ping()
    assert twin.bench.wait(REST_MS).left == 2


def test_an_old_host_is_refused_and_fires_nothing(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    with serial.Serial(twin.serial_url, timeout=20) as port:
        decoder = Decoder()

        def ask(command: dict) -> dict:
            port.write(b"\n" + encode(command))
            while line := port.readline():
                for message in decoder.feed(line):
                    if message.get("re") == command["id"]:
                        return message
            raise AssertionError("no answer")

        hello = ask({"id": 1, "cmd": "hello", "protocol": 0, "session": "old"})
        assert hello == {"re": 1, "err": "protocol", "protocol": PROTOCOL}
        assert ask({"id": 2, "cmd": "fire", "cards": 3}) == {"re": 2, "err": "no_session"}
    assert twin.bench.wait(REST_MS).motor_on_ms == 0
