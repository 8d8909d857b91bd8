"""Host and board of different versions: which is older."""


def is_older(version: str, than: str) -> bool:
    """Whether a version as "0.10.2" comes before another; one that is none counts as the oldest."""
    return _key(version) < _key(than)


def _key(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else ()
