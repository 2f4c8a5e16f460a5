"""The Python environment of a rollout: its own dependencies, and this SDK."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.sdk_wheel import DISTRIBUTION, build_sdk_wheel

__all__ = ["RolloutEnvironment", "prepare_environment"]

_STAMP = "osmosis-environment.json"
_SHOWN_LINES = 15


@dataclass(frozen=True, slots=True)
class RolloutEnvironment:
    """Where the environment is and how it came about: made now, or found as it was."""

    python: Path
    reused: bool


async def prepare_environment(
    rollout_dir: Path, *, home: Path, cache: Path, log: Callable[[str], None]
) -> RolloutEnvironment:
    """The environment of the rollout in `rollout_dir`, made below `home` unless one for the same inputs is there.

    Dependencies come from the rollout's pyproject.toml. `osmosis-ai` is the running SDK, unless the project names a
    source of its own under `[tool.uv.sources]`. A project that has a build system is installed itself as well, in place.
    Raises OsmosisError with the last lines of what uv said.
    """
    project = _read_project(rollout_dir)
    uv = _uv()
    overrides = _overrides(project, cache)
    stamp = _stamp(rollout_dir, overrides)
    env = home / rollout_dir.name
    python = env / "bin" / "python"
    marker = env / _STAMP
    if python.exists() and marker.is_file() and marker.read_text() == stamp:
        return RolloutEnvironment(python, reused=True)

    marker.unlink(missing_ok=True)
    home.mkdir(parents=True, exist_ok=True)
    interpreter = [] if os.environ.get("UV_PYTHON") else ["--python", sys.executable]
    await _run(uv, ["venv", "--quiet", "--clear", *interpreter, str(env)], rollout_dir, log)
    override_file = env / "overrides.txt"
    override_file.write_text("".join(f"{line}\n" for line in overrides))
    install = [
        "pip",
        "install",
        "--python",
        str(python),
        "--override",
        str(override_file),
        "-r",
        "pyproject.toml",
    ]
    await _run(uv, install, rollout_dir, log)
    if _is_package(project):
        await _run(uv, ["pip", "install", "--python", str(python), "--no-deps", "--editable", "."], rollout_dir, log)
    marker.write_text(stamp)
    return RolloutEnvironment(python, reused=False)


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
        raise OsmosisError(f"{path} is not valid TOML: {error}", hint="Mend the file and run again.") from None


def _uv() -> str:
    try:
        from uv import find_uv_bin
    except ImportError:
        raise OsmosisError(
            "making the rollout's environment needs uv",
            hint=f"Install it: pip install '{DISTRIBUTION}[eval]'",
        ) from None
    return find_uv_bin()


def _overrides(project: dict[str, Any], cache: Path) -> list[str]:
    """One line that replaces every requirement of our distribution by the running SDK, with the extras asked for."""
    sources = project.get("tool", {}).get("uv", {}).get("sources", {})
    if any(canonicalize_name(name) == DISTRIBUTION for name in sources):
        return []
    extras: set[str] = set()
    for text in project.get("project", {}).get("dependencies", []):
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue  # uv names it better than we could
        if canonicalize_name(requirement.name) == DISTRIBUTION:
            extras |= requirement.extras
    wheel = build_sdk_wheel(cache)
    named = f"[{','.join(sorted(extras))}]" if extras else ""
    return [f"{DISTRIBUTION}{named} @ {wheel.as_uri()}"]


def _is_package(project: dict[str, Any]) -> bool:
    """uv's own rule: what `tool.uv.package` says, else whether there is a build system."""
    declared = project.get("tool", {}).get("uv", {}).get("package")
    return bool(declared) if declared is not None else "build-system" in project


def _stamp(rollout_dir: Path, overrides: list[str]) -> str:
    project = hashlib.sha256((rollout_dir / "pyproject.toml").read_bytes()).hexdigest()
    inputs = {
        "project": project,
        "rollout_dir": str(rollout_dir.resolve()),
        "sdk": overrides,
        "python": os.environ.get("UV_PYTHON") or [sys.executable, sys.version],
    }
    return json.dumps(inputs, sort_keys=True)


async def _run(uv: str, arguments: list[str], cwd: Path, log: Callable[[str], None]) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    process = await asyncio.create_subprocess_exec(
        uv,
        *arguments,
        cwd=cwd,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await process.communicate()
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise
    lines = output.decode(errors="replace").splitlines()
    for line in lines:
        log(line)
    if process.returncode != 0:
        shown = "\n".join(f"  {line}" for line in lines[-_SHOWN_LINES:])
        raise OsmosisError(
            f"uv could not prepare the environment of {cwd} (exit {process.returncode}):\n{shown}",
            hint="Check the dependencies in the rollout's pyproject.toml, and that the package index can be reached.",
        )
