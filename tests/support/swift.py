"""A private OpenStack Swift, whose proxy speaks S3: four child processes, on loopback, in a temporary folder.

Its environment is made from the package index, once, where those of peers are kept.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.peers.published import peer_environment

__all__ = ["ACCESS_KEY", "REGION", "SECRET_KEY", "Swift"]

ACCESS_KEY, SECRET_KEY, REGION = "test:tester", "testing", "us-east-1"
_VERSION = "2.38.3"
_TRIES = 600
_STOP_SEC = 15
_PIPELINE = (
    "catch_errors gatekeeper healthcheck proxy-logging cache listing_formats bulk ratelimit s3api tempauth copy"
    " container-quotas account-quotas slo dlo versioned_writes symlink proxy-logging proxy-server"
)
_FILTERS = {
    "cache": {"use": "egg:swift#memcache", "memcache_servers": "127.0.0.1:1"},  # nothing listens there: it does without
    "s3api": {
        "use": "egg:swift#s3api",
        "location": REGION,
        "check_bucket_owner": "false",
        "allow_multipart_uploads": "true",
        "min_segment_size": "5242880",
    },
    "tempauth": {"use": "egg:swift#tempauth", "user_test_tester": "testing .admin"},
}


class Swift:
    """A running store. `endpoint` is its address; `stop` ends it and removes the folder."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self.ports = {name: _free_port() for name in ("account", "container", "object", "proxy")}
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def endpoint(self) -> str:
        """Where it speaks S3."""
        return f"http://127.0.0.1:{self.ports['proxy']}"

    @classmethod
    def start(cls) -> Self:
        """Starts a store, and waits until it answers. Raises RuntimeError with its logs where it does not."""
        store = cls(Path(tempfile.mkdtemp(prefix="osmosis-swift-")), peer_environment("swift", f"swift=={_VERSION}"))
        try:
            store._configure()
            for name in store.ports:
                store._launch(name)
            store._wait()
        except BaseException:
            store.stop()
            raise
        return store

    def stop(self) -> None:
        """Ends every server and removes the folder."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(timeout=_STOP_SEC)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _configure(self) -> None:
        (self.folder / "devices" / "disk").mkdir(parents=True)
        (self.folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = osmosis\n")
        for name in ("account", "container", "object"):
            self._run("swift-ring-builder", f"{name}.builder", "create", "8", "1", "0")
            self._run("swift-ring-builder", f"{name}.builder", "add", f"r1z1-127.0.0.1:{self.ports[name]}/disk", "1")
            self._run("swift-ring-builder", f"{name}.builder", "rebalance")
            self._write(name, {"pipeline:main": {"pipeline": f"{name}-server"}})
        filters = {
            f"filter:{name}": _FILTERS.get(name, {"use": f"egg:swift#{name.replace('-', '_')}"})
            for name in dict.fromkeys(_PIPELINE.split())
            if name != "proxy-server"
        }
        self._write("proxy", {"pipeline:main": {"pipeline": _PIPELINE}, **filters})

    def _write(self, name: str, sections: dict[str, dict[str, str]]) -> None:
        account = {"account_autocreate": "true"} if name == "proxy" else {}
        default = {
            "bind_ip": "127.0.0.1",
            "bind_port": str(self.ports[name]),
            "user": pwd.getpwuid(os.getuid()).pw_name,
            "swift_dir": str(self.folder),
            "devices": str(self.folder / "devices"),
            "mount_check": "false",
            "workers": "0",
            "log_address": str(self.folder / "no-log-socket"),
            "recon_cache_path": str(self.folder),
        }
        application = {"use": f"egg:swift#{name}", **account}
        text = ""
        for section, values in {"DEFAULT": default, **sections, f"app:{name}-server": application}.items():
            text += f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in values.items()) + "\n"
        (self.folder / f"{name}-server.conf").write_text(text)

    def _launch(self, name: str) -> None:
        program = self.programs / f"swift-{name}-server"
        with (self.folder / f"{name}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    [str(program), str(self.folder / f"{name}-server.conf"), "verbose"],
                    cwd=self.folder,
                    env={"PATH": os.environ["PATH"], "HOME": str(self.folder)},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            )

    def _wait(self) -> None:
        for _ in range(_TRIES):
            ended = [process for process in self._processes if process.poll() is not None]
            try:
                with urlopen(f"{self.endpoint}/healthcheck", timeout=5) as answer:
                    if answer.status == 200 and not ended:
                        return
            except HTTPError:
                pass
            except OSError:
                if ended:
                    break
            time.sleep(0.1)
        logs = "\n".join(f"{path.name}: {path.read_text()[-2000:]}" for path in sorted(self.folder.glob("*.log")))
        raise RuntimeError(f"Swift did not start\n{logs}")

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder)},
        )
        if done.returncode not in (0, 1):  # 1 is a warning: fewer devices than a real store has
            raise RuntimeError(f"{program} {' '.join(arguments)}: {done.stdout}{done.stderr}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
