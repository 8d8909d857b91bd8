"""Cables for twins that a test runs in its own process."""


class NoCable:
    """No host is there."""

    host_present = False

    def write(self, data: bytes) -> int:
        return len(data)

    def notify_room(self) -> None:
        """Nothing is ever kept."""
