"""What the host makes of devices that are no launcher of this version. They are played on a PTY."""

import asyncio
import os
import pty
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

import pytest
from cardslinger.bridge import (
    ConnectionChanged,
    Incompatible,
    Launcher,
    LauncherError,
    Lost,
    NoAnswer,
    State,
    Unheard,
    connection,
)
from slinger.frame import Decoder, encode

from tests.bridge.conftest import Play
from tests.bridge.device import good_hello


async def test_a_device_of_another_protocol_is_refused_with_both_versions(play: Play) -> None:
    heard = []

    def answer(message: dict) -> bytes:
        heard.append(message["cmd"])
        return encode(good_hello(message["id"], protocol=0))

    with pytest.raises(Incompatible, match="speaks protocol 0, this host 1; `cardslinger flash`"):
        await Launcher.open(play(answer))
    assert set(heard) == {"hello"}, "nothing but hello was said, so nothing was fired"


async def test_a_device_that_refuses_our_protocol_is_understood(play: Play) -> None:
    def answer(message: dict) -> bytes:
        return encode({"re": message["id"], "err": "protocol", "protocol": 7})

    with pytest.raises(Incompatible, match="speaks protocol 7, this host 1; `pip install -U"):
        await Launcher.open(play(answer))


async def test_a_hello_that_makes_no_sense_is_refused(play: Play) -> None:
    with pytest.raises(Incompatible, match="hello makes no sense"):
        await Launcher.open(play(lambda message: encode({"re": message["id"], "protocol": 1})))


async def test_a_silent_port_is_no_launcher(play: Play) -> None:
    with pytest.raises(NoAnswer, match=r"no answer \(is it a launcher.*`cardslinger flash`"):
        await Launcher.open(play(lambda message: b""))


async def test_a_plain_prompt_is_recognised(play: Play) -> None:
    with pytest.raises(NoAnswer, match=r"not as a launcher \('>>> what\?'\); `cardslinger flash`"):
        await Launcher.open(play(lambda message: b">>> what?\r\n"))


@pytest.mark.parametrize("answer", [{}, {"fire": "x"}, {"fire": None}])
async def test_an_answer_that_makes_no_sense_is_a_launcher_error(play: Play, answer: dict) -> None:
    def say(message: dict) -> bytes:
        if message["cmd"] == "hello":
            return encode(good_hello(message["id"]))
        return encode({"re": message["id"], **answer})

    async with await Launcher.open(play(say)) as device:
        with pytest.raises(Incompatible, match="the answer to `fire` makes no sense"):
            await device.fire(1)
        with pytest.raises(Incompatible, match="the answer to `status` makes no sense"):
            await device.status()


def only_hello(heard: list, **facts: object) -> Callable[[dict], bytes]:
    """A device that answers nothing else; `facts` are in its hello too."""

    def answer(message: dict) -> bytes:
        heard.append(message)
        if message["cmd"] != "hello":
            return b""
        return encode({**good_hello(message["id"]), **facts})

    return answer


async def test_a_fire_without_an_answer_may_have_fired_and_says_so(play: Play) -> None:
    """An older firmware does not tell what it did."""
    heard: list[dict] = []
    async with await Launcher.open(play(only_hello(heard))) as device:
        with pytest.raises(Lost, match="it may have fired; count the cards"):
            await device.fire(2)
        sent = sum(message["cmd"] == "fire" for message in heard)
        await asyncio.sleep(0.5)
        fires = [message["id"] for message in heard if message["cmd"] == "fire"]
        assert len(fires) == sent, "nothing is sent after it was given up"
    assert len(set(fires)) == 1


async def test_a_fire_that_the_device_says_it_never_heard_fired_nothing(play: Play) -> None:
    heard: list[dict] = []
    async with await Launcher.open(play(only_hello(heard, done=False))) as device:
        with pytest.raises(Unheard, match=r"had not heard `fire` .* nothing was done; try again"):
            await device.fire(2)
        assert device.state is State.CONNECTED
    asked = [message.get("asked") for message in heard if message["cmd"] == "hello"]
    assert asked == [None, heard[1]["id"]]


