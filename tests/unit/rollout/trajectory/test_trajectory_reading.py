"""Reading trajectories back, and validating them."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.rollout.trajectory import (
    InvalidTrajectoryError,
    TrajectoryFault,
    convert_sample_to_trajectory,
    format_trajectory_json,
    read_trajectory,
    validate_trajectory,
)
from osmosis_ai.rollout.trajectory import read as read_module
from osmosis_ai.rollout.types import RolloutSample

KEYS = [
    "agent", "content", "extra", "message", "metrics", "observation", "results", "source", "step_id", "steps", "str",
    "subagent_trajectories", "text", "tool_calls", "type",
]  # fmt: skip
PUBLISHED = sorted((Path(__file__).parent / "published").glob("*.json"))


def document(**changes: Any) -> dict[str, Any]:
    """A document of three steps without faults, in which `changes` replace members."""
    plain: dict[str, Any] = {
        "schema_version": "ATIF-v1.7",
        "agent": {"name": "a", "version": "1"},
        "steps": [
            {"step_id": 1, "source": "user", "message": "7*8?"},
            {"step_id": 2, "source": "agent", "message": [{"type": "text", "text": "56"}],
             "metrics": {"logprobs": [-1]}},
            {"step_id": 3, "source": "user", "message": "thanks"},
        ],
    }  # fmt: skip
    return copy.deepcopy({**plain, **changes})


def faults(given: Any) -> list[tuple[str, str]]:
    """Pointer and problem of each fault."""
    return [(fault.pointer, fault.problem) for fault in validate_trajectory(given)]


def pointers(given: Any) -> list[str]:
    """Pointer of each fault."""
    return [fault.pointer for fault in validate_trajectory(given)]


class TestReading:
    def test_what_was_written_is_read_without_loss(self, tmp_path: Path):
        """A converted sample, written and read, is the same document, and is written the same again."""
        sample = RolloutSample(
            messages=[{"role": "user", "content": "é"}, {"role": "assistant", "content": "1"}], reward=1
        )
        given = convert_sample_to_trajectory(sample, rollout_id="r", request_metadata={"a": [None, 1]})
        path = tmp_path / "trajectory.json"
        path.write_text(format_trajectory_json(given))
        read = read_trajectory(path)
        assert read == given
        assert format_trajectory_json(read) == path.read_text()
        assert read_trajectory(str(path)) == read

    @pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
    def test_documents_of_published_releases_are_read_without_loss(self, path: Path):
        """What another release wrote is valid, and is written again byte for byte."""
        assert validate_trajectory(path) == []
        assert format_trajectory_json(read_trajectory(path)) == path.read_text().rstrip("\n")

    def test_every_version_of_the_format_is_read(self, tmp_path: Path):
        """ATIF 1.0 to 1.7, and no other."""
        for minor in range(9):
            (tmp_path / "t").write_text(json.dumps(document(schema_version=f"ATIF-v1.{minor}")))
            assert pointers(tmp_path / "t") == ([] if minor <= 7 else ["/schema_version"])

    def test_error_names_path_place_and_remedy(self, tmp_path: Path):
        """The error is a ValueError and one of ours: the first fault in its message, all of them beside it."""
        plain = document(extra={"a": None}, later=1)
        plain["steps"][1]["step_id"] = 5
        plain["steps"][2]["source"] = "robot"
        path = tmp_path / "t.json"
        path.write_text(json.dumps(plain))
        with pytest.raises(InvalidTrajectoryError) as caught:
            read_trajectory(path)
        error = caught.value
        assert isinstance(error, ValueError)
        assert isinstance(error, OsmosisError)
        assert str(error) == f"{path}: /later: the format has no member 'later' here (and 2 more faults)."
        assert error.hint == "Move it to extra, or leave it out."
        assert (error.path, error.pointer) == (path, "/later")
        assert [fault.pointer for fault in error.faults] == ["/later", "/steps/1/step_id", "/steps/2/source"]

    def test_missing_file_is_the_same_error(self, tmp_path: Path):
        """A path that leads nowhere is told like any other fault."""
        with pytest.raises(InvalidTrajectoryError, match="there is no such file"):
            read_trajectory(tmp_path / "nowhere")


class TestValidation:
    def test_valid_document_has_no_faults_in_any_form(self, tmp_path: Path):
        """As a file, as values and as a model."""
        (tmp_path / "t").write_text(json.dumps(document()))
        assert validate_trajectory(tmp_path / "t") == validate_trajectory(document()) == []
        assert validate_trajectory(read_trajectory(tmp_path / "t")) == []

    @pytest.mark.parametrize("name", ["\N{SUPERSCRIPT TWO}", "9" * 5000])
    def test_a_member_whose_name_is_nearly_a_position_is_a_fault_like_any_other(self, name: str):
        """Digits that no position has are the name of a member."""
        faulty = document() | {name: float("nan")}
        assert f"/{name}" in [fault.pointer for fault in validate_trajectory(faulty)]

    @pytest.mark.parametrize(
        ("at", "value", "pointer", "problem"),
        [
            (("agent",), {"name": "a"}, "/agent", "the member 'version' is missing"),
            (("agent",), None, "/agent", "null stands here"),
            (("notes",), None, "/notes", "null stands here"),
            (("notes",), 1, "/notes", "text belongs here, not a number"),
            (("steps",), [], "/steps", "the array is empty"),
            (("steps",), {}, "/steps", "an array belongs here, not an object"),
            (("steps", 0), "x", "/steps/0", "an object belongs here, not text"),
            (("steps", 0), None, "/steps/0", "an object belongs here, not null"),
            (("steps", 0, "step_id"), 0, "/steps/0/step_id", "0 is too small"),
            (("steps", 0, "step_id"), True, "/steps/0/step_id", "a whole number belongs here, not true"),
            (("steps", 0, "message"), 1, "/steps/0/message", "text or an array belongs here, not a number"),
            (("steps", 0, "message"), [1], "/steps/0/message/0", "an object belongs here, not a number"),
            (("steps", 1, "message", 0, "text"), 1, "/steps/1/message/0/text", "text belongs here, not a number"),
            (("steps", 1, "message", 0), {"type": "text"}, "/steps/1/message/0", "the member 'text' is missing"),
            (("steps", 1, "message", 0, "type"), "x", "/steps/1/message/0", "the part's type 'x' is unknown"),
            (("steps", 1, "message", 0), {"type": "image", "image": {}}, "/steps/1/message/0",
             "the member 'source' is missing"),
            (("steps", 1, "message", 0), {}, "/steps/1/message/0", "the part has no type"),
            (("steps", 1, "message", 0), {"type": "image", "source": {"media_type": "image/gif"}},
             "/steps/1/message/0/source", "the member 'path' is missing"),
            (("steps", 1, "reasoning_effort"), [], "/steps/1/reasoning_effort",
             "text or a number belongs here, not an array"),
            (("steps", 1, "metrics", "logprobs", 0), "x", "/steps/1/metrics/logprobs/0",
             "a number belongs here, not text"),
            (("steps", 2, "source"), "robot", "/steps/2/source", "'robot' is not one of the words that may stand here"),
            (("extra",), {"osmosis": {}}, "/extra/osmosis", "the member 'rollout_id' is missing"),
            (("steps", 2, "later"), 1, "/steps/2/later", "the format has no member 'later' here"),
            (("steps", 2, "step_id"), 4, "/steps/2/step_id", "the step's number is 4, and its place is 3"),
            (("steps", 2, "metrics"), {}, "/steps/2/metrics", "a user step has metrics, which only agent steps have"),
            (("extra",), {"a": [float("nan")]}, "/extra/a/0",
             "NaN is not a number that JSON has, or too large for one"),
            (("extra",), {"a": "\ud800"}, "/extra/a",
             "the text holds half of a surrogate pair, which is not a character"),
        ],
    )  # fmt: skip
    def test_fault_has_its_place_and_words(self, tmp_path: Path, at: Any, value: Any, pointer: str, problem: str):
        """Of schema, rules and text alike: one fault, at the value at fault, the same from a file and from values."""
        plain = document()
        inner: Any = plain
        for step in at[:-1]:
            inner = inner[step]
        inner[at[-1]] = value
        (tmp_path / "t").write_text(json.dumps(plain))
        assert faults(plain) == faults(tmp_path / "t") == [(pointer, problem)]
        assert all(fault.remedy for fault in validate_trajectory(plain))

    def test_fault_of_one_part_hides_no_fault_of_another(self):
        """Where the schema refuses one step, the rules are still held against all others, in order of place."""
        plain = document(later=1, agent={"name": 1, "version": "1"}, notes=1, final_metrics={"total_steps": -1})
        plain["steps"][0]["message"] = 1
        plain["steps"][1]["step_id"] = 7
        plain["steps"][2]["model_name"] = "m"
        inner = document(trajectory_id="x")
        inner["steps"][2]["step_id"] = 9
        plain["subagent_trajectories"] = [{}, inner, document(trajectory_id="x")]
        assert pointers(plain) == [
            "/agent/name",
            "/final_metrics/total_steps",
            "/later",
            "/notes",
            "/steps/0/message",
            "/steps/1/step_id",
            "/steps/2/model_name",
            "/subagent_trajectories/0",
            "/subagent_trajectories/0",
            "/subagent_trajectories/0",
            "/subagent_trajectories/1/steps/2/step_id",
            "/subagent_trajectories/2/trajectory_id",
        ]

    def test_places_are_ordered_as_numbers(self):
        """Step 10 comes after step 9."""
        steps = [{"step_id": 1, "source": "user", "message": ""} for _ in range(12)]
        assert pointers(document(steps=steps)) == [f"/steps/{index}/step_id" for index in range(1, 12)]

    @pytest.mark.parametrize("value", ["[]", "null", '"x"', "3"])
    def test_document_that_is_no_object_is_told(self, tmp_path: Path, value: str):
        """An array, null, text and a number are each named."""
        (tmp_path / "t").write_text(value)
        [fault] = validate_trajectory(tmp_path / "t")
        assert fault.problem.startswith("the document is ")

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            (lambda text: b"\xef\xbb\xbf" + text, [""]),
            (lambda text: text.decode().encode("utf-16"), [""]),
            (lambda text: text.replace(b"thanks", b"\xff"), [""]),
            (lambda text: text[:-5], [""]),
            (lambda text: b"", [""]),
            (lambda text: text.replace(b'"source"', b'"step_id": 1, "source"', 1), ["/steps/0/step_id"]),
            (lambda text: text.replace(b"[-1]", b"[NaN]"), ["/steps/1/metrics/logprobs/0"]),
            (lambda text: text.replace(b"[-1]", b"[-1e999]"), ["/steps/1/metrics/logprobs/0"]),
            (lambda text: text.replace(b"thanks", rb"\ud800"), ["/steps/2/message"]),
        ],
        ids=["BOM", "UTF-16", "not UTF-8", "cut off", "empty", "key twice", "NaN", "too large", "half a pair"],
    )
    def test_text_at_fault_is_told_once(self, tmp_path: Path, change: Any, expected: list[str]):
        """Everything that is wrong with the text, each at its place and only once."""
        (tmp_path / "t").write_bytes(change(json.dumps(document()).encode()))
        assert pointers(tmp_path / "t") == expected

    def test_faults_of_text_and_of_rules_are_merged(self, tmp_path: Path):
        """A byte order mark and a repeated key do not end the examination."""
        plain = document(later=1)
        text = json.dumps(plain).replace('"message": "thanks"', '"message": "", "message": "thanks"')
        (tmp_path / "t").write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert pointers(tmp_path / "t") == ["", "/later", "/steps/2/message"]

    def test_file_that_cannot_be_had_is_a_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        """Missing, a directory, a pipe, larger than the bound: a fault of the whole, no exception."""
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "big").write_text(json.dumps(document(notes="x" * 2000)))
        monkeypatch.setattr(read_module, "MOST_TRAJECTORY_BYTES", 2000)
        for name in ("missing", ".", "pipe", "big"):
            assert pointers(tmp_path / name) == [""]

    def test_fault_is_the_contracts(self):
        """The faults are of one class, whoever finds them."""
        assert isinstance(validate_trajectory({})[0], TrajectoryFault)
        assert str(validate_trajectory({})[0]) == "(document): the member 'schema_version' is missing; add it"

    @given(st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
            st.sampled_from(KEYS), inner, max_size=5),
        max_leaves=25,
    ))  # fmt: skip
    def test_nothing_makes_validation_fail(self, value: Any):
        """Whatever JSON values a document is made of, faults are listed and nothing is raised."""
        plain = document()
        plain.update(value if isinstance(value, dict) else {"steps": value})
        for fault in validate_trajectory(plain):
            assert fault.pointer == "" or fault.pointer.startswith("/")
            assert fault.problem
            assert fault.remedy

    def test_examples_of_the_contract_are_judged_as_the_contract_does(self):
        """Every example of a trajectory in the specification, valid or invalid, gets the verdict it comes with."""
        root = Path(__file__).parents[4] / "spec" / "examples" / "Trajectory"
        for path in root.glob("valid/*.json"):
            assert validate_trajectory(path) == [], path
        for path in root.glob("invalid/*.json"):
            example = json.loads(path.read_bytes())
            found = validate_trajectory(example["instance"])
            assert any(fault.pointer.startswith(example["at"]) for fault in found), (path, found)
