"""The rules of a trajectory that its schema cannot say, each with where it is broken and what to do."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from osmosis_ai.semantics.trajectories import check_trajectory
from osmosis_contract.models.trajectory import ContentPartText, Trajectory, TrajectoryToolCall


def document(**changes: Any) -> dict[str, Any]:
    """A document without faults, in which `changes` replace members."""
    plain: dict[str, Any] = {
        "schema_version": "ATIF-v1.7",
        "trajectory_id": "r",
        "agent": {"name": "a", "version": "1"},
        "steps": [
            {"step_id": 1, "source": "user", "message": "7*8?"},
            {
                "step_id": 2,
                "timestamp": "2026-03-01T10:15:30.452559Z",
                "source": "agent",
                "message": "",
                "model_name": "m",
                "reasoning_effort": 0.5,
                "reasoning_content": "multiply",
                "tool_calls": [{"tool_call_id": "c", "function_name": "f", "arguments": {"n": None}}],
                "observation": {
                    "results": [
                        {"source_call_id": "c", "subagent_trajectory_ref": [{"trajectory_id": "s"}]},
                        {"content": [{"type": "text", "text": "t"}]},
                    ]
                },
                "metrics": {"logprobs": [-0.5]},
                "llm_call_count": 1,
            },
        ],
        "extra": {"anything": [1, {"goes": None}]},
    }
    return copy.deepcopy({**plain, **changes})


def faults(plain: dict[str, Any]) -> list[str]:
    """The pointers of the faults of a document."""
    return [fault.pointer for fault in check_trajectory(Trajectory.read(plain))]


def test_document_without_faults_has_none():
    """A document that keeps every rule has no faults."""
    assert faults(document()) == []


def test_fault_says_where_what_and_what_to_do():
    """A fault reads as one line: its pointer, the problem, and the remedy."""
    plain = document()
    plain["steps"][1]["step_id"] = 3
    [fault] = check_trajectory(Trajectory.read(plain))
    assert str(fault) == (
        "/steps/1/step_id: the step's number is 3, and its place is 2; "
        "number the steps 1, 2, 3 … in order, without gaps"
    )


@pytest.mark.parametrize("numbers", [(2, 3), (1, 1), (2, 1)])
def test_steps_are_numbered_from_one_without_gaps(numbers: tuple[int, int]):
    """Step ids count 1, 2, 3 in order; every step out of its place is a fault."""
    plain = document()
    for step, number in zip(plain["steps"], numbers, strict=True):
        step["step_id"] = number
    expected = [f"/steps/{i}/step_id" for i, number in enumerate(numbers) if number != i + 1]
    assert faults(plain) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model_name", "m"),
        ("reasoning_effort", "low"),
        ("reasoning_content", ""),
        ("tool_calls", []),
        ("metrics", {}),
    ],
)
@pytest.mark.parametrize("source", ["user", "system"])
def test_only_agent_steps_have_what_a_model_makes(source: str, name: str, value: object):
    """Model, reasoning, tool calls and metrics are faults on steps that are not an agent's, empty ones
    too.
    """
    plain = document(steps=[{"step_id": 1, "source": source, "message": "", name: value}])
    assert faults(plain) == [f"/steps/0/{name}"]


def test_step_without_a_model_call_has_neither_metrics_nor_reasoning():
    """An agent step whose llm_call_count is 0 may carry no metrics and no reasoning content."""
    plain = document()
    plain["steps"][1]["llm_call_count"] = 0
    assert faults(plain) == ["/steps/1/metrics", "/steps/1/reasoning_content"]


@pytest.mark.parametrize("timestamp", ["", "yesterday", "2026-13-01T00:00:00Z", "1700000000.5"])
def test_timestamp_parses_as_iso_8601(timestamp: str):
    """A timestamp that is no ISO 8601 time is a fault."""
    plain = document()
    plain["steps"][1]["timestamp"] = timestamp
    assert faults(plain) == ["/steps/1/timestamp"]


def test_result_names_a_tool_call_of_its_own_step():
    """A source_call_id that is no tool call of the same step is a fault, though another step has it."""
    plain = document()
    plain["steps"][0]["observation"] = {"results": [{"source_call_id": "c"}]}
    plain["steps"][1]["observation"]["results"][1]["source_call_id"] = "d"
    assert faults(plain) == [
        "/steps/0/observation/results/0/source_call_id",
        "/steps/1/observation/results/1/source_call_id",
    ]


@pytest.mark.parametrize(
    ("reference", "fine"),
    [
        ({}, False),
        ({"session_id": "s", "extra": {}}, False),
        ({"trajectory_id": "s"}, True),
        ({"trajectory_path": "p"}, True),
    ],
)
def test_subagent_reference_names_a_trajectory(reference: dict[str, Any], fine: bool):
    """A reference to a subagent has a trajectory_id or a trajectory_path."""
    plain = document()
    plain["steps"][1]["observation"]["results"][0]["subagent_trajectory_ref"] = [reference]
    at = "/steps/1/observation/results/0/subagent_trajectory_ref/0"
    assert faults(plain) == ([] if fine else [at])


def test_embedded_documents_have_ids_of_their_own():
    """The trajectory_id of an embedded document is present and unique among its siblings."""
    nameless = document()
    del nameless["trajectory_id"]
    plain = document(subagent_trajectories=[document(), nameless, document(), document(trajectory_id="q")])
    assert faults(plain) == ["/subagent_trajectories/1", "/subagent_trajectories/2/trajectory_id"]


def test_embedded_documents_keep_every_rule_too():
    """A fault deep inside embedded documents is found, once, under its whole pointer."""
    inner = document()
    inner["steps"][0]["step_id"] = 2
    inner["later"] = 1
    plain = document(subagent_trajectories=[document(subagent_trajectories=[inner])])
    at = "/subagent_trajectories/0/subagent_trajectories/0"
    assert faults(plain) == [f"{at}/later", f"{at}/steps/0/step_id"]


def test_members_the_format_does_not_know_are_faults():
    """What tolerant reading kept is named, outside of extra, arguments and tool definitions."""
    plain = document(later=1)
    plain["steps"][1]["a/b~c"] = 1
    plain["steps"][1]["tool_calls"][0]["type"] = "function"
    plain["agent"]["tool_definitions"] = [{"any": "thing"}]
    plain["extra"]["osmosis"] = {"rollout_id": "r", "preview": True}
    assert faults(plain) == ["/later", "/steps/1/a~1b~0c", "/steps/1/tool_calls/0/type"]


@pytest.mark.parametrize(
    ("part", "at"),
    [
        ({"type": "text", "text": "t", "source": {"media_type": "image/png", "path": "p"}}, "source"),
        ({"type": "image", "text": "t", "source": {"media_type": "image/png", "path": "p"}}, "text"),
    ],
)
def test_part_is_text_or_image_and_not_both(part: dict[str, Any], at: str):
    """A text part has no source, and an image part no text."""
    plain = document(steps=[{"step_id": 1, "source": "user", "message": [part]}])
    assert faults(plain) == [f"/steps/0/message/0/{at}"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_numbers_are_finite_in_open_objects_too(value: float):
    """NaN and the infinities are faults wherever they hide: in arguments, in extra, in lists."""
    trajectory = Trajectory.read(document())
    step = trajectory.steps[1]
    step.message = [ContentPartText(type="text", text="t")]
    step.tool_calls = [TrajectoryToolCall(tool_call_id="c", function_name="f", arguments={"a": [1, value]})]
    step.extra = {"a/b": {"c": value}}
    assert [fault.pointer for fault in check_trajectory(trajectory)] == [
        "/steps/1/tool_calls/0/arguments/a/1",
        "/steps/1/extra/a~1b/c",
    ]
