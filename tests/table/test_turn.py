"""A time for each turn, where the table has one: whom it hurries, and who plays when it is out."""

import asyncio
from pathlib import Path

import pytest
from cardslinger.rules.events import Moved
from cardslinger.rules.moves import COLOUR
from cardslinger.rules.state import Phase
from cardslinger.table.chance import due
from cardslinger.table.messages import GoOn, Pause
from cardslinger.table.turn import NOT_RUNNING, Turn

from tests.conftest import StartTwin
from tests.table.tables import Party, dealt_party, physical_party, set_up
from tests.table.test_game import sitting


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def hurried(party: Party, clock: Clock, most_s: int = 30) -> Turn:
    turn = Turn(clock)
    turn.most_s = most_s
    turn.see(party.table)
    return turn


def test_nobody_has_to_hurry_unless_the_table_says_so() -> None:
    turn = hurried(dealt_party(set_up(people=2)), Clock(), most_s=0)
    assert (turn.left_s, turn.since) == (None, NOT_RUNNING)


def test_the_time_begins_anew_with_all_that_happens() -> None:
    party, clock = dealt_party(set_up(people=2)), Clock()
    turn = hurried(party, clock)
    clock.now_s += 20
    assert turn.left_s == 10
    began = turn.since
    party.say(Pause())
    turn.see(party.table)
    assert (turn.left_s, turn.since) == (None, NOT_RUNNING), "it does not run in a pause"
    party.say(GoOn())
    turn.see(party.table)
    assert turn.left_s == 30
    assert turn.since > began
    clock.now_s += 31
    assert turn.left_s == 0


def test_a_bot_has_all_the_time_it_wants() -> None:
    party = dealt_party(set_up(people=0, bots=2))
    assert hurried(party, Clock()).since == NOT_RUNNING


def test_who_plays_real_cards_is_shown_the_time_but_not_played_for() -> None:
    turn = hurried(physical_party(), Clock())
    assert turn.since != NOT_RUNNING
    assert turn.left_s is None


@pytest.mark.parametrize("seed", range(12))
def test_whoever_is_late_is_played_for_once_by_a_legal_move(seed: int) -> None:
    party = dealt_party(set_up(people=3), seed)
    seat = party.state.seat
    assert due(party.table, party.luck) == (), "nobody plays for who has time"
    entries = due(party.table, party.luck, late=True)
    assert entries
    party.happen(entries)
    if party.table.fire:
        assert party.table.fire.seat == seat


def test_whoever_is_late_to_choose_a_colour_has_one_chosen() -> None:
    """The game does not hang."""
    for seed in range(200):
        party = dealt_party(set_up(people=2), seed)
        while party.state.phase is Phase.TURN and not party.table.fire and not party.table.over:
            party.happen(due(party.table, party.luck, late=True))
        if party.state.phase is Phase.COLOUR:
            break
    assert party.state.phase is Phase.COLOUR
    (chosen, *_) = due(party.table, party.luck, late=True)
    assert isinstance(chosen, Moved)
    assert COLOUR < chosen.move <= COLOUR + 4


async def test_a_game_goes_on_without_whoever_is_late(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    setup, clock = set_up(people=2, first_dealer="pick"), Clock()
    async with sitting(tmp_path / "db", setup, start_twin("virtual")) as people:
        game = people.game
        game.turn = Turn(clock)
        await people.play(until=lambda table: table.state.phase is Phase.TURN)
        before = game.table.changed
        await game.hurry(30)
        await asyncio.sleep(0.05)
        assert game.table.changed == before, "there is time"
        clock.now_s += 30
        await game.hurry(30)  # somebody looks at the clock
        async with asyncio.timeout(60):
            async for _ in game.watch():
                if game.table.changed > before:
                    break
