"""Values kept on flash: JSON with a checksum, and the copy before.

Plain logic: `store` has `read(name)`, which gives bytes or None, and `replace(name, data)`, which
writes so that a power cut leaves the old bytes or the new ones under one of the COPIES.
"""

import binascii
import json

COPIES = ("", ".new", ".old")  # endings of the names, in the order in which they are believed


def load(store, name: str):
    """(value, what became of it): `stored`, `old_copy`, or None with `damaged` or `none`."""
    found = False
    for copy in COPIES:
        data = store.read(name + copy)
        if data is None:
            continue
        found = True
        value = _decode(data)
        if value is not None:
            return value, "old_copy" if copy == COPIES[-1] else "stored"
    return None, "damaged" if found else "none"


def save(store, name: str, value: dict) -> None:
    """Keep a value. The motor must stand: a flash write stops all interrupts. Raises OSError."""
    text = json.dumps(value).encode()
    store.replace(name, b"%s\n%08x\n" % (text, binascii.crc32(text)))


def _decode(data: bytes):
    """The value of a stored file, or None if it is damaged."""
    text, _, crc = data.partition(b"\n")
    if crc != b"%08x\n" % binascii.crc32(text):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
