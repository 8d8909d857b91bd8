"""Text from elsewhere, made fit to be shown."""


def printable(text: str) -> str:
    """The text with whatever could steer a terminal written out, as in Python: `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
