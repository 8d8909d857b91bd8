"""`cardslinger play --text`: people at a terminal, with bots and the launcher."""

import asyncio
import io
import json
import re
import signal
import termios
import time
from pathlib import Path

import pytest
from cardslinger.cli.prompt import Prompt
from cardslinger.rules.cards import parse_card
from cardslinger.table.entries import Asked
from cardslinger.table.journal import Journal
from cardslinger.table.resume import latest_open, resumed
from rich.console import Console

from tests.cli.person import TITLE, TWIN, Person, best, offers, play
from tests.cli.test_cli import assert_refused, run
from tests.web.clients import Program

WIPE = "\x1b[3J"


def test_a_whole_round_is_played_by_number_and_goes_on_after_quit(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with play(journal, "--seed", "4") as terminal:
        person = Person(terminal)
        last = person.play_until(" won the round\n")
        assert "1 round played" in last
        assert "deal" in offers(last)
        person.answer("quit")
        code, shown = terminal.end()
    assert code == 0
    assert f"--text --resume --db {journal} --port '{TWIN}'` goes on with it" in shown
    for told in ("You played ", "Bot 1 played ", "The first card is ", " won the round"):
        assert told in shown
    history = Journal.read(journal)
    table = resumed(history, 1)
    assert table.state.rounds == 1
    asked = [kept.entry for kept in history.entries(1) if isinstance(kept.entry, Asked)]
    assert len(asked) > 3
    history.close()
    with play(journal, "--resume") as terminal:
        person = Person(terminal)
        screen = person.screen()
        assert "The match goes on where it stood." in screen
        assert "Round won by" not in screen
        terminal.until("! The launcher has started anew.")  # another twin; one go is enough
        person.skip()
        person.answer("go")
        assert "deal" in offers(person.screen())
        person.answer("1")
        assert "Round 2" in person.screen()


def test_a_press_is_made_by_p_and_what_came_of_it_is_told(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db", "--seed", "1", "--seats", "You,bot") as terminal:
        person = Person(terminal)
        person.play_until("press the launcher")
        before = terminal.shown.count("You pressed: no card") + terminal.shown.count("gave You")
        person.answer("p")
        shown = person.screen()
        came = shown.count("You pressed: no card") + shown.count("gave You")
        assert came or before < terminal.shown.count("You pressed: no card") + terminal.shown.count(
            "gave You"
        )


def test_help_lists_what_can_be_typed_here(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db") as terminal:
        person = Person(terminal)
        person.screen()
        person.answer("?")
        shown = terminal.until("the match is kept for --resume")
    assert "load 40, clear" in shown
    assert "hands 2 5" not in shown
    assert "talk 2" not in shown


def test_what_is_typed_wrongly_is_answered_in_a_line_and_nothing_happens(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db") as terminal:
        person = Person(terminal)
        person.screen()
        for line, answer in (
            ("99", "Nothing has the number 99 here; ? helps"),
            ("xyzzy", "“xyzzy” can't be read; ? helps"),
            ("count", "How many cards came? Such as: count 7"),
            ("count 3", "No count is in doubt."),
            ("go", "Nothing stands still: play on."),
            ("launch", "No exact draw is due now."),
            ("back", "No cards lie there without an owner."),
            ("undo", "That is only for a table with real cards."),
            ("1 play R7", "That is not yours to say."),
            ("sit 3 You", "Somebody else is called You already."),
        ):
            person.answer(line)
            terminal.until(answer)


def test_letters_can_be_taken_back_and_arrows_do_nothing(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db") as terminal:
        Person(terminal).screen()
        terminal.type("\x1b[A\x1b[Dxyz\x7f\x7fé名\r")
        terminal.until("“xé名” can't be read")


def test_two_people_never_see_each_others_hand(tmp_path: Path) -> None:
    arguments = ("--seats", "North,South", "--seed", "2")
    with play(tmp_path / "journal.db", *arguments) as terminal:
        person = Person(terminal)
        for _ in range(40):
            screen = person.screen()
            if " won the round" in screen:
                break
            person.answer(best(screen))
        person.answer("quit")
        terminal.end()
        raw = terminal.raw
    control = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
    pages = [control.sub("", page).replace("\r", "") for page in raw.split(WIPE)]
    faced = set()
    for page in pages:
        screens = [screen for screen in page.split(TITLE) if "Your hand" in screen]
        holders = {re.search(r"▸ \d (\w+)", screen).group(1) for screen in screens}
        assert len(holders) <= 1, page
        if holders:
            [holder] = holders
            assert f"{holder}: press Enter, the others look away" in page
            faced |= holders
    assert faced == {"North", "South"}


async def test_what_one_player_was_typing_is_gone_with_the_hand() -> None:
    pressed: asyncio.Queue[str] = asyncio.Queue()
    prompt = Prompt(Console(file=io.StringIO(), force_terminal=True), pressed)
    line = asyncio.create_task(prompt.line())
    for key in "play R7":
        pressed.put_nowait(key)
    await asyncio.sleep(0.01)
    prompt.wipe()
    for key in "uno\n":
        pressed.put_nowait(key)
    assert await line == "uno"


def test_a_hand_is_wiped_off_when_a_second_person_sits_down_and_at_the_end(tmp_path: Path) -> None:
    with play(tmp_path / "journal.db", "--seats", "North,bot", "--seed", "1") as terminal:
        person = Person(terminal)
        person.play_until("Your hand")
        assert WIPE not in terminal.raw
        person.answer("sit 1 South")
        terminal.until("Seat 1 is now played by South")
        terminal.until(": press Enter, the others look away")
        assert "Your hand" not in terminal.raw.rpartition(WIPE)[2]
        person.answer("")
        terminal.until("look away\n> \n\ncardslinger")
        person.answer("quit")
        terminal.end()
        assert terminal.raw.count(WIPE) == 2
        assert "Your hand" not in terminal.raw.rpartition(WIPE)[2]


def test_a_round_with_real_cards_is_told_by_its_people(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    arguments = ("--cards", "physical", "--seats", "North,South", "--flag", "hand_size=3")
    lines = ["0 drew R9", "1 drew R3", "deal", "turned R5"]
    with play(journal, *arguments) as terminal:
        person = Person(terminal)
        for line in lines:
            person.screen()
            person.answer(line)
        assert "South · waiting for a move" in person.screen()
        person.answer("r7")
        assert "South played R7" in person.screen()
        person.answer("undo")
        assert "The last step is taken back: South played R7" in person.screen()
        person.answer("1 play R8")
        person.screen()
        person.answer("p")
        screen = person.screen()
        assert re.search(r"North pressed|the launcher gave \d+ cards? to North", screen)
        person.answer("R2 uno")
        assert "South called UNO!" in person.screen()
        person.answer("hands 0 2")
        assert "Counted: 2 cards in the hand of North" in person.screen()
        person.answer("hopper 60")
        assert "60 cards in it" in person.screen()
        person.answer("B2")
        person.screen()
        person.answer("1 play B3")
        screen = person.screen()
        assert "points North 35" in screen
        person.answer("points 0 35")
        screen = person.screen()
        assert "South won the round" in screen
        assert re.search(r"1 South +\d+ +35", screen)
        assert "Your hand" not in terminal.shown
        person.answer("quit")
        assert terminal.end()[0] == 0


def test_an_exact_draw_waits_until_the_launcher_faces_the_seat(tmp_path: Path) -> None:
    arguments = ("--rules", "all-wild", "--seats", "You,bot", "--seed", "3")
    with play(tmp_path / "journal.db", *arguments) as terminal:
        screen = Person(terminal).play_until("the launcher faces You: launch")
        assert re.search(r"turn it to You, who gets exactly \d cards?", screen)
        person = Person(terminal)
        person.skip()
        person.answer("launch")
        terminal.until("the launcher gave ")


def test_a_jam_shows_its_cure_and_nothing_is_lost(tmp_path: Path) -> None:
    arguments = ("--seats", "You,bot", "--seed", "1")
    with play(tmp_path / "journal.db", *arguments, port=f"{TWIN}&fault=jam") as terminal:
        person = Person(terminal)
        press = "press the launcher (p)"
        screen = person.play_until(
            "A card is stuck in the launcher.",
            lambda screen: "p" if press in offers(screen) else best(screen),
        )
        assert "Type clear to take it out, then: go" in screen
        person.answer("1 play R7")
        terminal.until("That is not yours to say.")
        person.answer("clear")
        terminal.until("Taken out: 2 cards; the lid is closed.")  # and the one that pushed it
        person.answer("clear")
        terminal.until("Nothing is stuck, the lid is closed.")
        person.answer("go")
        assert "stuck" not in person.screen().rpartition(TITLE)[2]


def test_an_empty_hopper_is_filled(tmp_path: Path) -> None:
    arguments = ("--seats", "You,bot", "--seed", "1")
    with play(tmp_path / "journal.db", *arguments, port="virtual://?speed=0&cards=0") as terminal:
        person = Person(terminal)
        press = "press the launcher (p)"
        screen = person.play_until(
            "No card came: ", lambda screen: "p" if press in offers(screen) else best(screen)
        )
        assert "Type load to fill the hopper" in screen
        person.answer("load 30")
        terminal.until("The hopper holds 30 cards.")
        person.answer("go")
        person.screen()


def test_a_free_press_is_settled(tmp_path: Path) -> None:
    arguments = ("--seats", "You,bot", "--seed", "1")
    with play(tmp_path / "journal.db", *arguments) as terminal:
        person = Person(terminal)
        person.screen()
        for _ in range(6):  # before the deal it is nobody's press; it may give no card
            person.answer("p")
        terminal.until("that nobody owes.")
        deadline_s = time.monotonic() + 2
        while time.monotonic() < deadline_s:
            terminal.read()
        person.skip()
        assert "1 for You to keep (keep You)" in terminal.shown
        person.answer("keep")
        terminal.until("Who keeps the cards? Such as: keep You")
        person.answer("keep you")
        terminal.until("Not now: waiting for the deal.")
        person.answer("back")
        assert "deal" in offers(person.screen())


def test_ctrl_c_keeps_the_match_and_leaves_the_terminal_sane(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with play(journal) as terminal:
        before = termios.tcgetattr(terminal._here)
        person = Person(terminal)
        person.screen()
        terminal.type("half a li")
        terminal.until("half a li")
        terminal._child.send_signal(signal.SIGINT)
        code, shown = terminal.end()
        assert termios.tcgetattr(terminal._here)[3] | termios.ECHO == before[3] | termios.ECHO
    assert code == 130
    assert "The match is kept" in shown
    assert "Traceback" not in shown
    history = Journal.read(journal)
    assert latest_open(history) == 1
    history.close()


@pytest.mark.parametrize(
    ("options", "code", "reason"),
    [
        (["--json", "--seats", "bot,bot"], 2, "a match at the terminal: --text --json"),
        (["--text", "--seats", "North,,bot"], 1, "seat 1 has no name"),
        (["--text", "--seats", "North,bot:clever"], 1, "no bot 'clever': one of"),
        (["--text", "--seats", "bot"], 1, "1 players: there must be 2 to 10"),
        (["--text", "--seats", "North,North"], 1, "two players are called 'North'"),
        (["--text", "--cards", "physical"], 1, "a bot can't hold real cards"),
        (["--text", "--flag", "stacking"], 1, "write NAME=VALUE, such as stacking=yes"),
        (["--text", "--flag", "stocking=yes"], 1, "there is no flag 'stocking'"),
        (["--text", "--flag", "stacking=maybe"], 1, "stacking must be yes or no"),
        (["--text", "--deck", "no.toml"], 1, "can't read the deck no.toml (No such file"),
        (["--text", "--deck", __file__], 1, "not TOML"),
        (["--text", "--resume", "--deck", "no.toml"], 2, "leave out --deck"),
        (["--text", "--group", "friends"], 1, "there is no group 'friends'"),
        (["--text", "--json"], 1, "--json plays bots only"),
        (["--text", "--resume"], 1, "begin a match first, without --resume"),
        (["--text", "--match", "9"], 1, "begin a match first, without --match"),
        (["--text", "--seats", ",".join("ABCDEFGHIJK")], 1, "11 players: it is 2 to 10 players"),
        (["--text", "--seats", "\U0001f468\u200d\U0001f469,B"], 1, "signs that can be printed"),
        (["--text", "--resume", "--seats", "North,bot"], 2, "leave out --seats"),
        (["--text", "--resume", "--flag", "stacking=yes"], 2, "leave out --flag"),
        (["--text", "--group", "a", "--seats", "North,bot"], 2, "leave out --seats"),
        (["--text"], 2, "no terminal to ask on"),
    ],
)
def test_bad_input_is_refused_and_nothing_fires(
    tmp_path: Path, options: list[str], code: int, reason: str
) -> None:
    journal = tmp_path / "journal.db"
    done = run("play", "--db", str(journal), "--port", TWIN, *options)
    assert_refused(done, code, reason)
    if journal.exists():
        history = Journal.read(journal)
        assert history.matches() == []
        history.close()


def test_a_table_plays_with_a_deck_of_its_own(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    printed = run("rules", "attack", "--deck")
    assert printed.returncode == 0
    deck.write_text(printed.stdout.replace('name = "attack"', 'name = "few wilds"')
                    .replace('"Wild" = 4', '"Wild" = 1'))  # fmt: skip
    journal = tmp_path / "journal.db"
    seats = ("--seats", "bot,bot", "--seed", "1", "--flag", "match_points=1")
    options = ("--db", str(journal), "--port", TWIN, "--deck", str(deck), *seats)
    done = run("play", "--text", "--json", *options)
    assert done.returncode == 0, done.stderr
    history = Journal.read(journal)
    played = resumed(history, 1).state.deck
    history.close()
    assert (played.name, len(played), played.no_colour[parse_card("Wild")]) == ("few wilds", 109, 1)
    assert_refused(run("play", "--text", *options, "--rules", "all-wild"), 1, "all-wild")


def test_a_group_is_saved_and_sits_down_again(tmp_path: Path) -> None:
    journal = str(tmp_path / "journal.db")
    bots = ("--flag", "match_points=50", "--seed", "1", "--json", "--text", "--port", TWIN)
    done = run("play", "--db", journal, "--seats", "bot,bot:random", "--save-group", "us", *bots)
    assert done.returncode == 0, done.stderr
    done = run("play", "--db", journal, "--group", "us", *bots)
    assert json.loads(done.stdout)["match"] == 2
    history = Journal.read(Path(journal))
    assert [one.bot for one in history.setup(2).sitters.values()] == ["greedy", "random"]
    assert history.setup(2).rules.match_points == 50
    history.close()


def test_a_group_is_saved_by_whoever_plays_on_pages_too(tmp_path: Path) -> None:
    journal = tmp_path / "db"
    with Program(journal, TWIN, "--seats", "Anna,bot", "--save-group", "us"):
        pass
    history = Journal.read(journal)
    assert [one.name for one in history.groups()["us"]] == ["Anna", "Bot 1"]
    history.close()


def test_the_usual_journal_lies_in_the_data_folder(tmp_path: Path) -> None:
    options = ("--seats", "bot,bot", "--flag", "match_points=1", "--port", TWIN)
    done = run("play", "--text", *options, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert " won the match!" in done.stdout
    assert list(tmp_path.glob("cardslinger/table.db"))
