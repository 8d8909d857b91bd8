"""What has happened at a table, as it is told."""

from types import SimpleNamespace

import pytest
from cardslinger.cli.table_lines import Lines
from cardslinger.cli.table_news import News
from cardslinger.rules.cards import parse_card
from cardslinger.rules.events import Dealt
from cardslinger.rules.notation import parse_event
from cardslinger.table.messages import Settle
from cardslinger.table.table import Table
from cardslinger.words import LANGUAGES, Words

from tests.table.launcher_words import ARMED, Told
from tests.table.tables import Party, dealt_party, physical_party, set_up


class Reader:
    """Reads the news of a table, each line once."""

    def __init__(self, table: Table, language: str = "en") -> None:
        hands = SimpleNamespace(why_not=lambda: "")
        self.news = News(Words(language), table, hands)

    def lines(self) -> list[str]:
        return [line.plain for line in self.news.lines()]


def test_an_undo_tells_which_step_it_takes_back() -> None:
    party = physical_party(people=3, turned="R5")
    reader = Reader(party.table)
    reader.lines()
    party.go("1 play R7", "2 play R8", "undo", "undo", "1 play R9")
    assert reader.lines() == [
        "East played R7",
        "South played R8",
        "The last step is taken back: South played R8",
        "The last step is taken back: East played R7",
        "East played R9",
    ]
    party.go("undo", "undo")
    assert reader.lines() == [
        "The last step is taken back: East played R9",
        "The last step is taken back: The first card is R5",
    ]


def test_a_press_that_is_taken_back_is_told_with_its_cards() -> None:
    party, told = physical_party(turned="R5"), Told()
    reader = Reader(party.table)
    party.hear(*told.press(3))
    party.go("undo")
    assert reader.lines()[-2:] == [
        "The last step is taken back: the launcher gave 3 cards to East",
        "East gave 3 cards back to the launcher",
    ]


def test_a_tie_for_the_deal_tells_who_draws_again_and_why() -> None:
    party = Party(set_up(people=3, physical=True))
    reader = Reader(party.table)
    party.go("0 drew R9", "1 drew Wild", "2 drew B9")
    assert reader.lines()[-1] == "A tie for the highest, 9: North, South draw again"
    party.go("0 drew RSkip", "2 drew Wild")
    assert reader.lines()[-1] == "A tie, as nobody drew a number: North, South draw again"
    party.go("0 drew R1", "2 drew R3")
    assert reader.lines()[-1] == "South drew R3 for the deal"


def test_a_tie_is_told_when_whoever_had_not_drawn_leaves() -> None:
    party = Party(set_up(people=4, physical=True))
    reader = Reader(party.table)
    party.go("0 drew R9", "1 leaves")
    assert "draw again" not in reader.lines()[-1]
    party.go("3 drew B9", "2 leaves")
    assert reader.lines()[-1] == "A tie for the highest, 9: North, West draw again"


def test_a_first_card_that_may_not_start_goes_back() -> None:
    party = physical_party(turned="Customizable")
    party.go("turned R5")
    assert Reader(party.table).lines()[-2:] == [
        "Customizable can't be the first card: it goes back, another is turned over",
        "The first card is R5",
    ]


def test_virtual_cards_too_are_turned_over_one_by_one() -> None:
    party = Party(set_up(people=2, first_dealer="pick"))
    party.go("0 deals")
    deck, over = list(party.state.deck), [*map(parse_card, ("Customizable", "Hit4", "R5"))]
    for card in over:
        deck.remove(card)
    party.happen(party.table.match.ask(Dealt((*deck[:14], *over, *deck[14:]))))
    assert Reader(party.table).lines() == [
        "North will deal",
        "The cards are dealt",
        "Customizable can't be the first card: it goes back, another is turned over",
        "Hit4 can't be the first card: it goes back, another is turned over",
        "The first card is R5",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_free_press_without_a_card_is_told(language: str) -> None:
    party, told, blank = dealt_party(set_up()), Told(), Words(language).say("line.blank")
    reader = Reader(party.table, language)
    reader.lines()
    for cards, whose, count in ((0, None, 1), (2, None, 0), (0, ARMED, 0)):
        for news in (told.firing(cards, whose=whose), told.fired(cards)):
            party.hear(news)
            reader.news.notice()
        assert reader.lines().count(blank) == count
        party.say(Settle())


@pytest.mark.parametrize(
    ("party", "told"),
    [
        (dealt_party(set_up()), "The discards are shuffled and become the draw pile"),
        (physical_party(), "The discards go back into the launcher"),
    ],
)
def test_discards_go_where_the_next_cards_come_from(party: Party, told: str) -> None:
    lines = Lines(Words("en"), party.table.setup, party.table.sitters)
    assert lines.tell(parse_event("reload")).plain == told
