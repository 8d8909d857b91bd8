"""Devices can be played for greetings too."""

from tests.bridge.conftest import play, short_patience

__all__ = ["play", "short_patience"]
