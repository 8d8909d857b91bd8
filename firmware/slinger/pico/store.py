"""Small files on flash."""

import os


class Store:
    """Small files on flash. Writing stops all interrupts for 30 to 45 ms and more."""

    def read(self, name: str):
        """The bytes, or None if there is no such file."""
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def replace(self, name: str, data: bytes) -> None:
        """Write, keeping the bytes before as `.old`. Raises OSError when flash is full."""
        with open(name + ".new", "wb") as file:
            file.write(data)
        if self.read(name) is not None:
            os.rename(name, name + ".old")
        os.rename(name + ".new", name)
