"""Every figure of `cardslinger bench link`, taken of a twin."""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from slinger.frame import encode
from slinger.limits import EVENTS_KEPT, KEY_BOOT_CHARS, PROTOCOL

from cardslinger.bridge import Launcher
from cardslinger.hil.disturbances import Disturbed
from cardslinger.hil.presses import Report, percentile
from cardslinger.twin.bench import Bench
from cardslinger.twin.options import parse
from cardslinger.twin.process import TwinProcess

BOOTED_MS = 3000.0  # virtual; its life is on flash by then
SESSION = "lnk"  # as long as that of `Launcher`
FIRE_MS = 100.0  # virtual; a blank is over by then
# mpremote 1.29 looks for the end of an answer, and sleeps so long when it is not there yet
# (transport_serial.read_until, at a USB port; on a pseudo-terminal it waits).
MPREMOTE_LOOKS_MS = 10.0
PROGRAM = "print(1)"
TO_PROMPT = ("\x03", ">>> ")
TO_RAW_REPL = ("\r\x01", "raw REPL; CTRL-B to exit\r\n>")


@dataclass(frozen=True)
class Scale:
    """How much is done of each."""

    pings: int = 500
    execs: int = 100
    blanks: int = EVENTS_KEPT // 4  # each is two events
    disturbances: int = 10  # of each kind
    idle_s: int = 30  # wall; longer than a host lets pass without a ping


async def measure(url: str, scale: Scale, report: Report) -> dict[str, object]:
    """All figures; None for what a board without MicroPython has not.

    Round trips are virtual ms at the device's USB, of a host that loses no time. Raises the twin's
    and the bridge's errors, MeasureError.
    """
    with TwinProcess(url) as twin:
        bench = twin.bench
        await asyncio.to_thread(bench.wait, BOOTED_MS)
        pings_ms = await asyncio.to_thread(_ping, bench, scale.pings)
        report("pings", scale.pings)
        events_per_s = await asyncio.to_thread(_drain, bench, scale.blanks)
        report("events", 2 * scale.blanks)
        execs: list[tuple[float, float]] = []
        if parse(url).kind == "emulated":
            execs = await asyncio.to_thread(_execute, bench, scale.execs)
            await asyncio.to_thread(bench.power_cycle)
            await asyncio.to_thread(bench.wait, BOOTED_MS)
        report("programs", scale.execs)
        async with Disturbed(twin, seed=scale.pings) as disturbed:
            for disturbance in (
                disturbed.pull_cable,
                disturbed.reset_board,
                disturbed.kill_and_start_host,
            ):
                await disturbed.disturb(
                    disturbance, scale.disturbances, lambda more: report("disturbances", more)
                )
    idle = await _idle(url, scale.idle_s, lambda: report("idle", 1))
    repl_ms = [window + _seen_by_mpremote(rest) for window, rest in execs]
    return {
        "ping_rtt_ms_p50": round(percentile(pings_ms, 50), 2) if execs else None,
        "ping_rtt_ms_p99": round(percentile(pings_ms, 99), 2) if execs else None,
        "repl_exec_rtt_ms_p50": round(percentile(repl_ms, 50), 2) if execs else None,
        "repl_exec_bare_ms_p50": round(percentile([*map(sum, execs)], 50), 2) if execs else None,
        "events_per_s": round(events_per_s, 1) if events_per_s else None,
        "idle_cpu_percent": round(idle.cpu_percent, 2),
        "idle_wakes_per_s": round(idle.wakes_per_s, 2) if execs else None,
        "disturbances": disturbed.disturbances,
        "cards": disturbed.record.cards,
        "confirmations": disturbed.record.confirmations,
        "resent": disturbed.resent,
        "lost": disturbed.lost,
        "doubled": disturbed.doubled,
    }


@dataclass(frozen=True, slots=True)
class _Idle:
    cpu_percent: float  # of one of the host's cores
    wakes_per_s: float  # of the chip


async def _idle(url: str, seconds: int, advance: Callable[[], None]) -> _Idle:
    """What an open connection costs while nothing happens, at the wall's pace."""
    url += "&speed=1" if "?" in url else "?speed=1"  # the last one counts
    with TwinProcess(url) as twin:
        await asyncio.to_thread(twin.bench.wait, BOOTED_MS)
        async with await Launcher.open(twin.serial_url):
            began, began_s, used_s = twin.bench.read(), time.monotonic(), time.process_time()
            for _ in range(seconds):
                await asyncio.sleep(1)
                advance()
            used_s, lasted_s = time.process_time() - used_s, time.monotonic() - began_s
            ended = twin.bench.read()
    virtual_s = (ended.now_ms - began.now_ms) / 1000
    return _Idle(100 * used_s / lasted_s, (ended.wakes - began.wakes) / virtual_s)


def _line(message: dict[str, object]) -> str:
    return encode(message).decode()


def _hello(number: int) -> tuple[str, str]:
    message = {"id": number, "cmd": "hello", "protocol": PROTOCOL, "session": SESSION}
    return "\n" + _line(message), "\n"


def _ping(bench: Bench, pings: int) -> list[float]:
    """Round trips in ms, one after the other. Pings are as long as the host's: they name their
    session."""
    [(_, hello)] = bench.converse([_hello(1)])
    key = SESSION + hello.split('"boot":"')[1][:KEY_BOOT_CHARS]
    commands = ({"id": number, "cmd": "ping", "s": key} for number in range(3, 3 + pings))
    return [ms for ms, _ in bench.converse([(_line(command), "\n") for command in commands])]


def _drain(bench: Bench, blanks: int) -> float:
    """Events a second, each acknowledged at once; 0 where they take no time."""
    first = bench.converse([_hello(10_000)])[0][1]
    number = int(first.split('"next":')[1].split(",")[0])
    for blank in range(blanks):
        bench.converse([(_line({"id": 10_001 + blank, "cmd": "fire", "cards": 0}), '"re"')])
        bench.wait(FIRE_MS)
    last = number + 2 * blanks - 1
    steps = [(_hello(20_000)[0], f'"n":{number},')]
    steps += [(_line({"ack": n}), f'"n":{n + 1},') for n in range(number, last)]
    took_ms = sum(ms for ms, _ in bench.converse(steps)[1:])
    bench.converse([(_line({"ack": last}) + _hello(20_001)[0], '"re"')])
    return 1000 * (last - number) / took_ms if took_ms else 0.0


def _execute(bench: Bench, execs: int) -> list[tuple[float, float]]:
    """Programs at the prompt by raw paste, as mpremote does it: for each the ms until the board
    was ready for it, and until it was done."""
    one = [("\x05A\x01", "R\x01"), (f"{PROGRAM}\x04", "\x04>")]
    answers = bench.converse([TO_PROMPT, TO_RAW_REPL, *one * execs])[2:]
    return [(answers[at][0], answers[at + 1][0]) for at in range(0, len(answers), 2)]


def _seen_by_mpremote(ms: float) -> float:
    """When mpremote finds an answer that comes after so long."""
    return math.ceil(ms / MPREMOTE_LOOKS_MS) * MPREMOTE_LOOKS_MS
