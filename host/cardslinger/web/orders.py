"""What a page asks for besides wishes of the table: matches, devices, the launcher."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from cardslinger.bridge import Launcher, LauncherError, State
from cardslinger.bridge.ports import TWINS, find_ports
from cardslinger.rules.events import Refusal
from cardslinger.table.errors import TableError
from cardslinger.table.game import Game
from cardslinger.table.history import Device
from cardslinger.table.messages import Message, Sit, TestFire, Wish
from cardslinger.table.setup import Sitter, check
from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import TwinError
from cardslinger.twin.port import TwinSerial
from cardslinger.web import messages
from cardslinger.web.house import House, set_up
from cardslinger.web.keys import Keys
from cardslinger.web.messages import Report, Said

SETTINGS = ("profile", "mute")  # that a page may change
FULL_CARDS = 112
LIFT_MS = 40.0  # virtual; between two presses of a finger
ORDERS_KEPT = 200  # that may still come twice


class Refused(Exception):
    """It is not done: a code of the words, with facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Orders:
    """Does each order once, however often it comes; whoever gave it may go away meanwhile."""

    def __init__(self, house: House, keys: Keys) -> None:
        self._house, self._keys = house, keys
        self._done: dict[tuple[str, str], asyncio.Task[Report | Exception | None]] = {}

    async def obey(self, said: Said, token: str) -> Report | None:
        """Do it, unless it is done already. Raises Refused, TableError, LauncherError."""
        device = self._keys.device(token)
        if device == Device():  # nothing is done for it, so nothing needs to be remembered
            return await _obey(said, device, token, self._house, self._keys)
        key = (self._keys.name_of(token), said.id)
        if key not in self._done:
            self._done[key] = asyncio.create_task(self._outcome(said, device, token))
            if len(self._done) > ORDERS_KEPT:
                del self._done[next(iter(self._done))]
        doing = self._done[key]
        await asyncio.wait([doing])
        outcome = doing.result()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _outcome(self, said: Said, device: Device, token: str) -> Report | Exception | None:
        try:
            return await _obey(said, device, token, self._house, self._keys)
        except (Refused, TableError, LauncherError) as error:
            return error


async def _obey(said: Said, device: Device, token: str, house: House, keys: Keys) -> Report | None:
    if isinstance(said, messages.Hand):
        await _by_hand(said.what, device, house)
        return None
    if not device.host:
        raise Refused("page.host_only")
    order = _ORDERS[type(said)]
    return await order(said, token, house, keys)


def _game(house: House) -> Game:
    if not house.game:
        raise Refused("page.no_match")
    return house.game


async def _ask(game: Game, id: str, wish: Wish) -> None:
    """Ask for a wish in the table's name. Raises Refused."""
    answer = await game.ask(Message(id, wish))
    if isinstance(answer, Refusal):
        raise Refused(answer.code, **answer.facts)


def _check_port(port: str, house: House) -> None:
    """Of pyserial's ports only those that are proposed: some of the others write files."""
    known = (house.port, "auto", *(found.device for found in find_ports()))
    if port not in known and not port.startswith((*TWINS, "id:")):
        raise Refused("page.no_port", port=port[:60])


def _check_connected(launcher: Launcher) -> None:
    if launcher.state is not State.CONNECTED:
        raise Refused("launcher.lost", reason=launcher.why or str(launcher.state))


async def _begin(said: messages.Begin, token: str, house: House, keys: Keys) -> None:
    _check_port(said.port, house)
    sitters = [Sitter(one.name, one.bot) for one in said.sitters]
    setup = set_up(said.rules, said.flags, sitters, physical=said.physical, profile=said.profile)
    check(setup)
    if said.save_group:
        await house.journal.save_group(said.save_group, sitters)
    await house.begin(setup, said.port)
    people = [one.name for one in sitters if not one.bot]
    if len(people) == 1:  # whoever sets up for one person is that person
        await keys.grant(token, people[0])
        house.tell()


async def _again(said: messages.Again, token: str, house: House, keys: Keys) -> None:
    table = _game(house).table
    if not table.over:  # a second tap: the new one goes on already
        raise Refused("refusal.not_now", phase=table.state.phase)
    await house.begin(table.anew(), house.port)


async def _resume(said: messages.Resume, token: str, house: House, keys: Keys) -> None:
    _check_port(said.port, house)
    await house.resume(said.match, said.port)


