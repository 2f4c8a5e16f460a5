"""`python -m osmosis_ai.rollout.debug ENTRYPOINT REQUEST RESULT`: one row of a rollout in this process.

The entrypoint runs as it does when it serves, up to where it would make the server. User code has this process's
terminal, so `breakpoint()` works in it, and no time limit. REQUEST and RESULT are paths of JSON files: a
`RolloutInitRequest` that is read, and a `RolloutResultResponse` that is written.
"""

from __future__ import annotations

import asyncio
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from osmosis_ai.rollout.backend.base import ExecutionBackend, as_outcome_backend
from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.errors import describe_exception, user_traceback
from osmosis_ai.rollout.server.captured import BackendCaptured, capturing
from osmosis_ai.rollout.types import ExecutionOutcome, ExecutionRequest
from osmosis_ai.rollout.wire import result_response
from osmosis_contract.models.rollout import RolloutInitRequest

__all__ = ["captured_backend", "main"]

_NO_BACKEND = (
    "{entrypoint} ended without a server. Its end must be: app = create_rollout_server(backend=backend), and "
    'if __name__ == "__main__": serve(app)'
)


def main(arguments: Sequence[str]) -> int:
    """The command. Exits with 0 when there is a result, whatever it is; with 1 when the entrypoint has no backend."""
    entrypoint, request_file, result_file = arguments
    request = RolloutInitRequest.read(Path(request_file).read_bytes())
    try:
        backend = captured_backend(entrypoint)
    except Exception as error:
        sys.stderr.write(user_traceback(error) or f"{describe_exception(error)}\n")
        return 1
    if backend is None:
        sys.stderr.write(_NO_BACKEND.format(entrypoint=entrypoint) + "\n")
        return 1
    outcome = asyncio.run(_execute(backend, request))
    Path(result_file).write_bytes(result_response(request.rollout_id, outcome.result).to_json())
    return 0


def captured_backend(entrypoint: str) -> ExecutionBackend | None:
    """The backend that an entrypoint would serve; None for one that makes no server.

    Raises whatever the entrypoint raises, TypeError for an object that is not a backend.
    """
    sys.path.insert(0, str(Path(entrypoint).absolute().parent))
    sys.argv = [entrypoint]
    token = capturing.set(True)
    try:
        runpy.run_path(entrypoint, run_name="__main__")
    except BackendCaptured as captured:
        return as_outcome_backend(captured.backend)
    except SystemExit:
        return None
    finally:
        capturing.reset(token)
    return None


async def _execute(backend: ExecutionBackend, request: RolloutInitRequest) -> ExecutionOutcome:
    row = ExecutionRequest(
        id=request.rollout_id,
        prompt=request.initial_messages,
        label=request.label,
        metadata=request.metadata,
    )
    try:
        with RolloutContext(request.chat_completions_url, request.llm_api_key, request.rollout_id):
            return await backend.execute(row)
    finally:
        await backend.shutdown()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
