"""The model of the crash matrix: an OpenAI-style endpoint in a process of its own, which can be told to die.

It does what the last message of a request says: `say WORD` answers the word; `status CODE once` answers that status the
first time a case sends that very message; anything else is answered "ok". Which case asks is said by the API key.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["DEATHS", "KEY", "StubModel"]

DEATHS = ("before reading", "after reading", "half way through the answer", "after the answer")
KEY = "sk-of-the-stub-model-for-case-"
_AGAIN_SEC = 0.3


class StubModel:
    """Runs while entered. `paid` are the ids of the rollouts that it was called for, ever."""

    def __init__(self, home: Path) -> None:
        self._log = home / "calls.txt"
        self._log.touch()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._pid = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def paid(self, case: str) -> set[str]:
        """The rollouts of a case that the model was called for."""
        called = (line.split(" ", 1) for line in self._log.read_text().splitlines())
        return {rollout_id for key, rollout_id in called if key == case and rollout_id}

    def start(self, die: str | None = None, at_call: int = 0) -> None:
        """Starts the process; it dies as told at its call of that number. Returns once it listens."""
        ready, theirs = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            with contextlib.suppress(BaseException):
                _serve(self.port, self._log, theirs, die, at_call)
            os._exit(1)
        os.close(theirs)
        os.read(ready, 1)
        os.close(ready)

    def revive(self) -> bool:
        """Starts it again, a moment later, if it has died."""
        if self._pid == 0 or os.waitpid(self._pid, os.WNOHANG)[0] == 0:
            return False
        time.sleep(_AGAIN_SEC)
        self.start()
        return True

    def stop(self) -> None:
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = 0


def _serve(port: int, log: Path, ready: int, die: str | None, at_call: int) -> None:
    calls: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            with lock:
                calls["all"] += 1
                dying = die if calls["all"] == at_call else None
            _die_if(dying == "before reading")
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            case = self.headers["Authorization"].removeprefix(f"Bearer {KEY}")
            text = request["messages"][-1]["content"]
            with lock, log.open("a") as file:
                file.write(f"{case} {request.get('user', '')}\n")
                asked[case, text] += 1
                first = asked[case, text] == 1
            _die_if(dying == "after reading")
            status, answer = _answer(text, first)
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            with contextlib.suppress(OSError):  # whoever asked may be gone by now
                self.end_headers()
                half = len(data) // 2
                self.wfile.write(data[:half])
                _die_if(dying == "half way through the answer")
                self.wfile.write(data[half:])
                _die_if(dying == "after the answer")

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, *_: object) -> None:
            pass

    server = Server(("127.0.0.1", port), Handler)
    os.write(ready, b"!")
    os.close(ready)
    server.serve_forever()


def _die_if(now: bool) -> None:
    if now:
        os.kill(os.getpid(), signal.SIGKILL)


def _answer(text: str, first: bool) -> tuple[int, dict[str, object]]:
    match text.split():
        case ["status", code, "once", *_] if first:
            return int(code), {"error": {"message": f"the stub says {code}"}}
        case ["say", word, *_] | ["status", word, "once", *_]:
            content = word
        case _:
            content = "ok"
    return 200, {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1,
        "model": "stub",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7},
    }
