"""A private Ray cluster: a head and a node, on loopback, tuned so that deaths are noticed in seconds.

Its environment is made from the package index, once, where those of peers are kept. Both nodes are `ray start --block`
in a PID namespace each, so that nothing of them outlives them or the tests; that takes root.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import httpx

from tests.peers.published import peer_environment

__all__ = ["RayCluster"]

_VERSION = "2.60.0"
_START_SECONDS = 180.0
_TUNING = {
    "RAY_health_check_initial_delay_ms": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "1000",
    "RAY_health_check_failure_threshold": "6",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
    "RAY_raylet_start_wait_time_s": "150",  # a loaded machine takes a minute
    "RAY_agent_register_timeout_ms": "150000",
    "RAY_NUM_REDIS_GET_RETRIES": "150",
}


class RayCluster:
    """A running cluster. `address` is its dashboard; `stop` ends it and removes its folder."""

    def __init__(self, folder: Path, programs: Path, token: str | None) -> None:
        self.folder = folder
        self.programs = programs
        self.token = token
        self.gcs, self.dashboard, self.clients, *self._agents = _free_ports(7)
        self._nodes: set[str] = set()
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def address(self) -> str:
        """Where the dashboard is."""
        return f"http://127.0.0.1:{self.dashboard}"

    @classmethod
    def start(cls, token: str | None = None) -> Self:
        """Starts both nodes, and waits until both are there. Raises RuntimeError with the logs where they are not."""
        programs = peer_environment("ray", f"ray[default]=={_VERSION}")
        _compile(programs)
        cluster = cls(Path(tempfile.mkdtemp(prefix="oray-")), programs, token)  # short: sockets are below it
        try:
            cluster.start_head()
            cluster.start_node()
        except BaseException:
            cluster.stop()
            raise
        return cluster

    def stop(self) -> None:
        """Ends both nodes and removes the folder."""
        for name in list(self._processes):
            self.kill(name)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_head(self) -> None:
        """Starts the head, and waits until it answers and counts itself: its dashboard is there before its raylet."""
        self._launch(
            "head", "--head", f"--port={self.gcs}", "--dashboard-host=127.0.0.1", f"--dashboard-port={self.dashboard}",
            f"--ray-client-server-port={self.clients}", "--num-cpus=0", f"--temp-dir={self.folder / 'head'}",
            *_agent_ports(self._agents[:2]),
        )  # fmt: skip
        self._wait("head", lambda http: bool(_living(http, head=True)))

    def start_node(self) -> None:
        """Starts the node, and waits until the head knows it."""
        self._launch(
            "node", f"--address=127.0.0.1:{self.gcs}", "--num-cpus=2", "--resources={\"node\": 1}",
            *_agent_ports(self._agents[2:]),
        )  # fmt: skip
        self._wait("node", self._has_new_node)

    def kill(self, name: str) -> None:
        """SIGKILL to the head or the node, with all that runs on it."""
        process = self._processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def revive(self) -> None:
        """Starts what has ended, the head first: a node does not live on long without it."""
        for name, start in (("head", self.start_head), ("node", self.start_node)):
            process = self._processes.get(name)
            if process is None or process.poll() is not None:
                start()

    def _has_new_node(self, http: httpx.Client) -> bool:
        """Whether a node lives that was not there before; one that was killed is called alive for a while."""
        new = _living(http, head=False) - self._nodes
        self._nodes |= new
        return bool(new)

    def _launch(self, name: str, *arguments: str) -> None:
        left_out = ("RAY_", "PYTHONDONTWRITEBYTECODE")  # 25 processes that compile everything take minutes to start
        environment = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        environment |= _TUNING | {"RAY_AUTH_MODE": "disabled"}
        if self.token is not None:
            environment |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": self.token}
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [
                    *("setpriv", "--pdeathsig", "KILL", "unshare", "--pid", "--fork", "--kill-child", "--mount-proc"),
                    *(str(self.programs / "ray"), "start", "--block", "--disable-usage-stats"),
                    *("--node-ip-address=127.0.0.1", "--object-store-memory=100000000", *arguments),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=self.folder,
                start_new_session=True,
            )

    def _wait(self, name: str, is_there: object) -> None:
        deadline = time.monotonic() + _START_SECONDS
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        with httpx.Client(base_url=self.address, headers=headers, trust_env=False, timeout=5) as http:
            while True:
                try:
                    if is_there(http):  # type: ignore[operator]
                        return
                except (httpx.HTTPError, KeyError, ValueError):
                    pass
                process = self._processes[name]
                ended = process.poll() is not None or _raylet_ended(process.pid)
                if ended or time.monotonic() > deadline:
                    self.kill(name)  # half of it may live, and would count as started
                    said = (self.folder / f"{name}.log").read_text()[-4000:]
                    raise RuntimeError(f"Ray's {name} did not start:\n{said}")
                time.sleep(0.2)


def _agent_ports(ports: Sequence[int]) -> Iterator[str]:
    names = ("dashboard-agent-listen", "dashboard-agent-grpc")
    for name, port in zip(names, ports, strict=True):
        yield f"--{name}-port={port}"


def _living(http: httpx.Client, *, head: bool) -> set[str]:
    """The nodes that the head calls alive: itself, or the others."""
    answer = http.get("/nodes?view=summary")
    nodes = answer.json()["data"]["summary"] if answer.status_code == httpx.codes.OK else []
    raylets = [node["raylet"] for node in nodes]
    return {each["nodeId"] for each in raylets if each.get("state") == "ALIVE" and bool(each.get("isHeadNode")) == head}


def _raylet_ended(launched: int) -> bool:
    """Whether a raylet has ended by itself: `ray start` waits minutes for one that gave up on its agent in seconds."""
    for starting in _children(launched):
        for child in _children(starting):
            try:
                name, _, fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")
            except OSError:
                continue
            if name.endswith("(raylet") and fields.split()[0] == "Z":
                return True
    return False


def _children(pid: int | str) -> list[str]:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def _compile(programs: Path) -> None:
    """Compiles what Ray's processes import, so that 25 of them need not at once: a node gives its agent 15 seconds."""
    packages = next(programs.parent.glob("lib/python*/site-packages"))
    unused = "ray/(rllib|tune|train|data|serve|llm)/"
    command = [str(programs / "python"), "-m", "compileall", "-q", "-x", unused, str(packages)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, timeout=_START_SECONDS, check=False)


def _free_ports(number: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
