"""A TCP proxy on loopback that keeps what went through it, so that a failure shows who said what."""

import socket
import threading
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_CHUNK = 1 << 16
_SHOWN = 6000


class Recorder:
    """Stands before a server; `url` is where to reach it."""

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._said: list[tuple[str, bytes]] = []
        self._asked: list[bytearray] = []
        self._sockets: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for held in (self._listener, *self._sockets):
            held.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
            except OSError:
                return
            self._sockets += [client, server]
            self._asked.append(bytearray())
            for source, sink, arrow in ((client, server, ">>>"), (server, client, "<<<")):
                threading.Thread(target=self._copy, args=(source, sink, arrow, self._asked[-1]), daemon=True).start()

    def _copy(self, source: socket.socket, sink: socket.socket, arrow: str, asked: bytearray) -> None:
        try:
            while data := source.recv(_CHUNK):
                if arrow == ">>>":
                    self.admit(data)
                with self._lock:
                    self._said.append((arrow, data))
                    if arrow == ">>>":
                        asked += data
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def admit(self, data: bytes) -> None:
        """Called with what clients send, before it goes on; one that waits holds it back."""

    def take_requests(self) -> list[bytes]:
        """What clients sent since the last time, a connection each, in the order in which they connected."""
        with self._lock:
            taken, self._asked = [bytes(asked) for asked in self._asked], []
        return taken

    def text(self) -> str:
        """The exchange so far, its end first to be cut."""
        with self._lock:
            said = "\n".join(f"{arrow} {data.decode(errors='replace')}" for arrow, data in self._said)
        return said[:_SHOWN]
