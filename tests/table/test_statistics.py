"""What matches come to, against sums that are worked out another way."""

from collections import Counter
from dataclasses import fields

import pytest
from cardslinger.rules.events import Dealt, Fired, Joined, Moved, Outcome, PointsCounted, Turned
from cardslinger.rules.events import Kept as CardsKept
from cardslinger.rules.match import Match
from cardslinger.rules.notation import format_event, parse_event
from cardslinger.rules.ruleset import Scoring
from cardslinger.table.entries import (
    Confirmed,
    Entry,
    FreePress,
    LauncherSaid,
    Paused,
    Seated,
    WentOn,
)
from cardslinger.table.errors import JournalError
from cardslinger.table.setup import Setup
from cardslinger.table.table import Table
from cardslinger.table.totals import Totals
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.records import ATTACK, ATTACK_HK, REAL_CARDS, RECORDS
from tests.rules.random_matches import matches
from tests.rules.test_invariants import SEEDS, steps
from tests.table.journals import (
    LAST_IS_A_REVERSE,
    NAMES,
    counted,
    fired,
    of_match,
    of_record,
)


def played(match: Match, seed: int) -> tuple[Setup, list[Entry]]:
    seats = match.state.seated
    list(steps(match, seed))
    return of_match(match, seats)


def lines_that_stand(entries: list[Entry]) -> list[str]:
    """The events in notation; each undo has taken the lines of a step away."""
    lines: list[list[str]] = []
    undone = False
    for entry in entries:
        if isinstance(entry, Seated):
            continue
        line = format_event(entry)  # type: ignore[arg-type]
        follows = " returned " in line or line.endswith(" waived")
        if line == "undo":
            lines.pop()
        elif not follows:
            lines.append([line])
        elif not undone:
            lines[-1].append(line)
        undone = line == "undo" or (undone and follows)
    return [line for step in lines for line in step]


@settings(max_examples=120)
@given(matches(), SEEDS)
def test_a_match_comes_to_what_the_table_has_come_to(match: Match, seed: int) -> None:
    setup, entries = played(match, seed)
    table = Table(setup)
    table.take(entries)
    found = counted(setup, entries)
    state = match.state
    assert found.digest == table.state.digest() == state.digest()
    assert len(found.rounds) == state.rounds
    assert {one.seat: one.score for one in found.seats if one.seated} == {
        seat: state.scores[seat] for seat in state.seated
    }
    assert found.winners == tuple(NAMES[seat] for seat in state.winners())
    assert found.over == table.over
    assert sum(one.rounds_won for one in found.players.values()) == sum(
        one.winner is not None for one in found.rounds
    )


@settings(max_examples=120)
@given(matches(), SEEDS)
def test_figures_are_the_sums_of_the_lines_that_stand(match: Match, seed: int) -> None:
    setup, entries = played(match, seed)
    said: dict[str, Counter[int]] = {
        figure: Counter() for figure in ("played", "cut", "calls", "catches", "caught", "cards")
    }
    dealing = False
    for line in lines_that_stand(entries):
        word, _, rest = line.partition(" ")
        verb, _, operand = rest.partition(" ")
        dealing = line == "deal launcher" or (dealing and word != "turned")
        if word.isdigit():
            seat = int(word)
            said["played"][seat] += verb in ("play", "cut", "lay")
            said["cut"][seat] += verb == "cut"
            said["calls"][seat] += verb == "uno"
            if verb == "catch":
                said["catches"][seat] += 1
                said["caught"][int(operand[0])] += 1
            if verb in ("fired", "kept") and not dealing:
                said["cards"][seat] += int(operand.split()[0])
    found = counted(setup, entries)
    for seat, name in enumerate(NAMES):
        if player := found.players.get(name):
            assert player.cards_played == said["played"][seat]
            assert player.cut_ins == said["cut"][seat]
            assert player.calls == said["calls"][seat]
            assert player.catches == said["catches"][seat]
            assert player.caught == said["caught"][seat]
            assert player.cards_received == said["cards"][seat]


