"""A match in a terminal: what happens is printed, what is typed is asked of the table."""

import asyncio
import uuid
from collections import deque

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from cardslinger.cli.play_bots import Attendant
from cardslinger.cli.prompt import Prompt
from cardslinger.cli.seating import next_bot
from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.table_commands import Do, Moment, Say, Unclear, parse
from cardslinger.cli.table_hands import Hands
from cardslinger.cli.table_help import table_help
from cardslinger.cli.table_hints import Hints, may_cut_in
from cardslinger.cli.table_news import News
from cardslinger.cli.table_offers import Offer, Offers
from cardslinger.cli.table_people import People
from cardslinger.cli.table_screen import Screen
from cardslinger.cli.table_trouble import Trouble
from cardslinger.cli.table_waits import Waits, Who, persons, waits
from cardslinger.rules.cards import COLOUR_LETTERS, format_card
from cardslinger.rules.events import Refusal
from cardslinger.table.errors import JournalError
from cardslinger.table.game import Game
from cardslinger.table.messages import Message, Play, Wish
from cardslinger.table.table import TO_BE_SEEN
from cardslinger.table.views import Role, TableView, table_view
from cardslinger.words import Words
from cardslinger.words.printable import printable

LINES_KEPT = 12  # that are shown again once a hand is wiped off
_MARK = "· "  # before each thing that happened
_NOBODY = -1  # no seat; the table lets it say nothing


