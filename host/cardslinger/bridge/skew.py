"""Host and launcher of different versions: which is the older one, and what brings it up to date.

They are of one project and are released together, so different versions may play together, but
nobody has tried that.
"""

import re

from slinger import VERSION
from slinger.limits import PROTOCOL

FLASH_IT = "`cardslinger flash` updates it"
UPDATE_HOST = "`pip install -U cardslinger` updates this"
UPDATE_BOTH = f"{FLASH_IT}, {UPDATE_HOST}"
_NUMBERS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,5}")
_SHOWN_CHARS = 20  # of a version that is none


def skew(firmware: str, host: str = VERSION) -> str:
    """How the launcher's version differs from this host's, behind a semicolon the way to mend it;
    empty when it does not."""
    if firmware == host:
        return ""
    theirs, ours = _numbers(firmware), _numbers(host)
    if theirs is None or ours is None:
        shown = repr(firmware[:_SHOWN_CHARS])
        return (
            f"the launcher's firmware is {shown}, this host {host}; `cardslinger flash` mends that"
        )
    if theirs == ours:
        return ""
    if theirs < ours:
        return f"the launcher's firmware is {firmware}, older than this host ({host}); {FLASH_IT}"
    return f"the launcher's firmware is {firmware}, newer than this host ({host}); {UPDATE_HOST}"


def may_be_older(version: str, than: str) -> bool:
    """Whether a version comes before another, or can't be compared with it."""
    ours, theirs = _numbers(version), _numbers(than)
    return ours is None or theirs is None or ours < theirs


def protocol_skew(theirs: object) -> str:
    """The same for the version of the protocol, where one can't even talk to the other."""
    newer = type(theirs) is int and theirs > PROTOCOL
    shown = str(theirs)[:_SHOWN_CHARS]
    way = UPDATE_HOST if newer else "`cardslinger flash` updates the launcher"
    return f"the launcher speaks protocol {shown}, this host {PROTOCOL}; {way}"


def _numbers(version: str) -> list[int] | None:
    """To compare by, so that 0.10 comes after 0.9 and 0.1.0 is 0.1; None for something else."""
    if not _NUMBERS.fullmatch(version):
        return None
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