@settings(max_examples=80)
@given(matches(), SEEDS)
def test_points_of_a_seat_are_its_score_unless_it_joined_later(match: Match, seed: int) -> None:
    setup, entries = played(match, seed)
    found = counted(setup, entries)
    joined = {entry.seat for entry in entries if isinstance(entry, Joined)}
    for one in found.seats:
        if one.seat not in joined:
            player = found.players[one.name]
            assert player.points + player.penalty_points == one.score
            takes = setup.rules.scoring is Scoring.WINNER_TAKES
            assert (player.penalty_points if takes else player.points) == 0


@settings(max_examples=60)
@given(matches(), SEEDS, st.integers(0, 200))
def test_a_match_cut_off_anywhere_between_steps_can_be_counted(
    match: Match, seed: int, count: int
) -> None:
    seats = match.state.seated
    for number, _ in enumerate(steps(match, seed)):
        if number == count:
            break
    setup, entries = of_match(match, seats)
    assert counted(setup, entries).digest == match.state.digest()


# -- case 20 ---------------------------------------------------------------------------------------


def test_a_match_whose_last_card_is_a_reverse_counts_for_whoever_laid_it() -> None:
    found = counted(*of_record(LAST_IS_A_REVERSE))
    assert found.winners == ("East",)
    assert [one.winner for one in found.rounds] == [1]
    assert {one.name: one.score for one in found.seats} == {"North": 0, "East": 10, "South": 0}
    east = found.players["East"]
    assert (east.won, east.rounds_won, east.points, east.cards_played) == (1, 1, 10, 1)
    assert [found.players[name].won for name in ("North", "South")] == [0, 0]


def test_a_winners_own_cards_never_score() -> None:
    found = counted(*of_record(ATTACK))
    assert [found.players[name].points for name in ("North", "East", "South")] == [0, 77, 0]
    assert found.rounds[0].scores == {0: 0, 1: 77, 2: 0}


# -- who -------------------------------------------------------------------------------------------


def test_debts_calls_and_catches_of_a_short_match() -> None:
    players = counted(*of_record(ATTACK)).players
    assert (players["East"].catches, players["North"].caught) == (1, 1)
    assert (players["South"].calls, players["North"].presses_owed) == (1, 2)
    south = players["South"]
    assert (south.presses_owed, south.cards_received, south.largest_fire) == (2, 3, 2)
    assert (players["North"].blanks, players["North"].presses[1]) == (1, 1)
    assert all(one.presses_chosen == 0 for one in players.values())


def test_a_seat_that_is_taken_over_counts_for_whoever_sits_there() -> None:
    setup, entries = of_record(ATTACK)
    caught = entries.index(parse_event("1 catch 0"))
    found = counted(setup, [*entries[: caught + 1], Seated(0, "Zoe"), *entries[caught + 1 :]])
    assert found.seats[0].names == ("North", "Zoe")
    assert (found.players["North"].caught, found.players["Zoe"].caught) == (1, 0)
    assert (found.players["North"].cards_played, found.players["Zoe"].cards_played) == (1, 0)
    assert (found.players["North"].presses_owed, found.players["Zoe"].presses_owed) == (0, 2)
    assert (found.players["North"].rounds, found.players["Zoe"].rounds) == (0, 1)


def test_whoever_has_the_winning_seat_at_the_end_has_won() -> None:
    setup, entries = of_record(LAST_IS_A_REVERSE)
    found = counted(setup, [*entries[:-1], Seated(1, "Bot 1", "greedy"), entries[-1]])
    assert found.winners == ("Bot 1",)
    assert (found.players["East"].won, found.players["Bot 1"].won) == (0, 1)
    assert (found.players["Bot 1"].bot, found.players["East"].bot) == (True, False)


def test_a_cut_in_counts() -> None:
    assert counted(*of_record(ATTACK_HK)).players["North"].cut_ins == 1


# -- undo ------------------------------------------------------------------------------------------


def test_an_undone_press_counts_for_nobody_but_the_launcher() -> None:
    setup, entries = of_record(REAL_CARDS)
    undo = entries.index(parse_event("undo"))
    before, after = counted(setup, entries[:undo]), counted(setup, entries[: undo + 2])
    assert before.players["Dia"].cards_received == 3
    assert after.players["Dia"].cards_received == 0
    assert after.players["Dia"].presses == {}


