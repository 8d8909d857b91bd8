# What `cardslinger flash` does on the board, at MicroPython's prompt. Every function prints its
# answer, if it has one, as one line of JSON.
import binascii
import hashlib
import io
import json
import os
import sys

import machine

sys.path[:] = ["", ".frozen", "/lib"]


def look():
    """What the board is, and what is on it."""
    part, _, free = os.statvfs("/")[1:4]
    entries = [entry[0] for entry in os.ilistdir("/")]
    say = {
        "board": binascii.hexlify(machine.unique_id()).decode(),
        "machine": sys.implementation._machine,
        "micropython": list(sys.implementation.version[:3]),
        "mpy": getattr(sys.implementation, "_mpy", 0) & 0xFF,
        "free_bytes": part * free,
        "block_bytes": part,
        "entries": entries,
        "frozen": _frozen(),
        "boot": _crc("/boot.py"),
        "main": _crc("/main.py"),
        "boot_head": _head("/boot.py"),
        "main_head": _head("/main.py"),
    }
    print(json.dumps(say))


def _frozen():
    """The version of a launcher that is frozen into MicroPython."""
    for name in list(sys.modules):
        if name.split(".")[0] == "slinger":
            del sys.modules[name]
    before = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        from slinger import VERSION

        return VERSION
    except ImportError:
        return None
    finally:
        sys.path[:] = before


def _crc(path):
    crc = 0
    try:
        with open(path, "rb") as file:
            while piece := file.read(1024):
                crc = binascii.crc32(piece, crc)
    except OSError:
        return None
    return crc


def _head(path):
    """The first line, as far as it is text."""
    try:
        with open(path, "rb") as file:
            line = file.read(80).split(b"\n")[0]
    except OSError:
        return None
    return "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in line)


def get(path):
    """A file's bytes, or null."""
    try:
        with open(path, "rb") as file:
            print(json.dumps(binascii.b2a_base64(file.read())[:-1].decode()))
    except OSError:
        print("null")


def put(path, mode, letters):
    """Write what comes next on the wire, compressed and in so many letters of base64."""
    import deflate  # not in every MicroPython that can be asked what it is

    text = bytearray(letters)
    sys.stdin.buffer.readinto(text)
    stream = deflate.DeflateIO(io.BytesIO(binascii.a2b_base64(text)), deflate.ZLIB)
    with open(path, mode) as file:
        file.write(stream.read())


def copy(path):
    """A copy of the owner's file, under a name that nothing has."""
    number = 0
    while _crc(name := path + ".before-cardslinger" + (str(number) if number else "")) is not None:
        number += 1
    with open(path, "rb") as source, open(name, "wb") as target:
        while piece := source.read(1024):
            target.write(piece)
    print(json.dumps(name))


def swap(path, crc):
    """Put `path`.new in the place of `path`, if it is what it should be."""
    if _crc(path + ".new") != crc:
        raise ValueError(path + " was not written right")
    os.rename(path + ".new", path)


def fold(path):
    """A hash over the file as it is read back, or null."""
    total = hashlib.sha256()
    buffer = bytearray(1024)
    try:
        with open(path, "rb") as file:
            while count := file.readinto(buffer):
                total.update(memoryview(buffer)[:count])
    except OSError:
        print("null")
    else:
        print(json.dumps(binascii.hexlify(total.digest()).decode()))


def fold_flash(runs):
    """A hash over these parts of flash, (address, bytes) each."""
    import uctypes

    total = hashlib.sha256()
    for address, size in runs:
        total.update(uctypes.bytearray_at(address, size))
    print(json.dumps(binascii.hexlify(total.digest()).decode()))


def remove(path):
    """A file, or a folder with all that is in it; none is fine, too."""
    try:
        is_folder = os.stat(path)[0] & 0x4000
    except OSError:
        return
    if is_folder:
        for entry in list(os.ilistdir(path)):
            remove(path + "/" + entry[0])
        os.rmdir(path)
    else:
        os.remove(path)
