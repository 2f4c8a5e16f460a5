"""Parameter types that commands share.

A command is a plain function. Arguments are positional-only, options keyword-only; names, help and metavar go
into ``Annotated[..., Parameter(...)]``, and the docstring is what help says of the command itself.
"""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.framework.console import Console

InjectedConsole = Annotated[Console, Parameter(parse=False)]
"""The frame hands the command its console through a keyword-only parameter of this type."""

Yes = Annotated[bool, Parameter(name=("--yes", "-y"), help="Go ahead without asking.")]
"""The answer to every confirmation, given beforehand."""
