"""Whether every task still works, and what went wrong in the machine's life. Plain logic."""

from . import stored

NAME = "life"  # of the file
LOG_KEPT = 12  # faults; the newest first
TEXT_MAX = 60  # characters of a fault's text
COUNTERS = ("boots", "presses", "fires", "cards", "jams", "faults", "crashes", "motor_s")
COUNTER_MAX = 2**30 - 1  # a small int on MicroPython
SAVE_IDLE_MS = 10_000  # nothing happened for so long: write what is new to flash
SAVE_BOOT_MS = 2000  # the same, where only the start itself is new

BEAT_MS = 600  # so often one task is called, in turn
WATCHDOG_MS = 8000  # without a complete roll: the board is reset; RP2040: at most 8388


class RollCall:
    """Each task reports when it has been woken; the watchdog is fed only if all did."""

    def __init__(self, tasks: tuple):
        self._tasks = tasks
        self._reported = set()

    def report(self, task: str) -> None:
        """`task` is alive."""
        self._reported.add(task)

    def missing(self) -> list:
        """Tasks that have not reported since the last call, and call anew."""
        missing = [task for task in self._tasks if task not in self._reported]
        self._reported.clear()
        return missing

    def mask(self, tasks: list) -> int:
        """These tasks as bits of a number."""
        return sum(1 << self._tasks.index(task) for task in tasks)

    def names(self, mask: int) -> str:
        """The same back in words."""
        return " ".join(task for place, task in enumerate(self._tasks) if mask & 1 << place)


class Life:
    """Counters of the machine's whole life and its latest faults, kept on flash.

    What is new is written when nothing has happened for SAVE_IDLE_MS, so never while the motor
    runs; a power cut loses no more than that.
    """

    def __init__(self, store):
        self._store = store
        kept, self.became = stored.load(store, NAME)
        kept = kept or {}
        self.counters = {name: _count(kept.get(name)) for name in COUNTERS}
        log = kept.get("log")
        self.log = [entry for entry in log if _is_entry(entry)] if isinstance(log, list) else []
        self._changed_ms = None  # when something new came that is not on flash
        self.count("boots", 1, SAVE_BOOT_MS - SAVE_IDLE_MS)

    def count(self, name: str, more: int, now_ms: int) -> None:
        """Add to a counter; it stays at its end rather than to begin anew."""
        self.counters[name] = min(self.counters[name] + more, COUNTER_MAX)
        self._changed_ms = now_ms

    def note(self, what: str, text: str, now_ms: int) -> None:
        """Something went wrong: `what` is its kind, `text` what a person may want to know."""
        text = "".join(c if " " <= c <= "~" else "?" for c in text[:TEXT_MAX])  # fits any line
        self.log.insert(0, [self.counters["boots"], now_ms // 1000, what, text])
        del self.log[LOG_KEPT:]
        self._changed_ms = now_ms

    def due(self, now_ms: int) -> bool:
        """True when it is time to `save`."""
        return self._changed_ms is not None and now_ms - self._changed_ms >= SAVE_IDLE_MS

    def save(self) -> bool:
        """Write to flash. The motor must stand. False when flash is full: all stays in memory,
        until the next change."""
        self._changed_ms = None
        kept = {"log": self.log}
        kept.update(self.counters)
        try:
            stored.save(self._store, NAME, kept)
        except OSError:
            return False
        return True


def _count(value) -> int:
    return value if type(value) is int and 0 <= value <= COUNTER_MAX else 0


def _is_entry(entry) -> bool:
    if not isinstance(entry, list) or len(entry) != 4:
        return False
    boot, s, what, text = entry
    return type(boot) is int and type(s) is int and isinstance(what, str) and isinstance(text, str)
