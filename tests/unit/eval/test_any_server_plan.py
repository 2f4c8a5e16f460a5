"""What an evaluation records of the server that it runs on, and which commands need Python code of their own."""

from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, make_plan
from osmosis_ai.eval.run import host_spec

COMMAND = 'command = ["node", "server.mjs"]\nsetup = ["npm", "ci"]'
NOTHING_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def plan(root: Path, serves: str, *, folder: bool = True, rollout_url: str | None = None) -> EvalPlan:
    """The plan of a config with those lines about what serves the rollout."""
    for name in ("rollouts", "configs/training", "configs/eval", "data"):
        (root / name).mkdir(parents=True, exist_ok=True)
    if folder:
        (root / "rollouts" / "node").mkdir(exist_ok=True)
    (root / "data" / "rows.jsonl").write_text('{"user_prompt": "a", "ground_truth": "b"}\n')
    config = root / "configs" / "eval" / "a.toml"
    lines = ["[experiment]", 'rollout = "node"', serves, 'model_path = "openai/x"', 'dataset = "rows"']
    config.write_text("\n".join([*lines, "[secrets]", "required = []", ""]))
    return make_plan(EvalOptions(config=config, rollout_url=rollout_url), root)


def test_a_command_is_an_input_of_the_run(tmp_path: Path):
    """It reaches hosting as it is; the entrypoint of the manifest is empty, for those who read only that."""
    planned = plan(tmp_path, COMMAND)
    rollout = planned.inputs.rollout
    assert (rollout.entrypoint, rollout.command, rollout.setup) == ("", ["node", "server.mjs"], ["npm", "ci"])
    host = host_spec(planned, tmp_path, {}, {}, "token")
    assert (list(host.command), list(host.setup), host.rollout_url) == (rollout.command, rollout.setup, None)
    assert planned.serves == "node: node server.mjs"


def test_the_address_of_a_running_server_is_an_input_of_the_run(tmp_path: Path):
    """The config then says neither a file nor a command, and the rollout's folder need not be here; no key is kept."""
    planned = plan(tmp_path, "", folder=False, rollout_url="http://127.0.0.1:8000/")
    rollout = planned.inputs.rollout
    assert (rollout.url, rollout.command, rollout.source_digest) == ("http://127.0.0.1:8000", None, NOTHING_SHA256)
    host = host_spec(planned, tmp_path, {"OSMOSIS_ROLLOUT_API_KEY": "a-key"}, {}, "token")
    assert (host.rollout_url, host.rollout_key) == ("http://127.0.0.1:8000", "a-key")
    assert "a-key" not in planned.inputs.to_json().decode()


def test_a_config_without_a_server_needs_its_address(tmp_path: Path):
    """What serves the rollout is required where no address is given."""
    with pytest.raises(OsmosisError, match="lacks entrypoint"):
        plan(tmp_path, "")


def test_commands_that_run_python_code_need_an_entrypoint(tmp_path: Path):
    """The message names the command, and what can be done instead."""
    with pytest.raises(OsmosisError, match="eval debug runs the rollout's Python code itself") as raised:
        plan(tmp_path, COMMAND).require_entrypoint("eval debug")
    assert "eval run" in (raised.value.hint or "")
