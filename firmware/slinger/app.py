"""The application: joins hands, draw, fires, signals and host.

`board` has the named parts that `pico.Board` has; the twin brings its own.
"""

import asyncio

from . import VERSION, orders, signals
from .arms import Arms
from .draw import Draw
from .feed import BLOCKED, DRIVER, JAM, LID, NO_CARD, STOP
from .fires import FAULTS, FINE, Fires
from .hands import Hands
from .health import BEAT_MS, Life, RollCall
from .host import Host
from .limits import FIRE_MAX_CARDS, PROTOCOL, RUNTIME_CHARS
from .menu import Menu
from .press import HOLD_MS, STUCK
from .selftest import SelfTest
from .settings import SPEED_SETTINGS, checksum, load, save
from .show import Show
from .start import STEADY_MS

_RESTART_S = 0.3  # until the answer is out

_TASKS = ("hands", "fires", "show", "chores", "reader", "writer")
_HANDS = 1  # that one calls the others: if it hangs, nobody notes who is missing
# others: FAULT; an open lid is a state of its own
_TROUBLE = {NO_CARD: signals.EMPTY, JAM: signals.JAM, BLOCKED: signals.JAM, LID: None, STOP: None}


class App:
    """One launcher. `run` ends only by an exception, and then the motor is off."""

    def __init__(self, board, safe: bool = False) -> None:
        """`safe`: the motor is left alone, after a row of crashes; see start.py."""
        self._board = board
        self.now_ms, self.now_us = board.clock.now_ms, board.clock.now_us
        self._safe = safe
        self.settings, became = load(board.store)
        self.life = Life(board.store)
        self._roll = RollCall(_TASKS)
        self._hands = Hands(board, self.settings, self)
        self._draw = Draw(board.random_bits, self.settings["custom"])
        self.arms = Arms()
        self._show = Show(board, self.settings, self._to_be_shown, self._roll.report)
        self._test = SelfTest(board)
        self._about = {
            "protocol": PROTOCOL,
            "firmware": VERSION,
            "runtime": board.runtime[:RUNTIME_CHARS],
            "board": board.board_id,
            "boot": board.boot_id,
            "cause": board.reset_cause,
            "settings": checksum(self.settings),
            "limits": {"fire": FIRE_MAX_CARDS},
            "caps": ["safe"] if safe else ["fire"],
        }
        self._to_feed, self._to_chores = board.flag(), board.flag()
        self.host = Host(board, self._about, self._show.changed, self._roll.report)
        self.fires = Fires(board, self.settings, self.host.tell, self.host.show)
        self._flags = (self._to_feed, self._to_chores, self._show.changed, self.host.wake)
        self._began_ms = self._called = 0
        self._menu = None
        self._trouble = None  # the state to show until a fire goes well
        self.presses = self._blanks = 0
        self._restarting = False
        self._drawn_from = None
        self._redraw()
        if became in ("old_copy", "damaged"):
            self.host.tell("settings", {"from": became})
            self.life.note("settings", became, 0)
        if self.life.became in ("old_copy", "damaged"):
            self.life.note("life", self.life.became, 0)
        self.fires.tell_cut_off()
        if board.watchdog.bit:
            self._died("watchdog", self._roll.names(board.watchdog.noted))

    async def run(self) -> None:
        """Serve button, sensor and host until something breaks."""
        self._board.motor.off()
        self._began_ms = self.now_ms()
        self._board.watchdog.begin()
        self._board.watchdog.note(_HANDS)
        self._board.watchdog.feed()
        self._board.start_beat(BEAT_MS)
        self.host.link.announce()
        try:
            await asyncio.gather(
                self._hands.watch(),
                self._serve_fires(),
                self._do_chores(),
                self._show.run(),
                self.host.read(self._obey, self._armed_anew),
                self.host.write(),
            )
        finally:
            self._board.motor.off()

    def died(self, error: str) -> None:
        """The application has ended by this error: remember it. The motor is off."""
        self._died("error", error)

    def _died(self, what: str, text: str) -> None:
        self.life.note(what, text, self.now_ms())
        self.life.count("crashes", 1, self.now_ms())
        self.life.save()

    def free_bytes(self) -> int:
        return self._board.free_bytes(not self.fires.firing)

    # -- hands --------------------------------------------------------------------------------

    def lid_moved(self, is_open: bool) -> None:
        """Nothing turns while somebody can reach in."""
        if is_open:
            self.fires.stop(LID)
            self.fires.loosen()
            self.arms.waiting.clear()
        self._trouble = None  # a hand has been there
        self.host.tell("lid", {"open": is_open})
        self._show.changed.set()

    def lid_is_open(self) -> None:
        """Whatever began since it was opened."""
        if self.fires.feeding:
            self.fires.stop(LID)

    def driver_failed(self) -> None:
        """Nothing turns until it has recovered."""
        self._test.driver_fault = True
        self.fires.stop(DRIVER)

    def button_news(self, news: str) -> None:
        """It is STUCK, or FREED."""
        self._menu = None  # nobody chose anything
        self.host.tell("button", {"stuck": news == STUCK})
        if news == STUCK:
            self.life.note("button", news, self.now_ms())
        self._show.changed.set()

    def button_held(self, held_ms: int) -> None:
        """The menu opens."""
        if held_ms >= HOLD_MS and self.state() == "idle":
            self._menu = Menu(self.settings["profile"], self.settings["mute"], self.now_ms())
            self._show.play(signals.beeps(self._menu.beeps))

    def show_next(self) -> None:
        """The alarm has rung: light and buzzer go on."""
        self._show.changed.set()

    def menu_left_ms(self):
        """How long the menu is still open, or None."""
        return self._menu and max(self._menu.wait_ms(self.now_ms()), 1)

    def close_menu_in_time(self) -> None:
        """Nobody has pressed for a while: what was chosen counts."""
        if self._menu and not self._menu.wait_ms(self.now_ms()):
            self._close_menu()

    def pressed(self, now_ms: int) -> None:
        """A finger: the motor first, everything else after it."""
        state = self.state()
        if state == "idle":
            self.fires.hurry(self._drawn, now_ms)
            self._fire_drawn(self.arms.whose(self.host.link.session))
        elif state == "firing" and len(self.arms.waiting) < self.settings["presses_waiting"]:
            self.arms.wait(self.host.link.session)
        elif state == "menu":
            self._menu.press(self.now_ms())
            self._show.play(signals.beeps(self._menu.beeps))
        elif state == "testing":
            self._test.pressed = True
        else:
            why = {"firing": "busy", "lid_open": "lid"}.get(state, state)
            self.host.tell("refused", {"by": "press", "why": why})
            self._show.play(signals.REFUSED)
        self.presses += 1
        self.life.count("presses", 1, self.now_ms())

    def _close_menu(self) -> None:
        menu, self._menu = self._menu, None
        if "err" in self.keep({"profile": menu.profile, "mute": menu.mute}):
            self.life.note("settings", "flash full: the choice is not kept", self.now_ms())
            self._show.play(signals.REFUSED)
        else:
            self.host.tell("menu", {"profile": menu.profile, "mute": menu.mute})
        self._show.changed.set()

    # -- health -------------------------------------------------------------------------------

    def call_next(self) -> None:
        """Wake one task, so that a press never waits for all of them; after the last, the roll is
        complete."""
        self._roll.report("hands")
        if self.host.link.unacknowledged:
            self.host.wake.set()  # it looks whether the acknowledgement is late
        self._flags[self._called].set()
        self._called += 1
        if self._called == len(self._flags):
            self._called = 0
            self._end_call()

    def _end_call(self) -> None:
        """Feed the watchdog if all tasks have shown themselves since the last time."""
        watchdog, now_ms = self._board.watchdog, self.now_ms()
        if not self.host.unread():
            self._roll.report("reader")  # nothing to wake it with
        missing = self._roll.missing()
        if missing:
            watchdog.note(self._roll.mask(missing))
        else:
            watchdog.note(_HANDS)
            watchdog.feed()
        if now_ms - self._began_ms >= STEADY_MS:
            watchdog.steady()
        self.fires.forget_cut_off(self.host.link.oldest)
        if self.life.due(now_ms) and not self.fires.firing and not self._test.what:
            self.life.save()

    # -- cards --------------------------------------------------------------------------------

    def begin(self, by: str, cards: int, facts: dict, percent=None) -> int:
        """Start a fire; nothing may hinder it. Returns its number."""
        number = self.fires.begin(by, cards, facts, percent)
        self._to_feed.set()
        self._board.hands.set()  # a driver that reports a fault already gives no edge
        return number

    def _fire_drawn(self, whose, waited: bool = False) -> None:
        """Fire what is drawn for the next press: drawing takes longer than an answer may."""
        facts = {"profile": self._drawn_from}
        self.arms.use(whose, self.host.link.session)
        left = self.arms.left(self.host.link.session)
        if left:
            facts["left"] = left
        if whose is not None:
            facts["whose"] = whose
        if waited:
            facts["waited"] = True
        if self._draw.seeded:
            facts["seeded"] = True
        self.begin("press", self._drawn, facts)

    def _profile(self) -> str:
        """Of the next press."""
        armed = self.arms.left(self.host.link.session)
        return (armed and self.arms.profile) or self.settings["profile"]

    def _redraw(self) -> None:
        """Draw for the next press."""
        self._drawn_from = self._profile()
        self._drawn = self._draw.cards(self._drawn_from)

    def _redraw_for_other(self) -> None:
        """The same if it is another profile: a draw that nobody saw would be a draw lost."""
        if self._profile() != self._drawn_from:
            self._redraw()

    async def _serve_fires(self) -> None:
        fires = self.fires
        while True:
            await self._to_feed.wait()
            self._roll.report("fires")
            if fires.firing:
                self._show.changed.set()
                while fires.feeding:
                    await fires.step()
                    self._roll.report("fires")
                self._fired(fires.finish())
                await asyncio.sleep(0)  # a row of blanks that wait would keep the button waiting

    def _fired(self, outcome: str) -> None:
        fires, life, now_ms = self.fires, self.life, self.now_ms()
        life.count("fires", 1, now_ms)
        life.count("cards", fires.passed, now_ms)
        life.count("motor_s", fires.take_driven_s(), now_ms)
        if outcome in FAULTS:
            life.note(outcome, "%d of %d cards" % (fires.passed, fires.wanted), now_ms)
            life.count("jams" if outcome in (JAM, BLOCKED) else "faults", 1, now_ms)
        self._trouble = None if outcome in FINE else _TROUBLE.get(outcome, signals.FAULT)
        if fires.by_press:
            self._redraw()
            self._blanks = 0 if fires.wanted else self._blanks + 1
            if not fires.wanted:
                self._show.play(signals.blank(self._blanks))
        if outcome not in FINE:
            self.arms.waiting.clear()  # the machine needs a hand first
        self._board.tidy()
        if self.arms.waiting and not self._hands.lid_open:
            self._fire_drawn(self.arms.end_wait(self.host.link.session), waited=True)
        self._show.changed.set()

    # -- chores -------------------------------------------------------------------------------

    def begin_test(self, what: str) -> None:
        self._test.begin(what)
        self._to_chores.set()

    async def _do_chores(self) -> None:
        while True:
            await self._to_chores.wait()
            self._roll.report("chores")
            if self._test.what:
                for facts in await self._test.run(lambda: self._roll.report("chores")):
                    self.host.tell("tested", facts)
            if self._restarting:
                await asyncio.sleep(_RESTART_S)
                self._board.motor.off()
                self.life.save()
                self._board.restart()

    # -- signals ------------------------------------------------------------------------------

    def _to_be_shown(self) -> str:
        """The one thing that matters most to a person at the machine."""
        state = self.state()
        if state == "safe":
            return signals.SAFE
        if state == "lid_open":
            return signals.LID
        if state == "menu":
            return signals.MENU
        if self._hands.button_stuck:
            return signals.FAULT
        if state == "firing":
            return signals.FIRING
        if self._trouble:
            return self._trouble
        if self.arms.left(self.host.link.session):
            return self.arms.light
        return signals.HOST_LOST if self.host.link.lost else signals.READY

    # -- host ---------------------------------------------------------------------------------

    def _obey(self, name: str, arguments: dict) -> dict:
        return orders.obey(self, name, arguments)

    def _armed_anew(self) -> None:
        """Other presses are armed, or none; a new session ends what the one before armed."""
        self._redraw_for_other()
        self._show.changed.set()

    def state(self) -> str:
        if self._restarting:
            return "restarting"
        if self._test.what:
            return "testing"
        if self._safe:
            return "safe"
        if self.fires.firing:
            return "firing"
        if self._hands.lid_open:
            return "lid_open"
        return "menu" if self._menu else "idle"

    def arm(self, presses, profile, light, whose) -> dict:
        """The next presses as a host wants them."""
        wrong = self.arms.arm(presses, profile, light, whose, self.host.link.session)
        if wrong:
            return wrong
        self._armed_anew()
        return {"presses": presses}

    def stop(self) -> None:
        """The motor stands, whatever it was driven for; nothing waits and nothing is armed."""
        self.fires.stop(STOP)
        self.arms.drop()
        self._armed_anew()

    def seed(self, value: int) -> None:
        """Known draws from now on."""
        self._draw.seed(value)
        self._redraw()

    def keep(self, changes: dict) -> dict:
        """Change settings, on flash first. The motor must stand."""
        assert not self.fires.firing
        changed = [name for name in changes if changes[name] != self.settings[name]]
        values = dict(self.settings)
        values.update(changes)
        try:
            save(self._board.store, values)
        except OSError as error:
            return {"err": "store", "errno": error.errno}
        self.settings.update(values)
        if any(name in SPEED_SETTINGS for name in changed):
            self.fires.learn_anew()
        if "custom" in changed:
            self._draw.custom = values["custom"]
            self._redraw()
        self._redraw_for_other()
        self._about["settings"] = checksum(values)
        self._show.changed.set()
        return {"settings": self._about["settings"]}

    def restart_soon(self) -> None:
        """When the answer is out: leave safe mode, begin anew."""
        self._restarting = True
        self._to_chores.set()
