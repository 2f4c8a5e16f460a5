"""Images of tasks, built once for all trials of a process that have the same environment folder."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

from harbor.environments.base import SandboxBuildFailedError

from osmosis_ai.base.files.tree_digest import tree_digest
from osmosis_ai.rollout.backend.harbor.podman_client import EngineError, checked, client_environment, run_client
from osmosis_ai.rollout.backend.harbor.podman_labels import IMAGE_LABEL, OWNER_VARIABLE, label_value
from osmosis_ai.rollout.backend.harbor.podman_state import owned_folder

__all__ = ["build_image", "labelled_dockerfile"]

_FROM = re.compile(r"^\s*FROM\s", re.IGNORECASE)
_BUILDS_AT_ONCE = 2
_ASK_SECONDS = 60.0
_built: dict[tuple[int, str], asyncio.Task[str]] = {}
_slots: dict[int, asyncio.Semaphore] = {}


async def build_image(context: Path, state_dir: Path, *, timeout_sec: float, again: bool = False) -> str:
    """The name of the image of a folder with a Dockerfile. SandboxBuildFailedError where it cannot be built.

    It is built once in this process; podman's own cache of steps is used. A caller that is cancelled stops no build
    that others wait for.
    """
    loop = id(asyncio.get_running_loop())
    key = await asyncio.to_thread(tree_digest, context)
    task = _built.get((loop, key))
    if task is None or (task.done() and (again or not await _is_there(task))):
        slots = _slots.setdefault(loop, asyncio.Semaphore(_BUILDS_AT_ONCE))
        task = asyncio.ensure_future(_build(context, key, state_dir, timeout_sec, slots))
        _built[loop, key] = task
    return await asyncio.shield(task)


async def _is_there(task: asyncio.Task[str]) -> bool:
    if task.cancelled() or task.exception() is not None:
        return False
    command = ["podman", "image", "exists", task.result()]
    return bool((await run_client(command, env=os.environ, timeout_sec=_ASK_SECONDS)).return_code == 0)


async def _build(context: Path, key: str, state_dir: Path, timeout_sec: float, slots: asyncio.Semaphore) -> str:
    name = f"localhost/osmosis-task:{key[:32]}"
    with owned_folder(state_dir, "build") as folder:
        dockerfile = folder / "Dockerfile"
        dockerfile.write_text(labelled_dockerfile((context / "Dockerfile").read_text(encoding="utf-8")))
        command = [
            "podman", "build", "--tag", name, "--label", f"{IMAGE_LABEL}={key}",
            "--build-arg", f"{OWNER_VARIABLE}={label_value()}", "--file", str(dockerfile), "."
        ]  # fmt: skip
        async with slots:
            try:
                done = await run_client(command, env=client_environment(folder), timeout_sec=timeout_sec, cwd=context)
                checked(done, f"podman build of {context}")
            except (EngineError, RuntimeError) as error:
                raise SandboxBuildFailedError(str(error)) from error
    return name


def labelled_dockerfile(text: str) -> str:
    """The Dockerfile with our label on every step's image, so that what a killed build leaves can be told."""
    if "<<" in text:  # a document within it may look like an instruction
        return text
    lines: list[str] = []
    in_from = False
    for line in text.splitlines():
        lines.append(line)
        in_from = in_from or bool(_FROM.match(line))
        if in_from and not line.rstrip().endswith("\\"):
            lines.append(f"LABEL {IMAGE_LABEL}=step")
            in_from = False
    return "\n".join(lines) + "\n"
