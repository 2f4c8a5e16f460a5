"""One row of a rollout in its environment, in a process that has this program's terminal."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

from osmosis_ai.base import variables
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer
from osmosis_ai.engine.work import Attempt
from osmosis_ai.hosting.listener import Guard, listening
from osmosis_ai.hosting.row_lines import RowLines
from osmosis_ai.hosting.services import Services
from osmosis_ai.hosting.spec import HostSpec, ProcessRecords
from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_contract.models.rollout import RolloutInitRequest, RolloutResultResponse

__all__ = ["run_attached"]


async def run_attached(
    spec: HostSpec, observer: Observer, attempt: Attempt, *, records: ProcessRecords, redact: Redactor, quiet: bool
) -> RolloutResultResponse:
    """The result of the row, as a rollout server would give it. `quiet` sends standard output to standard error.

    Ctrl-C is for the row's process. Raises OsmosisError for what does not start, and an entrypoint without a backend.
    """
    async with AsyncExitStack() as stack:
        services = Services(spec, observer, records, redact, RowLines(observer), stack)
        bridge = ChatBridge(await services.open_model(), spec.token)
        url = await stack.enter_async_context(listening(Guard(bridge_app(bridge), []), spec.listener_port))
        environment = await services.prepare_environment()
        bridge.expect(attempt.rollout_id)
        item = attempt.item
        request = RolloutInitRequest(
            rollout_id=attempt.rollout_id,
            initial_messages=item.row.prompt,
            label=item.row.label,
            metadata=item.row.metadata,
            chat_completions_url=f"{url}/v1/rollouts/{attempt.rollout_id}",
            llm_api_key=spec.token,
            grade=True,
        )
        asked, answered = spec.trials / "request.json", spec.trials / "result.json"
        _write(asked, request)
        observer.status(f"Running row {item.source_row_index}")
        variables_of_child = services.rollout_environment(environment.python.parent.parent)
        with _interrupts_are_for_the_child():
            process = await asyncio.create_subprocess_exec(
                str(environment.python),
                "-m",
                "osmosis_ai.rollout.debug",
                spec.entrypoint,
                str(asked),
                str(answered),
                cwd=spec.rollout_dir,
                env={**variables_of_child, variables.ROLLOUT_ARTIFACT_ROOT: str(spec.trials)},
                stdout=sys.stderr if quiet else None,
            )
            try:
                code = await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        return _read(answered, code)


def _write(path: Path, request: RolloutInitRequest) -> None:
    path.touch(mode=0o600)
    path.write_bytes(request.to_json())


def _read(path: Path, code: int) -> RolloutResultResponse:
    try:
        return RolloutResultResponse.read(path.read_bytes())
    except FileNotFoundError:
        raise OsmosisError(
            f"the row's process ended without a result (exit code {code}); what it said is above",
            hint="Where the debugger was left with q or Ctrl-C, run the command again.",
        ) from None


@contextmanager
def _interrupts_are_for_the_child() -> Iterator[None]:
    """A terminal sends Ctrl-C to both processes; this one goes on, so that the debugger can answer it."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, lambda: None)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.remove_signal_handler(signal.SIGINT)
