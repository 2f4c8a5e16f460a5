"""Runs a workflow, or a grader, in the container of a trial, as `LocalBackend` would run it on a server.

The workflow's process always exits with 0: how it ended is in `container_result.json`. While it runs, the conversation
so far is written beside it, so that a process that is killed loses none of it. On SIGTERM it is cut off and says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import signal
import stat
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.backend.local import LocalBackend
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.errors import categorize_exception, describe_exception
from osmosis_ai.rollout.exchange import REWARD_NAME, ExchangeFileError
from osmosis_ai.rollout.grader import Grader
from osmosis_ai.rollout.trajectory.messages import messages_of_directory
from osmosis_ai.rollout.trial_files import (
    AGENT_LOGS,
    ARTIFACTS,
    GRADER_ARTIFACTS,
    INPUT_NAME,
    PARTIAL_NAME,
    RESULT_NAME,
    TESTS,
    VERIFIER_LOGS,
    ContainerInput,
    read_container_input,
    read_container_result,
    sample_of_container,
    write_container_result,
    write_reward,
)
from osmosis_ai.rollout.types import (
    ExecutionRequest,
    ExecutionResult,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.workflow import AgentWorkflow

__all__ = ["agent_main", "grader_main", "load_sample", "read_container_input", "run_agent", "run_grader"]

logger = logging.getLogger(__name__)

_PARTIAL_EVERY_SEC = 0.5


class _ContainerBackend(LocalBackend):
    """One rollout with the container's folders; what its conversation has so far is written as it grows."""

    def __init__(self, artifacts: Path, partial: Path | None, **options: Any) -> None:
        super().__init__(**options)
        self._artifacts = artifacts
        self._partial = partial
        self._writing: asyncio.Task[None] | None = None

    def _artifacts_dir(self, rollout_id: str) -> Path | None:
        try:
            self._artifacts.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            logger.warning("there is no directory for artifacts: %s", error)
            return None
        return self._artifacts

    def _workflow_starts(self, rollout: RolloutContext) -> None:
        if self._partial is not None:
            self._writing = asyncio.get_running_loop().create_task(_keep_partial(rollout, self._partial))


async def _keep_partial(rollout: RolloutContext, path: Path) -> None:
    """Writes the conversation so far whenever it has grown."""
    written = -1
    while True:
        await asyncio.sleep(_PARTIAL_EVERY_SEC)
        with contextlib.suppress(Exception):
            sample = await rollout.get_sample()
            if sample is None or len(sample.messages) == written:
                continue
            so_far = ExecutionResult(status=RolloutStatus.RUNNING, sample=sample, sample_cut_off=True)
            await asyncio.to_thread(write_container_result, path, so_far)
            written = len(sample.messages)


async def run_agent(
    workflow: type[AgentWorkflow[Any]] | str,
    given: ContainerInput,
    *,
    workflow_config: Any = None,
    logs: Path = AGENT_LOGS,
    artifacts: Path = ARTIFACTS,
) -> ExecutionResult:
    """How the workflow ended on the input; never raises for what user code does."""
    try:
        backend = _ContainerBackend(
            artifacts, logs / PARTIAL_NAME, workflow=workflow, workflow_config=workflow_config, grader=None
        )
    except Exception as error:
        return _failed(error)
    request = ExecutionRequest(
        id=given.rollout_id,
        prompt=given.prompt,
        metadata=given.metadata,
        agent_timeout_sec=given.timeout_sec,
        grade=False,
    )
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # outside of the main thread
        loop.add_signal_handler(signal.SIGTERM, lambda: backend.cancel_rollouts(all=True))
    with RolloutContext(given.chat_completions_url, given.api_key, given.rollout_id):
        outcome = await backend.execute(request)
    return outcome.result


def load_sample(logs: Path = AGENT_LOGS, label: str | None = None) -> RolloutSample | None:
    """The sample that the agent left: of its result, else of its trajectory file. None where there is none."""
    try:
        sample = sample_of_container(read_container_result(logs / RESULT_NAME), label)
    except ExchangeFileError as error:
        logger.info("no result of a workflow: %s", error)
        sample = None
    if sample is not None:
        return sample
    messages = messages_of_directory(logs)
    return None if messages is None else RolloutSample(messages=messages, label=label)


