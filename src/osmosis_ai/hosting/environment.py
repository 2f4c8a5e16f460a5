"""The Python environment of a rollout: its own dependencies, and this SDK."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import tomllib
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.hosting.sdk_wheel import DISTRIBUTION, build_sdk_wheel

__all__ = ["RolloutEnvironment", "existing_environment", "installed_sdk_version", "prepare_environment"]

_STAMP = "osmosis-environment.json"
_SHOWN_LINES = 15
_LOCK_PAUSE_SEC = 0.2


@dataclass(frozen=True, slots=True)
class RolloutEnvironment:
    """The environment of a rollout."""

    python: Path
    """Its interpreter."""

    reused: bool
    """True when it was there before."""


async def prepare_environment(
    rollout_dir: Path, *, home: Path, cache: Path, variables: Mapping[str, str], log: Callable[[str], None]
) -> RolloutEnvironment:
    """The environment of the rollout in `rollout_dir`, made below `home` unless one for the same inputs is there.

    Dependencies come from the rollout's pyproject.toml. `osmosis-ai` is the running SDK, unless the project names a
    separate source under `[tool.uv.sources]`. A project that has a build system is installed itself as well, in
    place. An environment is never changed once it is made, so that a run may use it while another is made from a
    changed project; rollouts that need the same share one. `variables` is the environment of uv, whose `UV_PYTHON`
    chooses the interpreter. Raises OsmosisError with the last lines of what uv printed.
    """
    try:
        wanted = _wanted(rollout_dir, home, cache, variables)
        if wanted.is_made():
            return RolloutEnvironment(wanted.python, reused=True)
        uv, env = _uv(), wanted.folder
        await asyncio.to_thread(home.mkdir, parents=True, exist_ok=True)
        async with _locked(env.with_name(f".{env.name}.lock"), log):
            if wanted.is_made():
                return RolloutEnvironment(wanted.python, reused=True)
            tool = _Uv(uv, rollout_dir, variables, log)
            package, choose_python = _is_package(wanted.project), not variables.get("UV_PYTHON")
            await _make(env, tool, wanted.overrides, package=package, choose_python=choose_python)
            (env / _STAMP).write_text(wanted.stamp)
    except OSError as error:
        raise OsmosisError(
            f"the environment of {rollout_dir} cannot be made in {home}: {error.strerror or error}",
            hint=f"Make {home} and {cache} writable, or make room.",
        ) from None
    return RolloutEnvironment(wanted.python, reused=False)


def existing_environment(
    rollout_dir: Path, *, home: Path, cache: Path, variables: Mapping[str, str]
) -> RolloutEnvironment | None:
    """What `prepare_environment` returns where it has nothing to make; None where it has, or will raise."""
    try:
        wanted = _wanted(rollout_dir, home, cache, variables)
        return RolloutEnvironment(wanted.python, reused=True) if wanted.is_made() else None
    except (OsmosisError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The environment that a rollout needs now."""

    project: dict[str, Any]
    overrides: list[str]
    stamp: str
    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def is_made(self) -> bool:
        marker = self.folder / _STAMP
        return self.python.exists() and marker.is_file() and marker.read_text() == self.stamp


def _wanted(rollout_dir: Path, home: Path, cache: Path, variables: Mapping[str, str]) -> _Wanted:
    project = _read_project(rollout_dir)
    overrides = _overrides(project, cache)
    stamp = _stamp(rollout_dir, project, overrides, variables.get("UV_PYTHON") or [sys.executable, sys.version])
    owner = rollout_dir.name if _is_bound(project) else "shared"
    return _Wanted(project, overrides, stamp, home / f"{owner}-{hashlib.sha256(stamp.encode()).hexdigest()[:16]}")


@asynccontextmanager
async def _locked(path: Path, log: Callable[[str], None]) -> AsyncIterator[None]:
    """Waits for another process that makes the same environment."""
    lock = FileLock(path)
    waiting = False
    while True:
        try:
            lock.acquire(timeout=0)
            break
        except Timeout:
            if not waiting:
                log("waiting for another process that makes the same environment")
            waiting = True
            await asyncio.sleep(_LOCK_PAUSE_SEC)
    try:
        yield
    finally:
        lock.release()


async def _make(env: Path, uv: _Uv, overrides: list[str], *, package: bool, choose_python: bool) -> None:
    interpreter = ["--python", sys.executable] if choose_python else []
    await uv.run("venv", "--quiet", "--clear", *interpreter, str(env))
    override_file = env / "overrides.txt"
    override_file.write_text("".join(f"{line}\n" for line in overrides))
    install = ["pip", "install", "--python", str(env / "bin" / "python")]
    await uv.run(*install, "--override", str(override_file), "-r", "pyproject.toml")
    if package:
        await uv.run(*install, "--no-deps", "--editable", ".")


