"""A private PostgreSQL for tests: a cluster in a temporary folder, on a Unix socket and a free loopback port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import psycopg

__all__ = ["Postgres", "binaries"]

_ACCOUNT = "postgres"


def binaries() -> Path | None:
    """The folder of the newest installed server's programs, or None."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


class Postgres:
    """A running server. `database` makes an empty database in it; `stop` ends it and removes the folder.

    PostgreSQL refuses to run as root: there, the account that its package creates runs it.
    """

    def __init__(self, folder: Path, port: int, programs: Path) -> None:
        self.folder = folder
        self.port = port
        self.programs = programs
        self._databases = 0
        self._flags = ""

    @classmethod
    def start(cls, settings: Mapping[str, str] | None = None) -> Self:
        """Starts a server. Raises RuntimeError where none is installed."""
        programs = binaries()
        if programs is None:
            raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
        folder = Path(tempfile.mkdtemp(prefix="osmosis-postgres-"))
        if os.getuid() == 0:
            account = pwd.getpwnam(_ACCOUNT)
            os.chown(folder, account.pw_uid, account.pw_gid)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = cls(folder, port, programs)
        server._run("initdb", "-D", "data", "-U", "osmosis", "--auth=trust", "-E", "UTF8", "--no-sync")
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(folder),
            "max_connections": "200",
            "fsync": "off",  # the machine is not switched off in a test; a killed server loses nothing either way
            **(settings or {}),
        }
        server._flags = " ".join(f"-c {name}={value}" for name, value in options.items())
        server.start_again()
        return server

    def start_again(self) -> None:
        """Starts the server that was killed. Raises RuntimeError while processes of that one still end."""
        self._run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", self._flags, "start")

    def kill(self) -> None:
        """SIGKILL to the server's first process; the others end by themselves, in a moment."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def database(self, timezone: str | None = None) -> str:
        """The URL of a new, empty database, whose sessions are in `timezone` unless they say otherwise."""
        self._databases += 1
        name = f"test_{self._databases}_{os.getpid()}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
            if timezone is not None:
                connection.execute(f"ALTER DATABASE \"{name}\" SET timezone = '{timezone}'")
        return self.url(name)

    def url(self, name: str) -> str:
        """The URL of a database of that name."""
        return f"postgresql://osmosis@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """Ends the server and removes its folder."""
        self._run("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        as_account = ("runuser", "-u", _ACCOUNT, "--") if os.getuid() == 0 else ()
        done = subprocess.run(
            [*as_account, str(self.programs / program), *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )
        if done.returncode != 0:
            log = self.folder / "log"
            raise RuntimeError(f"{program}: {done.stderr}{log.read_text() if log.exists() else ''}")
