"""Something that moves, for what takes over two seconds."""

import contextlib
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.progress import Progress

from cardslinger.hil.presses import Report


@contextlib.contextmanager
def progress_bars(totals: Mapping[str, int]) -> Iterator[Report]:
    """A bar for each kind of which there is anything to do: on a terminal, gone at the end."""
    console = Console(stderr=True)
    with Progress(transient=True, console=console, disable=not console.is_terminal) as progress:
        tasks = {kind: progress.add_task(kind, total=n) for kind, n in totals.items() if n}
        yield lambda kind, more: progress.advance(tasks[kind], more)


@contextlib.contextmanager
def working(what: str) -> Iterator[None]:
    """A spinner beside `what`, where it is not known how much there is to do: on a terminal, gone
    at the end."""
    console = Console(stderr=True, highlight=False, markup=False)
    with console.status(what) if console.is_terminal else contextlib.nullcontext():
        yield
