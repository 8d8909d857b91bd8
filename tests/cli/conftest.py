"""Devices can be played for commands too."""

from tests.bridge.conftest import play

__all__ = ["play"]
