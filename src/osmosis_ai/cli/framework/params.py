"""Parameter types that commands share.

A command is a plain function. Arguments are positional-only, options keyword-only; names, help and metavar go
into ``Annotated[..., Parameter(...)]``, and the docstring is what help says of the command itself.
"""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.framework.console import Console

InjectedConsole = Annotated[Console, Parameter(parse=False)]
"""The frame hands the command its console through a keyword-only parameter of this type."""

Yes = Annotated[bool, Parameter(name=("--yes", "-y"), help="Go ahead without asking.")]
"""The answer to every confirmation, given beforehand."""

ColumnMap = Annotated[
    list[str] | None,
    Parameter(name="--map", metavar="COLUMN=NAME", help="Read a column by another name. May be repeated."),
]
"""Columns of a dataset file that are read by another name; `parse_column_map` reads it."""

EvalConfigFile = Annotated[Path, Parameter(help="An evaluation config: a TOML file under configs/eval/.")]
RunName = Annotated[str, Parameter(metavar="NAME|PATH", help="A run's name, or the path of its folder.")]
RunsFolder = Annotated[
    Path | None,
    Parameter(name=("--output", "-o"), metavar="DIR", help="Where runs are kept. .osmosis/evals if left out."),
]
FirstRunsFolder = Annotated[
    Path | None, Parameter(name=("--output", "-o"), metavar="DIR", help="Where runs are kept, looked in first.")
]
"""For commands that also look in the usual folder."""

OtherDataset = Annotated[
    Path | None, Parameter(metavar="FILE", help="The dataset, instead of the workspace's data/<dataset>.*.")
]
SecretsFile = Annotated[
    str | None, Parameter(metavar="FILE", help="Values of the config's secrets, NAME=value a line.")
]
Verbose = Annotated[bool, Parameter(help="Show the run's log as it is written.")]
PagePort = Annotated[int | None, Parameter(metavar="N", help="The port to serve at. A free one if left out.")]
NoOpen = Annotated[bool, Parameter(help="Do not open the browser, also where this is a terminal.")]
