"""`osmosis eval view` and the browser that it starts."""

from __future__ import annotations

import stat
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest

from osmosis_ai.cli.commands.page import serve_page

URL = "http://127.0.0.1:1/?token=s3cret"


def test_browser_is_given_a_private_file_and_never_the_token(monkeypatch: pytest.MonkeyPatch):
    """Every user can read a command line: the token is in a file that only its owner can read, while it serves."""
    asked: list[str] = []
    seen: list[tuple[str, int, int]] = []
    done = threading.Event()

    def open_page(url: str) -> bool:
        page = Path(unquote(urlsplit(url).path))
        asked.append(url)
        seen.append((page.read_text(), stat.S_IMODE(page.stat().st_mode), stat.S_IMODE(page.parent.stat().st_mode)))
        done.set()
        return True

    def run(on_start: Callable[[], None] | None) -> None:
        assert on_start is not None
        on_start()
        assert done.wait(30)

    monkeypatch.setattr(webbrowser, "open", open_page)
    serve_page(SimpleNamespace(url=URL, run=run), opened=True)  # type: ignore[arg-type]
    [url], [(text, mode, folder_mode)] = asked, seen
    assert url.startswith("file:///")
    assert "s3cret" not in url
    assert "http://127.0.0.1:1/open?token=s3cret" in text
    assert (mode & 0o077, folder_mode & 0o077) == (0, 0)
    assert not Path(unquote(urlsplit(url).path)).exists()
