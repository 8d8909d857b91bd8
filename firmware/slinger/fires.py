"""One fire after another: the motor driven as the feed wants, every card counted and told."""

from .feed import BLOCKED, BRAKE, DRIVE, DRIVER, JAM, LID, OK, OVER, REVERSE, SENSOR, SUSPECT, Feed
from .limits import TELEMETRY_MS

FINE = (OK, SUSPECT, OVER)  # play can go on at once
FAULTS = (JAM, BLOCKED, DRIVER, SENSOR)  # worth remembering; an empty hopper is none


class Fires:
    """`tell(event, facts)` numbers and sends an event, `show(facts)` what is going on."""

    def __init__(self, board, settings: dict, tell, show):
        self._clock = board.clock
        self._motor, self._sensor, self._battery = board.motor, board.card_sensor, board.battery
        self._lid = board.lid
        self._feed = Feed(settings, board.battery.millivolts())
        self._tell, self._show = tell, show
        self._watchdog = board.watchdog
        self.prepare()
        self.firing = False  # from the press until its outcome is told
        self.cards = self.fires = self.strays = 0
        self._counted = 0  # cards by the sensor that are in a report
        self._number = 0
        self._by = ""
        self._began_ms = 0
        self._driving_since_ms = None
        self._driven_ms = 0  # not yet taken
        self._cut_number = 0  # of the event that tells of it
        self._noted = 0  # cards of this fire that outlive a reset
        self._shown_ms = 0

    def tell_cut_off(self) -> None:
        """A reset came in the middle of a fire: nobody knows what left after these cards."""
        if self._watchdog.cut:
            by_press, wanted, cards = self._watchdog.cut
            by = "press" if by_press else "host"
            self._cut_number = self._tell("cut", {"by": by, "wanted": wanted, "cards": cards})

    def forget_cut_off(self, oldest: int) -> None:
        """The host has acknowledged all events before `oldest`: only then a further reset needs to
        know no more of a fire that was cut off."""
        if self._cut_number and oldest > self._cut_number:
            self._cut_number = 0
            if not self.firing:
                self._watchdog.fire_is_told()

    def prepare(self) -> None:
        """Work out what `hurry` needs, while there is time: after a fire or another setting."""
        self._first_percent = self._feed.first_duty_percent

    def hurry(self, cards: int, now_ms: int) -> None:
        """Start the motor for a press, if `begin` will: a millisecond before it comes to that."""
        if cards and not self._lid.is_open() and self._feed.may_drive(self._sensor, now_ms):
            self._motor.drive(self._first_percent)

    def begin(self, by: str, cards: int, facts: dict, percent=None) -> int:
        """Start to feed. Returns the number of the fire.

        `facts` are told with it; `percent` is another duty for this fire.
        """
        feed, sensor, now_ms = self._feed, self._sensor, self._clock.now_ms()
        sensor.look()
        strays = sensor.trailing - self._counted
        feed.start(cards, sensor, now_ms, percent)
        if self._lid.is_open():
            feed.stop(LID, now_ms)
        self._drive_motor(now_ms)
        self.firing = True
        self.fires += 1
        if strays:
            self.strays += strays
            self._counted += strays
            self._tell("stray", {"cards": strays})
        self._by, self._began_ms = by, now_ms
        told = {"by": by, "wanted": cards}
        told.update(facts)
        self._number = self._tell("firing", told)
        if cards:
            self._noted = 0
            self._watchdog.note_fire(self.by_press, cards, 0)
        return self._number

    @property
    def feeding(self) -> bool:
        """True until `finish` is due."""
        return self._feed.busy

    async def step(self) -> None:
        """Wait for an edge or a time-out, and do what the feed wants then."""
        feed, sensor = self._feed, self._sensor
        edge = await sensor.moved.wait(feed.wait_ms(self._clock.now_ms()))
        sensor.look()
        if edge and feed.motor == DRIVE:
            feed.battery_mv = self._battery.millivolts()
        now_ms = self._clock.now_ms()
        feed.step(sensor, now_ms)
        self._drive_motor(now_ms)
        if feed.cards != self._noted:
            self._passed(now_ms)

    def _passed(self, now_ms: int) -> None:
        """Another card: should a reset come now, it must not be forgotten."""
        self._noted = self._feed.cards
        self._watchdog.note_fire(self.by_press, self.wanted, self._noted)
        if now_ms - self._shown_ms >= TELEMETRY_MS:
            self._shown_ms = now_ms
            self._show({"tm": "passed", "fire": self._number, "cards": self._noted})

    def stop(self, verdict: str) -> None:
        """Something else ends the fire: LID, DRIVER or STOP. Nothing turns after this."""
        if self._feed.busy:
            now_ms = self._clock.now_ms()
            self._feed.stop(verdict, now_ms)
            self._drive_motor(now_ms)
            self._sensor.moved.set()  # the feed's wait is another one now
        else:
            self._motor.off()

    def finish(self) -> str:
        """The fire is over: tell, and return the outcome."""
        feed = self._feed
        self.firing = False
        self.prepare()
        self.cards += feed.cards
        self._counted = feed.seen
        facts = {
            "fire": self._number,
            "by": self._by,
            "wanted": feed.wanted,
            "cards": feed.cards,
            "outcome": feed.outcome,
            "ms": self._clock.now_ms() - self._began_ms,
        }
        if feed.maybe is not None:
            facts["maybe"] = feed.maybe
        if feed.unjudged:
            facts["unjudged"] = feed.unjudged
        if feed.tries:
            facts["tries"] = feed.tries
        self._tell("fired", facts)
        self._watchdog.fire_is_told()
        return feed.outcome

    @property
    def by_press(self) -> bool:
        return self._by == "press"

    @property
    def wanted(self) -> int:
        """Cards of the present fire, or the last."""
        return self._feed.wanted

    @property
    def passed(self) -> int:
        """Cards of the present fire, or the last."""
        return self._feed.cards

    def recent(self, number: int) -> tuple:
        """Cards that passed, from this number on: see `Lengths.recent`."""
        return self._feed.lengths.recent(number)

    def learn_anew(self) -> None:
        """Settings have changed, and with them how long a card may take."""
        self._feed.lengths.forget()
        self.prepare()

    def loosen(self) -> None:
        """Other cards may be in the hopper now: see `Lengths.loosen`."""
        self._feed.lengths.loosen()

    def take_driven_s(self) -> int:
        """Whole seconds that the motor was driven since this was asked; the rest is kept."""
        seconds, self._driven_ms = divmod(self._driven_ms, 1000)
        return seconds

    def _drive_motor(self, now_ms: int) -> None:
        """Let the motor do what the feed wants; again and again, or it lets go by itself."""
        motor = self._feed.motor
        if motor == DRIVE:
            self._motor.drive(self._feed.duty_percent(now_ms))
        elif motor == REVERSE:
            self._motor.reverse(self._feed.duty_percent(now_ms))
        elif motor == BRAKE:
            self._motor.brake()
        else:
            self._motor.off()
        if (motor in (DRIVE, REVERSE)) != (self._driving_since_ms is not None):
            self._clock_motor(now_ms)

    def _clock_motor(self, now_ms: int) -> None:
        """It has begun to turn, or stopped."""
        if self._driving_since_ms is None:
            self._driving_since_ms = now_ms
        else:
            self._driven_ms += now_ms - self._driving_since_ms
            self._driving_since_ms = None
