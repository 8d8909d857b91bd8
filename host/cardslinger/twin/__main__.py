"""A twin as a process of its own: `python -m cardslinger.twin KIND --cards N ...`.

Prints one JSON line with its two sides, `{"serial": URL, "bench": PORT}`, and runs until its
standard input closes, so that it never outlives the process that started it. One that cannot begin
prints `{"refused": REASON}` instead, and ends.
"""

import argparse
import asyncio
import functools
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from cardslinger.twin.cable import Cable, open_cable
from cardslinger.twin.errors import CannotKeep, TwinError
from cardslinger.twin.faults import Faults, parse
from cardslinger.twin.image import flash_content
from cardslinger.twin.kept_flash import KeptFlash
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.parameters import CARD_SIZES, Parameters
from cardslinger.twin.server import BenchServer, Twin
from cardslinger.twin.virtual_time import VirtualTimeLoop

# A stretch of emulation holds Python's lock for 5 ms. With the usual interval of 5 ms the threads
# that wait for a host, or for the parent's end, may ask for it in vain for many seconds.
SWITCH_S = 0.001


def make_twin(options: argparse.Namespace, cable: Cable) -> Twin:
    faults = Faults(options.seed)
    for name, probability in parse(options.fault) if options.fault else ():
        faults.switch(name, probability=probability)
    parameters = Parameters(card=CARD_SIZES[options.size])
    mechanics = Mechanics(options.cards, parameters, options.seed, faults)
    if options.kind == "virtual":
        from cardslinger.twin.virtual import VirtualTwin

        return VirtualTwin(cable, mechanics, options.seed)
    from cardslinger.twin.emulated import EmulatedTwin

    flash, keep = open_flash(options.image, options.keep)
    return EmulatedTwin(cable, mechanics, flash, keep, options.seed, options.speed)


def open_flash(image: Path | None, kept: Path | None) -> tuple[bytes, Callable[[int, bytes], None]]:
    """What is on flash, and what takes each change of it. Raises CannotKeep, NoImage."""

    def make() -> bytes:
        if image is None:  # the file was there a moment ago
            raise CannotKeep(f"{kept} has gone; try again")
        return flash_content(image)

    if kept is None:
        return make(), lambda start, content: None
    file = KeptFlash(kept, make)
    return file.content, file.write


async def serve(options: argparse.Namespace) -> None:
    cable = open_cable()
    end = functools.partial(leave, cable)
    signal.signal(signal.SIGTERM, lambda number, frame: end())
    threading.Thread(target=exit_with_parent, args=(end,), daemon=True).start()
    try:
        twin = make_twin(options, cable)
    except TwinError as error:
        print(json.dumps({"refused": str(error)}), flush=True)
        cable.close()
        return
    bench_port = await BenchServer(twin, cable).start()
    print(json.dumps({"serial": cable.url, "bench": bench_port}), flush=True)
    try:
        await twin.run()
    finally:
        cable.close()


def leave(cable: Cable) -> NoReturn:
    """End here and now, but leave no port behind."""
    try:
        cable.close()
    finally:
        os._exit(0)


def exit_with_parent(end: Callable[[], NoReturn]) -> None:
    # Not sys.stdin: its lock, held here, would make an end by an error a crash with no reason.
    while os.read(0, 1):
        pass
    end()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m cardslinger.twin")
    parser.add_argument("kind", choices=("virtual", "emulated"))
    parser.add_argument("--cards", type=int, required=True)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--speed", type=float, required=True)
    parser.add_argument("--size", choices=tuple(CARD_SIZES), required=True)
    parser.add_argument("--fault", required=True)
    parser.add_argument("--image", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_S)
    # A selector loop on every system: the cables wait on file descriptors.
    free = options.kind == "virtual"
    loop = VirtualTimeLoop(options.speed) if free else asyncio.SelectorEventLoop()
    try:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve(options))
    except TwinError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
