"""Statistics as plain data, for JSON."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from cardslinger.table.launcher_figures import LauncherFigures
from cardslinger.table.player_figures import PlayerFigures
from cardslinger.table.statistics import MatchStatistics
from cardslinger.table.totals import Record, Totals


def match_data(match: MatchStatistics) -> dict[str, Any]:
    """One match. Times in UTC; scores and rounds by seat."""
    return {
        "match": match.number,
        "began": utc(match.began_at_s),
        "latest": utc(match.last_at_s),
        "played_s": round(match.played_s, 3),
        "rules": match.rules,
        "physical": match.physical,
        "points_to_win": match.points_to_win,
        "lowest_wins": match.lowest_wins,
        "over": match.over,
        "winners": list(match.winners),
        "seats": [_plain(seat) for seat in match.seats],
        "rounds": [_plain(one) for one in match.rounds],
        "digest": match.digest,
    }


def figures_data(match: MatchStatistics) -> dict[str, Any]:
    """What its players and the launcher did."""
    return {
        "players": {name: player_data(player) for name, player in match.players.items()},
        "launcher": launcher_data(match.launcher),
    }


def totals_data(totals: Totals, player: str | None) -> dict[str, Any]:
    """All matches; `player` alone if there is one."""
    chosen = totals.players if player is None else {player: totals.players[player]}
    return {
        "matches": totals.matches,
        "over": totals.over,
        "rounds": totals.rounds,
        "players": {name: player_data(figures) for name, figures in chosen.items()},
        "launcher": launcher_data(totals.launcher),
        "records": {
            "largest_fire": _record(totals.largest_fire),
            "most_cards": _record(totals.most_cards),
            "longest_round": _record(totals.longest_round),
        },
    }


def player_data(player: PlayerFigures) -> dict[str, Any]:
    """All figures, presses by the number of cards they gave."""
    return {**_plain(player), "blanks": player.blanks, "presses": _by_cards(player.presses)}


def launcher_data(launcher: LauncherFigures) -> dict[str, Any]:
    """All figures, presses by profile and the number of cards they gave."""
    presses = {profile: _by_cards(counts) for profile, counts in launcher.presses.items()}
    return {**_plain(launcher), "presses": presses}


def utc(at_s: float) -> str | None:
    """A Unix time as ISO 8601 with milliseconds, in UTC; None for one that is none."""
    found = moment(at_s)
    if found is None:
        return None
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(at_s: float) -> datetime | None:
    """A Unix time; None for one that is none."""
    try:
        return datetime.fromtimestamp(at_s, UTC)
    except (OverflowError, ValueError, OSError):  # of a damaged file
        return None


def _by_cards(counts: dict[int, int]) -> dict[str, int]:
    return {str(cards): counts[cards] for cards in sorted(counts)}


def _record(record: Record | None) -> dict[str, Any] | None:
    return _plain(record) if record else None


def _plain(figures: object) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(figures, str_keys=True)
    return found
