"""The matches of a journal, for the page of scores: as data, and as a picture."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardslinger.study.errors import StudyError
from cardslinger.table.as_data import figures_data, match_data
from cardslinger.table.errors import JournalError, NoMatch
from cardslinger.table.history import History, MatchRow
from cardslinger.table.statistics import MatchStatistics, statistics
from cardslinger.web.picture import draw
from cardslinger.words import LANGUAGES, Words


class Past:
    """Reads each match once, as long as nothing more happens in it."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read: dict[int, tuple[int, MatchStatistics]] = {}  # with the number of its last entry
        self._pictures: dict[tuple[int, int, str], bytes] = {}

    async def matches(self, request: Request) -> Response:
        """All matches, the newest first; of a damaged one, why it can't be read."""
        return JSONResponse(await asyncio.to_thread(self._matches))

    async def match(self, request: Request) -> Response:
        """One match with the figures of its players and of the launcher."""
        try:
            found = await asyncio.to_thread(self._match, request.path_params["match"])
        except (NoMatch, JournalError) as error:
            return _refused(error)
        return JSONResponse({**match_data(found), **figures_data(found)})

    async def picture(self, request: Request) -> Response:
        """How the scores rose and what a press gave, as SVG."""
        language = request.query_params.get("language", "en")
        number = request.path_params["match"]
        if language not in LANGUAGES:
            return Response(status_code=404)
        try:
            svg = await asyncio.to_thread(self._picture, number, language)
        except (NoMatch, JournalError, StudyError) as error:
            return _refused(error)
        return Response(svg, media_type="image/svg+xml")

    def _matches(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for row in reversed(self._history.matches()):
            try:
                found.append(match_data(self._of(row)))
            except JournalError as error:
                found.append({"match": row.number, "damaged": str(error)})
        return found

    def _match(self, number: int) -> MatchStatistics:
        for row in self._history.matches():
            if row.number == number:
                return self._of(row)
        raise NoMatch(f"there is no match {number}")

    def _of(self, row: MatchRow) -> MatchStatistics:
        known = self._read.get(row.number)
        if known is None or known[0] != row.last_number:
            setup, kept = self._history.setup(row.number), self._history.entries(row.number)
            known = self._read[row.number] = (row.last_number, statistics(row, setup, kept))
        return known[1]

    def _picture(self, number: int, language: str) -> bytes:
        match = self._match(number)
        key = (number, self._read[number][0], language)
        if key not in self._pictures:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "match.svg"
                draw([match], Words(language), file)
                self._pictures.clear()  # a match is looked at, then another
                self._pictures[key] = file.read_bytes()
        return self._pictures[key]


def _refused(error: Exception) -> Response:
    return JSONResponse({"code": "page.error", "facts": {"reason": str(error)}}, 404)