def _read_project(rollout_dir: Path) -> dict[str, Any]:
    path = rollout_dir / "pyproject.toml"
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise OsmosisError(
            f"{path} does not exist, so the rollout's dependencies are unknown",
            hint=f'Write one with [project] dependencies = ["{DISTRIBUTION}[server]>=0.3,<0.4"].',
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OsmosisError(f"{path} is not valid TOML: {error}", hint="Fix the file and run again.") from None


def _uv() -> str:
    try:
        from uv import find_uv_bin
    except ImportError:
        raise OsmosisError(
            "making the rollout's environment needs uv",
            hint=f"Install it: pip install '{DISTRIBUTION}[eval]'",
            details={"missing_module": "uv", "extra": "eval"},
        ) from None
    try:
        return find_uv_bin()
    except FileNotFoundError as error:
        raise OsmosisError(
            f"uv is installed without its program: {error}", hint="Install it again: pip install --force-reinstall uv"
        ) from None


def _overrides(project: dict[str, Any], cache: Path) -> list[str]:
    """One line that replaces every requirement of our distribution by the running SDK, with the extras asked for."""
    if any(canonicalize_name(name) == DISTRIBUTION for name in _table(project, "tool", "uv", "sources")):
        return []
    extras: set[str] = set()
    for text in _dependencies(project):
        try:
            requirement = Requirement(text)
        except InvalidRequirement as error:
            said = str(error).splitlines()[0]
            raise OsmosisError(
                f"pyproject.toml: project.dependencies: {text!r} is not a requirement: {said}",
                hint='Write requirements like "httpx>=0.28".',
            ) from None
        if canonicalize_name(requirement.name) == DISTRIBUTION:
            extras |= requirement.extras
    wheel = build_sdk_wheel(cache)
    named = f"[{','.join(sorted(extras))}]" if extras else ""
    return [f"{DISTRIBUTION}{named} @ {wheel.as_uri()}"]


def _table(project: dict[str, Any], *path: str) -> dict[str, Any]:
    """The table at a path of keys; an empty one where there is none."""
    for key in path:
        found = project.get(key)
        project = found if isinstance(found, dict) else {}
    return project


def _dependencies(project: dict[str, Any]) -> list[str]:
    found = _table(project, "project").get("dependencies", [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise OsmosisError(
            "pyproject.toml: project.dependencies is not a list of texts",
            hint=f'Write it like dependencies = ["{DISTRIBUTION}[server]>=0.3,<0.4"].',
        )
    return found


def _is_package(project: dict[str, Any]) -> bool:
    """uv's own rule: what `tool.uv.package` says, else whether there is a build system."""
    declared = _table(project, "tool", "uv").get("package")
    return bool(declared) if declared is not None else "build-system" in project


def _is_bound(project: dict[str, Any]) -> bool:
    """True when the environment points into the rollout's own folder, so that no other rollout can use it."""
    return _is_package(project) or "uv" in _table(project, "tool")


def _stamp(rollout_dir: Path, project: dict[str, Any], overrides: list[str], python: str | list[str]) -> str:
    """All that decides what is in the environment."""
    if _is_bound(project):
        needs: object = hashlib.sha256((rollout_dir / "pyproject.toml").read_bytes()).hexdigest()
        folder = str(rollout_dir.resolve())
    else:
        needs, folder = _dependencies(project), ""
    inputs = {
        "needs": needs,
        "rollout_dir": folder,
        "sdk": overrides,
        "python": python,
    }
    return json.dumps(inputs, sort_keys=True)


@dataclass(frozen=True, slots=True)
class _Uv:
    """The program uv, run in the rollout's folder with an environment of the caller's choice."""

    program: str
    rollout_dir: Path
    variables: Mapping[str, str]
    log: Callable[[str], None]

    async def run(self, *arguments: str) -> None:
        """Returns once uv has succeeded. Raises OsmosisError with the last lines that it printed."""
        lines: deque[str] = deque(maxlen=_SHOWN_LINES)

        def on_line(_stream: str, line: str) -> None:
            lines.append(line)
            self.log(line)

        async with await ChildProcess.start(
            [self.program, *arguments],
            name="uv",
            cwd=self.rollout_dir,
            env={name: value for name, value in self.variables.items() if name != "VIRTUAL_ENV"},
            on_line=on_line,
        ) as child:
            code = await child.wait()
        if code != 0:
            shown = "\n".join(f"  {line}" for line in lines)
            raise OsmosisError(
                f"uv could not prepare the environment of {self.rollout_dir} (exit code {code}):\n{shown}",
                hint="Check the dependencies in the rollout's pyproject.toml, and that the package index can be "
                "reached.",
            )


def installed_sdk_version(python: Path) -> str | None:
    """The version of this SDK in the environment of that interpreter; None where it is unknown.

    Read from the metadata of its packages: no process is started.
    """
    try:
        folders = [str(path) for path in python.parent.parent.glob("lib*/python3*/site-packages")]
        return next((found.version for found in distributions(name=DISTRIBUTION, path=folders)), None)
    except Exception:  # the packages are not ours, and a version that is missing does no harm
        return None
