"""Boards for these tests: an emulated Pico with a stock MicroPython, and programs so small that
writing one takes no time."""

import serial
from cardslinger.flash.deploy import Written, deploy
from cardslinger.flash.files import Files, compiled
from cardslinger.flash.probe import probe
from cardslinger.flash.prompt import Prompt
from cardslinger.twin.process import TwinProcess

STOCK = "emulated://?image=stock&speed=0"
BOOT_MS = 400.0  # virtual


def small(word: str, version: str = "0.1.0", parts: int = 1) -> Files:
    """A program that prints `word` when the board starts."""
    sources = {f"slinger/part{n}.py": f"WORD = {word!r}\n".encode() for n in range(parts)}
    sources["slinger/__init__.py"] = b""
    sources["slinger/main.py"] = b"from slinger.part0 import WORD\nprint('plays', WORD)\n"
    return compiled(sources, version)


def silent(what: str, more: int) -> None:
    """A report to nobody."""


def put(twin: TwinProcess, files: Files) -> Written:
    """Deploy, whatever is on the board."""
    with Prompt(twin.serial_url) as prompt:
        return deploy(prompt, probe(prompt), files, silent)


def empty(twin: TwinProcess) -> None:
    """A board without a program or a file."""
    with Prompt(twin.serial_url) as prompt:
        prompt.run("for entry in os.listdir('/'): remove('/' + entry)")


def plays(twin: TwinProcess) -> str:
    """What the board says when it is switched on: of `small` the word, else what it answers to an
    Enter."""
    with serial.serial_for_url(twin.serial_url, timeout=0.1) as port:
        twin.bench.power_cycle()
        twin.bench.wait(BOOT_MS)
        text = _read(port)
        if "plays " not in text:
            port.write(b"\r\n")
            twin.bench.wait(100)
            text += _read(port)
    return text.partition("plays ")[2].split("\r\n")[0] if "plays " in text else text


def _read(port: serial.Serial) -> str:
    said = b""
    while more := port.read(4096):
        said += more
    return said.decode()
