"""Options of `virtual://?cards=112&seed=7&speed=1&fault=double` and `emulated://?...`."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from cardslinger.twin import faults
from cardslinger.twin.errors import BadOption
from cardslinger.twin.parameters import CARD_SIZES

KINDS = ("virtual", "emulated")
CARDS_MAX = 1000
SPEED_MIN = 0.1  # slower, and a host would think that nobody answers


@dataclass(frozen=True, slots=True)
class Options:
    """`cards` in the hopper; `seed` for all chance (None: another one each time); `speed` in
    virtual seconds per wall second, 0 for as fast as it goes; `fault` as `faults.parse` takes it;
    `size` of the cards. An emulated Pico starts from `image`, as `image.find_image` takes it, and
    has its flash in the file `keep`, or keeps nothing ("")."""

    kind: str
    cards: int = 112
    seed: int | None = None
    speed: float = 1.0
    fault: str = ""
    size: str = "63x88"
    image: str = ""
    keep: str = ""


def parse(url: str) -> Options:
    """Raises BadOption naming what is wrong with the URL."""
    try:
        parts = urlsplit(url)
    except ValueError:  # a bracket that does not close
        raise BadOption(f"{url}: not a twin's address; use virtual:// or emulated://") from None
    if parts.scheme not in KINDS:
        raise BadOption(f"{url}: not a twin; use virtual:// or emulated://")
    if parts.netloc or parts.path.strip("/"):
        raise BadOption(f"{url}: nothing may stand between {parts.scheme}:// and ?")
    values: dict[str, float | int | str] = {}
    if parts.fragment:
        raise BadOption(f"{url}: write %23 for the # in a name")
    query = parts.query.replace("+", "%2B")  # it is a plus, in a file's name
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name == "cards":
            values[name] = _number(url, name, text, int, 0, CARDS_MAX)
        elif name == "seed":
            values[name] = _number(url, name, text, int, 0, 2**32 - 1)
        elif name == "speed":
            values[name] = speed = _number(url, name, text, float, 0, 1000)
            if 0 < speed < SPEED_MIN:
                raise BadOption(f"{url}: speed must be 0, or {SPEED_MIN} to 1000")
        elif name == "fault":
            values[name] = _faults(url, text)
        elif name == "size":
            if text not in CARD_SIZES:
                raise BadOption(f"{url}: no size {text!r}; there are {', '.join(CARD_SIZES)}")
            values[name] = text
        elif name in ("image", "keep"):
            values[name] = _file(url, parts.scheme, name, text)
        else:
            raise BadOption(
                f"{url}: no option {name!r}; there are cards, seed, speed, fault, size, image "
                "and keep"
            )
    return Options(parts.scheme, **values)  # type: ignore[arg-type]  # types by name, above


def _faults(url: str, text: str) -> str:
    try:
        faults.parse(text)
    except BadOption as error:
        raise BadOption(f"{url}: {error}") from None
    return text


def _file(url: str, kind: str, name: str, text: str) -> str:
    if kind == "virtual":
        raise BadOption(f"{url}: {name} is for emulated://; virtual:// has no MicroPython")
    if not text or "\0" in text:
        raise BadOption(f"{url}: {name} needs a file's name")
    return text


def _number(url: str, name: str, text: str, kind: type, low: float, high: float) -> float | int:
    try:
        value: float | int = kind(text)
    except ValueError:
        what = "a number" if kind is float else "a whole number"
        raise BadOption(f"{url}: {name}={text!r} is not {what}") from None
    if not low <= value <= high:
        raise BadOption(f"{url}: {name} must be {low} to {high}")
    return value
