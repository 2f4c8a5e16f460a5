"""``osmosis train view``: training runs in the browser."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.commands.page import is_watched, serve_page
from osmosis_ai.cli.framework.params import InjectedConsole, NoOpen, PagePort
from osmosis_ai.cli.framework.results import OperationResult

_COMMAND = "osmosis train view"


def train_view(
    name: Annotated[str | None, Parameter(help="One training run. All runs if left out.")] = None,
    /,
    *,
    runs: Annotated[
        Path | None, Parameter(metavar="DIR", help="Where runs are kept. .osmosis/training if left out.")
    ] = None,
    port: PagePort = None,
    no_open: NoOpen = False,
    console: InjectedConsole,
) -> OperationResult:
    """Look at training runs in the browser.

    Serves a page on this machine's loopback address until Ctrl-C: curves, checkpoints, the rollouts of each step with
    their conversations and the probability of each token, and two runs beside each other. A run that is at work is
    followed live. The address holds a token that is made at each start; without it nothing is shown.

        osmosis train view
        osmosis train view first --no-open
    """
    from osmosis_ai.runs.training.folder import training_root
    from osmosis_ai.viewer.serve import PageServer
    from osmosis_ai.viewer.training_app import training_app
    from osmosis_ai.viewer.training_runs import TrainingRuns

    root = training_root(Workspace.find(Path.cwd())) if runs is None else runs.resolve()
    shown = TrainingRuns(root, name)
    if name is not None:
        shown.find(name)
    server = PageServer(training_app(shown), port, command=_COMMAND)
    return OperationResult(
        operation="train.view",
        resource={"url": server.url, "port": server.port, "path": str(root if name is None else root / name)},
        message=server.url,
        next_steps=["Open that address in a browser of this machine. Ctrl-C ends it."],
        then=lambda: serve_page(server, opened=is_watched(console) and not no_open),
    )
