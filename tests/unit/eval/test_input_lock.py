"""A run goes on only with the inputs it began with, and says which are others."""

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.manifest import check_same_inputs
from osmosis_contract.models.run_manifest import RunInputs, RunManifest

INPUTS = {
    "model_path": "openai/one",
    "dataset": {"sha256": "a" * 64, "selected_source_rows": "0-4"},
    "n": 1,
    "rollout": {"name": "demo", "entrypoint": "main.py", "source_digest": "b" * 64},
    "env": {"A": "1"},
    "secret_names": ["KEY"],
    "timeouts": {"agent_timeout_sec": 20.0, "grader_timeout_sec": None},
    "versions": {"rollout_protocol": "0.4", "dataset_normalization": 1, "state_schema": 1},
}


def manifest(sdk_version: str = "1") -> RunManifest:
    return RunManifest.read(
        {
            "schema_version": 1,
            "local_run_id": "0" * 32,
            "run_name": "first",
            "created_at": "2026-01-02T03:04:05Z",
            "inputs": INPUTS,
            "provenance": {"sdk_version": sdk_version},
        }
    )


def refusal(sdk_version: str = "1", **changed: object) -> OsmosisError:
    with pytest.raises(OsmosisError) as raised:
        check_same_inputs(manifest(sdk_version), RunInputs.read({**INPUTS, **changed}), sdk_version="1")
    return raised.value


def test_same_inputs_pass():
    """Nothing is said when nothing changed."""
    check_same_inputs(manifest(), RunInputs.read(INPUTS), sdk_version="2")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"dataset": {"sha256": "c" * 64, "selected_source_rows": "0-4"}}, "Changed: the dataset's content"),
        (
            {"timeouts": {"agent_timeout_sec": None, "grader_timeout_sec": 5.0}},
            "agent_workflow_timeout_s, from 20.0 to none; grader_timeout_s, from none to 5.0",
        ),
        ({"env": {}}, "env.A, from 1 to none"),
        ({"env": {"A": "x" * 100}}, f"env.A, from 1 to {'x' * 59}…"),
        ({"secret_names": []}, "the names of secrets, from KEY to none"),
        ({"rollout": {**INPUTS["rollout"], "entrypoint": "other.py"}}, "the entrypoint, from main.py to other.py"),
        (
            {"rollout": {**INPUTS["rollout"], "command": ["node", "a.mjs"]}},
            "the command that serves the rollout, from none to node, a.mjs",
        ),
        (
            {"rollout": {**INPUTS["rollout"], "url": "http://127.0.0.1:8000"}},
            "the rollout server's address, from none to http://127.0.0.1:8000",
        ),
        ({"model_path": "a/b", "n": 2}, "the model, from openai/one to a/b; the attempts per row (n), from 1 to 2"),
    ],
)
def test_what_changed_is_told_with_both_values(changed: dict[str, object], said: str):
    """Every difference, in the words of the config; the details have the members of the lock."""
    error = refusal(**changed)
    assert said in error.message
    assert error.details == {"changed": sorted(changed)}
    assert "--fresh" in (error.hint or "")


def test_digest_of_another_version_may_differ_by_itself():
    """After an upgrade, other digests may come of the same files: the hint says so, and only then."""
    code = {"rollout": {**INPUTS["rollout"], "source_digest": "c" * 64}}
    assert "started with version 0.9" in (refusal("0.9", **code).hint or "")
    assert "version" not in (refusal("1", **code).hint or "")
    assert "version" not in (refusal("0.9", n=2).hint or "")
