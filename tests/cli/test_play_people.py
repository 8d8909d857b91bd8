"""`cardslinger play --text`: who sits there, who comes and goes, and what comes after a match."""

import itertools
import signal
from pathlib import Path

import pytest
from cardslinger.table.journal import Journal
from cardslinger.table.resume import resumed

from tests.cli.person import TITLE, TWIN, Person, offers, play
from tests.cli.terminal import Terminal
from tests.cli.test_cli import assert_refused, run

REAL = ("--cards", "physical", "--flag", "first_dealer=pick")
AGAIN = "Another match with the same players? [y/n]"


def test_one_who_is_left_alone_need_not_look_away_nor_deals(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db", "--seats", "Anna,Ben", "--seed", "2") as terminal:
        person = Person(terminal)
        person.play_until("Your hand")
        person.answer("leave Ben")
        terminal.until("Ben left")
        person.skip()
        person.answer("")
        last = person.screen().rpartition(TITLE)[2]
        assert "look away" not in terminal.shown.partition("Ben left")[2]
        assert "deal" not in offers(TITLE + last)
        assert "sit 1 Mei (or: sit 1 bot)" in last
        person.answer(offers(TITLE + last)["a bot sits down"])
        terminal.until("Bot 1 joined")
        person.skip()
        person.answer("")
        assert "deal" in offers(person.screen())
        person.answer("1")
        assert "look away" not in person.screen()


def test_a_hand_is_gone_with_its_player(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db", "--seats", "Anna,Ben,bot", "--seed", "2") as terminal:
        person = Person(terminal)
        screen = person.play_until("Your hand")
        holder, other = ("Anna", "Ben") if "\u25b8 0 Anna" in screen else ("Ben", "Anna")
        hand = screen.partition("Your hand")[2].splitlines()[0]
        person.answer(f"leave {holder}")
        terminal.until(f"{holder} left")
        person.skip()
        person.answer("")
        screen = person.screen()
        after = terminal.raw.rpartition("\x1b[3J")[2]
        assert "Your hand" in screen
        assert hand not in screen
        assert after.count("Your hand") == terminal.shown.partition(f"{holder} left")[2].count(
            "Your hand"
        )
        assert f"{other}: press Enter" not in terminal.shown.partition(f"{holder} left")[2]


def test_a_bot_that_sits_down_has_the_next_number(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db", "--seats", "You,bot,bot") as terminal:
        person = Person(terminal)
        person.screen()
        person.answer("sit 5 bot")
        terminal.until("Bot 3 joined")
        person.answer("leave bot 1")
        terminal.until("Bot 1 left")
        person.answer("sit 1 bot")
        terminal.until("Bot 1 joined")


def play_short_match(person: Person) -> None:
    """Ben wins it."""
    for line in ("0 deals", "deal", "turned R5", "hands Ben 1", "Ben uno", "r7"):
        person.screen()
        person.answer(line)
    person.screen()
    person.answer("points Anna 35")
    person.terminal.until(AGAIN)
    person.skip()


def test_after_a_match_the_same_players_may_play_another_one(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with play(journal, "--seats", "Anna,Ben", "--flag", "match_points=1", *REAL) as terminal:
        person = Person(terminal)
        play_short_match(person)
        terminal.type("y")
        screen = person.screen()
        assert "Round 1" in screen
        assert "let Anna deal" in screen
        person.answer("quit")
        code, shown = terminal.end()
    assert code == 0
    assert f"`cardslinger play --text --resume --db {journal}" in shown
    history = Journal.read(journal)
    first, second = (resumed(history, number) for number in (1, 2))
    history.close()
    assert first.over
    assert not second.over
    assert second.sitters == first.sitters
    assert second.setup.rules == first.setup.rules


@pytest.mark.parametrize("key", ["n", "\x04"])
def test_a_match_that_is_over_ends_where_nobody_wants_another_one(tmp_path: Path, key: str) -> None:
    journal = tmp_path / "journal.db"
    with play(journal, "--seats", "Anna,Ben", "--flag", "match_points=1", *REAL) as terminal:
        play_short_match(Person(terminal))
        terminal.type(key)
        code, shown = terminal.end()
    assert code == 0
    assert "kept" not in shown
    history = Journal.read(journal)
    assert len(history.matches()) == 1
    history.close()


@pytest.mark.parametrize("given", [True, False])
def test_what_is_kept_is_told_with_the_options_that_it_needs(
    tmp_path: Path, given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, needed = tmp_path / "our journal.db", ""
    options = ["--seats", "You,bot"]
    if given:
        options += ["--db", str(journal), "--port", TWIN, "--language", "en"]
        needed = f" --db '{journal}' --port '{TWIN}'"
    else:
        monkeypatch.setenv("CARDSLINGER_DB", str(journal))
        monkeypatch.setenv("CARDSLINGER_PORT", TWIN)
    for ending, how in itertools.product(("quit\r", ""), ([], ["--match", "1"])):
        if how and not journal.exists():
            continue
        begun = options if not how else [*how, *options[2:]]
        with Terminal("play", "--text", *begun) as terminal:
            Person(terminal).screen()
            if ending:
                terminal.type(ending)
            else:
                terminal._child.send_signal(signal.SIGINT)
            _, shown = terminal.end()
        by = "--match 1" if how else "--resume"
        assert f"The match is kept: `cardslinger play --text {by}{needed}` goes on" in shown


def test_a_group_is_not_replaced_unasked(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    bots = ("--flag", "match_points=1", "--json", "--text", "--port", TWIN, "--db", str(journal))
    run("play", "--seats", "bot,bot", "--save-group", "us", *bots)
    again = run("play", "--seats", "bot,bot", "--save-group", "us", *bots)
    assert again.returncode == 0, "they are the same"
    refused = run("play", "--seats", "bot,bot:random", "--save-group", "us", *bots)
    assert_refused(refused, 1, "there is a group 'us' already (Bot 1, Bot 2)")

    def saved() -> list[str]:
        history = Journal.read(journal)
        names = [sitter.name for sitter in history.groups()["us"]]
        matches.append(len(history.matches()))
        history.close()
        return names

    matches: list[int] = []
    for key, names in (("n", ["Bot 1", "Bot 2"]), ("y", ["Anna", "Ben"])):
        with play(journal, "--seats", "Anna,Ben", "--save-group", "us") as terminal:
            terminal.until("There is a group us already: Bot 1, Bot 2. Save these")
            terminal.type(key)
            terminal.until("stays as it is" if key == "n" else "drew")
        assert saved() == names
    assert matches == [2, 3]


def test_a_match_of_people_needs_a_terminal_and_says_so(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with play(journal, "--seats", "Anna,Ben") as terminal:
        Person(terminal).screen()
        terminal.type("quit\r")
        terminal.end()
    options = ("--text", "--db", str(journal), "--port", TWIN)
    for option in (["--match", "1"], ["--resume"], ["--resume", "--json"]):
        refused = run("play", *options, *option)
        assert refused.returncode in (1, 2)
        assert "--seats" not in refused.stderr
        assert "in a terminal" in refused.stderr or "leave out --json" in refused.stderr
    missing = run("play", *options, "--match", "7")
    assert_refused(missing, 1, f"has no match 7: `cardslinger history --db {journal}` lists them")


def test_whoever_plays_out_of_turn_is_told_how_to_cut_in(tmp_path: Path) -> None:
    with play(tmp_path / "j.db", "--rules", "attack-hk", "--seats", "Anna,Ben,Cleo", *REAL) as at:
        person = Person(at)
        for line in ("0 deals", "deal", "turned R5", "R8"):
            person.screen()
            person.answer(line)
        assert "may cut in, out of turn: Anna cut R8" in person.screen()
        person.answer("Anna R8")
        at.until("Wait for seat 2 (Cleo), who has to act first. Out of turn it is a cut-in: Anna")
        person.answer("Ben R9")
        at.until("Wait for seat 2 (Cleo), who has to act first.\n")
        person.answer("anna cut red 8")
        at.until("Anna cut in with R8")
        person.answer("keep zoe")
        at.until("Nobody here is called “zoe”; there are: Anna, Ben, Cleo")


def test_cards_under_a_discard_all_are_typed_as_they_lie_there(tmp_path: Path) -> None:
    with play(tmp_path / "j.db", "--seats", "Anna,Ben", *REAL) as terminal:
        person = Person(terminal)
        for line in ("0 deals", "deal", "turned R5", "r discard all", "lay R7", "r 9", "b3"):
            person.screen()
            person.answer(line)
        terminal.until("B3 can't go under it: only red cards can")
        assert terminal.shown.count("Ben laid ? under it") == 2
        person.answer("1")
        person.screen()
        person.answer("done")
        terminal.until("Ben laid no further card")


def test_a_free_press_without_a_card_is_told(tmp_path: Path) -> None:
    blank = "Somebody pressed though nobody had to: no card came"
    with play(tmp_path / "j.db", "--seats", "You,bot", "--profile", "classic") as terminal:
        person = Person(terminal)
        person.screen()
        for _ in range(60):
            terminal.type("p\r")
            for _ in range(5):
                terminal.read()
            if blank in terminal.shown:
                break
        terminal.until(blank)
