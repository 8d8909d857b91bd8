"""The number of legal lines from fixed positions stays what it was."""

import pytest

from tests.rules.perft import counts, read


@pytest.mark.parametrize("entry", read(), ids=lambda entry: f"{entry['rules']}: {entry['name']}")
def test_the_number_of_legal_lines_is_the_golden_one(entry: dict) -> None:
    assert counts(entry) == entry["lines"]


def test_every_rule_set_has_golden_counts_to_depth_4_or_more() -> None:
    deep = {entry["rules"] for entry in read() if len(entry["lines"]) >= 4}
    assert deep == {"attack", "attack-hk", "all-wild"}
