"""A device as it describes itself, for tests that play one."""

HELLO = {
    "protocol": 1,
    "firmware": "0.1.0",
    "runtime": "test",
    "board": "b",
    "boot": "boot1",
    "cause": 1,
    "settings": "0",
    "limits": {"fire": 112},
    "caps": ["fire"],
    "next": 1,
    "oldest": 1,
}


def good_hello(number: int, protocol: int = 1) -> dict:
    return {"re": number, **HELLO, "protocol": protocol}
