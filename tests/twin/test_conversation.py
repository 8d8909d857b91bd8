"""An ideal host at the device's USB: round trips in virtual time, with no wait in between."""

import asyncio
from statistics import median

import pytest
import serial
from cardslinger.bridge import Launcher
from cardslinger.twin.cable import Cable, PtyCable, TcpCable
from cardslinger.twin.conversation import PATIENCE_MS, read_steps
from cardslinger.twin.errors import BadOption, TwinBroken
from slinger.frame import Decoder, encode

from tests.conftest import StartTwin

Step = tuple[str, str]

PINGS = 20
PING_MS = 8.0  # in the middle: the device collects garbage in some
EXEC_MAX_MS = 5.0


def line(message: dict[str, object]) -> Step:
    return encode(message).decode("latin-1"), "\n"


HELLO = line({"id": 1, "cmd": "hello", "protocol": 1, "session": "ideal"})
TO_PROMPT: Step = ("\x03", ">>> ")
TO_RAW_REPL: Step = ("\r\x01", "raw REPL; CTRL-B to exit\r\n>")


def by_raw_paste(program: str) -> list[Step]:
    """As mpremote executes it."""
    return [("\x05A\x01", "R\x01"), (f"{program}\x04", "\x04>")]


def test_pings_follow_each_other_without_a_wait(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    pings = [line({"id": number, "cmd": "ping"}) for number in range(2, 2 + PINGS)]
    before_ms = twin.bench.read().now_ms
    hello, *answers = twin.bench.converse([HELLO, *pings])
    assert hello[1].startswith("!{") and '"firmware"' in hello[1]
    for number, (_, got) in enumerate(answers, start=2):
        assert f'"re":{number},' in got
    # each was sent when the one before had been answered: the device's clock says so too
    clock_ms = [Decoder().feed(got.encode())[0]["t"] for _, got in answers]
    trips_ms = [ms for ms, _ in answers]
    assert (1.0 if kind == "emulated" else 0.0) <= median(trips_ms) < PING_MS
    assert clock_ms[-1] - clock_ms[0] == pytest.approx(sum(trips_ms[1:]), abs=2)
    assert clock_ms[0] >= int(before_ms) - 1


def test_programs_are_executed_at_the_prompt(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    entered = twin.bench.converse([TO_PROMPT, TO_RAW_REPL])
    assert "KeyboardInterrupt" in entered[0][1]
    answers = twin.bench.converse(by_raw_paste("print(6 * 7)") * 9)
    windows, results = answers[::2], answers[1::2]
    assert all(got.startswith("R\x01") for _, got in windows)
    assert all("\x0442\r\n\x04\x04>" in got for _, got in results)
    trips_ms = [window + result for (window, _), (result, _) in zip(windows, results, strict=True)]
    assert median(trips_ms) < EXEC_MAX_MS
    (*_, (_, failed)) = twin.bench.converse(by_raw_paste("1 / 0"))
    assert "ZeroDivisionError" in failed


async def test_a_host_comes_before_a_conversation_or_after_it_never_with_it(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await Launcher.open(twin.serial_url) as launcher:
        with pytest.raises(TwinBroken, match="a host is there; close its port first"):
            twin.bench.converse([HELLO])
        await launcher.status()
    twin.bench.wait(100)
    assert len(twin.bench.converse([HELLO])) == 1
    async with await Launcher.open(twin.serial_url) as launcher:
        await launcher.status()


def test_without_a_cable_there_is_no_conversation(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    twin.bench.unplug()
    with pytest.raises(TwinBroken, match="the USB cable is out; plug it in first"):
        twin.bench.converse([HELLO])
    twin.bench.plug()
    assert len(twin.bench.converse([HELLO])) == 1


def test_a_step_without_its_answer_ends_it_and_is_named(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    before_ms = twin.bench.read().now_ms
    unanswered = line({"id": 2, "cmd": "ping"})[0], "never said"
    with pytest.raises(TwinBroken, match=r"^step 2 of 3: .*never said.* did not come .*re.*:2,"):
        twin.bench.converse([HELLO, unanswered, HELLO])
    assert twin.bench.read().now_ms - before_ms >= PATIENCE_MS
    assert len(twin.bench.converse([HELLO])) == 1, "the next one may be answered"


def test_what_comes_late_still_counts_within_the_patience(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    twin.bench.converse([TO_PROMPT, TO_RAW_REPL])
    sleeps_ms = PATIENCE_MS - 500
    program = f"import time; time.sleep_ms({sleeps_ms:.0f}); print('late')"
    *_, (ms, got) = twin.bench.converse(by_raw_paste(program))
    assert "late" in got
    assert sleeps_ms <= ms < PATIENCE_MS


@pytest.mark.parametrize("make", [PtyCable, TcpCable])
async def test_a_host_that_opens_the_port_meanwhile_is_found_afterwards(make: type) -> None:
    cable: Cable = make()
    present: asyncio.Queue[bool] = asyncio.Queue()
    cable.on_host = present.put_nowait
    heard = bytearray()
    cable.take_over(heard.extend)
    assert present.get_nowait() is True
    with pytest.raises(BadOption, match="a host is there"):
        cable.take_over(heard.extend)
    host = await asyncio.to_thread(serial.serial_for_url, cable.url, timeout=10)
    cable.stall(True)  # concerns a computer, not an ideal host
    assert cable.write(b"to the ideal one") == 16
    assert heard == b"to the ideal one"
    cable.stall(False)
    assert present.empty()

    cable.give_back()
    assert present.get_nowait() is False
    assert await asyncio.wait_for(present.get(), 10) is True
    assert cable.write(b"there") == 5
    assert await asyncio.to_thread(host.read, 5) == b"there"
    host.close()
    assert await asyncio.wait_for(present.get(), 10) is False
    cable.close()


async def test_a_cable_pulled_out_of_a_conversation_ends_the_hosts_presence() -> None:
    cable = PtyCable()
    present: asyncio.Queue[bool] = asyncio.Queue()
    cable.on_host = present.put_nowait
    heard = bytearray()
    cable.take_over(heard.extend)
    cable.unplug()
    assert [present.get_nowait(), present.get_nowait()] == [True, False]
    assert cable.write(b"lost") == 4
    assert not heard
    cable.give_back()
    cable.close()


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ("hello", "must be a list"),
        ([["only one"]], "a step is"),
        ([["a", "b", "c"]], "a step is"),
        ([["a", ""]], "until not empty"),
        ([["a", 1]], "a step is"),
        ([["a", "\u20ac"]], "none above U.00FF"),
    ],
)
def test_steps_that_make_no_sense_are_refused(steps: object, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        read_steps(steps)


def test_no_steps_are_no_conversation(start_twin: StartTwin) -> None:
    assert start_twin("virtual").bench.converse([]) == []
