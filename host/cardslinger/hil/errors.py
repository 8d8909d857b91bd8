"""What can go wrong with a measurement. Each message names the cause and the next step.

MeasureError
├── BadCards       the cards that were fired do not say what they should
├── BadBundle      the file of a report can't be written
├── NeedsTwin      a measurement that takes the hands of a launcher in software
├── NotInstalled   an extra is missing
└── NotWritten     what was found could not be written to the launcher
"""


class MeasureError(Exception):
    """Root of the measurements' errors."""


class BadCards(MeasureError):
    """The cards that were fired do not say what they should."""


class BadBundle(MeasureError):
    """The file of a report can't be written, or is there already."""


class NeedsTwin(MeasureError):
    """A measurement that takes the hands of a launcher in software."""


class NotInstalled(MeasureError):
    """A library of an extra is missing; the message names the extra."""


class NotWritten(MeasureError):
    """What was found could not be written; the message says what the settings are now."""