class TextTable:
    """Plays one match at one terminal until it is over or somebody quits."""

    def __init__(self, game: Game, words: Words, console: Console, prompt: Prompt) -> None:
        self._game, self._console, self._prompt = game, console, prompt
        self._words, self._say = words, words.say
        self._hands = Hands(game.launcher, words)
        self._cards = CardNames(words, game.table.setup.deck)
        twin = self._hands.on_twin
        self._screen, self._trouble = Screen(words), Trouble(words, twin)
        self._offers, self._hints = Offers(words, twin), Hints(words, self._cards)
        self._news = News(words, game.table, self._hands)
        self._recent: deque[Text] = deque(maxlen=LINES_KEPT)
        self._drawn: tuple[TableView, list[str]] | None = None
        self._facing: int | None = None  # whose hand may be seen, where several share the screen
        self._hand_of: int | None = None  # whose hand is on the screen
        self._shared = False
        self._sent_for: int | None = None  # who has been asked to come
        self._on_offer: tuple[Offer, ...] = ()
        self._seen = game.table.number  # what those at the terminal know

    # -- the loop -------------------------------------------------------------------------------

    async def run(self) -> bool:
        """Whether the match is over. Raises what ended the game, and JournalError."""
        changed = asyncio.Event()
        watching = asyncio.create_task(self._watch(changed))
        typing: asyncio.Task[str] | None = None
        try:
            while True:
                changed.clear()
                self.catch_up()
                if self._game.table.over:
                    return True
                typing = typing or asyncio.create_task(self._prompt.line())
                notice = asyncio.create_task(changed.wait())
                await asyncio.wait((typing, notice, watching), return_when=asyncio.FIRST_COMPLETED)
                notice.cancel()
                if watching.done():
                    watching.result()
                if typing.done():
                    line, typing = typing.result(), None
                    if not await self._obey(line):
                        return False
        except EOFError:  # Ctrl-D
            return False
        finally:
            for task in (watching, typing):
                if task:
                    task.cancel()
            self._prompt.close()
            if self._shared and self._hand_of is not None:
                self._wipe()

    async def run_bots(self) -> None:
        """A match without people, to its end. Raises TableError where hands are needed."""
        attendant = Attendant(self._game)
        async for _ in self._game.watch():
            await attendant.mend()
            self.catch_up()

    async def _watch(self, changed: asyncio.Event) -> None:
        """Set it whenever there is something new. It waits for nothing else, or would miss some."""
        async for _ in self._game.watch():
            self._news.notice()
            changed.set()

    # -- what is shown --------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Tell what has happened since, and show the table where somebody has to act."""
        self._news.notice()
        for line in self._news.lines():
            self._tell(line)
        table = self._game.table
        waiting = waits(table)
        self._share()
        if self._shared:
            self._turn_away(waiting)
        if waiting.who is Who.NOBODY:
            self._drawn, self._on_offer = None, ()
        elif self._shared and waiting.who is Who.SEAT and self._facing != waiting.seat:
            self._send_for(waiting.seat)
        else:
            self._show(waiting)
        self._seen = table.number

    def _tell(self, line: Text) -> None:
        shown = Text.assemble((_MARK, "dim"), line)
        self._recent.append(shown)
        self._prompt.print(shown)
        self._drawn = None  # it stands above this line, and does not have it

    def _show(self, waiting: Waits) -> None:
        view, also = self._view(waiting), self._also_seen()
        if self._drawn == (_as_shown(view), also):
            return
        self._drawn = (_as_shown(view), also)
        self._hand_of = view.seat if view.hand else self._hand_of
        why = self._hands.why_not()
        self._on_offer, hint = (), ""
        if waiting.who is not Who.OVER:
            self._on_offer = self._offers.find(view, lost=bool(why))
            hint = self._hints.find(view, self._cutters(view))
        trouble = self._trouble.tell(view, why, also)
        drawn = self._screen.draw(self._console, view, trouble, self._on_offer, hint, bool(why))
        self._prompt.print(drawn)

    def _view(self, waiting: Waits) -> TableView:
        """What the one at the terminal may see."""
        table = self._game.table
        people = persons(table)
        seat = self._facing if self._shared else people[0] if len(people) == 1 else None
        if table.setup.physical:
            seat = waiting.seat if waiting.who is Who.SEAT else None
        return table_view(table, Role.SCREEN if seat is None else Role.SEAT, seat)

    def _also_seen(self) -> list[str]:
        """Pauses that end with the first one, as nobody has to do anything for them."""
        codes = [pause.code for pause in self._game.table.pauses]
        return [code for code in codes[1:] if {code, codes[0]} <= TO_BE_SEEN]

    def _cutters(self, view: TableView) -> list[int]:
        """Who may cut in by what lies open, where more than one are told of it."""
        table = self._game.table
        told = table.setup.physical or self._shared
        others = [seat for seat in persons(table) if seat != view.seat] if told else []
        return [seat for seat in others if may_cut_in(table.state, seat)]

    # -- several people, one screen -------------------------------------------------------------

    def _share(self) -> None:
        """Whether several people share the screen; if only one is left it is that one's alone."""
        people = persons(self._game.table)
        shared = len(people) > 1 and not self._game.table.setup.physical
        if self._shared and not shared:
            if self._hand_of is not None and self._hand_of not in people:
                self._wipe()
            self._facing = self._sent_for = None
            self._drawn = None
        self._shared = shared

    def _turn_away(self, waiting: Waits) -> None:
        """Wipe the hand off the screen as soon as it is not its player's any more."""
        seen = self._hand_of
        if seen is not None and not seen == self._facing == waiting.seat:
            self._wipe()
        if waiting.who is not Who.SEAT:
            self._sent_for = None

    def _wipe(self) -> None:
        self._facing = self._drawn = self._hand_of = None
        self._prompt.wipe()
        self._prompt.print(*self._recent)

    def _send_for(self, seat: int) -> None:
        self._drawn, self._on_offer = None, ()
        if self._sent_for != seat:
            self._sent_for = seat
            told = self._say("screen.look_away", name=self._news.name(seat))
            self._prompt.print(Text(), Text(told, "bold"))

    # -- what is typed --------------------------------------------------------------------------

    async def _obey(self, line: str) -> bool:
        """Whether to go on."""
        command = parse(line, self._moment())
        if command is Do.QUIT:
            return False
        if command is Do.SHOW:
            self._show_again()
        elif command is Do.HELP:
            self._prompt.print(Text(), self._help())
        elif isinstance(command, Unclear):
            self._answer(self._say(command.code, **command.facts))
        elif isinstance(command, Say):
            await self._ask(command)
        elif answer := await self._hands.do(command):
            self._answer(answer)
        return True

    def _moment(self) -> Moment:
        table = self._game.table
        state, people = table.state, persons(table)
        seat: int | None = state.seat
        if not state.physical and len(people) == 1:
            seat = people[0]
        names = self._names()
        return Moment(
            self._on_offer,
            None if seat == -1 else seat,
            state.phase,
            People(names),
            self._cards,
            next_bot(set(names.values())),
            state.physical,
            COLOUR_LETTERS[state.active].strip(),
            any(pause.code == "free_press" for pause in table.pauses),
        )

    def _names(self) -> dict[int, str]:
        return {seat: self._news.name(seat) for seat in self._game.table.state.seated}

    def _show_again(self) -> None:
        waiting = waits(self._game.table)
        if self._shared and waiting.who is Who.SEAT:
            self._facing = waiting.seat
        self._drawn = None

    def _help(self) -> RenderableType:
        setup, name = self._game.table.setup, People(self._names()).example
        return table_help(
            self._words, self._console.width, setup, self._cards, name, twin=self._hands.on_twin
        )

    def _answer(self, words: str) -> None:
        self._prompt.print(Text(printable(words), "italic"))

    async def _ask(self, said: Say) -> None:
        seen = self._seen
        for wish in said.wishes:
            message = Message(uuid.uuid4().hex, wish, self._speaker(said.seat), seen)
            try:
                answer = await self._game.ask(message)
            except JournalError as error:
                self._answer(self._say("typed.not_kept", reason=str(error)))
                return
            if isinstance(answer, Refusal):
                self._answer(self._refused(answer, wish))
                return
            seen = self._game.table.number

    def _refused(self, refusal: Refusal, wish: Wish) -> str:
        """Why not, with the name of whoever sits on a seat."""
        state, facts = self._game.table.state, dict(refusal.facts)
        seat = facts.get("seat")
        if isinstance(seat, int) and seat in state.seated:
            facts["seat"] = f"{seat} ({self._news.name(seat)})"
        told = self._say(refusal.code, **facts)
        if refusal.code != "refusal.not_your_turn" or not isinstance(wish, Play):
            return told
        whose, _, event = wish.event.partition(" ")
        card = format_card(state.top)
        if event != f"play {card}" or not may_cut_in(state, int(whose)):
            return told
        cut = self._say("hint.out_of_turn", name=self._news.name(int(whose)), card=card)
        return f"{told} {cut}"

    def _speaker(self, seat: int | None) -> int | None:
        """Nobody here speaks for a bot; with real cards, whoever types speaks for all."""
        table = self._game.table
        if seat is None or table.setup.physical or seat not in table.state.seated:
            return None
        return next(iter(persons(table)), _NOBODY) if table.bot(seat) else seat


def _as_shown(view: TableView) -> TableView:
    """Without what changes though nothing that is drawn does."""
    launcher = msgspec.structs.replace(view.launcher, reported=0)
    return msgspec.structs.replace(view, number=0, launcher=launcher)
