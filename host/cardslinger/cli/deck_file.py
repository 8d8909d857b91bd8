"""A table's own deck, in a file."""

from pathlib import Path

from cardslinger.rules.deck import Deck, parse_deck
from cardslinger.rules.errors import BadDeck
from cardslinger.table.errors import BadSetup

HINT = "`cardslinger rules R --deck` prints one to begin with"


def read_deck(file: Path) -> Deck:
    """The deck of a TOML file. Raises BadSetup naming the file."""
    try:
        return parse_deck(file.read_text("utf-8"))
    except OSError as error:
        raise BadSetup(f"can't read the deck {file} ({error.strerror}); {HINT}") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file} is no text in UTF-8; {HINT}") from None
    except BadDeck as error:
        raise BadSetup(f"{file}: {error}; {HINT}") from None
