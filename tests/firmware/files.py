"""The Pico's small files, in memory."""


class Files:
    """`cut_after` steps of a write the power fails; `full` refuses to write."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut_after: int | None = None
        self.full = False

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        """The steps of the Pico's own store, a power cut possible after each."""
        if self.full:
            raise OSError(28, "no space left")
        steps = [lambda n=n: self.files.__setitem__(f"{name}.new", data[:n]) for n in (0, 9)]
        steps.append(lambda: self.files.__setitem__(f"{name}.new", data))
        steps.append(lambda: self._rename(name, f"{name}.old"))
        steps.append(lambda: self._rename(f"{name}.new", name))
        for step in steps[: self.cut_after]:
            step()

    def _rename(self, old: str, new: str) -> None:
        if old in self.files:
            self.files[new] = self.files.pop(old)