# -- the launcher ----------------------------------------------------------------------------------


def with_the_launcher() -> tuple[Setup, list[Entry]]:
    """ATTACK, each fire as the launcher told it; one is in doubt, one is nobody's."""
    setup, entries = of_record(ATTACK)
    told: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Fired):
            told += fired(len(told) + 1, entry.cards)
        told.append(entry)
    doubt = {"seat": 2, "cards": 1, "booked": 1, "fire": ["boot", len(told) - 2]}
    told.insert(-1, Paused("count", doubt))
    told.insert(-1, Confirmed(1))
    place = told.index(parse_event("1 catch 0"))
    free: list[Entry] = [
        *fired(99, 2),
        Paused("free_press", {"cards": 2}),
        FreePress(2),
        Paused("jam", {"cards": 0}),
        WentOn("jam"),
    ]
    return setup, [*told[:place], *free, *told[place:]]


def test_the_launcher_is_counted_as_the_table_counts_it() -> None:
    setup, entries = with_the_launcher()
    table = Table(setup)
    table.take(entries)
    found = counted(setup, entries).launcher
    assert found.cards == table.reported == 6
    assert found.button_presses == 5
    assert (found.fires, found.blanks, found.outcomes) == (5, 1, {"ok": 5})
    assert (found.counts_confirmed, found.free_presses) == (1, 1)
    assert found.pauses == {"count": 1, "free_press": 1, "jam": 1}
    assert found.presses == {"classic": {1: 2, 0: 1, 2: 2}}


def test_a_word_that_comes_behind_the_count_of_its_fire_counts_once() -> None:
    setup, _ = of_record(ATTACK)
    told = fired(1, 3)
    doubt = Paused("count_unknown", {"seat": 1, "cards": 0, "booked": 0, "fire": ["boot", 1]})
    counts_first: list[Entry] = [told[0], doubt, Confirmed(4), told[1]]
    table = Table(setup)
    table.take(counts_first)
    assert counted(setup, counts_first).launcher.cards == table.reported == 4


def test_pauses_side_by_side_are_counted_each() -> None:
    setup, _ = of_record(ATTACK)
    stops: list[Entry] = [Paused("lid"), Paused("stray", {"cards": 1}), Paused("lid"),
                          Paused("stray", {"cards": 2}), WentOn("lid"), Paused("lid")]  # fmt: skip
    assert counted(setup, stops).launcher.pauses == {"lid": 2, "stray": 1}


def test_a_count_that_people_correct_counts_as_they_say() -> None:
    setup, _ = of_record(ATTACK)
    doubt = Paused("count", {"seat": 1, "cards": 3, "booked": 3, "fire": ["boot", 1]})
    entries: list[Entry] = [*fired(1, 3, outcome="suspect"), doubt, Confirmed(4)]
    launcher = counted(setup, entries).launcher
    assert (launcher.cards, launcher.presses) == (4, {"classic": {4: 1}})


def test_a_press_is_of_the_profile_it_was_drawn_from() -> None:
    setup, _ = of_record(ATTACK)
    first = fired(1, 3, outcome="suspect")
    first[0] = LauncherSaid("boot", 1, "firing", {"by": "press", "wanted": 3, "profile": "brutal"})
    doubt = Paused("count", {"seat": 1, "cards": 3, "booked": 3, "fire": ["boot", 1]})
    entries: list[Entry] = [*first, doubt, *fired(3, 0), Confirmed(3)]
    assert counted(setup, entries).launcher.presses == {"brutal": {3: 1}, "classic": {0: 1}}


def test_cards_of_a_free_press_that_are_kept_are_received() -> None:
    setup, entries = of_record(ATTACK)
    found = counted(setup, [*entries[:2], FreePress(2, 0), CardsKept(0, 2)])
    north = found.players["North"]
    assert (north.cards_received, north.most_cards, north.presses) == (2, 4, {})


