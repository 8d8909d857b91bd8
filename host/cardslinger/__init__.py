"""cardslinger: the host of the card launcher."""

from slinger import VERSION

__version__ = VERSION
