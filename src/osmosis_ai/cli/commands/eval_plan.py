"""An evaluation's plan as people see it before it starts."""

from collections.abc import Mapping, Sequence

from osmosis_ai.base.text import one_line
from osmosis_ai.cli.framework.console import Console


def show_plan(console: Console, summary: Mapping[str, object], notes: Sequence[str]) -> None:
    """A heading, the plan's labels and values in two columns, then the notes. Long values go on in their own column."""
    console.end_status()
    if console.live:
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for label, value in summary.items():
            table.add_row(f"  {label}", Text(one_line(value)))
        console.rich().print(Text("Plan", style="bold"))
        console.rich().print(table)
    else:
        width = max(map(len, summary))
        console.line("Plan")
        for label, value in summary.items():
            console.line(f"  {label.ljust(width)}   {one_line(value)}")
    for note in notes:
        console.line(f"  {note}")
    console.line("")
