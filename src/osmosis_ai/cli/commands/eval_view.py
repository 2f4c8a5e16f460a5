"""``osmosis eval view``: runs and trajectories in the browser."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.viewer.serve import PageServer

_LEADS_TO = '<!doctype html><title>Osmosis</title><meta http-equiv="refresh" content="0;url={url}">'


def eval_view(
    run: Annotated[
        str | None, Parameter(metavar="NAME|PATH", help="One run, by name or by path. All runs if left out.")
    ] = None,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), metavar="DIR", help="Where runs are kept. .osmosis/evals if left out."),
    ] = None,
    port: Annotated[int | None, Parameter(metavar="N", help="The port to serve at. A free one if left out.")] = None,
    no_open: Annotated[bool, Parameter(help="Do not open the browser, also where this is a terminal.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Look at runs and trajectories in the browser.

    Serves a page on this machine's loopback address until Ctrl-C: what a run came to, its rows to filter and sort,
    and what was said in each rollout. A run that is at work is followed live. The address holds a token that is made
    at each start; without it nothing is shown.

        osmosis eval view
        osmosis eval view brave-otter-7 --no-open
    """
    from osmosis_ai.runs.reading.places import evals_folder, find_run
    from osmosis_ai.viewer.cache import RunCache
    from osmosis_ai.viewer.serve import PageServer

    cwd = Path.cwd()
    root = evals_folder(cwd, output)
    folder = None if run is None else find_run(run, cwd, [root])
    cache = RunCache(root) if folder is None else RunCache(folder.parent, folder.name)
    server = PageServer(cache, port)
    return OperationResult(
        operation="eval.view",
        resource={"url": server.url, "port": server.port, "path": str(folder or root)},
        message=server.url,
        next_steps=["Open that address in a browser of this machine. Ctrl-C ends it."],
        then=lambda: _serve(server, opened=_watched(console) and not no_open),
    )


def _watched(console: "Console") -> bool:
    """Whether a person started it here: then a browser may be opened for them."""
    from osmosis_ai.cli.framework.terminal import is_terminal

    return console.interactive and is_terminal(sys.stdout)


def _serve(server: "PageServer", *, opened: bool) -> None:
    """Serves until the server ends, with the page opened in the browser if asked for.

    A command line can be read by every user of the machine, so the browser is given the path of a private file that
    leads to the address, never the address with its token. It is opened from a thread: browsers that run in the
    terminal return only when they end.
    """
    import tempfile
    import threading
    import webbrowser

    with tempfile.TemporaryDirectory(prefix="osmosis-view-") as folder:  # which only its owner may enter
        page = Path(folder, "open.html")
        write_atomic(page, _LEADS_TO.format(url=server.url.replace("/?", "/open?")).encode(), mode=PRIVATE)
        opening = threading.Thread(target=webbrowser.open, args=[page.as_uri()], daemon=True)
        server.run(opening.start if opened else None)
