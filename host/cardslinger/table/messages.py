"""What people, or the program for them, ask of a table."""

import msgspec


class _Wish(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """JSON with its name under "is"."""


class Play(_Wish, frozen=True, tag="play"):
    """An event of the rules, in notation: `2 play R7`, `1 uno`, `3 catch 0`, `undo`, `2 points 35`.

    What comes of chance or of the launcher can't be asked for.
    """

    event: str


class Deal(_Wish, frozen=True, tag="deal"):
    """Deal the next round. Physical cards: `by_launcher`, or hands have been dealt."""

    by_launcher: bool = False


class Press(_Wish, frozen=True, tag="press"):
    """The press of the seat, where nobody can reach the button: drawn as the launcher draws."""


class Pause(_Wish, frozen=True, tag="pause"):
    """The game stands still until somebody goes on."""


class Stop(_Wish, frozen=True, tag="stop"):
    """The launcher stands still at once, and the game with it."""


class Launch(_Wish, frozen=True, tag="launch"):
    """The launcher faces the seat that is to get exactly so many cards: fire them now."""


class TestFire(_Wish, frozen=True, tag="test_fire"):
    """One card, whatever the game needs: it is nobody's, as after a press that nobody owed."""


class GoOn(_Wish, frozen=True, tag="go_on"):
    """What stopped the game is mended."""


class Count(_Wish, frozen=True, tag="count"):
    """So many cards came of the fire in doubt."""

    cards: int


class Settle(_Wish, frozen=True, tag="settle"):
    """The cards of a free press stay with the seat; None: they go back into the launcher."""

    seat: int | None = None


class Sit(_Wish, frozen=True, tag="sit"):
    """Somebody takes a seat: an empty one, between rounds, or one taken over with its cards."""

    seat: int
    name: str
    bot: str = ""


class Swap(_Wish, frozen=True, tag="swap"):
    """Two people, or bots, change seats: each plays on with the other's cards and points."""

    seat: int
    other: int


Wish = Play | Deal | Press | Pause | Stop | Launch | TestFire | GoOn | Count | Settle | Sit | Swap


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` makes it happen once, however often it comes. `seat`: whose device sent it; None: the
    table's. `seen`: number of the entry up to which its sender knew the match; None: any."""

    id: str
    wish: Wish
    seat: int | None = None
    seen: int | None = None