def test_a_press_that_was_stopped_before_its_first_card_is_none() -> None:
    setup, entries = of_record(ATTACK)
    caught = entries.index(parse_event("1 catch 0"))
    found = counted(setup, [*entries[: caught + 1], Fired(0, 0, Outcome.JAM)])
    assert found.players["North"].presses_owed == 0
    assert found.players["North"].blanks == 0


def test_what_the_launcher_deals_is_nothing_received() -> None:
    record = REAL_CARDS.split("\n\n")[0] + "\n\n"
    setup, _ = of_record(record)
    match = setup.begin()
    wishes = ["0 deals"] if not match.state.contenders else ["0 drew R7", "4 drew R5", "7 drew R3"]
    for wish in [*map(parse_event, wishes), Dealt(by_launcher=True)]:
        match.happen(match.ask(wish))  # type: ignore[arg-type]
    for _ in setup.sitters:
        match.happen(match.ask(Fired(match.state.seat, setup.rules.hand_size)))  # type: ignore[arg-type]
    match.happen(match.ask(Turned(parse_event("turned R5").card)))  # type: ignore[arg-type, union-attr]
    found = counted(*of_match(match, setup.sitters))
    assert {one.cards_received for one in found.players.values()} == {0}
    assert {one.most_cards for one in found.players.values()} == {setup.rules.hand_size}


# -- time ------------------------------------------------------------------------------------------


def test_breaks_are_not_played() -> None:
    setup, entries = of_record(ATTACK)
    assert counted(setup, entries).played_s == len(entries)
    assert counted(setup, entries, seconds_apart=3600).played_s == 0
    resumed = counted(setup, [*entries, Paused("resumed")])
    assert resumed.played_s == len(entries)
    assert counted(setup, []).played_s == 0


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (Moved(2, parse_event("2 play Y5").move), "refusal.not_your_turn"),  # type: ignore[union-attr]
        (parse_event("undo"), "refusal.nothing_to_undo"),
        (parse_event("1 waived"), "refusal.no_wish"),
        (PointsCounted(1, 5), "refusal."),
        (LauncherSaid("boot", 1, "fired", {}), "can't have happened"),
        (Confirmed(3), "no count is in doubt"),
    ],
)
def test_an_entry_that_can_be_read_but_cannot_be_is_named(wrong: Entry, reason: str) -> None:
    setup, entries = of_record(LAST_IS_A_REVERSE)
    alone = reason in ("refusal.nothing_to_undo", "refusal.no_wish")
    first = [wrong] if alone else [*entries[:2], wrong]
    with pytest.raises(JournalError, match=reason) as damaged:
        counted(setup, first)
    assert f"entry {len(first)}" in str(damaged.value)


def test_somebody_who_joins_without_a_name_is_damage() -> None:
    setup, entries = of_record(ATTACK)
    with pytest.raises(JournalError, match="seat 5"):
        counted(setup, [*entries, Joined(5)])


# -- all matches -----------------------------------------------------------------------------------


def test_totals_add_up_players_by_name_and_keep_the_first_of_equal_records() -> None:
    all_matches = [counted(*of_record(text)) for text in (*RECORDS.values(), ATTACK)]
    totals = Totals(all_matches)
    assert totals.matches == len(all_matches)
    for name, player in totals.players.items():
        mine = [match.players[name] for match in all_matches if name in match.players]
        assert player.matches == len(mine)
        for one in fields(player):
            values = [getattr(figures, one.name) for figures in mine]
            if one.name in ("largest_fire", "most_cards"):
                assert getattr(player, one.name) == max(values)
            elif one.name == "presses":
                assert player.presses == sum(values, Counter())
            elif one.name != "bot":
                assert getattr(player, one.name) == sum(values)
    assert totals.longest_round is not None
    longest = [one.turns for match in all_matches for one in match.rounds]
    assert totals.longest_round.value == max(longest)
    assert totals.largest_fire is not None
    assert totals.largest_fire.name in totals.players


def test_no_match_has_no_records() -> None:
    totals = Totals()
    assert (totals.largest_fire, totals.most_cards, totals.longest_round) == (None, None, None)
