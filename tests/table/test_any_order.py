"""People and launchers do anything in any order: only what the rules allow happens, it can be
played again from the journal, and nobody sees what is not theirs."""

from random import Random

import msgspec
from cardslinger.rules.cards import format_card
from cardslinger.rules.events import Event, Refusal
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS, format_move
from cardslinger.rules.record import Record
from cardslinger.rules.state import Phase
from cardslinger.table.entries import Fact, OrderVoid, read, write
from cardslinger.table.messages import Count, Deal, GoOn, Launch, Settle, Sit
from cardslinger.table.setup import Setup, check
from cardslinger.table.table import COUNTS, Table
from cardslinger.table.views import Role, table_view
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.launcher_words import Told
from tests.table.tables import Party, set_up

OUTCOMES = ["ok", "ok", "ok", "suspect", "over", "no_card", "jam", "blocked", "lid", "sensor"]


FIELDS = (
    "number", "changed", "ordered", "paused", "heard", "order", "running", "counted", "pauses",
    "lid_open", "faced", "reported", "sitters", "counted_unheard", "counted_anew",
)  # fmt: skip


class Anything:
    """A party where anything is said and told. `chance` names what comes next."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        self.party, self.chance, self.told = Party(setup, chance.randrange(1000)), chance, Told()
        self.messages: list[tuple] = []

    def step(self) -> None:
        kind = self.chance.choices(
            ["by_itself", "sensible", "launcher", "nonsense", "again", "cure"], [4, 8, 4, 2, 1, 3]
        )[0]
        getattr(self, f"_{kind}")()

    def _by_itself(self) -> None:
        self.party.by_itself()

    def _say(self, wish, seat=None, seen=None) -> None:
        number = len(self.messages)
        self.messages.append((wish, seat, seen, f"message {number}"))
        self.party.say(wish, seat, seen, f"message {number}")

    def _sensible(self) -> None:
        """What somebody may do now, as far as the rules go."""
        state, chance = self.party.state, self.chance
        if state.phase is Phase.DEALER and not self.party.table.setup.physical:
            self._say(f"{chance.choice(state.seated)} deals")
        elif state.phase is Phase.DEALER:
            card = format_card(chance.choice(list(state.deck)))
            self._say(f"{chance.choice(state.seated)} drew {card}")
            self._say(f"{chance.choice(state.seated)} deals")
        elif state.phase is Phase.DEAL:
            self._say(Deal(by_launcher=chance.random() < 0.3))
        elif state.phase is Phase.FIRST_CARD:
            self._say(f"turned {format_card(chance.choice(list(state.deck)))}")
        elif state.phase is Phase.RELOAD:
            self._say("reload")
        elif state.phase is Phase.COUNT:
            self._say(f"{chance.choice(state.seated)} points {chance.randrange(200)}")
        else:
            seat = chance.choice([state.seat, *state.seated])
            moves = [move for move in (*legal(state), *claims(state, seat)) if move != PRESS]
            if moves:
                seen = chance.choice([None, self.party.table.number, 3])
                move = format_move(chance.choice(moves))
                self._say(f"{seat} {move}", chance.choice([None, seat]), seen)
        if chance.random() < 0.3:
            self._say(Launch())

    def _launcher(self) -> None:
        told, chance, party = self.told, self.chance, self.party
        cards, outcome = chance.choice([0, 1, 2, 5]), chance.choice(OUTCOMES)
        fire = party.table.fire
        if fire and fire.ordered:
            news = told.order(fire.wanted or 0, outcome, came=min(cards, fire.wanted or 0))
        else:
            maybe = cards + 1 if outcome == "suspect" else None
            news = told.press(cards, outcome, maybe)
        news = chance.choice(
            [
                *[news] * 4,
                news[:1],
                news[1:],
                [told.lid(True), told.lid(False)],
                [told.stray(1)],
                [told.cut(2)],
            ]
        )
        party.hear(*news)
        if chance.random() < 0.05:
            party.hear(told.restarted(chance.choice([0, 1])))
        if chance.random() < 0.05:
            party.hear(told.missed(3))
        if fire and fire.ordered and party.table.fire and chance.random() < 0.3:
            party.happen((OrderVoid(),))

    def _nonsense(self) -> None:
        seat = self.chance.randrange(11)
        wishes = [
            "0 fired 3", "1 waived", "deal R1 R2", "0 kept 2", "0 press", "9 play R7", "x",
            f"{seat} leaves", f"{seat} joins", f"{seat} holds 3", "hopper holds 20", "undo",
            f"{seat} points 7", f"{seat} deals", "turned R7", "reload", f"{seat} uno",
            Count(300), Settle(seat), Sit(seat % 10, self.chance.choice(["New", "North", ""])),
            Sit(seat % 10, "Robot", "greedy"), GoOn(), Launch(), Deal(),
        ]  # fmt: skip
        self._say(self.chance.choice(wishes), self.chance.choice([None, seat % 3]))

    def _again(self) -> None:
        if self.messages:
            before = len(self.party.entries)
            wish, seat, seen, number = self.chance.choice(self.messages)
            obeyed = number in self.party.table.asked
            answer = self.party.say(wish, seat, seen, number)
            assert not obeyed or (answer, len(self.party.entries)) == ((), before)

    def _cure(self) -> None:
        pause = self.party.table.pause
        if pause is None:
            return
        if pause.code in COUNTS:
            self._say(Count(self.chance.choice([pause.facts["cards"], 3])))
        elif pause.code == "free_press":
            self._say(Settle(self.chance.choice([None, *self.party.state.seated])))
        else:
            self._say(GoOn())


@st.composite
def parties(draw: st.DrawFn) -> Anything:
    physical = draw(st.booleans())
    people = draw(st.integers(2 if physical else 0, 4))
    bots = 0 if physical else draw(st.integers(max(0, 2 - people), 3))
    flags = {"match_points": draw(st.sampled_from([1, 40])), "hand_size": draw(st.integers(1, 7))}
    setup = set_up(
        draw(st.sampled_from(["attack", "attack-hk", "all-wild"])),
        people=people, bots=bots, physical=physical, **flags,
    )  # fmt: skip
    anything = Anything(check(setup), Random(draw(st.integers(0, 2**32))))
    for _ in range(draw(st.integers(1, 200))):
        anything.step()
    return anything


@settings(max_examples=150)
@given(parties())
def test_the_journal_plays_again_to_the_same_table(anything: Anything) -> None:
    party = anything.party
    again = Table(party.table.setup)
    again.take(read(*write(entry)) for entry in party.entries)
    for name in FIELDS:
        assert getattr(again, name) == getattr(party.table, name), name
    assert again.state.digest() == party.state.digest()
    assert [*again.asked] == [*party.table.asked]


@settings(max_examples=100)
@given(parties())
def test_only_what_the_rules_allow_has_happened(anything: Anything) -> None:
    table, setup = anything.party.table, anything.party.table.setup
    events: list[Event] = [one for one in anything.party.entries if not isinstance(one, Fact)]
    record = Record(setup.rules, setup.deck, tuple(setup.sitters), setup.physical, events)
    assert record.replay().digest() == table.state.digest()


@settings(max_examples=100)
@given(parties())
def test_no_view_holds_a_card_that_is_not_its_own(anything: Anything) -> None:
    table = anything.party.table
    hands = [dict(hand) for hand in table.state.hands]
    seats = table.state.seated
    views = [table_view(table, role) for role in Role if role is not Role.SEAT]
    for seat in seats:
        views.append(table_view(table, Role.SEAT, seat))
    before = [msgspec.json.encode(one) for one in views]
    # Were all that is hidden another card, nothing of it would show.
    for own, was in zip([None] * (len(views) - len(seats)) + [*seats], before, strict=True):
        for seat in seats:
            if seat != own:
                table.state.hands[seat] = {0: table.state.sizes[seat]}
        table.state.hopper = [0] * len(table.state.hopper)
        table.state.legal = None  # as it was found with the hands that were there
        role = Role(msgspec.json.decode(was)["role"])
        assert msgspec.json.encode(table_view(table, role, own)) == was
        for seat in seats:
            table.state.hands[seat] = dict(hands[seat])


def test_random_parties_reach_everything() -> None:
    """What the tests above rely on."""
    phases, pauses, settled = set(), set(), set()
    for seed in range(300):
        chance = Random(seed)
        physical = seed % 2 == 0
        setup = set_up(
            ["attack", "attack-hk", "all-wild"][seed % 3], people=3, physical=physical,
            bots=0 if physical else 1, match_points=1, hand_size=1 + seed % 4,
        )  # fmt: skip
        anything = Anything(setup, chance)
        for _ in range(200):
            anything.step()
            phases.add(anything.party.state.phase)
            pauses |= {pause.code for pause in anything.party.table.pauses}
        settled |= {type(entry).__name__ for entry in anything.party.entries}
    assert phases >= {*Phase} - {Phase.DRAWN}
    assert pauses >= {"count", "count_unknown", "free_press", "jam", "no_card", "lid", "restarted"}
    assert settled >= {"Kept", "Confirmed", "OrderVoid", "Seated", "Undone", "Returned", "Joined"}


def test_refusals_are_codes() -> None:
    party = Party(set_up())
    answer = party.say("x")
    assert isinstance(answer, Refusal)
    assert answer.code == "refusal.no_notation"
