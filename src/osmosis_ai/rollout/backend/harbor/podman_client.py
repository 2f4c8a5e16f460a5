"""Programs of podman, each within a limit: one that is cancelled or takes too long is killed with what it started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from harbor.environments.base import ExecResult, OutputCallback
from harbor.environments.docker.docker import DockerEnvironment

from osmosis_ai.rollout.backend.harbor.failures import SandboxDiedError
from osmosis_ai.rollout.backend.harbor.podman_labels import OWNER_VARIABLE, label_value

__all__ = ["EngineError", "checked", "client_environment", "run_client"]

_SAID = 2000


class EngineError(RuntimeError):
    """Something that podman could not do."""


def client_environment(folder: Path, **variables: str) -> dict[str, str]:
    """The variables of a client: whose it is, and the folder that its temporary files go to."""
    return {**os.environ, **variables, OWNER_VARIABLE: label_value(), "TMPDIR": str(folder)}


async def run_client(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    timeout_sec: float | None,
    cwd: Path | None = None,
    stdin_data: bytes | None = None,
    on_output: OutputCallback | None = None,
) -> ExecResult:
    """Run a client to its end, its output as one text. RuntimeError after `timeout_sec`; SandboxDiedError where a
    signal that is not ours ends it."""
    process = await asyncio.create_subprocess_exec(
        *command, env=dict(env), cwd=cwd, start_new_session=True,
        stdin=asyncio.subprocess.DEVNULL if stdin_data is None else asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(timeout_sec):
            if on_output is not None:
                result = await DockerEnvironment._collect_streamed_output(
                    process, timeout_sec=None, stdin_data=stdin_data, on_output=on_output
                )
            else:
                result = await DockerEnvironment._collect_buffered_output(
                    process, timeout_sec=None, stdin_data=stdin_data
                )
    except TimeoutError:
        raise RuntimeError(f"Command timed out after {timeout_sec:g} seconds") from None
    finally:
        if process.returncode != 0:  # what a client that was killed had started goes on without it
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        if process.returncode is None:
            await asyncio.shield(process.wait())
    if result.return_code < 0:
        raise SandboxDiedError(f"{Path(command[0]).name} was ended by signal {-result.return_code}")
    return result


def checked(result: ExecResult, what: str) -> str:
    """What a client said. EngineError where it failed."""
    said = (result.stdout or "").strip()
    if result.return_code != 0:
        raise EngineError(f"{what} failed with exit status {result.return_code}: {said[-_SAID:]}")
    return said
