"""What a match is set up with."""

from collections.abc import Mapping
from dataclasses import dataclass

from slinger.draw import NAMES as PROFILES

from cardslinger.rules.bots import BOTS
from cardslinger.rules.deck import Deck
from cardslinger.rules.errors import RulesError
from cardslinger.rules.events import Refusal
from cardslinger.rules.match import Match
from cardslinger.rules.moves import SEATS_MAX
from cardslinger.rules.record import Record, format_record, parse_record
from cardslinger.rules.ruleset import RuleSet
from cardslinger.table.errors import BadSetup, BadSitter

NAME_LETTERS_MAX = 24


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person, or one of the bots of `rules.bots.BOTS`."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """Rules, deck, who sits where, how the launcher deals out.

    `profile` is the launcher's for presses that are owed or chosen; empty: the one it is set to.
    """

    rules: RuleSet
    deck: Deck
    sitters: Mapping[int, Sitter]
    physical: bool = False
    profile: str = ""

    def header(self) -> str:
        """Rules, flags, deck, seats and kind of hands, as a match record begins."""
        return format_record(Record(self.rules, self.deck, tuple(self.sitters), self.physical))

    def begin(self) -> Match:
        """The match before its first event."""
        return Match(self.rules, self.deck, tuple(self.sitters), physical=self.physical)


def check(setup: Setup) -> Setup:
    """The same, if it can be played. Raises BadSetup."""
    for seat, sitter in setup.sitters.items():
        check_sitter(seat, sitter, setup.physical)
    if setup.profile and setup.profile not in PROFILES:
        raise BadSetup(f"no profile {setup.profile!r}: one of {', '.join(PROFILES)}")
    names = [sitter.name for sitter in setup.sitters.values()]
    for name in names:
        if names.count(name) > 1:
            raise BadSetup(f"two players are called {name!r}: give each a name of their own")
    try:
        setup.begin()
    except RulesError as error:
        raise BadSetup(str(error)) from None
    return setup


def check_sitter(seat: int, sitter: Sitter, physical: bool) -> None:
    """Raises BadSitter for who can't sit there."""
    if not 0 <= seat < SEATS_MAX:
        most = SEATS_MAX - 1
        refusal = Refusal("refusal.no_seat", {"most": most})
        raise BadSitter(f"seat {seat}: seats are 0 to {most}", refusal)
    check_name(sitter.name)
    if sitter.bot and sitter.bot not in BOTS:
        bots = ", ".join(BOTS)
        refusal = Refusal("refusal.no_bot", {"bots": bots})
        raise BadSitter(f"no bot {sitter.bot!r}: one of {bots}", refusal)
    if sitter.bot and physical:
        raise BadSitter(
            "a bot can't hold real cards: play virtual ones, or seat a person",
            Refusal("refusal.bot_with_real_cards"),
        )


def check_name(name: str) -> None:
    """Raises BadSitter for what nobody can be called."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > NAME_LETTERS_MAX:
        refusal = Refusal("refusal.no_name", {"most": NAME_LETTERS_MAX})
        raise BadSitter(f"{name[:40]!r} is no name: 1 to {NAME_LETTERS_MAX} letters", refusal)


def parse_header(text: str) -> Record:
    """The record of a header without events. Raises BadRecord."""
    return parse_record(text)