async def run_grader(
    grader: type[Grader] | str,
    given: ContainerInput,
    sample: RolloutSample | None,
    *,
    grader_config: Any = None,
    artifacts: Path = ARTIFACTS,
) -> ExecutionResult:
    """How the grader ended: a success without a reward if it set none. Never raises for what user code does."""
    try:
        backend = _ContainerBackend(artifacts, None, workflow=_NoWorkflow, grader=grader, grader_config=grader_config)
    except Exception as error:
        return _failed(error)
    request = ExecutionRequest(
        id=given.rollout_id,
        prompt=given.prompt,
        label=given.label,
        metadata=given.metadata if given.label is not None or given.metadata is not None else {},
        grader_timeout_sec=given.timeout_sec,
    )
    return await backend.grade_any(request, sample, artifacts)


class _NoWorkflow(AgentWorkflow[Any]):
    """Stands where a backend wants a workflow that is never run."""

    async def run(self, ctx: Any) -> Any:
        """Raises NotImplementedError."""
        raise NotImplementedError


def agent_main(
    workflow: type[AgentWorkflow[Any]] | str, workflow_config: Any = None, *, logs: Path = AGENT_LOGS
) -> int:
    """The command of a bundle's agent script: runs the workflow on `container_input.json`. Always returns 0."""
    _log_to_stderr()

    async def work() -> ExecutionResult:
        given = read_container_input(logs)
        with contextlib.suppress(OSError):
            (logs / INPUT_NAME).unlink()  # it holds the model's key, and is read
        return await run_agent(workflow, given, workflow_config=workflow_config, logs=logs)

    result = _run(work())
    if result.err_message:
        sys.stderr.write(f"{result.err_traceback or ''}{result.err_message}\n")
    try:
        write_container_result(logs / RESULT_NAME, result)
    except ExchangeFileError as error:
        sys.stderr.write(f"{error}\n")
    _leave(0)
    return 0


def grader_main(
    grader: type[Grader] | str,
    grader_config: Any = None,
    *,
    tests: Path = TESTS,
    logs: Path = AGENT_LOGS,
    verifier_logs: Path = VERIFIER_LOGS,
) -> int:
    """The command of a bundle's grader script: grades the agent's sample and writes `reward.json`.

    Returns 0 with a reward written, else 1, with no reward and the reason in `container_result.json` beside it.
    """
    _log_to_stderr()

    async def work() -> ExecutionResult:
        given = read_container_input(tests, logs)
        return await run_grader(grader, given, load_sample(logs, given.label), grader_config=grader_config)

    before = _states(ARTIFACTS)
    result = _run(work())
    _keep_changed(before, verifier_logs / GRADER_ARTIFACTS)
    code = 1
    if result.status is not RolloutStatus.SUCCESS:
        sys.stderr.write(f"{result.err_traceback or ''}{result.err_message}\n")
    elif result.sample is None or result.sample.reward is None:
        sys.stderr.write("the grader ended without calling ctx.set_reward\n")
    else:
        code = 0
    try:
        write_container_result(verifier_logs / RESULT_NAME, result)
        if code == 0 and result.sample is not None and result.sample.reward is not None:
            write_reward(verifier_logs / REWARD_NAME, result.sample.reward)
    except ExchangeFileError as error:
        sys.stderr.write(f"{error}\n")
        code = 1
    _leave(code)
    return code


def _run(work: Coroutine[Any, Any, ExecutionResult]) -> ExecutionResult:
    try:
        return asyncio.run(work)
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> ExecutionResult:
    return ExecutionResult(
        status=RolloutStatus.FAILURE, err_message=describe_exception(error), err_category=categorize_exception(error)
    )


def _states(folder: Path) -> dict[str, tuple[int, int]]:
    """What each file of a folder looks like, by its path below it."""
    found = {}
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                found[path.relative_to(folder).as_posix()] = (status.st_size, status.st_mtime_ns)
    return found


def _keep_changed(before: dict[str, tuple[int, int]], target: Path) -> None:
    """Copies the artifacts that the grader wrote to where the host fetches them: the others it has already."""
    for name, state in _states(ARTIFACTS).items():
        if before.get(name) == state:
            continue
        try:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ARTIFACTS / name, target / name, follow_symlinks=False)
        except OSError as error:
            logger.warning("the artifact %s is not kept: %s", name, error)


def _log_to_stderr() -> None:
    if not logging.getLogger().handlers:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")


def _leave(code: int) -> None:
    """Ends the process, where it is that of a bundle's script, without waiting for threads that user code left."""
    if os.environ.get("_OSMOSIS_CONTAINER_PROCESS") == "1":
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
