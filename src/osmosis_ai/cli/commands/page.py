"""Serving a page of this machine for a command, and opening it for the person who asked."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base.files.atomic import PRIVATE, write_atomic

if TYPE_CHECKING:
    from osmosis_ai.cli.framework.console import Console
    from osmosis_ai.viewer.serve import PageServer

_LEADS_TO = '<!doctype html><title>Osmosis</title><meta http-equiv="refresh" content="0;url={url}">'


def is_watched(console: "Console") -> bool:
    """Whether a person started it here: then a browser may be opened for them."""
    from osmosis_ai.cli.framework.terminal import is_terminal

    return console.interactive and is_terminal(sys.stdout)


def serve_page(server: "PageServer", *, opened: bool) -> None:
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
