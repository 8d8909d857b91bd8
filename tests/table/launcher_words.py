"""A launcher's news, made by hand, in the order of its numbers."""

from typing import Any

from cardslinger.bridge import CutOff, Fired, Firing, Missed, Restarted
from cardslinger.bridge.messages import ButtonStuck, Lid, PressRefused, Stray

ARMED = -1  # a press of whoever is armed: the party knows who that is


class Told:
    """Numbers its events as a launcher does."""

    def __init__(self, boot: str = "boot1") -> None:
        self.boot, self.number = boot, 0

    def _next(self) -> dict:
        self.number += 1
        return {"n": self.number, "boot": self.boot, "t": 100 * self.number}

    def firing(
        self, wanted: int, by: str = "press", whose: int | None = ARMED, **more: Any
    ) -> Firing:
        """`whose` ARMED: whoever the table would have armed the button for."""
        self.fire = self.number + 1
        whose = whose if by == "press" else None
        return Firing(ev="firing", by=by, wanted=wanted, whose=whose, **more, **self._next())

    def fired(
        self, cards: int, outcome: str = "ok", *, maybe: int | None = None, by: str = "press",
        wanted: int | None = None,
    ) -> Fired:  # fmt: skip
        return Fired(
            ev="fired",
            fire=getattr(self, "fire", 0),
            by=by,
            wanted=cards if wanted is None else wanted,
            cards=cards,
            outcome=outcome,
            ms=300,
            maybe=maybe,
            **self._next(),
        )

    def press(self, cards: int, outcome: str = "ok", maybe: int | None = None) -> list:
        return [self.firing(cards), self.fired(cards, outcome, maybe=maybe)]

    def order(self, cards: int, outcome: str = "ok", came: int | None = None) -> list:
        came = cards if came is None else came
        fired = [self.firing(cards, "host")]
        return [*fired, self.fired(came, outcome, by="host", wanted=cards)]

    def lid(self, is_open: bool) -> Lid:
        return Lid(ev="lid", open=is_open, **self._next())

    def stray(self, cards: int) -> Stray:
        return Stray(ev="stray", cards=cards, **self._next())

    def refused(self, why: str) -> PressRefused:
        return PressRefused(ev="refused", by="press", why=why, **self._next())

    def stuck(self, is_stuck: bool) -> ButtonStuck:
        return ButtonStuck(ev="button", stuck=is_stuck, **self._next())

    def cut(self, cards: int, wanted: int = 5, by: str = "press") -> CutOff:
        return CutOff(ev="cut", by=by, wanted=wanted, cards=cards, **self._next())

    def restarted(self, cards: int = 0) -> Restarted:
        self.boot, self.number = f"{self.boot}'", 0
        return Restarted(self.boot, None, cards)

    def missed(self, count: int) -> Missed:
        first = self.number + 1
        self.number += count
        return Missed(first, self.number)
