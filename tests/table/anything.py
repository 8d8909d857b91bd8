"""Any entry and any set-up of a match."""

from cardslinger.rules.bots import BOTS
from cardslinger.table import entries
from cardslinger.table.setup import NAME_LETTERS_MAX, Setup, Sitter
from hypothesis import strategies as st

from tests.rules.random_matches import decks, rule_sets
from tests.rules.test_notation import EVENTS

SEATS = st.integers(0, 9)
COUNTS = st.integers(0, 9999)
NUMBERS = st.integers(0, 2**53)
NAMES = (
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=NAME_LETTERS_MAX)
    .filter(str.isprintable)
    .filter(lambda name: name == name.strip())
)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXTS, inside, max_size=3),
    max_leaves=5,
)
FACTS = st.dictionaries(TEXTS, VALUES, max_size=3)

ENTRIES = st.one_of(
    EVENTS,
    st.builds(entries.Asked, TEXTS, st.none() | SEATS),
    st.builds(entries.Seated, SEATS, NAMES, st.sampled_from(["", *BOTS])),
    st.builds(entries.LauncherBegan, TEXTS, NUMBERS),
    st.builds(entries.LauncherSaid, TEXTS, NUMBERS, TEXTS, FACTS),
    st.builds(entries.LauncherRestarted, TEXTS, COUNTS),
    st.builds(entries.LauncherMissed, NUMBERS, NUMBERS),
    st.builds(entries.Ordered, SEATS, COUNTS),
    st.builds(entries.OrderVoid),
    st.builds(entries.Paused, TEXTS, FACTS),
    st.builds(entries.WentOn, TEXTS),
    st.builds(entries.Confirmed, COUNTS),
    st.builds(entries.FreePress, COUNTS, st.none() | SEATS),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any flags, a deck of the table's own, names in any script, bots where they can play."""
    rules = draw(rule_sets()).with_flags(custom_text=draw(st.sampled_from(["", "Trinkt ☕ 干杯"])))
    seats = draw(st.lists(SEATS, min_size=2, unique=True))
    names = draw(st.lists(NAMES, min_size=len(seats), max_size=len(seats), unique=True))
    physical = draw(st.booleans())
    bots = st.just("") if physical else st.sampled_from(["", *BOTS])
    return Setup(
        rules,
        draw(decks(rules, rules.hand_size * len(seats) + 1)),
        {seat: Sitter(name, draw(bots)) for seat, name in zip(seats, names, strict=True)},
        physical,
        draw(st.sampled_from(["", "classic", "brutal"])),
    )
