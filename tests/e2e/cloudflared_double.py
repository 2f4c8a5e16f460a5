"""A double of the program cloudflared, for tunnels that lead nowhere: it prints what cloudflared prints."""

import sys
from pathlib import Path

PUBLIC_URL = "https://double-of-cloudflared.trycloudflare.com"
SCRIPT = '''\
#!{python}
"""CloudflaredDouble: {mode}."""
import json, os, socket, sys, threading, time
from pathlib import Path

FOLDER, MODE = Path({folder!r}), {mode!r}
target = sys.argv[sys.argv.index("--url") + 1].rpartition(":")[2]
(FOLDER / "started.json").write_text(json.dumps({{"arguments": sys.argv[1:], "environment": sorted(os.environ)}}))


def say(line):
    print("2026-11-29T18:00:00Z " + line, file=sys.stderr, flush=True)


def copy(source, sink):
    while data := source.recv(65536):
        sink.sendall(data)
    sink.shutdown(socket.SHUT_WR)


def forward(listener):
    while True:
        theirs, _ = listener.accept()
        ours = socket.create_connection(("127.0.0.1", int(target)))
        for pair in ((theirs, ours), (ours, theirs)):
            threading.Thread(target=copy, args=pair, daemon=True).start()


say("INF Thank you for trying Cloudflare Tunnel. See https://developers.cloudflare.com/cloudflare-one/")
say("INF Requesting new quick Tunnel on trycloudflare.com...")
if MODE == "rate-limited":
    say('ERR Error unmarshaling QuickTunnel response: error code: 1015 status_code="429 Too Many Requests"')
    sys.exit(1)
if MODE == "ends":
    say('ERR failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": no such host')
    sys.exit(1)
if MODE == "silent":
    time.sleep(600)
say("INF |  {url}                                     |")
say("INF Registered tunnel connection connIndex=0 location=zrh01 protocol=quic")
if "CLOUDFLARED_DOUBLE_PORT" in os.environ:
    listener = socket.create_server(("127.0.0.1", int(os.environ["CLOUDFLARED_DOUBLE_PORT"])))
    threading.Thread(target=forward, args=(listener,), daemon=True).start()
while not (FOLDER / "die").exists():
    time.sleep(0.05)
say("ERR Lost connection with the edge")
sys.exit(1)
'''


class CloudflaredDouble:
    """An executable called cloudflared in a folder of its own, to be put in front of the PATH.

    `mode` is what it does: `up`, `rate-limited`, `ends` or `silent`. Where CLOUDFLARED_DOUBLE_PORT is set, that port
    leads where the tunnel would.
    """

    def __init__(self, folder: Path, mode: str = "up") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "cloudflared"
        program.write_text(SCRIPT.format(python=sys.executable, folder=str(folder), mode=mode, url=PUBLIC_URL))
        program.chmod(0o755)

    def path(self, before: str) -> str:
        """A PATH that finds it first."""
        return f"{self.folder}:{before}"

    def die(self) -> None:
        """Ends it, as when the connection is lost for good."""
        (self.folder / "die").touch()
