"""A stub of an OpenAI-style endpoint on loopback, for evaluations that need no real model.

It does what the last message of a request says:

    say WORD          answers with the word
    status CODE       answers with that HTTP status
    status CODE once  the same, but only the first time that very message comes
    hang              answers after a minute
    gone              stops listening, for good
    (anything else)   answers "ok"
"""

import contextlib
import json
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class StubOpenAI:
    """Serves while entered. `asked` counts the requests by the text of their last message."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._gone = threading.Event()
        self._closed = threading.Event()
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def answer(self, text: str) -> tuple[int, str]:
        """Status and content for a last message."""
        self.asked[text] += 1
        match text.split():
            case ["say", word, *_]:
                return 200, word
            case ["status", code, "once", *_] if self.asked[text] > 1:
                return 200, code
            case ["status", code, *_]:
                return int(code), ""
            case ["hang", *_]:
                self._closed.wait(60)
            case ["gone", *_]:
                self.vanish()
        return 200, "ok"

    def body(self, status: int, content: str) -> dict[str, object]:
        """What is answered with that status and content."""
        return completion(content) if status == 200 else {"error": {"message": f"the stub says {status}"}}

    def vanish(self) -> None:
        """Ends the server and every connection to it."""
        if not self._gone.is_set():
            self._gone.set()
            self._server.socket.close()

    @property
    def gone(self) -> bool:
        return self._gone.is_set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._server.shutdown()
        self._server.server_close()


def _handler(stub: StubOpenAI) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, content = stub.answer(request["messages"][-1]["content"])
            if stub.gone:
                self.close_connection = True
                self.connection.close()
                return
            data = json.dumps(stub.body(status, content)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            with contextlib.suppress(OSError):  # whoever asked may be gone by now
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def completion(content: str) -> dict[str, object]:
    return {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1,
        "model": "stub",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7},
    }