async def _leave(said: messages.Leave, token: str, house: House, keys: Keys) -> None:
    await house.leave()


async def _sit_here(said: messages.SitHere, token: str, house: House, keys: Keys) -> None:
    if not house.game or Sitter(said.name) not in house.game.table.sitters.values():
        raise Refused("page.nobody", name=said.name)
    await keys.grant(token, said.name)
    house.tell()


async def _rename(said: messages.Rename, token: str, house: House, keys: Keys) -> None:
    game = _game(house)
    sitter = game.table.sitters.get(said.seat)
    if not sitter or sitter.bot or said.seat not in game.table.state.seated:
        raise Refused("page.nobody", name=said.name[:40])
    await _ask(game, f"{keys.name_of(token)}:{said.id}", Sit(said.seat, said.name))
    await keys.rename(sitter.name, said.name)
    house.tell()


async def _forget(said: messages.Forget, token: str, house: House, keys: Keys) -> None:
    await keys.forget(said.name)
    house.tell()


async def _put_out(said: messages.PutOut, token: str, house: House, keys: Keys) -> None:
    await keys.put_out_others(token)
    house.tell()


async def _forget_group(said: messages.ForgetGroup, token: str, house: House, keys: Keys) -> None:
    await house.journal.forget_group(said.name)
    house.tell()


async def _test_fire(said: messages.TestFire, token: str, house: House, keys: Keys) -> None:
    game = _game(house)
    _check_connected(game.launcher)
    await _ask(game, f"{keys.name_of(token)}:{said.id}", TestFire())


async def _timer(said: messages.Timer, token: str, house: House, keys: Keys) -> None:
    await _game(house).hurry(said.turn_s)


async def _measure(said: messages.Measure, token: str, house: House, keys: Keys) -> None:
    await _game(house).launcher.selftest("battery")


async def _set(said: messages.Set, token: str, house: House, keys: Keys) -> None:
    game = _game(house)
    if said.name not in SETTINGS:
        raise Refused("page.no_setting", name=said.name[:40])
    await game.launcher.set(said.name, said.value)


async def _look(said: messages.Look, token: str, house: House, keys: Keys) -> Report:
    game = _game(house)
    launcher = game.launcher
    _check_connected(launcher)
    status, life, log = await launcher.status(), await launcher.life(), await launcher.log()
    settings = {name: (await launcher.setting(name)).value for name in SETTINGS}
    return Report(
        said.id,
        msgspec.to_builtins(status),
        msgspec.to_builtins(life),
        msgspec.to_builtins(log),
        settings,
        msgspec.to_builtins(launcher.hello),
        game.table.battery_mv,
    )


async def _by_hand(what: str, device: Device, house: House) -> None:
    """Hands on a launcher in software: they can do whatever people at it could."""
    if not (device.host or device.screen):
        raise Refused("page.host_only")
    launcher = _game(house).launcher
    _check_connected(launcher)
    port = launcher.port
    if not isinstance(port, TwinSerial):
        raise Refused("page.no_twin")
    hand = _HANDS.get(what)
    if not hand:
        raise Refused("page.unreadable")
    try:
        await asyncio.to_thread(hand, port.bench)
    except TwinError as error:
        raise Refused("launcher.lost", reason=str(error)) from None


def _press(bench: Bench) -> None:
    bench.press()
    bench.wait(LIFT_MS)


def _load(bench: Bench) -> None:
    inside = bench.read().inside
    if inside < FULL_CARDS:
        bench.load(FULL_CARDS - inside)


def _clear(bench: Bench) -> None:
    bench.clear()
    bench.close_lid()


_HANDS: dict[str, Callable[[Bench], None]] = {"press": _press, "load": _load, "clear": _clear}

_ORDERS: dict[type, Callable[[Any, str, House, Keys], Awaitable[Report | None]]] = {
    messages.Begin: _begin,
    messages.Again: _again,
    messages.Resume: _resume,
    messages.Leave: _leave,
    messages.SitHere: _sit_here,
    messages.Rename: _rename,
    messages.Forget: _forget,
    messages.PutOut: _put_out,
    messages.ForgetGroup: _forget_group,
    messages.Timer: _timer,
    messages.TestFire: _test_fire,
    messages.Measure: _measure,
    messages.Look: _look,
    messages.Set: _set,
}
