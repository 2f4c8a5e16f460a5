"""Images of sandboxes: what a Dockerfile does to a root folder, built once in a sandbox and kept by its content."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_dockerfile import Copy, DockerfileError, Image, Run
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder
from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Sandbox, SandboxError, SandboxSettings

__all__ = ["PATH", "ImageBuildError", "build_layer"]

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_VERSION = "1"
_LAYERS = ".layers"
_SHOWN = 2000
_WAIT = 0.05


class ImageBuildError(SandboxError):
    """A step of a Dockerfile failed."""


async def build_layer(
    image: Image, context: Path, settings: SandboxSettings, *, timeout_sec: float, again: bool = False
) -> Path | None:
    """The folder to lay over the root folder so that it is the image; None where nothing is to be done to it.

    It is built where it is not there yet, or `again`; who needs the same one waits for it. ImageBuildError names the
    step that failed, DockerfileError what cannot be copied.
    """
    if all(isinstance(step, Run) and step.command[0] == "mkdir" for step in image.steps):
        return None
    if any(isinstance(step, Copy) for step in image.steps) and (context / ".dockerignore").exists():
        raise DockerfileError(f"{context / '.dockerignore'}: it is not honoured in a sandbox; remove the file.")
    layers = settings.state_dir / _LAYERS
    layers.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = await asyncio.to_thread(_key, image, context, settings)
    kept = layers / key
    async with asyncio.timeout(timeout_sec):
        with (layers / f"{key}.lock").open("wb") as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    await asyncio.sleep(_WAIT)
            if again and kept.is_dir():  # sandboxes that run go on to see it: it is still there under another name
                kept.rename(_scratch(settings.state_dir) / "replaced")
            if not kept.is_dir():
                await _build(image, context, settings, kept)
    return kept


def _scratch(state_dir: Path) -> Path:
    """A folder that is removed with what is in it when this process is gone."""
    folder = state_dir / f"build-{secrets.token_hex(4)}"
    reaper.make_folder(folder)
    return folder


async def _build(image: Image, context: Path, settings: SandboxSettings, kept: Path) -> None:
    scratch = _scratch(settings.state_dir)
    try:
        tree = scratch / "tree"
        tree.mkdir()
        sandbox = await Sandbox.start(replace(settings, build_folder=tree, layers=()), name="build")
        try:
            for step in image.steps:
                await (_copied(sandbox, step, context) if isinstance(step, Copy) else _ran(sandbox, step))
        finally:
            await sandbox.stop()
        (tree / "upper").rename(kept)
    finally:
        await asyncio.to_thread(remove_folder, str(scratch))


async def _ran(sandbox: Sandbox, step: Run) -> None:
    done = await sandbox.run(step.command, env={"PATH": PATH, **step.env}, cwd=step.cwd, user=step.user)
    if done.status != 0:
        said = (done.stdout + done.stderr)[-_SHOWN:].strip()
        raise ImageBuildError(f"RUN {' '.join(step.command)} ended with status {done.status}: {said}")


async def _copied(sandbox: Sandbox, step: Copy, context: Path) -> None:
    made = []
    for pattern in step.sources:
        found = _sources(context, pattern)
        for source in found:
            into = (
                step.target if source.is_dir() else step.target + ("" if not step.target.endswith("/") else source.name)
            )
            if not source.is_dir() and not step.target.endswith("/"):
                is_folder = await sandbox.run(["test", "-d", step.target], env={"PATH": PATH})
                into = f"{step.target}/{source.name}" if is_folder.status == 0 else step.target
            await sandbox.put(source, into)
            made.append(into)
    for option, command in ((step.owner, "chown"), (step.mode, "chmod")):
        if option:
            done = await sandbox.run([command, "-R", option, *made], env={"PATH": PATH})
            if done.status != 0:
                raise ImageBuildError(f"COPY --{command}={option} failed: {done.stderr.strip()[-_SHOWN:]}")


def _sources(context: Path, pattern: str) -> list[Path]:
    root = context.resolve()
    relative = pattern.lstrip("/") or "."
    found = sorted(context.glob(relative)) if any(sign in relative for sign in "*?[") else [context / relative]
    for path in found:
        if not path.exists():
            break
        if not path.resolve().is_relative_to(root):
            raise DockerfileError(f"COPY {pattern}: it leads outside {context}.")
    else:
        if found:
            return found
    raise DockerfileError(f"COPY {pattern}: there is no such file in {context}.")


def _key(image: Image, context: Path, settings: SandboxSettings) -> str:
    digest = hashlib.sha256()
    root = settings.rootfs.resolve()
    place = root.stat()
    parts = [_VERSION, str(os.geteuid()), str(root), str(place.st_ino), str(place.st_mtime_ns), settings.network]
    parts += [repr(step) for step in image.steps]
    parts += [f"{mount.source}:{mount.target}:{mount.read_only}" for mount in settings.mounts]
    for part in parts:
        digest.update(part.encode() + b"\0")
    for step in image.steps:
        if isinstance(step, Copy):
            for pattern in step.sources:
                for source in _sources(context, pattern):
                    for path in _files(source):
                        digest.update(str(path.relative_to(context)).encode() + b"\0")
                        with contextlib.suppress(OSError):
                            digest.update(str(path.lstat().st_mode).encode() + b"\0")
                            digest.update(os.fsencode(path.readlink()) if path.is_symlink() else _content(path))
    return digest.hexdigest()[:32]


def _content(path: Path) -> bytes:
    if path.is_dir():
        return b""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _files(source: Path) -> Iterator[Path]:
    yield source
    if source.is_dir() and not source.is_symlink():
        for folder, folders, names in os.walk(source):
            folders.sort()
            for name in sorted([*names, *folders]):
                yield Path(folder) / name
