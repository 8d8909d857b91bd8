"""What a host may ask of the launcher: one table of commands.

Each takes the application and the message, and gives the facts of the answer; `err` is a refusal.
"""

from .limits import COUNT_MAX, DUTY_MAX_PERCENT, DUTY_MIN_PERCENT, FIRE_MAX_CARDS, ID_MAX, outside
from .selftest import CHECKS, MOTOR_CHECKS
from .settings import DEFAULTS, SPECS, check
from .signals import ARMED

_STANDING = ("lid_open", "safe")  # states in which the motor can't be started


def obey(app, name: str, arguments: dict) -> dict:
    """Do a command."""
    order = _ORDERS.get(name)
    return order(app, arguments) if order else {"err": "unknown_command"}


def _ping(app, arguments: dict) -> dict:
    return {"t": app.now_ms(), "us": app.now_us()}


def _status(app, arguments: dict) -> dict:
    fires, link, decoder = app.fires, app.host.link, app.host.decoder
    answer = {
        "state": app.state(),
        "cards": fires.cards,
        "strays": fires.strays,
        "fires": fires.fires,
        "presses": app.presses,
        "waiting": len(app.arms.waiting),
        "armed": app.arms.left(link.session),
        "free": app.free_bytes(),
        "up_ms": app.now_ms(),
    }
    for name, count in (
        ("dropped", link.dropped),
        ("resent", link.resent),
        ("skipped", link.skipped),
        ("text", decoder.text_lines),
        ("damaged", decoder.damaged_lines),
        ("long", decoder.long_lines),
    ):
        answer[name] = min(count, COUNT_MAX)
    return answer


def _fire(app, arguments: dict) -> dict:
    cards, percent = arguments.get("cards"), arguments.get("percent")
    wrong = outside("cards", cards, 0, FIRE_MAX_CARDS)
    if not wrong and percent is not None:
        wrong = outside("percent", percent, DUTY_MIN_PERCENT, DUTY_MAX_PERCENT)
    wrong = wrong or _hindrance(app)
    return wrong if wrong else {"fire": app.begin("host", cards, {}, percent)}


def _stop(app, arguments: dict) -> dict:
    app.stop()
    return {}


def _cards(app, arguments: dict) -> dict:
    number = arguments.get("from")
    wrong = outside("from", number, 1, ID_MAX)
    if wrong:
        return wrong
    first, cards = app.fires.recent(number)
    us, mv, firsts = ([card[place] for card in cards] for place in range(3))
    return {"from": first, "us": us, "mv": mv, "first": firsts}


def _arm(app, arguments: dict) -> dict:
    return app.arm(
        arguments.get("presses"),
        arguments.get("profile"),
        arguments.get("light", ARMED),
        arguments.get("whose", 0),
    )


def _seed(app, arguments: dict) -> dict:
    value = arguments.get("value")
    wrong = outside("value", value, 0, ID_MAX)
    if wrong:
        return wrong
    app.seed(value)
    return {"seed": value}


def _get(app, arguments: dict) -> dict:
    """A setting by its name, or by its place from 0 on, with its range."""
    name, place = arguments.get("name"), arguments.get("place")
    if type(place) is int and 0 <= place < len(SPECS):
        name = sorted(SPECS)[place]
    if not isinstance(name, str) or name not in SPECS:
        return {"err": "unknown_setting", "name": str(name)[:20]}
    answer = {"name": name, "value": app.settings[name], "count": len(SPECS)}
    spec = SPECS[name]
    if len(spec) == 3:
        answer["min"], answer["max"] = spec[1], spec[2]
    elif isinstance(spec[1], tuple):
        answer["choices"] = list(spec[1])
    return answer


def _set(app, arguments: dict) -> dict:
    name, value = arguments.get("name"), arguments.get("value")
    wrong = check(name, value) or _hindrance(app, _STANDING)
    return wrong if wrong else app.keep({name: value})


def _reset(app, arguments: dict) -> dict:
    wrong = _hindrance(app, _STANDING)
    return wrong if wrong else app.keep(dict(DEFAULTS))


def _life(app, arguments: dict) -> dict:
    return app.life.counters


def _log(app, arguments: dict) -> dict:
    place, log = arguments.get("place"), app.life.log
    wrong = outside("place", place, 0, len(log) - 1)
    if wrong:
        return wrong
    boot, s, what, text = log[place]
    return {"count": len(log), "place": place, "boot": boot, "s": s, "what": what, "text": text}


def _selftest(app, arguments: dict) -> dict:
    what = arguments.get("what")
    if not isinstance(what, str) or what not in CHECKS:
        return {"err": "bad_value", "name": "what", "choices": sorted(CHECKS)}
    wrong = _hindrance(app, () if what in MOTOR_CHECKS else _STANDING)
    if wrong:
        return wrong
    app.begin_test(what)
    return {"what": what}


def _restart(app, arguments: dict) -> dict:
    wrong = _hindrance(app, _STANDING)
    if wrong:
        return wrong
    app.restart_soon()
    return {}


_ORDERS = {
    "ping": _ping,
    "status": _status,
    "fire": _fire,
    "stop": _stop,
    "cards": _cards,
    "arm": _arm,
    "seed": _seed,
    "get": _get,
    "set": _set,
    "reset": _reset,
    "life": _life,
    "log": _log,
    "selftest": _selftest,
    "restart": _restart,
}


def _hindrance(app, but: tuple = ()):
    """Facts of a refusal in any state but `idle` and those, or None."""
    state = app.state()
    if state == "idle" or state in but:
        return None
    return {"err": "busy" if state == "firing" else state}
