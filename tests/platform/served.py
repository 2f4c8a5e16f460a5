"""A platform that is served by its own process on loopback, the commands that talk to it, and a browser's forms."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

PASSWORD = "correct horse battery"
_STOP_SEC = 60
_SYNC_TRIES = 300
_MAIN = "import runpy; runpy.run_module('osmosis_ai', run_name='__main__', alter_sys=True)"


@dataclass(frozen=True)
class Served:
    """The address of a platform and the one-time link of its first owner."""

    url: str
    link: str
    data: Path
    address: str = ""
    """Where its process listens; clients may reach it by a proxy at `url`."""
    process: subprocess.Popen[str] | None = None
    """The server."""

    @property
    def log(self) -> Path:
        """The lines that it writes."""
        return self.data.parent / "serve.log"

    def token(self, email: str = "owner@localhost") -> str:
        """A new token of that person."""
        made = operate(self, "platform", "token", "create", email, "--data", str(self.data))
        return made["resource"]["token"]


def operate(served: Served, *words: str) -> dict[str, Any]:
    """The result of an operator's command."""
    done = subprocess.run(
        [sys.executable, "-m", "osmosis_ai", "--json", *words],
        capture_output=True,
        text=True,
        env=_environment(served.data),
        check=True,
    )
    return json.loads(done.stdout)


def _environment(data: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(data.parent)}


def connect_repository(served: Served) -> str:
    """The origin of a repository with the rollout `demo`, connected to the workspace `main` and read."""
    bare, source = served.data.parent / "acme" / "rollouts.git", served.data.parent / "source"
    rollout = source / "rollouts" / "demo"
    rollout.mkdir(parents=True)
    (rollout / "main.py").write_text("print(1)\n")
    (rollout / "pyproject.toml").write_text('[project]\nname = "demo"\nversion = "1"\ndescription = "Adds."\n')
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(source)]
    steps = "init -q -b main", "add .", "commit -qm one", f"push -q {bare} main"
    for step in steps:
        subprocess.run([*git, *step.split()], check=True)
    headers = {"Authorization": f"Bearer {served.token()}"}
    base = f"http://{served.address}" if served.address else served.url
    with httpx.Client(base_url=base, headers=headers, timeout=60) as http:
        connected = http.post("/api/v1/workspaces/main/git", json={"url": str(bare)})
        connected.raise_for_status()
        for _ in range(_SYNC_TRIES):
            connection = http.get("/api/v1/workspaces/main/git").json()
            if connection["state"] == "ready":
                return f"https://github.com/{connection['repo_full_name']}.git"
            time.sleep(0.2)
    raise AssertionError("the repository was not read")


def free_port(wanted: int | None = None) -> int:
    """The port, which nobody listens on; one that the system chooses where none is wanted."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server itself
        probe.bind(("127.0.0.1", wanted or 0))
        return int(probe.getsockname()[1])


def start_server(
    data: Path, address: str, log: Path, variables: Mapping[str, str], *, first: str = ""
) -> subprocess.Popen[str]:
    """`osmosis platform serve`, just started, which adds what it logs to that file."""
    with log.open("ab") as errors:
        return subprocess.Popen(
            [sys.executable, "-c", f"{first}\n{_MAIN}", "platform", "serve", "--data", str(data), "--bind", address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**_environment(data), "OSMOSIS_PLATFORM_GIT_FOLDERS": str(data.parent), **variables},
        )


def wait_until_ready(process: subprocess.Popen[str], log: Path) -> str:
    """The one-time link of the first owner, empty where there is none, once the server answers. Raises AssertionError
    with its log where it ends before."""
    assert process.stdout is not None
    link = ""
    for line in process.stdout:
        if line.startswith("First start:"):
            link = line.split()[-1]
        if line.startswith("Ready:"):
            return link
    raise AssertionError(log.read_text())


@contextmanager
def serving_platform(
    data: Path, *, public_url: str | None = None, port: int | None = None, first: str = "", **settings: str
) -> Iterator[Served]:
    """Within: `osmosis platform serve` on a new data folder. `settings` are variables without their prefix.

    `first` is Python that the process runs before, such as one that makes a bound smaller.
    """
    address = f"127.0.0.1:{free_port(port)}"
    log = data.parent / "serve.log"
    data.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    given = {f"OSMOSIS_PLATFORM_{name}": value for name, value in settings.items()}
    if public_url is not None:
        given["OSMOSIS_PLATFORM_PUBLIC_URL"] = public_url
    process = start_server(data, address, log, given, first=first)
    try:
        link = wait_until_ready(process, log)
        scheme = "https" if "TLS_CERTIFICATE" in settings else "http"
        yield Served(public_url or f"{scheme}://{address}", link, data, address, process)
    finally:
        process.terminate()
        process.communicate(timeout=_STOP_SEC)


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The envelope on standard output."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error of the envelope on standard error."""
        return next(found["error"] for found in self._lines() if "error" in found)

    @property
    def warnings(self) -> list[str]:
        """The codes of the warnings."""
        return [found["warning"]["code"] for found in self._lines() if "warning" in found]

    def _lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.err.splitlines() if line.startswith("{")]


@dataclass(frozen=True)
class Person:
    """Someone with a home directory who types commands against one platform, in a folder; without a `url`, against the
    one that the folder names."""

    osmosis: tuple[str, ...]
    url: str
    home: Path
    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    """What their environment has beside."""

    def environment(self, **extra: str) -> dict[str, str]:
        """What their commands find in the environment: nothing of this process's but the path."""
        mine = {"OSMOSIS_TOKEN_STORE": "file", "NO_COLOR": "1"}
        if self.url:
            mine["OSMOSIS_PLATFORM_URL"] = self.url
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), **mine, **self.variables, **extra}

    def run(self, *words: str, stdin: str = "", mode: str = "--json", **extra: str) -> Ran:
        """One command, in JSON mode where no other is named."""
        done = subprocess.run(
            [*self.osmosis, mode, *words],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self.environment(**extra),
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    @contextmanager
    def device_login(self) -> Iterator[tuple[subprocess.Popen[str], str]]:
        """`osmosis auth login`, and the address that it printed."""
        process = subprocess.Popen(
            [*self.osmosis, "auth", "login"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            env=self.environment(PYTHONUNBUFFERED="1"),
        )
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"https?://\S+", line):
                    yield process, found[0]
                    return
            raise AssertionError("no address was printed")
        finally:
            if process.poll() is None:
                process.kill()
            process.communicate()


def send_form(browser: httpx.Client, page: httpx.Response, **fields: str) -> httpx.Response:
    """Send the page's form, as a browser without JavaScript does; the one that signs out is passed over."""
    for form in re.findall(r'<form[^>]*method="post".*?</form>', page.text, re.DOTALL):
        action = re.search(r'<form[^>]*action="([^"]*)"', form)
        target = page.url.join(action[1]) if action else page.url
        if not target.path.endswith("/logout"):
            hidden = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
            return browser.post(target, data={**hidden, **fields}, headers={"Origin": str(page.url.join("/"))[:-1]})
    raise AssertionError(f"no form: {page.text}")


def workspace_folder(folder: Path, *, origin: str | None) -> Path:
    """A workspace directory in a git repository."""
    for name in ("rollouts", "configs/training", "configs/eval", "data"):
        (folder / name).mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    if origin is not None:
        subprocess.run(["git", "-C", str(folder), "remote", "add", "origin", origin], check=True)
    return folder
