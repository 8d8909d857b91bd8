"""Which of the two is older, and what to do about it."""

import pytest
from cardslinger.bridge.skew import protocol_skew, skew

FLASH, HOST = "`cardslinger flash`", "`pip install -U cardslinger`"


@pytest.mark.parametrize("firmware", ["0.9.1", "0.9.1.0"])
def test_the_same_version_is_nothing_to_tell(firmware: str) -> None:
    assert skew(firmware, "0.9.1") == ""


@pytest.mark.parametrize(
    ("firmware", "said"),
    [
        ("0.9.0", f"is 0.9.0, older than this host (0.9.1); {FLASH} updates it"),
        ("0.9", f"is 0.9, older than this host (0.9.1); {FLASH} updates it"),
        ("0.10.0", f"is 0.10.0, newer than this host (0.9.1); {HOST} updates this"),
        ("1", f"is 1, newer than this host (0.9.1); {HOST} updates this"),
        ("", f"is '', this host 0.9.1; {FLASH} mends that"),
        ("0.9.2-mine", f"is '0.9.2-mine', this host 0.9.1; {FLASH} mends that"),
        ("\x1b[77m" * 9, rf"[77m\x1b[77m\x1b[77m\x1b[77m', this host 0.9.1; {FLASH} mends that"),
        ("\u0663", f"is '\u0663', this host 0.9.1; {FLASH} mends that"),
    ],
)
def test_another_one_is_told_with_both_versions_and_the_cure(firmware: str, said: str) -> None:
    told = skew(firmware, "0.9.1")
    assert told.startswith("the launcher's firmware is ")
    assert told.endswith(said)
    assert told.isprintable()


@pytest.mark.parametrize(("theirs", "cure"), [(0, FLASH), (2, HOST), (None, FLASH), ("x", FLASH)])
def test_another_protocol_is_too(theirs: object, cure: str) -> None:
    told = protocol_skew(theirs)
    assert told.startswith(f"the launcher speaks protocol {theirs}, this host 1; {cure}")
