"""What a page says to the server over its socket, and what it hears. JSON, its kind under "is"."""

from typing import Annotated, Any

import msgspec

from cardslinger.table.happened import Happened
from cardslinger.table.messages import Wish
from cardslinger.table.views import TableView

TURN_MAX_S = 600
ID_MAX = 40  # letters; a page of ours needs 36


class _Said(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """By a page. `id` is answered once, whatever comes of it."""

    id: Annotated[str, msgspec.Meta(max_length=ID_MAX)]


class Ask(_Said, frozen=True, tag="ask"):
    """A wish, see `table.messages`, for the view of number `seen`."""

    wish: Wish
    seen: int | None = None
    of_table: bool = False  # the device speaks for the table, not for its seat


class Why(_Said, frozen=True, tag="why"):
    """Would this wish be refused, and why? Nothing happens."""

    wish: Wish


class NewSitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on the next seat; `bot` empty: a person."""

    name: str
    bot: str = ""


class Begin(_Said, frozen=True, tag="begin"):
    """A new match. Flags as they are written: `{"stacking": "yes"}`."""

    port: str
    rules: str
    flags: dict[str, str]
    physical: bool
    sitters: list[NewSitter]
    profile: str = ""
    save_group: str = ""


class Again(_Said, frozen=True, tag="again"):
    """A new match like the one that is over, with whoever sits there now."""


class Resume(_Said, frozen=True, tag="resume"):
    """Go on with a match of the journal."""

    match: int
    port: str


class Leave(_Said, frozen=True, tag="leave"):
    """Back to the set-up; the match is kept."""


class SitHere(_Said, frozen=True, tag="sit_here"):
    """The host's own device plays for this player too."""

    name: str


class Rename(_Said, frozen=True, tag="rename"):
    """The person on this seat is called otherwise; their devices stay theirs."""

    seat: int
    name: str


class Forget(_Said, frozen=True, tag="forget"):
    """No device plays for this player any more."""

    name: str


class PutOut(_Said, frozen=True, tag="put_out"):
    """No other device runs the table or shows it any more, before it shows a PIN anew."""


class ForgetGroup(_Said, frozen=True, tag="forget_group"):
    """A saved group is not needed any more."""

    name: str


class Speak(_Said, frozen=True, tag="speak"):
    """This page speaks for the table, or no longer; only one does."""

    on: bool


class Timer(_Said, frozen=True, tag="timer"):
    """Whoever has to act has so long, or is played for this once; 0: nobody has to hurry."""

    turn_s: Annotated[int, msgspec.Meta(ge=0, le=TURN_MAX_S)]


class TestFire(_Said, frozen=True, tag="test_fire"):
    """One card, whatever the game needs."""


class Measure(_Said, frozen=True, tag="measure"):
    """The battery, off and with the motor on."""


class Look(_Said, frozen=True, tag="look"):
    """How is the launcher? Answered with a Report."""


class Set(_Said, frozen=True, tag="set"):
    """One setting of the launcher."""

    name: str
    value: bool | int | str


class Hand(_Said, frozen=True, tag="hand"):
    """What a hand does at a launcher in software: `press`, `load`, `clear`."""

    what: str


Said = (
    Ask
    | Why
    | Begin
    | Again
    | Resume
    | Leave
    | SitHere
    | Rename
    | Forget
    | PutOut
    | ForgetGroup
    | Speak
    | Timer
    | TestFire
    | Measure
    | Look
    | Set
    | Hand
)


class You(msgspec.Struct, frozen=True):
    """What this device may do here."""

    host: bool
    screen: bool
    player: str
    seat: int | None
    speaks: bool


class Place(msgspec.Struct, frozen=True):
    """A person's seat, and the devices of that person. `pin`: for whom may see it, else empty."""

    seat: int
    name: str
    joined: bool
    online: bool
    pin: str


class OpenMatch(msgspec.Struct, frozen=True):
    """A match that can go on."""

    number: int
    rules: str
    physical: bool
    names: list[str]


class HouseView(msgspec.Struct, frozen=True):
    """What is around the match, for one kind of device."""

    match: int | None
    port: str  # of the launcher, or the one that is proposed
    opening: bool  # a launcher is being looked for
    trouble: str  # why no match goes on, in English; empty when nothing is wrong
    launcher: str  # how the connection stands: `bridge.State`; empty without a match
    why: str  # what is wrong with it, with the next step
    twin: bool  # the launcher is one in software
    passed: int  # cards of the fire that goes on that have left, as far as is known
    turn_s: int  # how long somebody has to act; 0: nobody has to hurry
    turn_from: int  # another number whenever the time begins anew; -1: it does not run
    url: str  # where phones find this table; empty: nowhere but here
    places: tuple[Place, ...]
    screen_pin: str  # for whom may see it
    groups: dict[str, list[NewSitter]]  # for the host
    matches: tuple[OpenMatch, ...]  # for the host


class Shown(msgspec.Struct, frozen=True, tag_field="is", tag="shown"):
    """How all stands now. `happened` since the message before, from number `first` on."""

    you: You
    house: HouseView
    view: TableView | None
    at_s: float  # Unix time of the latest entry
    first: int
    happened: list[Happened]


class Alive(msgspec.Struct, frozen=True, tag_field="is", tag="alive"):
    """Nothing new; but the line is a line."""


class Answered(msgspec.Struct, frozen=True, tag_field="is", tag="answered"):
    """What came of what was said: `code` empty, or why not; `reason` is in English."""

    id: str
    code: str = ""
    facts: dict[str, Any] = {}


class Report(msgspec.Struct, frozen=True, tag_field="is", tag="report"):
    """The launcher, as it was asked."""

    id: str
    status: dict[str, Any]
    life: dict[str, Any]
    log: list[dict[str, Any]]
    settings: dict[str, Any]
    hello: dict[str, Any]
    battery: dict[str, Any]  # what was measured last; empty: nothing yet
