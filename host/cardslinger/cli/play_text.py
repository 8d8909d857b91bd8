"""A match in a terminal: what happens is printed, what is typed is asked of the table."""

import asyncio
import itertools
import uuid
from collections import deque
from collections.abc import Sequence

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from cardslinger.cli.play_bots import Attendant
from cardslinger.cli.prompt import Prompt
from cardslinger.cli.table_commands import Do, Moment, Say, Unclear, parse
from cardslinger.cli.table_hands import Hands
from cardslinger.cli.table_help import table_help
from cardslinger.cli.table_lines import Lines
from cardslinger.cli.table_offers import Offer, Offers
from cardslinger.cli.table_screen import Screen
from cardslinger.cli.table_trouble import Trouble
from cardslinger.cli.table_waits import Waits, Who, persons, waits
from cardslinger.rules.events import Dealt, Event, Refusal, Reloaded
from cardslinger.table.errors import JournalError
from cardslinger.table.game import Game
from cardslinger.table.messages import Message
from cardslinger.table.setup import Sitter
from cardslinger.table.views import Role, TableView, table_view
from cardslinger.words import Words
from cardslinger.words.printable import printable

LINES_KEPT = 12  # that are shown again once a hand is wiped off
LINES_BEFORE = 5  # of a match that goes on
_MARK = "· "  # before each thing that happened
_NOBODY = -1  # no seat; the table lets it say nothing


class TextTable:
    """Plays one match at one terminal until it is over or somebody quits."""

    def __init__(self, game: Game, words: Words, console: Console, prompt: Prompt) -> None:
        self._game, self._console, self._prompt = game, console, prompt
        self._words, self._say = words, words.say
        self._hands = Hands(game.launcher, words)
        twin = self._hands.on_twin
        self._screen, self._trouble = Screen(words), Trouble(words, twin)
        self._offers, self._lines = Offers(words, twin), Lines(words, game.table.sitters)
        self._recent: deque[Text] = deque(maxlen=LINES_KEPT)
        self._told = max(0, len(game.table.match.events) - LINES_BEFORE)
        self._rounds = game.table.state.rounds
        self._sitters: dict[int, Sitter] = dict(game.table.sitters)
        self._why = ""  # the launcher is not connected, as it was told
        self._drawn: TableView | None = None
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
            if self._gated() and self._hand_of is not None:
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
            changed.set()

    # -- what is shown --------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Tell what has happened since, and show the table where somebody has to act."""
        self._tell_news()
        table = self._game.table
        waiting = waits(table)
        if self._gated():
            self._turn_away(waiting)
        if waiting.who is Who.NOBODY:
            self._drawn, self._on_offer = None, ()
        elif self._gated() and waiting.who is Who.SEAT and self._facing != waiting.seat:
            self._send_for(waiting.seat)
        else:
            self._show(waiting)
        self._seen = table.number

    def _tell_news(self) -> None:
        table = self._game.table
        self._tell_sitters()
        new = table.match.events[self._told :]
        self._told += len(new)
        for event in new:
            self._tell(self._lines.tell(event))
            if isinstance(event, Dealt) and event.cards and not _any_reload(new):
                self._tell(self._lines.first_card(table.state.discards[0]))
        self._tell_connection()
        rounds, self._rounds = self._rounds, table.state.rounds
        if table.state.rounds > rounds:
            winner = table_view(table, Role.SCREEN).round_winner
            if winner is None:
                self._tell(Text(self._say("happened.round_blocked"), "bold"))
            else:
                name = self._lines.name(winner)
                self._tell(Text(self._say("happened.round_won", name=name), "bold"))
        if table.over:
            names = ", ".join(self._lines.name(seat) for seat in table.state.winners())
            self._tell(Text(self._say("happened.match_won", name=names), "bold"))

    def _tell_sitters(self) -> None:
        now = dict(self._game.table.sitters)
        for seat, sitter in now.items():
            if self._sitters.get(seat) != sitter:
                self._tell(Text(self._say("happened.seated", name=sitter.name, seat=seat)))
        self._sitters = now

    def _tell_connection(self) -> None:
        """Lost or back, each once; a screen that is drawn meanwhile says it too."""
        why = self._hands.why_not()
        if why != self._why:
            told = "launcher.lost" if why else "launcher.connected"
            self._tell(Text(self._say(told, reason=printable(why)), "bold"))
            self._why = why

    def _tell(self, line: Text) -> None:
        shown = Text.assemble((_MARK, "dim"), line)
        self._recent.append(shown)
        self._prompt.print(shown)
        self._drawn = None  # it stands above this line, and does not have it

    def _show(self, waiting: Waits) -> None:
        view = self._view(waiting)
        if self._drawn is not None and _as_shown(view) == _as_shown(self._drawn):
            return
        self._drawn = view
        self._hand_of = view.seat if view.hand else self._hand_of
        drawing = bool(self._game.table.state.contenders)
        self._on_offer = () if waiting.who is Who.OVER else self._offers.find(view, drawing)
        trouble = self._trouble.tell(view, self._hands.why_not())
        hint = "" if waiting.who is Who.OVER else self._screen.hint(view, drawing)
        self._prompt.print(self._screen.draw(self._console, view, trouble, self._on_offer, hint))

    def _view(self, waiting: Waits) -> TableView:
        """What the one at the terminal may see."""
        table = self._game.table
        people = persons(table)
        seat = self._facing if self._gated() else people[0] if len(people) == 1 else None
        if table.setup.physical:
            seat = waiting.seat if waiting.who is Who.SEAT else None
        return table_view(table, Role.SCREEN if seat is None else Role.SEAT, seat)

    # -- several people, one screen -------------------------------------------------------------

    def _gated(self) -> bool:
        """Once several have shared the screen it stays so, whoever leaves."""
        virtual = not self._game.table.setup.physical
        self._shared = self._shared or (virtual and len(persons(self._game.table)) > 1)
        return self._shared

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
            told = self._say("screen.look_away", name=self._lines.name(seat))
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
        people = persons(table)
        seat: int | None = table.state.seat
        if not table.setup.physical and len(people) == 1:
            seat = people[0]
        bots = [one.name for one in table.sitters.values()]
        names = (f"Bot {number}" for number in itertools.count(1))
        free = next(number for number, name in enumerate(names) if name not in bots)
        return Moment(self._on_offer, None if seat == -1 else seat, table.state.phase, free)

    def _show_again(self) -> None:
        waiting = waits(self._game.table)
        if self._gated() and waiting.who is Who.SEAT:
            self._facing = waiting.seat
        self._drawn = None

    def _help(self) -> RenderableType:
        setup = self._game.table.setup
        return table_help(
            self._words,
            self._console.width,
            physical=setup.physical,
            twin=self._hands.on_twin,
            talk=setup.rules.table_talk_penalty > 0,
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
                self._answer(self._say(answer.code, **answer.facts))
                return
            seen = self._game.table.number

    def _speaker(self, seat: int | None) -> int | None:
        """Nobody here speaks for a bot; with real cards, whoever types speaks for all."""
        table = self._game.table
        if seat is None or table.setup.physical or seat not in table.state.seated:
            return None
        return next(iter(persons(table)), _NOBODY) if table.bot(seat) else seat


def _any_reload(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Reloaded) for event in events)


def _as_shown(view: TableView) -> TableView:
    """Without what changes though nothing that is drawn does."""
    launcher = msgspec.structs.replace(view.launcher, reported=0)
    return msgspec.structs.replace(view, number=0, launcher=launcher)
