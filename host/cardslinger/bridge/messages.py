"""What the launcher says, checked and typed. Times are the device's milliseconds since power-on."""

from enum import StrEnum
from typing import Any, TypeVar

import msgspec

Kind = TypeVar("Kind")


class Hello(msgspec.Struct, frozen=True):
    """Who answers: given when a session begins."""

    protocol: int
    firmware: str
    runtime: str  # "MicroPython v1.25.0" on a board
    board: str  # unique id of the chip
    boot: str  # another one at each power-on
    cause: int  # machine.reset_cause()
    settings: str  # CRC of the settings
    limits: dict[str, int]
    caps: list[str]
    next: int  # number of the next event
    oldest: int  # oldest event still held
    done: bool | None = None  # whether it has done the command that was asked about


class Status(msgspec.Struct, frozen=True):
    """What the launcher does, and its counts since power-on."""

    state: str  # idle, firing, lid_open, testing, menu, safe or restarting
    cards: int  # fired
    strays: int  # passed the beam outside a fire: pulled out by hand, or a hand itself
    fires: int
    presses: int
    waiting: int  # presses that wait for the present fire to end
    dropped: int  # events that fell out of the full ring
    resent: int  # events sent more than once
    text: int  # lines of plain text skipped on the wire
    damaged: int  # frames with a wrong CRC or JSON
    long: int  # lines over the limit
    free: int  # heap bytes; 0 on the virtual board
    up_ms: int
    armed: int = 0  # presses that the host has armed
    skipped: int = 0  # telemetry that was never sent


class Pong(msgspec.Struct, frozen=True):
    """The answer to a ping: the device's clock."""

    t: int
    us: int | None = None  # in microseconds, less whole rounds of 2^30


class FireBegun(msgspec.Struct, frozen=True):
    """The answer to a fire: its number."""

    fire: int


class Setting(msgspec.Struct, frozen=True):
    """One setting of the device, with what it can be: a range, or choices."""

    name: str
    value: bool | int | str | list[int]
    count: int  # settings in all
    min: int | None = None
    max: int | None = None
    choices: list[bool | str] = []


class Kept(msgspec.Struct, frozen=True):
    """The answer to a change of settings: their CRC now."""

    settings: str


class PassedCards(msgspec.Struct, frozen=True, rename={"number": "from"}):
    """The answer to `cards`: those that passed the beam, from this number on."""

    number: int
    us: list[int]
    mv: list[int]
    first: list[int]


class Passage(msgspec.Struct, frozen=True):
    """A card that passed the beam."""

    number: int  # of the cards since power-on, from 1
    blocked_us: int
    motor_mv: int  # what the motor got in the mean: the battery's voltage times the duty
    first: bool  # of a burst: the motor still sped up. A retry starts another burst


class Armed(msgspec.Struct, frozen=True):
    """The answer to `arm`: presses that are armed now."""

    presses: int


class Seeded(msgspec.Struct, frozen=True):
    """The answer to `seed`."""

    seed: int


class Life(msgspec.Struct, frozen=True):
    """Counts over the launcher's life, kept over power-off."""

    boots: int
    presses: int
    fires: int
    cards: int
    jams: int
    faults: int
    crashes: int
    motor_s: int  # driven, in seconds


class LogEntry(msgspec.Struct, frozen=True):
    """A fault that the launcher remembers."""

    count: int  # entries in all
    place: int  # 0 is the newest
    boot: int  # number of the power-on
    s: int  # seconds since then
    what: str  # jam, blocked, driver or sensor of a fire; button, settings, life, watchdog, error
    text: str = ""


class Testing(msgspec.Struct, frozen=True):
    """The answer to `selftest`: what is being measured now."""

    what: str


class Stopped(msgspec.Struct, frozen=True):
    """The answer to `stop`."""


class Restarting(msgspec.Struct, frozen=True):
    """The answer to `restart`."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered event of one boot. Kinds that this host does not know arrive as plain `Event`."""

    ev: str
    n: int
    boot: str
    t: int


class Firing(Event, frozen=True, kw_only=True):
    """A fire began; `n` is its number."""

    by: str  # press or host
    wanted: int
    profile: str | None = None  # that the press was drawn from
    left: int = 0  # armed presses
    whose: int | None = None  # as it was armed when the button went down; None: it was not
    waited: bool = False  # the button went down while another fire went on
    seeded: bool = False  # drawn by a known sequence: a test is under way


