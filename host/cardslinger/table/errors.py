"""What can go wrong at a table, besides what the rules refuse.

    TableError
    ├── BadSetup        a match that can't be set up so
    │   └── BadSitter       somebody who can't sit there
    ├── JournalError    the journal can't be read or written
    │   ├── JournalBusy     another program has it open
    │   ├── JournalNewer    a newer cardslinger has written it
    │   └── JournalFull     no room, or it may not be written: nothing was kept, nothing happened
    └── NoMatch         the journal has no such match

Each message names the cause and the next step, in one line.
"""

from cardslinger.rules.events import Refusal


class TableError(Exception):
    """Root of the table's errors."""


class BadSetup(TableError):
    """A match that can't be set up so."""


class BadSitter(BadSetup):
    """Somebody who can't sit there; `refusal` says so in the words of a match that goes on."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


class JournalError(TableError):
    """The journal can't be read or written."""


class JournalBusy(JournalError):
    """Another program has it open."""


class JournalNewer(JournalError):
    """A newer cardslinger has written it."""


class JournalFull(JournalError):
    """No room, or it may not be written. Nothing of what was to be kept is in it."""


class NoMatch(TableError):
    """The journal has no such match."""
