"""``osmosis eval view``: runs and trajectories in the browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import NotFoundError
from osmosis_ai.cli.commands.page import is_watched, serve_page
from osmosis_ai.cli.framework.params import InjectedConsole, NoOpen, PagePort, RunsFolder
from osmosis_ai.cli.framework.results import OperationResult

if TYPE_CHECKING:
    from osmosis_ai.cli.commands.session import Place
    from osmosis_ai.platform_client.connection import Connection
    from osmosis_contract.models import EvalRunResponse


def eval_view(
    run: Annotated[
        str | None, Parameter(metavar="NAME|PATH", help="One run, by name or by path. All runs if left out.")
    ] = None,
    /,
    *,
    output: RunsFolder = None,
    port: PagePort = None,
    no_open: NoOpen = False,
    console: InjectedConsole,
) -> OperationResult:
    """Look at runs and trajectories in the browser.

    Serves a page on this machine's loopback address until Ctrl-C: what a run came to, its rows to filter and sort,
    and what was said in each rollout. A run that is at work is followed live. A name that is none here is looked up
    among the evaluations on the platform. The address holds a token that is made at each start; without it nothing is
    shown.

        osmosis eval view
        osmosis eval view brave-otter-7 --no-open
    """
    from osmosis_ai.runs.reading.places import evals_folder, find_run, is_path
    from osmosis_ai.viewer.app import page_app
    from osmosis_ai.viewer.cache import RunCache
    from osmosis_ai.viewer.serve import PageServer

    cwd = Path.cwd()
    root = evals_folder(cwd, output)
    try:
        folder = None if run is None else find_run(run, cwd, [root])
    except NotFoundError as missing:
        if run is None or is_path(run, cwd):
            raise
        from osmosis_ai.cli.commands.eval_managed_look import opened_run

        return _managed_view(*opened_run(console, run, missing), port, opened=is_watched(console) and not no_open)
    cache = RunCache(root) if folder is None else RunCache(folder.parent, folder.name)
    server = PageServer(page_app(cache), port)
    return OperationResult(
        operation="eval.view",
        resource={"url": server.url, "port": server.port, "path": str(folder or root)},
        message=server.url,
        next_steps=["Open that address in a browser of this machine. Ctrl-C ends it."],
        then=lambda: serve_page(server, opened=is_watched(console) and not no_open),
    )


def _managed_view(
    connection: "Connection", place: "Place", run: "EvalRunResponse", port: int | None, *, opened: bool
) -> OperationResult:
    """The page of a run of the platform, whose files come to a folder of the user's cache while it is open."""
    import hashlib
    import os

    from osmosis_ai.base.cache import cache_root
    from osmosis_ai.cli.commands.eval_mirror import Mirror
    from osmosis_ai.viewer.app import page_app
    from osmosis_ai.viewer.cache import RunCache
    from osmosis_ai.viewer.serve import PageServer

    platform = hashlib.sha256(connection.url.encode()).hexdigest()[:16]
    try:
        mirror = Mirror(connection, place, run, cache_root(os.environ) / "platform-runs" / platform)
        server = PageServer(page_app(RunCache(mirror.folder.parent, mirror.folder.name)), port)
    except BaseException:
        connection.close()
        raise

    def serve() -> None:
        mirror.follow()
        try:
            serve_page(server, opened=opened)
        finally:
            mirror.close()
            connection.close()

    return OperationResult(
        operation="eval.view",
        resource={"url": server.url, "port": server.port, "path": str(mirror.folder)},
        message=server.url,
        next_steps=["Open that address in a browser of this machine. Ctrl-C ends it."],
        then=serve,
    )