class Fired(Event, frozen=True, kw_only=True):
    """A fire ended: `cards` left, counted by the sensor."""

    fire: int  # number of its Firing
    by: str
    wanted: int
    cards: int
    outcome: str  # ok, suspect, over, no_card, jam, blocked, sensor, lid, driver
    ms: int
    maybe: int | None = None  # another number of cards that may be right
    tries: int = 0  # times that the roller turned back for a card that did not come
    unjudged: int = 0  # cards whose length said nothing: only the edges counted them


class Lid(Event, frozen=True, kw_only=True):
    """The lid was opened, which stops the motor, or closed."""

    open: bool


class Stray(Event, frozen=True, kw_only=True):
    """Something passed the beam since the last fire: cards pulled out by hand, or the hand."""

    cards: int


class SettingsLost(Event, frozen=True, kw_only=True, rename={"source": "from"}):
    """The stored settings were damaged: `old_copy` was taken, or the defaults (`damaged`)."""

    source: str


class PressRefused(Event, frozen=True, kw_only=True):
    """A press came and did nothing."""

    by: str  # press
    why: str  # busy (enough others waited), lid (it is open), safe (safe mode) or restarting


class ButtonStuck(Event, frozen=True, kw_only=True):
    """The button has been down for too long, or is up again."""

    stuck: bool


class Menu(Event, frozen=True, kw_only=True):
    """The menu that needs no host was left, with these settings."""

    profile: str
    mute: bool


class Tested(Event, frozen=True, kw_only=True):
    """A measurement of a self-test, with its limits; None where there is none."""

    what: str
    ok: bool
    value: int
    unit: str
    min: int | None = None
    max: int | None = None
    last: bool = False  # of the self-test that was asked for


class CutOff(Event, frozen=True, kw_only=True):
    """A reset cut a fire off: `cards` had passed the beam, and nobody knows what came after."""

    by: str
    wanted: int
    cards: int


class Missed(msgspec.Struct, frozen=True):
    """Events `first` to `last` happened but are lost: too many for who had to keep them."""

    first: int
    last: int


class Restarted(msgspec.Struct, frozen=True):
    """The device has started anew, now as `boot`: what it had not told is lost, so the count of
    cards must be confirmed. Of a fire under way, as far as this host knows: `cards` had passed."""

    boot: str
    firing: Firing | None = None
    cards: int = 0


class Began(msgspec.Struct, frozen=True):
    """A host with an empty record has met this boot: its record begins behind event `number`."""

    boot: str
    number: int


class Passed(msgspec.Struct, frozen=True):
    """Telemetry: so many cards of the fire under way have passed. May be skipped, is not kept."""

    fire: int
    cards: int


class State(StrEnum):
    """How the connection to a launcher stands."""

    CONNECTED = "connected"
    LOST = "lost"  # the port is gone, or nobody answers: tried again and again
    RESUMING = "resuming"  # the port is open: greeting
    INCOMPATIBLE = "incompatible"  # another protocol, or another board


class ConnectionChanged(msgspec.Struct, frozen=True):
    """The connection is another one now, and why it is not as it should be."""

    state: State
    why: str = ""


News = Event | Began | Missed | Restarted | Passed | ConnectionChanged

_KINDS: dict[str, type[Event]] = {
    "firing": Firing,
    "fired": Fired,
    "refused": PressRefused,
    "settings": SettingsLost,
    "stray": Stray,
    "lid": Lid,
    "button": ButtonStuck,
    "menu": Menu,
    "tested": Tested,
    "cut": CutOff,
}


def typed(facts: Any, kind: type[Kind]) -> Kind:
    """What the launcher said, as `kind`. Raises msgspec.ValidationError."""
    try:
        return msgspec.convert(facts, kind)
    except UnicodeEncodeError as error:  # half a surrogate pair, which no message can quote
        raise msgspec.ValidationError("text that is no Unicode") from error


def event_from(message: dict[str, Any]) -> Event:
    """The event in a message that has "ev". Raises msgspec.ValidationError."""
    return typed(message, _KINDS.get(str(message.get("ev")), Event))
