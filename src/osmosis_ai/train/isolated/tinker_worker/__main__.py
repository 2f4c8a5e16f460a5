"""Connects to the run and answers its commands, each as soon as it is done.

A command is `{"id", "do", ...}`: `open`, `serve`, `complete`, `update`, `save`, as the methods of `Session`. Its answer
is `{"id", "ok": {...}}`, or `{"id", "error": {"message", "hint", "kind"}}`. The process ends where the run has gone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import traceback
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from .client import Session
from .errors import WorkerError

_NEEDED = ("tinker", "transformers", "jinja2")
_COMMANDS = ("open", "serve", "complete", "update", "save")
_LONGEST_LINE = 1 << 28


async def serve(path: str) -> int:
    """Serves one run."""
    reader, writer = await asyncio.open_unix_connection(path, limit=_LONGEST_LINE)
    session, running = Session(), set[asyncio.Task[None]]()
    missing = [name for name in _NEEDED if find_spec(name) is None]
    while line := await reader.readline():
        command = json.loads(line)
        if missing:
            _send(writer, id=command["id"], missing=missing)
            await writer.drain()
            return 3
        task = asyncio.create_task(_answer(session, command, writer))
        running.add(task)
        task.add_done_callback(running.discard)
    return 0


async def _answer(session: Session, command: Mapping[str, Any], writer: asyncio.StreamWriter) -> None:
    given = dict(command)
    number, do = given.pop("id"), given.pop("do")
    try:
        if do not in _COMMANDS:
            raise WorkerError(f"there is no command {do!r}")
        _send(writer, id=number, ok=await getattr(session, do)(**given))
    except WorkerError as error:
        _send(writer, id=number, error={"message": error.message, "hint": error.hint, "kind": error.kind})
    except Exception as error:
        traceback.print_exc()
        said = {"message": f"{type(error).__name__}: {error}", "hint": None, "kind": "server"}
        _send(writer, id=number, error=said)


def _send(writer: asyncio.StreamWriter, **message: object) -> None:
    writer.write(json.dumps(message).encode() + b"\n")


def main() -> int:
    """Serves one run."""
    parser = argparse.ArgumentParser(prog="tinker_worker")
    parser.add_argument("--socket", required=True)
    given = parser.parse_args()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    code = asyncio.run(serve(given.socket))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # the client's own threads have nothing left to do, and some of them never end


if __name__ == "__main__":
    main()
