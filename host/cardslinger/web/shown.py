"""What each page is shown, built once for all that are shown the same."""

from contextlib import suppress

import msgspec

from cardslinger.bridge import State
from cardslinger.bridge.ports import TWINS
from cardslinger.table.errors import JournalError
from cardslinger.table.history import Device
from cardslinger.table.resume import resumed
from cardslinger.table.setup import Sitter
from cardslinger.table.table import Table
from cardslinger.table.turn import NOT_RUNNING
from cardslinger.table.views import Role, TableView, table_view
from cardslinger.web.house import House
from cardslinger.web.keys import SCREEN, Keys
from cardslinger.web.messages import HouseView, NewSitter, OpenMatch, Place, Shown, You

MATCHES_SHOWN = 5


class Views:
    """Views of a house as it is now. `online` counts the open pages of each player."""

    def __init__(self, house: House, keys: Keys, url: str) -> None:
        self._house, self._keys, self.url = house, keys, url
        self.online: dict[str, int] = {}
        self._as_of = -1
        self._built: dict[object, msgspec.Raw] = {}
        self._messages: dict[object, str] = {}
        self._matches: tuple[OpenMatch, ...] | None = None  # as long as no match goes on

    def seat_of(self, player: str) -> int | None:
        """Where this player sits, if somebody of that name does."""
        if not player or not self._house.game:
            return None
        table = self._house.game.table
        seats = (seat for seat in table.state.seated if table.sitters[seat] == Sitter(player))
        return next(seats, None)

    def players(self) -> list[str]:
        """People at the table, by name."""
        game = self._house.game
        if not game:
            return []
        table = game.table
        return [table.sitters[seat].name for seat in table.state.seated if not table.bot(seat)]

    def message(self, you: You, role: Role, first: int) -> str:
        """What pages of such devices are shown, with what has happened from number `first` on."""
        self._fresh()
        key = (you, role, first)
        if key not in self._messages:
            house = self._house
            shown = Shown(
                you=you,
                house=self.house(Device(you.host, you.screen)),  # type: ignore[arg-type]  # encoded
                view=self.table(role, you.seat),  # type: ignore[arg-type]
                at_s=house.game.at_s if house.game else 0.0,
                first=first,
                happened=house.happened[first:],
            )
            self._messages[key] = msgspec.json.encode(shown).decode()
        return self._messages[key]

    def table(self, role: Role, seat: int | None) -> msgspec.Raw:
        """The encoded TableView, for a seat's page of this seat; `null` without a match."""
        seat = seat if role is Role.SEAT else None
        key = (role, seat)
        if key not in self._fresh():
            game = self._house.game
            self._built[key] = _raw(table_view(game.table, role, seat) if game else None)
        return self._built[key]

    def house(self, device: Device) -> msgspec.Raw:
        """The encoded HouseView for such a device."""
        key = (device.host, device.screen)
        if key not in self._fresh():
            self._built[key] = _raw(self._house_view(device))
        return self._built[key]

    def _fresh(self) -> dict[object, msgspec.Raw]:
        if self._as_of != self._house.changes:
            self._as_of = self._house.changes
            self._built.clear()
            self._messages.clear()
        return self._built

    def _house_view(self, device: Device) -> HouseView:
        house, game = self._house, self._house.game
        launcher = game.launcher if game else None
        groups: dict[str, list[NewSitter]] = {}
        matches: tuple[OpenMatch, ...] = ()
        trouble = house.trouble
        if game:
            self._matches = None
        elif device.host:
            try:
                groups, matches = self._groups(), self._open_matches()
            except JournalError as error:
                trouble = trouble or str(error)
        return HouseView(
            match=game.match if game else None,
            port=house.port,
            opening=house.opening,
            trouble=trouble,
            launcher=launcher.state if launcher else "",
            why=launcher.why if launcher and launcher.state is not State.CONNECTED else "",
            twin=bool(launcher) and house.port.startswith(TWINS),
            passed=game.passed if game else 0,
            turn_s=game.turn.most_s if game else 0,
            turn_from=game.turn.since if game else NOT_RUNNING,
            url=self.url,
            places=self._places(game.table, device) if game else (),
            screen_pin=self._keys.pin(SCREEN) if device.host else "",
            groups=groups,
            matches=matches,
        )

    def _places(self, table: Table, device: Device) -> tuple[Place, ...]:
        found = []
        for seat in table.state.seated:
            name, bot = table.sitters[seat].name, table.bot(seat)
            if bot:
                continue
            joined = self._keys.is_played(name)
            may_see = device.host or (device.screen and not joined)
            pin = self._keys.pin(name) if may_see else ""
            found.append(Place(seat, name, joined, self.online.get(name, 0) > 0, pin))
        return tuple(found)

    def _groups(self) -> dict[str, list[NewSitter]]:
        groups = self._house.journal.groups()
        return {
            name: [NewSitter(one.name, one.bot) for one in sitters]
            for name, sitters in groups.items()
        }

    def _open_matches(self) -> tuple[OpenMatch, ...]:
        if self._matches is None:
            self._matches = tuple(self._find_matches())
        return self._matches

    def _find_matches(self) -> list[OpenMatch]:
        """The latest that can go on; a damaged one can't."""
        found: list[OpenMatch] = []
        journal = self._house.journal
        for row in reversed(journal.matches()[-4 * MATCHES_SHOWN :]):
            with suppress(JournalError):
                table = resumed(journal, row.number)
                if not table.over:
                    names = [table.sitters[seat].name for seat in table.state.seated]
                    rules = table.state.rules.preset.name
                    found.append(OpenMatch(row.number, rules, table.setup.physical, names))
            if len(found) == MATCHES_SHOWN:
                break
        return found


def _raw(view: HouseView | TableView | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))
