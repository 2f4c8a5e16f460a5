"""A double of a Hugging Face hub, on loopback: as much of it as an upload of small files asks for.

The real one cannot be had in a test. Its answers are those that `huggingface_hub` reads; the client is the real one.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, override


class HubDouble(ThreadingHTTPServer):
    """Keeps what it is given: `created`, and `files` by path. Large files come by PUT, as to an object store."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.created: list[dict[str, Any]] = []
        self.tokens: set[str | None] = set()
        self.files: dict[str, bytes] = {}
        self.objects: dict[str, bytes] = {}


class _Handler(BaseHTTPRequestHandler):
    server: HubDouble
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: object) -> None:
        return

    def do_GET(self) -> None:
        self._json({"id": "someone/multiplier", "sha": "0" * 40, "siblings": [], "private": True})

    def do_PUT(self) -> None:
        body = self._body()
        self.server.objects[self.path.rpartition("/")[2]] = body
        self._json({})

    def do_POST(self) -> None:
        self.server.tokens.add(self.headers.get("Authorization"))
        body = self._body()
        if self.path.endswith("/repos/create"):
            self.server.created.append(json.loads(body))
            self._json({"url": f"{self.server.url}/someone/multiplier", "id": "someone/multiplier"})
        elif "/preupload/" in self.path:
            files = json.loads(body)["files"]
            modes = [
                {
                    "path": each["path"],
                    "uploadMode": "lfs" if each["path"].endswith((".gguf", ".safetensors")) else "regular",
                    "shouldIgnore": False,
                }
                for each in files
            ]
            self._json({"files": modes})
        elif self.path.endswith("/objects/batch"):
            asked = json.loads(body)
            found = [
                {
                    "oid": each["oid"],
                    "size": each["size"],
                    "actions": {"upload": {"href": f"{self.server.url}/objects/{each['oid']}", "header": {}}},
                }
                for each in asked["objects"]
            ]
            self._json({"transfer": "basic", "objects": found}, "application/vnd.git-lfs+json")
        elif "/commit/" in self.path:
            self._commit(body)
        else:
            self._json({})

    def _commit(self, body: bytes) -> None:
        for line in body.splitlines():
            entry = json.loads(line)
            value = entry["value"]
            if entry["key"] == "file":
                self.server.files[value["path"]] = base64.b64decode(value["content"])
            elif entry["key"] == "lfsFile":
                self.server.files[value["path"]] = self.server.objects[value["oid"]]
                assert hashlib.sha256(self.server.objects[value["oid"]]).hexdigest() == value["oid"]
        address = f"{self.server.url}/someone/multiplier/commit/{'1' * 40}"
        self._json({"success": True, "commitOid": "1" * 40, "commitUrl": address, "hookOutput": ""})

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _json(self, document: object, kind: str = "application/json") -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def hub_double() -> Iterator[HubDouble]:
    """One that serves while the context lasts."""
    hub = HubDouble()
    thread = threading.Thread(target=hub.serve_forever)
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        hub.server_close()
        thread.join()