async def test_a_command_that_is_cancelled_is_not_sent_again_and_the_next_one_is_done(
    play: Play,
) -> None:
    heard: list[dict] = []

    def answer(message: dict) -> bytes:
        heard.append(message)
        if message["cmd"] == "hello":
            return encode(good_hello(message["id"]))
        return encode({"re": message["id"], "t": 5}) if message["cmd"] == "ping" else b""

    async with await Launcher.open(play(answer)) as device:
        fire = asyncio.create_task(device.fire(2))
        await asyncio.sleep(0.05)
        fire.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fire
        assert await device.ping() == 5
        await asyncio.sleep(3 * connection.ANSWER_WAIT_S)
    assert [message["cmd"] for message in heard] == ["hello", "fire", "ping"]


async def test_a_device_that_falls_silent_is_lost_and_tried_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RESUME_WAIT_S", 0.5)
    talks = True

    def answer(message: dict) -> bytes:
        return encode({**good_hello(message["id"]), "t": 5}) if talks else b""

    async with await Launcher.open(play(answer)) as device:
        talks = False
        with pytest.raises(Lost, match=r"no answer to `ping` .*it may have been done"):
            await device.ping()
        assert device.state is not State.CONNECTED
        assert "no answer (is it a launcher" in device.why
        with pytest.raises(LauncherError):
            await device.ping()
        talks = True
        async for news in device.news():
            if news == ConnectionChanged(State.CONNECTED):
                break
        assert await device.ping() == 5


async def test_another_program_that_takes_over_is_named_and_not_fought_for_long(play: Play) -> None:
    def answer(message: dict) -> bytes:
        if message["cmd"] == "hello":
            return encode(good_hello(message["id"]))
        return encode({"re": message["id"], "err": "other_session"})

    async with await Launcher.open(play(answer)) as device:
        for _ in range(connection.TAKEOVERS_MAX):
            with pytest.raises(Lost):
                await device.fire(1)
        with pytest.raises(Lost, match="another program has taken over the launcher"):
            await device.fire(1)
        with pytest.raises(Lost, match="another program"):
            async for _ in device.events():
                pass


async def test_a_board_that_is_slow_to_start_answers_each_hello_before_the_first_command(
    play: Play,
) -> None:
    heard = []

    def answer(message: dict) -> bytes:
        heard.append(message)
        if message["cmd"] == "ping":
            return encode({"re": message["id"], "t": 42})
        wait = 0.8 if len(heard) > 1 else 9  # it starts; then it finds the copies
        time.sleep(wait * connection.ANSWER_WAIT_S)
        return encode(good_hello(message["id"]))

    async with await Launcher.open(play(answer)) as device:
        assert await device.ping() == 42


async def test_noise_from_the_device_is_skipped_and_the_session_goes_on(play: Play) -> None:
    noise = (
        b"Traceback (most recent call last):\r\n"
        b'!{"re":2,"t":5} 00000000\n' + b"\xff\x00" * 300 + b"\n!{"
    )

    def answer(message: dict) -> bytes:
        if message["cmd"] == "hello":
            return encode(good_hello(message["id"]))
        return noise + encode({"re": message["id"], "t": 42})

    async with await Launcher.open(play(answer)) as device:
        for _ in range(3):
            assert await device.ping() == 42
        counts = device.counts
        assert (counts["text"], counts["damaged"], counts["long"]) == (3, 3, 3)


async def test_a_port_that_breaks_ends_every_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(connection, "RESUME_WAIT_S", 0.5)
    device_end, host_end = pty.openpty()
    tty.setraw(host_end)
    port = tmp_path / "port"  # of its own: the terminal's name may soon be another test's
    port.symlink_to(os.ttyname(host_end))
    decoder = Decoder()

    def answer_once() -> None:
        while not (messages := decoder.feed(os.read(device_end, 256))):
            pass
        os.write(device_end, encode(good_hello(messages[0]["id"])))

    threading.Thread(target=answer_once, daemon=True).start()
    async with await Launcher.open(str(port)) as device:
        fire = asyncio.create_task(device.fire(2))
        await asyncio.sleep(0.05)
        port.unlink()
        os.close(host_end)
        os.close(device_end)
        with pytest.raises(Lost, match=r"it may have been done; it may have fired; count"):
            await fire
        assert device.state is State.LOST
        assert "no such port" in device.why
