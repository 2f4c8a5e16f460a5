"""The Python environment of a rollout: its own dependencies, and this SDK."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import shutil
import stat
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.base.errors import KilledError, OsmosisError
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.files.tree_digest import tree_digest
from osmosis_ai.base.http.loopback_environment import PROXY_VARIABLES
from osmosis_ai.base.processes.supervisor import was_killed
from osmosis_ai.hosting.sandbox import Sandbox, start_user_code
from osmosis_ai.packaging.sdk_wheel import DISTRIBUTION, build_sdk_wheel

__all__ = ["RolloutEnvironment", "existing_environment", "installed_version", "prepare_environment", "speaks_socks"]

_STAMP = "osmosis-environment.json"
_MOST_STAMP_BYTES = _MOST_PROJECT_BYTES = 1 << 20
_SHOWN_LINES = 15
_LOGGED_LINES = 10_000
_UV_WORDS = 2
_COPY = "project"
"""Where an environment has the files of the project that is installed in it."""
_COMPILED = "__pycache__"
_LOCK_PAUSE_SEC = 0.2
_NETWORK_VARIABLES = (*PROXY_VARIABLES, "SSL_CERT_FILE", "SSL_CERT_DIR")
_SOCKS_PACKAGES = ("socksio", "PySocks", "python-socks")
"""What clients in Python need for a SOCKS proxy: httpx, requests, aiohttp."""
_UV_WITHOUT_PLACE = frozenset({"package", "managed", "dev-dependencies", "default-groups"})
"""Settings of `tool.uv` that change nothing of what is installed, whatever folder the project is in."""


@dataclass(frozen=True, slots=True)
class RolloutEnvironment:
    """The environment of a rollout."""

    python: Path
    """Its interpreter."""

    reused: bool
    """True when it was there before."""


async def prepare_environment(
    rollout_dir: Path,
    *,
    home: Path,
    cache: Path,
    variables: Mapping[str, str],
    log: Callable[[str], None],
    sandbox: Sandbox | None = None,
    by_content: bool = False,
) -> RolloutEnvironment:
    """The environment of the rollout in `rollout_dir`, made below `home` unless one for the same inputs is there.

    Dependencies come from the rollout's pyproject.toml. `osmosis-ai` is the running SDK, unless the project names a
    separate source under `[tool.uv.sources]`. A project that has a build system is installed itself as well, in
    place. An environment is never changed once it is made, so that a run may use it while another is made from a
    changed project; rollouts that need the same share one. With `by_content` a project that is installed itself is
    installed from a copy of its files, so that another folder with the same files has the same environment. `variables`
    is the environment of uv, whose `UV_PYTHON` chooses the interpreter. uv and the builds of packages run in the
    sandbox, if one is given. `log` hears of what uv printed: how many lines, or all of them where it failed. Raises
    OsmosisError with the last ones.
    """
    in_place = False
    try:
        wanted = await asyncio.to_thread(_wanted, rollout_dir, home, cache, variables, by_content=by_content)
        if wanted.is_made():
            return RolloutEnvironment(wanted.python, reused=True)
        uv, env = _uv(), wanted.folder
        await asyncio.to_thread(home.mkdir, parents=True, exist_ok=True)
        async with _locked(env.with_name(f".{env.name}.lock"), log):
            if wanted.is_made():
                return RolloutEnvironment(wanted.python, reused=True)
            tool = _Uv(uv, rollout_dir, variables, log, sandbox, env, cache)
            package, choose_python = _is_package(wanted.project), not variables.get("UV_PYTHON")
            try:
                await _make(
                    env, tool, wanted.overrides, package=package, choose_python=choose_python, copied=wanted.is_copied
                )
                await asyncio.to_thread(_write_stamp, env, wanted.stamp)
            except _CopyError:
                in_place = True
    except OSError as error:
        raise OsmosisError(
            f"the environment of {rollout_dir} cannot be made in {home}: {error.strerror or error}",
            hint=f"Make {home} and {cache} writable, or make room.",
        ) from None
    if in_place:
        log("a copy of the project cannot be installed, which may need files around it: it is installed in place")
        return await prepare_environment(
            rollout_dir, home=home, cache=cache, variables=variables, log=log, sandbox=sandbox
        )
    return RolloutEnvironment(wanted.python, reused=False)


def existing_environment(
    rollout_dir: Path, *, home: Path, cache: Path, variables: Mapping[str, str], by_content: bool = False
) -> RolloutEnvironment | None:
    """What `prepare_environment` returns where it has nothing to make; None where it has, or will raise."""
    try:
        wanted = _wanted(rollout_dir, home, cache, variables, by_content=by_content)
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
    is_copied: bool
    """Whether the project is installed from a copy of its files in the environment."""

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def is_made(self) -> bool:
        try:  # what is run to make an environment writes there
            found = read_bounded(self.folder / _STAMP, at_most=_MOST_STAMP_BYTES, follow_links=False)
        except OSError:
            return False
        return found == self.stamp.encode() and self.python.exists()


def _wanted(
    rollout_dir: Path, home: Path, cache: Path, variables: Mapping[str, str], *, by_content: bool = False
) -> _Wanted:
    project = _read_project(rollout_dir)
    overrides = _overrides(project, cache)
    is_copied = by_content and _is_package(project) and not _names_places(project)
    files = tree_digest(rollout_dir, permissions=stat.S_IXUSR, leave_out=_COMPILED) if is_copied else ""
    stamp = _stamp(
        rollout_dir, project, overrides, variables.get("UV_PYTHON") or [sys.executable, sys.version], files=files
    )
    owner = rollout_dir.name if _is_bound(project) else "shared"
    folder = home / f"{owner}-{hashlib.sha256(stamp.encode()).hexdigest()[:16]}"
    return _Wanted(project, overrides, stamp, folder, is_copied)


@asynccontextmanager
async def _locked(path: Path, log: Callable[[str], None]) -> AsyncIterator[None]:
    """Waits for another process that makes the same environment."""
    from filelock import FileLock, Timeout

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


async def _make(env: Path, uv: _Uv, overrides: list[str], *, package: bool, choose_python: bool, copied: bool) -> None:
    interpreter = ["--python", sys.executable] if choose_python else []
    override_file = env / "overrides.txt"
    if uv.sandbox is None:
        await uv.run("venv", "--quiet", "--clear", *interpreter, str(env))
    else:  # the folder itself is given to the sandbox, which cannot remove it
        await asyncio.to_thread(shutil.rmtree, env, ignore_errors=True)
        await asyncio.to_thread(env.mkdir)
        await uv.run("venv", "--quiet", "--allow-existing", *interpreter, str(env))
    override_file.write_text("".join(f"{line}\n" for line in overrides))
    install = ["pip", "install", "--python", str(env / "bin" / "python")]
    await uv.run(*install, "--override", str(override_file), "-r", "pyproject.toml")
    if package and not copied:
        await uv.run(*install, "--no-deps", "--editable", ".")
    elif package:
        copy = env / _COPY
        ignored = shutil.ignore_patterns(_COMPILED)
        await asyncio.to_thread(shutil.copytree, uv.rollout_dir, copy, symlinks=True, ignore=ignored)
        try:
            await replace(uv, rollout_dir=copy).run(*install, "--no-deps", "--editable", ".")
        except KilledError:
            raise
        except OsmosisError as error:
            raise _CopyError from error


class _CopyError(Exception):
    """A copy of the project cannot be installed."""


def _write_stamp(env: Path, stamp: str) -> None:
    """By a rename, which replaces a link that a build may have put there, and does not follow it."""
    part = env.with_name(f".{env.name}.{secrets.token_hex(4)}.stamp")
    part.write_text(stamp)
    part.replace(env / _STAMP)


def _read_project(rollout_dir: Path) -> dict[str, Any]:
    path = rollout_dir / "pyproject.toml"
    try:
        return parse_toml(read_bounded(path, at_most=_MOST_PROJECT_BYTES).decode())
    except FileFaultError as error:
        if path.exists():
            raise OsmosisError(f"{path} is not read: {error.problem}", hint=f"Correct it: {error.remedy}.") from None
        raise OsmosisError(
            f"{path} does not exist, so the rollout's dependencies are unknown",
            hint=f'Write one with [project] dependencies = ["{DISTRIBUTION}[server]>=0.3,<0.4"].',
        ) from None
    except ValueError as error:
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
    return _is_package(project) or _names_places(project)


def _names_places(project: dict[str, Any]) -> bool:
    """True when its settings may name paths."""
    return not _table(project, "tool", "uv").keys() <= _UV_WITHOUT_PLACE


def _stamp(
    rollout_dir: Path, project: dict[str, Any], overrides: list[str], python: str | list[str], *, files: str = ""
) -> str:
    """All that decides what is in the environment. `files` is a digest of the project's own, if it is copied."""
    if files:
        needs: object = files
        folder = ""
    elif _is_bound(project):
        needs = hashlib.sha256(read_bounded(rollout_dir / "pyproject.toml", at_most=_MOST_PROJECT_BYTES)).hexdigest()
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
    sandbox: Sandbox | None
    env: Path
    cache: Path

    async def run(self, *arguments: str) -> None:
        """Returns once uv has succeeded. Raises OsmosisError with the last lines that it printed."""
        lines: deque[str] = deque(maxlen=_LOGGED_LINES)
        printed = 0

        def on_line(_stream: str, line: str) -> None:
            nonlocal printed
            printed += 1
            lines.append(line)

        variables = {name: value for name, value in self.variables.items() if name != "VIRTUAL_ENV"}
        isolation = None if self.sandbox is None else self.sandbox.isolation
        if isolation is not None:  # bytecode cannot be written later, and no file is linked to one outside
            variables |= {"UV_COMPILE_BYTECODE": "1", "UV_LINK_MODE": "copy"}
        async with await start_user_code(
            self.sandbox,
            [self.program, *arguments],
            name="uv",
            cwd=self.rollout_dir,
            env=variables,
            writable=[self.rollout_dir, self.env, *(() if isolation is None else isolation.sync_writable)],
            readable=[self.cache],
            doors=["sync"],
            on_line=on_line,
        ) as child:
            code = await child.wait()
        if code == 0:
            if printed:
                self.log(f"uv {' '.join(arguments[:_UV_WORDS])}: {printed} lines, the last one: {lines[-1]}")
        else:
            for line in lines:
                self.log(line)
            shown = "\n".join(f"  {line}" for line in list(lines)[-_SHOWN_LINES:])
            set_here = [name for name in _NETWORK_VARIABLES if self.variables.get(name)]
            way = f" The way there is said by {', '.join(set_here)}." if set_here else ""
            raise (KilledError if was_killed(code) else OsmosisError)(
                f"uv could not prepare the environment of {self.rollout_dir} (exit code {code}):\n{shown}",
                hint="Check the dependencies in the rollout's pyproject.toml, and that the package index can be "
                f"reached.{way}",
            )


def installed_version(python: Path, *names: str) -> str | None:
    """The version of the first of these distributions in the environment of that interpreter; None for none of them.

    Read from the metadata of its packages: no process is started. One that cannot be read is not seen.
    """
    folders = [str(path) for path in python.parent.parent.glob("lib*/python3*/site-packages")]
    for name in names:
        try:
            if (found := next(iter(distributions(name=name, path=folders)), None)) is not None:
                return found.version
        except Exception:  # noqa: S112 - the packages are not ours, and a version that is missing does no harm
            continue
    return None


def speaks_socks(python: Path) -> bool:
    """Whether some HTTP client in the environment of that interpreter can use a SOCKS proxy."""
    return installed_version(python, *_SOCKS_PACKAGES) is not None
