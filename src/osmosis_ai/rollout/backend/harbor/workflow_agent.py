"""The Harbor agent that runs a bundled workflow in the sandbox of its trial."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shlex
import tempfile
from pathlib import Path
from typing import Any, ClassVar

from harbor.agents.base import BaseAgent
from harbor.agents.capabilities import AgentCapabilities
from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.models.agent.context import AgentContext
from harbor.trial.errors import AgentTimeoutError

from osmosis_ai import __version__
from osmosis_ai.packaging.runtime import RUNTIME_MOUNT
from osmosis_ai.rollout.backend.harbor.failures import AgentLostError, SandboxDiedError, WorkflowFailedError
from osmosis_ai.rollout.backend.harbor.notes import notes_of
from osmosis_ai.rollout.exchange import ExchangeFileError
from osmosis_ai.rollout.trial_files import (
    AGENT_LOGS,
    INPUT_NAME,
    PARTIAL_NAME,
    RESULT_NAME,
    read_container_result,
    result_of_container,
)
from osmosis_ai.rollout.types import ExecutionResult, RolloutErrorCategory, RolloutStatus
from osmosis_contract.models.harbor import HarborFailureCode

__all__ = ["WorkflowAgent"]

logger = logging.getLogger(__name__)

_OUTPUT = "workflow.txt"
_PID = "/logs/agent/.workflow.pid"
_CHECK_SEC = 30
_STOP_SEC = 6.0
_WHEELS = "/opt/osmosis/wheels"
_VENV = "/opt/osmosis/venv"
_UV = "/opt/osmosis/uv"
_KILLED = 137
_INSTALL = f"""
set -e
if [ -x {_VENV}/bin/python ]; then
  {_UV} pip install --no-deps --python {_VENV}/bin/python {_WHEELS}/*.whl
elif [ -x {_UV} ] || command -v uv >/dev/null 2>&1; then
  uv=$(command -v uv || echo {_UV})
  "$uv" venv --python 3.12 {_VENV}
  "$uv" pip install --python {_VENV}/bin/python {_WHEELS}/*.whl
else
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 12))' || {{ echo "python3 is older than 3.12" >&2; exit 1; }}
  python3 -m venv {_VENV}
  {_VENV}/bin/python -m pip install -q {_WHEELS}/*.whl
fi
"""


class WorkflowAgent(BaseAgent):
    """Installs a bundle, hands it the row, and takes back how the workflow ended.

    `wheels` are the files to install where the runtime is not mounted, `script` the bundle's agent script.
    """

    capabilities: ClassVar[AgentCapabilities] = AgentCapabilities()

    def __init__(self, logs_dir: Path, *, wheels: list[str], script: str, **kwargs: Any) -> None:
        super().__init__(logs_dir, **kwargs)
        self._wheels = [Path(each) for each in wheels]
        self._script = script
        self._command = ""

    @staticmethod
    def name() -> str:
        """The name in Harbor's files."""
        return "osmosis-workflow"

    def version(self) -> str:
        """The SDK's version."""
        return __version__

    async def setup(self, environment: BaseEnvironment) -> None:
        """Finds the mounted runtime, or installs the bundle. Raises RuntimeError where it cannot be run."""
        mounted = await environment.exec(f"{RUNTIME_MOUNT}/run.sh check", cwd="/", timeout_sec=_CHECK_SEC)
        if mounted.return_code == 0 and "osmosis-runtime-ok" in (mounted.stdout or ""):
            self._command = f"{RUNTIME_MOUNT}/run.sh agent"
            return
        present = await environment.exec(f"test -e {RUNTIME_MOUNT}/run.sh", cwd="/", timeout_sec=_CHECK_SEC)
        if present.return_code == 0:
            raise RuntimeError(f"the mounted runtime does not run in this image: {_said(mounted)}")
        await environment.exec(f"mkdir -p {_WHEELS}", cwd="/", timeout_sec=_CHECK_SEC, user="root")
        for wheel in self._wheels:
            await environment.upload_file(wheel, f"{_WHEELS}/{wheel.name}")
        installed = await environment.exec(_INSTALL, cwd="/", user="root")
        if installed.return_code != 0:
            raise RuntimeError(f"the bundle could not be installed in this image: {_said(installed)}")
        self._command = f"_OSMOSIS_CONTAINER_PROCESS=1 {_VENV}/bin/{shlex.quote(self._script)}"

    async def run(self, instruction: str, environment: BaseEnvironment, context: AgentContext) -> None:
        """Runs the workflow once. Raises AgentTimeoutError at its limit, WorkflowFailedError where it failed."""
        notes = notes_of(self.logs_dir.parent)
        given = notes.container_input
        if given is None:
            raise RuntimeError("a workflow runs in a trial of HarborBackend only")
        if not given.prompt:
            given = given.model_copy(update={"prompt": [{"role": "user", "content": instruction}]})
        with tempfile.TemporaryDirectory() as folder:
            path = _written(Path(folder), given.model_copy(update={"label": None}).to_json())
            await environment.upload_file(path, f"{AGENT_LOGS}/{INPUT_NAME}")
        command = f"echo $$ > {_PID}; exec {self._command} > {AGENT_LOGS}/{_OUTPUT} 2>&1"
        running = asyncio.ensure_future(
            environment.exec(f"sh -c {shlex.quote(command)}", env={"PYTHONUNBUFFERED": "1"})
        )
        try:
            ended = await asyncio.shield(running)
        except asyncio.CancelledError:
            notes.workflow = await _stopped(environment, running, self.logs_dir, given.label)
            raise
        result = await _fetched(environment, self.logs_dir, given.label, RESULT_NAME)
        if result is None or result.status is RolloutStatus.CANCELLED:
            notes.workflow = result or await _fetched(environment, self.logs_dir, given.label, PARTIAL_NAME)
            await _check_alive(environment)
            raise AgentLostError(_lost(ended, self.logs_dir))
        notes.workflow = result
        context.metadata = {"status": result.status.value}
        if result.status is RolloutStatus.SUCCESS:
            return
        if result.err_category is RolloutErrorCategory.TIMEOUT and given.timeout_sec is not None:
            raise AgentTimeoutError(result.err_message or "the workflow passed its limit")
        notes.code = HarborFailureCode.AGENT_FAILED
        raise WorkflowFailedError(result.err_message or "the workflow failed")


def _written(folder: Path, content: bytes) -> Path:
    path = folder / INPUT_NAME
    path.write_bytes(content)
    path.chmod(0o644)
    return path


async def _fetched(environment: BaseEnvironment, logs: Path, label: str | None, *names: str) -> ExecutionResult | None:
    """What the first of the workflow's files that there is holds."""
    for name in names:
        target = logs / name
        if not environment.is_path_mounted(AGENT_LOGS / name, target):
            with contextlib.suppress(Exception):
                await environment.download_file(str(AGENT_LOGS / name), target)
        with contextlib.suppress(ExchangeFileError):
            return result_of_container(read_container_result(target), label)
    return None


async def _stopped(
    environment: BaseEnvironment, running: asyncio.Future[ExecResult], logs: Path, label: str | None
) -> ExecutionResult | None:
    """Asks the workflow to end, which makes it write what it has, then ends it; bounded, never raises."""
    try:
        async with asyncio.timeout(_STOP_SEC):
            await environment.exec(
                f"read -r pid < {_PID} && kill -TERM $pid", cwd="/", timeout_sec=int(_STOP_SEC), user="root"
            )
            await asyncio.wait({running}, timeout=_STOP_SEC / 2)
    except (Exception, asyncio.CancelledError):
        logger.debug("the workflow could not be asked to end", exc_info=True)
    running.cancel()
    try:
        async with asyncio.timeout(_STOP_SEC):
            await asyncio.wait({running})
            return await _fetched(environment, logs, label, RESULT_NAME, PARTIAL_NAME)
    except (Exception, asyncio.CancelledError):
        return None


async def _check_alive(environment: BaseEnvironment) -> None:
    try:
        async with asyncio.timeout(10):
            answer = await environment.exec("true", cwd="/", timeout_sec=10)
    except Exception as error:
        raise SandboxDiedError(f"the sandbox answers no more: {error}") from None
    if answer.return_code != 0:
        raise SandboxDiedError(f"the sandbox answers no more: {_said(answer)}")


def _lost(ended: ExecResult, logs: Path) -> str:
    if ended.return_code == _KILLED:
        return "the workflow's process was killed (signal 9), as by the out-of-memory killer or a program beside it"
    output = logs / _OUTPUT
    said = ""
    with contextlib.suppress(OSError):
        if output.is_file() and not output.is_symlink():
            said = output.read_bytes()[-500:].decode(errors="replace").strip()
    return (
        f"the workflow's process ended with exit status {ended.return_code} and left no result"
        f"{f': {said}' if said else f': {_said(ended)}'}"
    )


def _said(result: ExecResult) -> str:
    return (result.stderr or result.stdout or "it said nothing").strip()[-500:]
