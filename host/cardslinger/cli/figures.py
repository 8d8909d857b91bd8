"""A table of measured figures beside their goals."""

from collections.abc import Mapping
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from cardslinger.words.printable import printable


@dataclass(frozen=True, slots=True)
class Figure:
    """What it is, its unit, and the goal: at least `low`, at most `high`."""

    words: str
    unit: str
    low: float | None = None
    high: float | None = None


def figures_table(figures: Mapping[str, Figure], values: Mapping[str, object]) -> Table:
    """`values` by the names of `figures`; None is what could not be measured."""
    title = values.get("runtime")
    table = Table(
        box=None,
        pad_edge=False,
        title=Text(printable(str(title))) if title else None,
        title_justify="left",
    )
    for heading in ("measured", "figure", "", "goal", ""):
        table.add_column(heading, justify="right" if heading == "figure" else "left")
    for name, figure in figures.items():
        value = values[name]
        shown = "-" if value is None else f"{value:,}"
        table.add_row(figure.words, shown, figure.unit, _goal(figure), _verdict(value, figure))
    return table


def _goal(figure: Figure) -> str:
    if figure.low is not None:
        return f"at least {figure.low:,}"
    if figure.high is None:
        return ""
    return f"at most {figure.high:,}" if figure.high else "none"


def _verdict(value: object, figure: Figure) -> Text:
    if not isinstance(value, int | float) or (figure.low is None and figure.high is None):
        return Text()
    if figure.low is not None and value < figure.low:
        return Text("under", style="bold red")
    if figure.high is not None and value > figure.high:
        return Text("over", style="bold red")
    return Text("ok", style="green")
