"""`train run` on the real model: it changes what is served, survives kill -9, and counts what fails."""

from __future__ import annotations

import pytest

from . import kills
from .conftest import TEMPLATE, TrainWorkspace

FAILING = """
        if random.random() < 0.45:  # each is tried twice, so about a fifth has no result
            raise RuntimeError("unlucky")
"""


def test_two_steps_change_what_the_policy_says(train_workspace: TrainWorkspace):
    """Each step is served at once: its rollouts are those of the policy that the step before made."""
    run = train_workspace.train("short", 2)
    assert (run["steps"], run["unscorable"]) == (2, 0)
    for step in (1, 2):
        rows = train_workspace.rollouts("short", step)
        assert len(rows) == 8
        versions = {row["trajectory"]["segments"][0]["policy_version"] for row in rows}
        assert versions == {step - 1}
    config = train_workspace.root / "configs" / "eval" / f"{TEMPLATE}.toml"
    text = config.read_text()
    answers = {}
    for model in ("smollm2-135m-instruct", "short@2"):
        config.write_text(text.replace("local/smollm2-135m-instruct", f"local/{model}"))
        name = model.replace("@", "-")
        train_workspace.osmosis("eval", "run", str(config), "--name", name, "--rows", "0-7", "--yes")
        index = train_workspace.root / ".osmosis" / "evals" / name / "index.jsonl"
        answers[model] = index.read_text()
    assert answers["smollm2-135m-instruct"] != answers["short@2"]


def test_a_killed_run_becomes_what_an_undisturbed_one_is(train_workspace: TrainWorkspace):
    """kill -9 at two moments, each resumed: every step is in the metrics once, of its own policy, and all is equal."""
    arguments = ["--kills", "2", "--steps", "3", "--folder", str(train_workspace.root)]
    assert kills.main([*arguments, "--share", "1"]) == 0
    assert train_workspace.osmosis("train", "info", "killed-0")["data"]["run"]["status"] == "crashed"
    assert kills.main(arguments) == 0


@pytest.mark.parametrize("steps", [1])
def test_failing_rollouts_are_counted_and_are_no_zeros(train_workspace: TrainWorkspace, steps: int):
    """A fifth has no result: each of the step's rollouts is scored or has its reason, and the update happens."""
    main = train_workspace.root / "rollouts" / TEMPLATE / "main.py"
    text = main.read_text().replace("import re\n", "import random\nimport re\n", 1)
    ask = '        """Ask for a short answer."""\n'
    assert ask in text
    main.write_text(text.replace(ask, ask + FAILING))
    run = train_workspace.train("failing", steps)
    assert run["steps"] == steps
    (step,) = [record for record in train_workspace.journal("failing") if record["event"] == "step"]
    rows = train_workspace.rollouts("failing", 1)
    reasons = [row["trajectory"]["reason"] for row in rows if row["trajectory"]["kind"] == "unscorable"]
    assert step["rollouts"] == len(rows) == 8
    assert step["scored"] + len(reasons) == 8
    assert set(reasons) <= {"agent_failed"}
    assert all("reward" not in row["trajectory"] for row in rows if row["trajectory"]["kind"] == "unscorable")
