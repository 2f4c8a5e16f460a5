"""The files that a trial's container and its host hand to each other. None is followed through a link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.rollout.exchange import (
    MOST_SAMPLE_BYTES,
    ExchangeFileError,
    read_reward,
    sample_members,
    write_reward,
)
from osmosis_ai.rollout.trajectory.convert import flattened
from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout.wire import utf8_text
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.harbor import HarborContainerInput as ContainerInput
from osmosis_contract.models.harbor import HarborContainerResult as ContainerResult
from osmosis_contract.models.sample import RolloutSample as SampleModel

__all__ = [
    "AGENT_LOGS",
    "ARTIFACTS",
    "GRADER_ARTIFACTS",
    "INPUT_NAME",
    "PARTIAL_NAME",
    "RESULT_NAME",
    "TESTS",
    "VERIFIER_LOGS",
    "ContainerInput",
    "ContainerResult",
    "read_container_input",
    "read_container_result",
    "read_reward",
    "result_of_container",
    "write_container_result",
    "write_reward",
]

AGENT_LOGS = Path("/logs/agent")
VERIFIER_LOGS = Path("/logs/verifier")
ARTIFACTS = Path("/logs/artifacts")
GRADER_ARTIFACTS = ".osmosis-artifacts"
TESTS = Path("/tests")
INPUT_NAME = "container_input.json"
RESULT_NAME = "container_result.json"
PARTIAL_NAME = "container_partial.json"


def read_container_input(*directories: Path) -> ContainerInput:
    """The input in the first directory that has one. Raises ExchangeFileError where none has, or it cannot be read."""
    for directory in directories:
        path = directory / INPUT_NAME
        if path.exists():
            return _read(path, ContainerInput)
    places = " or ".join(str(each) for each in directories)
    raise ExchangeFileError(
        Path(directories[0] / INPUT_NAME), "", f"there is no input in {places}", "run this in the container of a trial"
    )


def read_container_result(path: Path) -> ContainerResult:
    """The result that a container wrote. Raises ExchangeFileError for a file that is missing or no such result."""
    return _read(path, ContainerResult)


def write_container_result(path: Path, result: ExecutionResult) -> None:
    """Writes a result in place of any file there. Raises ExchangeFileError where that cannot be done."""
    sample = None if result.sample is None else SampleModel.read(flattened(sample_members(path, result.sample)))
    document = ContainerResult(
        status=result.status,
        sample=sample,
        sample_cut_off=result.sample_cut_off,
        err_message=None if result.err_message is None else utf8_text(result.err_message),
        err_category=result.err_category,
        err_location=result.err_location,
        err_traceback=result.err_traceback,
    )
    try:
        write_atomic(path, document.to_json())
    except (FileFaultError, OSError) as error:
        raise ExchangeFileError(
            path, "", f"it cannot be written: {error}", "check the directory and its disk"
        ) from None


def result_of_container(document: ContainerResult, label: str | None) -> ExecutionResult:
    """The result as a backend reports it. The sample has no reward, whatever the container wrote, and the row's label.

    A workflow that had not ended when its file was written failed; its sample is the conversation so far.
    """
    ended = document.status in {RolloutStatus.SUCCESS, RolloutStatus.FAILURE, RolloutStatus.CANCELLED}
    return ExecutionResult(
        status=document.status if ended else RolloutStatus.FAILURE,
        sample=sample_of_container(document, label),
        sample_cut_off=document.sample_cut_off or not ended,
        err_message=document.err_message,
        err_category=document.err_category,
        err_location=document.err_location,
        err_traceback=document.err_traceback,
    )


def sample_of_container(document: ContainerResult, label: str | None) -> RolloutSample | None:
    """The sample of a container's result, or the one that the older form has under `output`; never with a reward."""
    if document.sample is not None:
        members: dict[str, Any] = document.sample.to_wire()
    else:
        output = (document.model_extra or {}).get("output")
        if not isinstance(output, dict) or not isinstance(output.get("messages"), list):
            return None
        messages, metrics = output["messages"], output.get("metrics")
        members = {"messages": messages, "metrics": metrics if isinstance(metrics, dict) else {}}
    if members.get("trajectory_messages") is None and "trajectory_messages" in members:
        del members["trajectory_messages"]
    own = members.pop("label", None)
    members.pop("reward", None)
    try:
        return RolloutSample(**members, **omit_none(label=own if label is None else label))
    except ValidationError:
        return None


def _read[Document: (ContainerInput, ContainerResult)](path: Path, kind: type[Document]) -> Document:
    try:
        return kind.read(read_bounded(path, at_most=MOST_SAMPLE_BYTES, follow_links=False))
    except FileFaultError as fault:
        raise ExchangeFileError(path, "", fault.problem, fault.remedy) from None
    except (ValidationError, RecursionError) as error:
        problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is nested too deeply"
        raise ExchangeFileError(path, "", f"it is not valid: {problem}", "write it as the contract says") from None
