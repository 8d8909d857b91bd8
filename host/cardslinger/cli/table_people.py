"""Who is meant by what somebody types: a name, or the number of a seat."""

from collections.abc import Mapping

from cardslinger.rules.moves import SEATS_MAX


class People:
    """Those who sit at a table, by the seat."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = dict(names)
        self._seats = {_plain(name): seat for seat, name in names.items()}

    @property
    def names(self) -> str:
        """All of them, as they sit."""
        return ", ".join(self._names.values())

    @property
    def example(self) -> str:
        """The shortest name; a seat if there is nobody."""
        return min(self._names.values(), key=len, default="2")

    def name(self, seat: int) -> str:
        """Who sits there; empty for nobody."""
        return self._names.get(seat, "")

    def first(self, text: str) -> tuple[int, str] | None:
        """The seat that the text begins with, and what follows; None if it begins with none."""
        words = text.split()
        if words and _is_seat(words[0]):
            return int(words[0]), " ".join(words[1:])
        for count in range(len(words), 0, -1):
            seat = self._seats.get(_plain(" ".join(words[:count])))
            if seat is not None:
                return seat, " ".join(words[count:])
        return None


def _is_seat(word: str) -> bool:
    return len(word) == 1 and word in "0123456789"[:SEATS_MAX]


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
