"""Which device may do what: a PIN lets it in, a token in its cookie keeps it in."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from cardslinger.table.history import Device
from cardslinger.table.journal import Journal
from cardslinger.web.errors import TooManyTries, WrongPin

COOKIE = "cardslinger"  # the name of the one that holds a token
HOST, SCREEN = " host", " screen"  # what a PIN is for, besides players: no name begins so
HOST_DIGITS, DIGITS = 6, 4
WRONG_MAX = 5  # wrong PINs for one thing, of all devices together ...
WRONG_ALL_MAX = 20  # ... and for all things
FORGET_S = 60.0  # ... within so long; guessing one of 4 digits takes a day so

Clock = Callable[[], float]


class Keys:
    """PINs live as long as the program, tokens as long as the journal."""

    def __init__(self, journal: Journal, *, first_is_host: bool, clock: Clock = time.monotonic):
        """`first_is_host`: whoever comes first runs the table, without a PIN: the server can be
        reached from this computer only, and nobody runs it yet."""
        self._journal, self._clock = journal, clock
        self._devices = journal.devices()
        self.first_is_host = first_is_host and not any(
            device.host for device in self._devices.values()
        )
        self._pins: dict[str, str] = {}
        self._wrong: dict[str, deque[float]] = {}
        self._one_at_a_time = asyncio.Lock()

    def device(self, token: str) -> Device:
        """What the device with this token may do; nothing if nobody knows it."""
        return self._devices.get(_hash(token), Device()) if token else Device()

    def name_of(self, token: str) -> str:
        """A short name of the device, which tells nobody the token."""
        return _hash(token).hex()[:12]

    def pin(self, of: str) -> str:
        """The PIN of HOST, which stays, SCREEN, or of a player: another one after each use."""
        if of not in self._pins:
            self._renew(of)
        return self._pins[of]

    def is_played(self, player: str) -> bool:
        """Whether some device plays for them."""
        return any(device.player == player for device in self._devices.values())

    async def claim_host(self, token: str) -> str:
        """Run the table as the first who comes: the token. Raises WrongPin for all others."""
        if not self.first_is_host:
            raise WrongPin("somebody runs this table: type the host's PIN, from the terminal")
        self.first_is_host = False  # at once: two may come at the same time
        try:
            return await self._let_in(token, HOST)
        except BaseException:
            self.first_is_host = True
            raise

    async def join(self, token: str, of: str, pin: str) -> str:
        """Let the device in as HOST, SCREEN, or a player: its token, a new one if it had none.

        Raises WrongPin, TooManyTries, and the journal's errors.
        """
        self._check_tries(of)
        if not hmac.compare_digest(pin.encode(), self.pin(of).encode()):
            self._wrong.setdefault(of, deque()).append(self._clock())
            if len(self._wrong[of]) >= WRONG_MAX:
                self._use_up(of)  # whoever guesses begins anew
            raise WrongPin("that is not the PIN")
        self._use_up(of)
        self._wrong.pop(of, None)
        self.first_is_host = self.first_is_host and of != HOST
        return await self._let_in(token, of)

    async def grant(self, token: str, player: str) -> None:
        """A device that is let in already plays for them too. Raises the journal's errors."""
        await self._let_in(token, player)

    async def forget(self, player: str) -> None:
        """No device plays for them any more; the PIN is another one.

        Raises the journal's errors.
        """
        if player in ("", HOST, SCREEN):
            return
        self._renew(player)
        async with self._one_at_a_time:
            for token, device in list(self._devices.items()):
                if device.player == player:
                    await self._keep(token, replace(device, player=""))

    def _use_up(self, of: str) -> None:
        if of != HOST:  # the terminal has printed that one
            self._renew(of)

    def _renew(self, of: str) -> None:
        digits, old = HOST_DIGITS if of == HOST else DIGITS, self._pins.get(of)
        while (new := f"{secrets.randbelow(10**digits):0{digits}}") == old:
            pass
        self._pins[of] = new

    async def _let_in(self, token: str, of: str) -> str:
        if not token or _hash(token) not in self._devices:
            token = secrets.token_urlsafe(32)
        async with self._one_at_a_time:
            device = self.device(token)
            if of == HOST:
                device = replace(device, host=True)
            elif of == SCREEN:
                device = replace(device, screen=True)
            else:
                device = replace(device, player=of)
            await self._keep(_hash(token), device)
        return token

    async def _keep(self, token: bytes, device: Device) -> None:
        await self._journal.keep_device(token, device)
        self._devices[token] = device

    def _check_tries(self, of: str) -> None:
        since_s = self._clock() - FORGET_S
        for times in self._wrong.values():
            while times and times[0] <= since_s:
                times.popleft()
        mine = self._wrong.get(of, ())
        everybodys = sorted(time_s for times in self._wrong.values() for time_s in times)
        for times_s, most in ((mine, WRONG_MAX), (everybodys, WRONG_ALL_MAX)):
            if len(times_s) >= most:
                raise TooManyTries(times_s[-most] - since_s)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
