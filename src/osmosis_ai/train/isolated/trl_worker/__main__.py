"""Connects to the run and does what it says, one command at a time.

Commands: `open` (base, cache, settings, resume), then `step` (step, rows, adapter), `save` (into), `adapter` (path),
`logprobs` (rows, adapter), `randomise` (seed, deviation), `close`. Each is answered by a line `{"ok": {...}}`, or
`{"error": {"message", "hint"}}`, after which the process ends. A step is answered once the model is updated.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import WorkerError

_NEEDED = ("torch", "transformers", "peft", "trl", "gguf", "datasets")


class Connection:
    """Lines of JSON, both ways."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._file = self._socket.makefile("rwb")

    def receive(self) -> dict[str, Any]:
        """The next command; `close` where the run has gone."""
        line = self._file.readline()
        message: dict[str, Any] = json.loads(line) if line else {"do": "close"}
        return message

    def send(self, **message: object) -> None:
        """An answer."""
        self._file.write(json.dumps(message).encode() + b"\n")
        self._file.flush()


class Worker:
    """Answers the commands of one run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._adapter: str | None = None
        self._training: Any = None

    def run(self) -> None:
        """Serves until the run closes or goes."""
        from .training import Closed

        command = self._connection.receive()
        if command["do"] != "open":
            return
        self._open(command)
        try:
            self._training.run(self._next_step)
        except Closed:
            return

    def _open(self, command: Mapping[str, Any]) -> None:
        from .base_model import prepared_base
        from .training import Training

        folder = prepared_base(Path(command["base"]), Path(command["cache"]))
        resume = command.get("resume")
        self._training = Training(folder, command["settings"], None if resume is None else Path(resume))
        self._connection.send(ok={**self._training.describe(), "served": str(folder / "f16.gguf")})

    def _next_step(self) -> Mapping[str, Any]:
        """Answers commands until the next step; called by TRL when it wants rows, so the last step is complete."""
        from .training import Closed

        training = self._training
        if self._adapter is not None:
            training.write_adapter(Path(self._adapter))
            self._connection.send(ok={"figures": training.figures()})
            self._adapter = None
        while True:
            command = self._connection.receive()
            answer: dict[str, object] = {}
            match command["do"]:
                case "step":
                    self._adapter = command["adapter"]
                    return command
                case "save":
                    training.save(Path(command["into"]))
                case "adapter":
                    training.write_adapter(Path(command["path"]), permute=command.get("permute", True))
                case "logprobs":
                    answer["rows"] = [
                        training.logprobs(row["prompt_ids"], row["sampled_ids"], adapter=command.get("adapter", True))
                        for row in command["rows"]
                    ]
                case "randomise":
                    training.randomise(command["seed"], command["deviation"])
                case "texts":
                    answer["rows"] = [[training.tokenizer.decode([i]) for i in ids] for ids in command["rows"]]
                case _:
                    raise Closed
            self._connection.send(ok=answer)


def main() -> int:
    """Serves one run."""
    parser = argparse.ArgumentParser(prog="trl_worker")
    parser.add_argument("--socket", required=True)
    given = parser.parse_args()
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    connection = Connection(given.socket)
    missing = _missing()
    if missing:
        connection.receive()  # unread when the process ends, it would take the answer with it
        connection.send(missing=missing)
        return 3
    try:
        Worker(connection).run()
    except WorkerError as error:
        connection.send(error={"message": error.message, "hint": error.hint})
        return 1
    except Exception as error:
        traceback.print_exc()
        connection.send(error={"message": f"{type(error).__name__}: {error}", "hint": None})
        return 1
    return 0


def _missing() -> list[str]:
    """Which of the packages are not installed."""
    from importlib.util import find_spec

    return [name for name in _NEEDED if find_spec(name) is None]


if __name__ == "__main__":
    sys.exit(main())
