"""Who sits where, as written after `--seats`: "North,East,bot,bot:random"."""

from cardslinger.table.errors import BadSetup
from cardslinger.table.setup import Sitter

BOT = "bot"
USUAL_BOT = "greedy"


def parse_seats(text: str) -> dict[int, Sitter]:
    """The sitters of seats 0, 1, ...: a name is a person, `bot` a bot, `bot:random` such a one.

    Raises BadSetup where nothing stands between two commas.
    """
    sitters: dict[int, Sitter] = {}
    bots = 0
    for seat, word in enumerate(text.split(",")):
        name, _, kind = word.strip().partition(":")
        if name == BOT:
            bots += 1
            sitters[seat] = Sitter(f"Bot {bots}", kind or USUAL_BOT)
        elif not name:
            raise BadSetup(f"--seats {text!r}: seat {seat} has no name; write `bot` for a bot")
        else:
            sitters[seat] = Sitter(word.strip())
    return sitters
