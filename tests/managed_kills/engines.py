"""Where the jobs of a world run, and what of it can be killed: this machine, a Ray cluster, or Slurm."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, override

from osmosis_ai.base.processes.isolation import isolation_problem
from tests.platform.managed import package_variables
from tests.support.ray_cluster import RayCluster
from tests.support.slurm_cluster import SlurmCluster

__all__ = ["ENGINES", "Engine", "open_engine"]

type Deed = Callable[[], None]

ENGINES = ("local", "ray", "slurm")
_SLOTS = 3
_STARTS = 4


class Engine(Protocol):
    """What runs jobs. `temporary` is where they put their temporary files, unless the pool gives each a folder."""

    temporary: Path

    def pool(self) -> str:
        """The tables of the platform's settings file."""
        ...

    def deeds(self) -> Mapping[str, Deed]:
        """What can be killed, by what it is called."""
        ...

    def revive(self) -> None:
        """Starts what is dead, and waits until it works."""
        ...

    def stop(self) -> None:
        """Ends it."""
        ...


def open_engine(name: str, home: Path) -> Engine:
    """The engine of that name, started; its files are below `home`."""
    temporary = home / "tmp"
    temporary.mkdir()
    match name:
        case "ray":
            return _Ray(home, temporary)
        case "slurm":
            return _Slurm(home, temporary)
        case _:
            return _Local(temporary)


def _table(name: str, temporary: Path | None, **values: object) -> str:
    variables = {**package_variables(), **({} if temporary is None else {"TMPDIR": str(temporary)})}
    command = ["env", *(f"{name}={value}" for name, value in variables.items())]
    values = {"slots": _SLOTS, "trusted": isolation_problem() is not None, "command": command, **values}
    return f"[pools.{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


class _Local(Engine):
    def __init__(self, temporary: Path) -> None:
        self.temporary = temporary

    @override
    def pool(self) -> str:
        return _table("local", None, engine="local")

    @override
    def deeds(self) -> Mapping[str, Deed]:
        return {}

    @override
    def revive(self) -> None:
        pass

    @override
    def stop(self) -> None:
        pass


class _Ray(Engine):
    """A head that keeps its jobs in memory, and a node that runs them."""

    def __init__(self, home: Path, temporary: Path) -> None:
        self.temporary = temporary
        self._token_file = home / "ray-token"
        self._token_file.write_text(secrets.token_hex(16))
        self._cluster = _again(lambda: RayCluster.start(token=self._token_file.read_text()))

    @override
    def pool(self) -> str:
        return _table(
            "ray", self.temporary, engine="ray", address=self._cluster.address, token_file=str(self._token_file)
        )

    @override
    def deeds(self) -> Mapping[str, Deed]:
        return {"Ray's node": lambda: self._cluster.kill("node"), "Ray's head": lambda: self._cluster.kill("head")}

    @override
    def revive(self) -> None:
        _again(self._cluster.revive)

    @override
    def stop(self) -> None:
        self._cluster.stop()


def _again[T](start: Callable[[], T]) -> T:
    """A head gives itself half a minute to start, which a loaded machine does not."""
    for _ in range(_STARTS - 1):
        with contextlib.suppress(RuntimeError):
            return start()
    return start()


class _Slurm(Engine):
    def __init__(self, home: Path, temporary: Path) -> None:
        self.temporary = temporary
        logs = home / "slurm-logs"
        logs.mkdir()
        self._logs = logs
        self._cluster = SlurmCluster.start()
        self._dead: set[str] = set()

    @override
    def pool(self) -> str:
        return _table(
            "slurm",
            self.temporary,
            engine="slurm",
            config_file=str(self._cluster.configuration),
            log_folder=str(self._logs),
        )

    @override
    def deeds(self) -> Mapping[str, Deed]:
        def controller() -> None:
            self._cluster.kill_controller()
            self._dead.add("controller")

        def node() -> None:
            self._cluster.kill_node()
            self._dead.add("node")

        return {"Slurm's controller": controller, "Slurm's node": node}

    @override
    def revive(self) -> None:
        if "controller" in self._dead:
            self._cluster.start_controller()
        if "node" in self._dead:
            self._cluster.start_node()
        self._dead.clear()

    @override
    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self._cluster.stop()
