"""The process that grades stored samples, in the rollout's own environment: `python -m` this ENTRYPOINT SOCKET.

It speaks the form of `spec/schemas/grading.yaml`. What user code prints goes where it always does.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from osmosis_ai.base.batched_writer import BatchedWriter
from osmosis_ai.base.garbage import less_frequent_gc
from osmosis_ai.rollout.backend.discovery import backend_of
from osmosis_ai.rollout.backend.local import LocalBackend
from osmosis_ai.rollout.grader import GraderContext
from osmosis_ai.rollout.types import ExecutionRequest, RolloutSample
from osmosis_ai.rollout.wire import result_response
from osmosis_contract.models.grading import GradingAnswer, GradingReady, GradingTask

__all__ = ["main"]

_MOST_LINE_BYTES = 1 << 28


class _WithoutFiles(GraderContext):
    """The context of a sample whose workflow's files were not kept: asking for them is noted and fails."""

    asked = False

    @property
    def artifacts_dir(self) -> Path | None:
        """Raises FileNotFoundError."""
        self.__class__.asked = True
        raise FileNotFoundError("the files that the workflow wrote were not kept")

    @artifacts_dir.setter
    def artifacts_dir(self, value: Path | None) -> None:
        pass


class _WithFiles(GraderContext):
    """The context of a sample whose workflow's files were kept; the folder is made where it was empty."""

    @property
    def artifacts_dir(self) -> Path | None:
        """The folder, which exists."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        return self._folder

    @artifacts_dir.setter
    def artifacts_dir(self, value: Path | None) -> None:
        self._folder = value


async def _answer(backend: LocalBackend, line: bytes) -> GradingAnswer:
    task = GradingTask.read(line)
    context = _WithFiles if task.artifacts is not None else type("GraderContext", (_WithoutFiles,), {"asked": False})
    sample = RolloutSample(**task.sample.to_wire() | {"trajectory_messages": None})
    request = ExecutionRequest(
        id=task.rollout_id,
        prompt=[],
        label=task.label,
        metadata=task.metadata,
        grader_timeout_sec=task.grader_timeout_sec,
    )
    artifacts = None if task.artifacts is None else Path(task.artifacts)
    result = await backend.grade(request, sample, artifacts, context=context)
    answer = result_response(task.rollout_id, result)
    if answer.sample is not None:
        answer.sample.messages = []  # the launcher has them
    return GradingAnswer(result=answer, needs_files=bool(getattr(context, "asked", False)))


async def _work(backend: Any, socket: str) -> None:
    reader, writer = await asyncio.open_unix_connection(socket, limit=_MOST_LINE_BYTES)
    answers = BatchedWriter(writer)
    can_grade = isinstance(backend, LocalBackend) and backend.has_grader

    def send(model: GradingReady | GradingAnswer) -> None:
        answers.send(model.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")

    send(GradingReady(grader=can_grade))

    async def grade(line: bytes) -> None:
        send(await _answer(backend, line))

    async with asyncio.TaskGroup() as group:
        while line := await reader.readline():
            group.create_task(grade(line))
    answers.close()


def main() -> None:
    """Grades until the launcher closes the connection."""
    entrypoint, socket = sys.argv[1:3]
    backend = backend_of(Path(entrypoint))
    with less_frequent_gc():
        asyncio.run(_work(backend, socket))


if __name__ == "__main__":
    main()
