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
WRONG_MAX = 5  # wrong PINs for one thing from one address ...
WRONG_ADDRESS_MAX = 20  # ... for all things from it ...
WRONG_ALL_MAX = 60  # ... and from all addresses together, of which somebody might have many
FORGET_S = 60.0  # ... within so long; guessing one of 4 digits from one address takes a day so

KEPT_S = 30 * 24 * 3600  # after so long without being used a device is a stranger

Clock = Callable[[], float]


class Keys:
    """PINs live as long as the program, tokens as long as the journal."""

    def __init__(self, journal: Journal, *, first_is_host: bool, clock: Clock = time.monotonic):
        """`first_is_host`: whoever comes first runs the table, without a PIN: the server can be
        reached from this computer only, and nobody runs it yet."""
        self._journal, self._clock = journal, clock
        self._devices = journal.devices(time.time() - KEPT_S)
        self._used: set[bytes] = set()  # of those, since the program began
        self.first_is_host = first_is_host and not any(
            device.host for device in self._devices.values()
        )
        self._pins: dict[str, str] = {}
        self._wrong: deque[tuple[float, str, str]] = deque()  # when, from which address, for what
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

    async def join(self, token: str, of: str, pin: str, address: str) -> str:
        """Let the device at this address in as HOST, SCREEN, or a player: its token, a new one if
        it had none. A stranger who guesses keeps nobody else out.

        Raises WrongPin, TooManyTries, and the journal's errors.
        """
        self._check_tries(address, of)
        if not hmac.compare_digest(pin.encode(), self.pin(of).encode()):
            self._wrong.append((self._clock(), address, of))
            raise WrongPin("that is not the PIN")
        if of != HOST:  # the terminal has printed that one
            self._renew(of)
        self.first_is_host = self.first_is_host and of != HOST
        self._wrong = deque(one for one in self._wrong if one[1:] != (address, of))
        return await self._let_in(token, of)

    async def grant(self, token: str, player: str) -> None:
        """A device that is let in already plays for them too. Raises the journal's errors."""
        await self._let_in(token, player)

    async def use(self, token: str) -> None:
        """It is used: it stays known for so much longer. Raises the journal's errors."""
        hashed = _hash(token)
        if hashed not in self._devices or hashed in self._used:
            return
        self._used.add(hashed)
        async with self._one_at_a_time:
            await self._keep(hashed, self._devices[hashed])

    async def put_out_others(self, token: str) -> None:
        """Only this device runs the table from now on, and none shows it, until they show a PIN
        anew; the screens' PIN is another one. Raises the journal's errors."""
        self._renew(SCREEN)
        async with self._one_at_a_time:
            for one, device in list(self._devices.items()):
                if one != _hash(token) and (device.host or device.screen):
                    await self._keep(one, replace(device, host=False, screen=False))

    async def rename(self, old: str, new: str) -> None:
        """Whoever plays for `old` plays for `new` from now on. Raises the journal's errors."""
        if old in self._pins:
            self._pins[new] = self._pins.pop(old)
        async with self._one_at_a_time:
            for token, device in list(self._devices.items()):
                if device.player == old:
                    await self._keep(token, replace(device, player=new))

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

    def _check_tries(self, address: str, of: str) -> None:
        since_s = self._clock() - FORGET_S
        while self._wrong and self._wrong[0][0] <= since_s:
            self._wrong.popleft()
        here = [(time_s, what) for time_s, where, what in self._wrong if where == address]
        for times_s, most in (
            ([time_s for time_s, what in here if what == of], WRONG_MAX),
            ([time_s for time_s, _ in here], WRONG_ADDRESS_MAX),
            ([time_s for time_s, _, _ in self._wrong], WRONG_ALL_MAX),
        ):
            if len(times_s) >= most:
                raise TooManyTries(times_s[-most] - since_s)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
