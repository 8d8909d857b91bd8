"""What the set-up page needs to know of the rules: the sets, their flags, and what they mean."""

from enum import StrEnum
from typing import Any, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardslinger.rules.bots import BOTS
from cardslinger.rules.deck import DECKS
from cardslinger.rules.describe import describe_by_group
from cardslinger.rules.errors import RulesError
from cardslinger.rules.meaning import has_meaning
from cardslinger.rules.ruleset import FLAGS, PRESETS, RuleSet, format_flag
from cardslinger.web.body import read_body

BODY_MAX = 4000  # bytes
_TYPES: dict[str, Any] = get_type_hints(RuleSet)


class _Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: str
    flags: dict[str, str] = {}


def listed() -> dict[str, Any]:
    """The rule sets with their flags, and the bots."""
    sets = {name: [_flag(name, flag) for flag in FLAGS] for name in PRESETS}
    return {"rules": sets, "bots": list(BOTS)}


async def described(request: Request) -> Response:
    """The rules with these flags, by heading, as codes with facts; which flags mean something."""
    try:
        wish = msgspec.json.decode(await read_body(request, BODY_MAX), type=_Wish)
        chosen = PRESETS[wish.rules].with_flags(**wish.flags)
    except (msgspec.DecodeError, UnicodeError, KeyError, RulesError) as error:
        return JSONResponse({"code": "page.error", "facts": {"reason": str(error)}}, 400)
    deck = DECKS[wish.rules]
    groups = [
        {"heading": heading, "rules": [{"code": r.code, "facts": r.facts} for r in group]}
        for heading, group in describe_by_group(chosen, deck).items()
    ]
    flags = [flag for flag in FLAGS if has_meaning(flag, chosen, deck)]
    return JSONResponse({"groups": groups, "flags": flags})


def _flag(rules: str, flag: str) -> dict[str, Any]:
    """A flag with what it is in this set; `choices` where it has some."""
    kind = _TYPES[flag]
    told: dict[str, Any] = {"name": flag, "value": format_flag(getattr(PRESETS[rules], flag))}
    if kind is bool:
        return told | {"kind": "yes_no"}
    if kind is int:
        return told | {"kind": "number"}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return told | {"kind": "choice", "choices": [str(one) for one in kind]}
    return told | {"kind": "text"}
