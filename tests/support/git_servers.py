"""A git server by HTTP on loopback that wants a token: `git http-backend` of the git that is installed."""

from __future__ import annotations

import base64
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class GitServer:
    """Serves the bare repositories below a folder to who sends the token as the password."""

    url: str
    token: str
    refused: list[str] = field(default_factory=list)
    """The Authorization headers that were refused."""


@contextmanager
def git_over_http(root: Path, token: str) -> Iterator[GitServer]:
    """Within: the server."""
    program = subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout.strip()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers["Content-Length"])))

        def _answer(self, body: bytes) -> None:
            given = self.headers.get("Authorization", "")
            user = base64.b64decode(given.removeprefix("Basic ")).decode() if given.startswith("Basic ") else ""
            if user.partition(":")[2] != token:
                server.refused.append(given)
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.end_headers()
                return
            parts = urlsplit(self.path)
            done = subprocess.run(
                [f"{program}/git-http-backend"],
                input=body,
                capture_output=True,
                check=True,
                env={
                    "PATH": os.environ["PATH"],
                    "GIT_PROJECT_ROOT": str(root),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "GIT_CONFIG_COUNT": "1",
                    "GIT_CONFIG_KEY_0": "safe.directory",
                    "GIT_CONFIG_VALUE_0": "*",
                    "REQUEST_METHOD": self.command,
                    "PATH_INFO": parts.path,
                    "QUERY_STRING": parts.query,
                    "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                    "CONTENT_LENGTH": str(len(body)),
                    "REMOTE_USER": "x",
                    "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                },
            ).stdout
            head, _, content = done.partition(b"\r\n\r\n")
            lines = [line.decode().split(": ", 1) for line in head.split(b"\r\n")]
            status = next((value for name, value in lines if name == "Status"), "200")
            self.send_response(int(status.split()[0]))
            for name, value in lines:
                if name != "Status":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = GitServer(f"http://127.0.0.1:{http.server_port}", token)
    thread = threading.Thread(target=http.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
