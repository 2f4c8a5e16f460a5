"""nginx and Caddy, run on loopback with the configurations that docs/proxies/ holds."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.certificates import Certificate

DOCUMENTED = Path(__file__).parents[2] / "docs" / "proxies"
_UP_TRIES = 200
_STOP_SEC = 30


def free_port() -> int:
    """A port of 127.0.0.1 that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _documented(name: str, changes: dict[str, str]) -> str:
    """The documented file with places and names of this machine in it. Each has to be there."""
    text = (DOCUMENTED / name).read_text()
    for pattern, replacement in changes.items():
        text, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        assert count, f"{name} has no {pattern}"
    return text


@contextmanager
def running_proxy(
    kind: str, *, prefix: bool, port: int, platform: str, files: Certificate, folder: Path
) -> Iterator[None]:
    """Within: nginx or caddy listens at https://127.0.0.1:PORT, configured as documented, in front of the platform."""
    command = shutil.which(kind) or shutil.which(kind, path="/usr/sbin")
    assert command is not None, f"install {kind}: apt-get install nginx-light caddy"
    folder.mkdir()
    upstream = {r"127\.0\.0\.1:8765": platform}
    if kind == "nginx":
        changes = {
            r"listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            r"/etc/ssl/\S+\.pem": str(files.certificate),
            r"/etc/ssl/\S+\.key": str(files.key),
        }
        text = _documented("nginx-prefix.conf" if prefix else "nginx.conf", upstream | changes)
        places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{place}_temp_path {folder}/{place};\n" for place in places)
        file = folder / "nginx.conf"
        file.write_text(
            f"daemon off;\nuser root;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}\n{text}\n}}\n"
        )
        arguments = [command, "-p", str(folder), "-e", "stderr", "-c", str(file)]
    else:
        changes = {
            r"^\S*example\.org \{": f"https://127.0.0.1:{port} {{",
            r"/etc/ssl/\S+\.pem": str(files.certificate),
            r"/etc/ssl/\S+\.key": str(files.key),
        }
        text = _documented("Caddyfile-prefix" if prefix else "Caddyfile", upstream | changes)
        file = folder / "Caddyfile"
        file.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}")
        arguments = [command, "run", "--adapter", "caddyfile", "--config", str(file)]
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env={"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")},
        )
    try:
        wait_for_listener(port, process, log)
        yield
    finally:
        process.terminate()
        process.wait(_STOP_SEC)


def wait_for_listener(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until something listens at that port of 127.0.0.1. Fails with the log when the process ends before."""
    for _ in range(_UP_TRIES):
        assert process.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"it does not listen: {log.read_text()}")
