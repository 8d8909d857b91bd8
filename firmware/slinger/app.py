"""The application: joins press, draw, feed and link. The only place with tasks, beside drivers.

`board` has the named parts that `pico.Board` has; the twin brings its own.
"""

import asyncio

from . import VERSION, signals
from .draw import Draw
from .feed import BRAKE, DRIVE, DRIVER, LID, OK, REVERSE, SUSPECT, Feed
from .frame import Decoder
from .limits import EVENTS_KEPT, FIRE_MAX_CARDS, PROTOCOL
from .link import ACK_WAIT_MS, Link
from .press import Press
from .settings import DEFAULTS, SPECS, check, checksum, load, save

_BUTTON_LOOK_S = 0.02
_LID_SETTLES_S = 0.05  # closing: the switch bounces; opening acts at the first edge
_FAULT_LOOK_S = 0.1  # a driver that reports a fault again and again
_DRAIN_LOOK_S = 0.002  # a host that listens takes a line in about 2 ms
_DRAIN_LOOK_MAX_S = 0.5


class App:
    """One launcher. `run` ends only by an exception, and then the motor is off."""

    def __init__(self, board) -> None:
        self._board = board
        self._clock = board.clock
        self._settings, stored = load(board.store)
        self._press = Press(self._settings, board.button.is_down())
        self._draw = Draw(board.random_bits, self._settings["custom"])
        self._feed = Feed(self._settings, board.battery.millivolts())
        self._decoder = Decoder()
        self._about = {
            "protocol": PROTOCOL,
            "firmware": VERSION,
            "runtime": board.runtime,
            "board": board.board_id,
            "boot": board.boot_id,
            "cause": board.reset_cause,
            "settings": checksum(self._settings),
            "limits": {"fire": FIRE_MAX_CARDS, "events": EVENTS_KEPT},
            "caps": ["fire", "settings"],
        }
        self._link = Link(self._about)
        self._to_send = board.flag()
        self._to_remind = board.flag()
        self._to_feed = board.flag()
        self._to_sound = board.flag()
        self._signal = signals.READY
        self._firing = False  # from the press until its outcome is told
        self._fire_number = 0
        self._fire_by = ""
        self._fire_began_ms = 0
        self._drawn = self._draw_cards()  # for the next press: drawing takes longer than an answer
        self._waiting = 0
        self._cards = self._presses = self._fires = self._strays = 0
        self._counted = 0  # cards by the sensor that are in a report
        if stored in ("old_copy", "damaged"):
            self._tell("settings", {"from": stored})

    async def run(self) -> None:
        """Serve button, sensor and host until something breaks."""
        self._board.motor.off()
        self._link.announce()
        self._show(signals.READY)
        try:
            await asyncio.gather(
                self._watch_button(),
                self._watch_lid(),
                self._watch_driver(),
                self._feed_cards(),
                self._play_sounds(),
                self._read_host(),
                self._write_host(),
                self._remind_writer(),
            )
        finally:
            self._board.motor.off()

    # -- button -------------------------------------------------------------------------------

    async def _watch_button(self) -> None:
        button = self._board.button
        while True:
            while not self._press.settled:
                await asyncio.sleep(_BUTTON_LOOK_S)
                self._press.look(button.is_down(), self._clock.now_ms())
            button.watch()
            await button.moved.wait()
            if self._press.edge(button.is_down()):
                self._pressed()

    def _pressed(self) -> None:
        if self._board.lid.is_open():
            self._tell("refused", {"by": "press", "why": "lid"})
            self._show(signals.REFUSED)
        elif not self._firing:
            self._begin("press", self._drawn)
        elif self._waiting < self._settings["presses_waiting"]:
            self._waiting += 1
        else:
            self._tell("refused", {"by": "press", "why": "busy"})
            self._show(signals.REFUSED)
        self._presses += 1

    def _draw_cards(self) -> int:
        return self._draw.cards(self._settings["profile"])

    # -- guards -------------------------------------------------------------------------------

    async def _watch_lid(self) -> None:
        """Nothing turns while somebody can reach in."""
        lid = self._board.lid
        lid_open = lid.is_open()
        while True:
            lid.watch()
            if lid.is_open() == lid_open:
                await lid.moved.wait()
                await asyncio.sleep(_LID_SETTLES_S if lid_open else 0)
            if lid.is_open() != lid_open:
                lid_open = not lid_open
                if lid_open:
                    self._stop_feed(LID)
                    self._feed.lengths.loosen()  # cards may be put in
                self._tell("lid", {"open": lid_open})
                self._show(signals.LID if lid_open else signals.READY)

    async def _watch_driver(self) -> None:
        motor = self._board.motor
        while True:
            motor.watch_fault()
            await motor.fault_moved.wait()
            if motor.fault():
                self._stop_feed(DRIVER)
            await asyncio.sleep(_FAULT_LOOK_S)

    def _stop_feed(self, verdict: str) -> None:
        if self._feed.busy:
            self._feed.stop(verdict, self._clock.now_ms())
            self._drive_motor()
            self._board.card_sensor.moved.set()  # the feed's wait is another one now

    # -- cards --------------------------------------------------------------------------------

    def _begin(self, by: str, cards: int) -> int:
        """Start to feed; the motor first, then the news. Returns the number of the fire."""
        feed, sensor, now_ms = self._feed, self._board.card_sensor, self._clock.now_ms()
        if cards and feed.may_drive(sensor, now_ms):  # what start() would say 0.3 ms later
            self._board.motor.drive(feed.first_duty_percent)
        sensor.look()
        strays = sensor.trailing - self._counted
        feed.start(cards, sensor, now_ms)
        self._firing = True
        self._fires += 1
        if strays:
            self._strays += strays
            self._counted += strays
            self._tell("stray", {"cards": strays})
        self._fire_by, self._fire_began_ms = by, now_ms
        self._fire_number = self._tell("firing", {"by": by, "wanted": cards})
        self._to_feed.set()
        return self._fire_number

    async def _feed_cards(self) -> None:
        feed, sensor = self._feed, self._board.card_sensor
        while True:
            await self._to_feed.wait()
            self._show(signals.FIRING)
            while feed.busy:
                edge = await sensor.moved.wait(feed.wait_ms(self._clock.now_ms()))
                sensor.look()
                if edge and feed.motor == DRIVE:
                    feed.battery_mv = self._board.battery.millivolts()
                feed.step(sensor, self._clock.now_ms())
                self._drive_motor()
            self._finish_fire()

    def _drive_motor(self) -> None:
        wanted = self._feed.motor
        if wanted == DRIVE:
            self._board.motor.drive(self._feed.duty_percent(self._clock.now_ms()))
        elif wanted == REVERSE:
            self._board.motor.reverse(self._feed.duty_percent(self._clock.now_ms()))
        elif wanted == BRAKE:
            self._board.motor.brake()
        else:
            self._board.motor.off()

    def _finish_fire(self) -> None:
        feed = self._feed
        self._firing = False
        if self._fire_by == "press":
            self._drawn = self._draw_cards()
        self._cards += feed.cards
        self._counted += feed.cards
        facts = {
            "fire": self._fire_number,
            "by": self._fire_by,
            "wanted": feed.wanted,
            "cards": feed.cards,
            "outcome": feed.outcome,
            "ms": self._clock.now_ms() - self._fire_began_ms,
        }
        if feed.maybe is not None:
            facts["maybe"] = feed.maybe
        if feed.tries:
            facts["tries"] = feed.tries
        self._tell("fired", facts)
        if feed.outcome not in (OK, SUSPECT):
            self._waiting = 0  # the machine needs a hand first
            self._show(signals.FAULT)
        elif self._waiting:
            self._waiting -= 1
            self._begin("press", self._drawn)
        else:
            self._show(signals.READY if feed.wanted else signals.BLANK)
        self._board.tidy()

    # -- signals ------------------------------------------------------------------------------

    def _show(self, signal: tuple) -> None:
        self._signal = signal
        self._board.light.set(signal[0])
        if signal[1]:
            self._to_sound.set()

    async def _play_sounds(self) -> None:
        buzzer = self._board.buzzer
        while True:
            await self._to_sound.wait()
            _, tone_hz, length_ms = self._signal
            if tone_hz and not self._settings["mute"]:
                buzzer.tone(tone_hz)
                await asyncio.sleep(length_ms / 1000)
                buzzer.off()

    # -- host ---------------------------------------------------------------------------------

    def _tell(self, event: str, facts: dict) -> int:
        number = self._link.event(event, self._clock.now_ms(), facts)
        self._to_send.set()
        return number

    async def _read_host(self) -> None:
        while True:
            for message in self._decoder.feed(await self._board.serial.read()):
                command = self._link.receive(message)
                if command:
                    number, name, arguments = command
                    self._link.answer(number, self._obey(name, arguments))
                self._to_send.set()

    def _obey(self, name: str, arguments: dict) -> dict:
        if name == "ping":
            return {"t": self._clock.now_ms()}
        if name == "status":
            return self._status()
        if name == "fire":
            return self._fire(arguments.get("cards"))
        if name == "get":
            return self._get(arguments)
        if name == "set":
            return self._set(arguments.get("name"), arguments.get("value"))
        if name == "reset":
            return self._keep(dict(DEFAULTS))
        return {"err": "unknown_command"}

    def _fire(self, cards) -> dict:
        if not isinstance(cards, int) or isinstance(cards, bool):
            return {"err": "bad_value", "name": "cards"}
        if not 0 <= cards <= FIRE_MAX_CARDS:
            return {"err": "out_of_range", "name": "cards", "min": 0, "max": FIRE_MAX_CARDS}
        if self._firing:
            return {"err": "busy"}
        if self._board.lid.is_open():
            return {"err": "lid_open"}
        return {"fire": self._begin("host", cards)}

    def _get(self, arguments: dict) -> dict:
        """A setting by its name, or by its place from 0 on, with its range."""
        name, place = arguments.get("name"), arguments.get("place")
        if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(SPECS):
            name = sorted(SPECS)[place]
        if not isinstance(name, str) or name not in SPECS:
            return {"err": "unknown_setting", "name": str(name)[:20]}
        answer = {"name": name, "value": self._settings[name], "count": len(SPECS)}
        spec = SPECS[name]
        if len(spec) == 3:
            answer["min"], answer["max"] = spec[1], spec[2]
        elif isinstance(spec[1], tuple):
            answer["choices"] = list(spec[1])
        return answer

    def _set(self, name, value) -> dict:
        wrong = check(name, value)
        return wrong if wrong else self._keep({name: value})

    def _keep(self, changes: dict) -> dict:
        """Change settings, on flash first: never while the motor runs."""
        if self._firing:
            return {"err": "busy"}
        values = dict(self._settings)
        values.update(changes)
        try:
            save(self._board.store, values)
        except OSError as error:
            return {"err": "store", "errno": error.errno}
        self._settings.update(values)
        self._draw.custom = values["custom"]
        self._drawn = self._draw_cards()
        self._about["settings"] = checksum(values)
        return {"settings": self._about["settings"]}

    def _state(self) -> str:
        if self._firing:
            return "firing"
        return "lid_open" if self._board.lid.is_open() else "idle"

    def _status(self) -> dict:
        return {
            "state": self._state(),
            "cards": self._cards,
            "strays": self._strays,
            "fires": self._fires,
            "presses": self._presses,
            "waiting": self._waiting,
            "dropped": self._link.dropped,
            "resent": self._link.resent,
            "text": self._decoder.text_lines,
            "damaged": self._decoder.damaged_lines,
            "long": self._decoder.long_lines,
            "free": self._board.free_bytes(),
            "up_ms": self._clock.now_ms(),
        }

    async def _write_host(self) -> None:
        link = self._link
        while True:
            line = link.next_line(self._clock.now_ms())
            if line is None:
                if link.unacknowledged:
                    self._to_remind.set()
                await self._to_send.wait()
            else:
                await self._write(line)

    async def _remind_writer(self) -> None:
        """Wakes the writer when an acknowledgement is late. A wait with a time-out would do the
        same, but costs the Pico 2 ms an event."""
        while True:
            await self._to_remind.wait()
            await asyncio.sleep(ACK_WAIT_MS / 1000)
            if self._link.unacknowledged:
                self._to_send.set()

    async def _write(self, line: bytes) -> None:
        """Only into an empty buffer: MicroPython's write stops every task, the motor's among
        them, for half a second and more when a host does not read (micropython issue 9634)."""
        serial, pause_s = self._board.serial, _DRAIN_LOOK_S
        while line:
            while not serial.drained():
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, _DRAIN_LOOK_MAX_S)
            line = line[serial.write(line) :]
        self._link.wrote(self._clock.now_ms())
