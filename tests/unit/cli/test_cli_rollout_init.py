"""`osmosis rollout init`, and the files it writes."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cli_calls import Cli

FILES = [
    "rollouts/demo/main.py",
    "rollouts/demo/pyproject.toml",
    "rollouts/demo/README.md",
    "configs/eval/demo.toml",
    "configs/training/demo.toml",
    "data/demo.jsonl",
]


@pytest.fixture
def workspace(cli: Cli, tmp_path: Path) -> Path:
    """An empty workspace, which is the current directory."""
    assert cli("doctor", "--fix").code == 0
    return tmp_path


def test_result(cli: Cli, workspace: Path):
    """The result names the rollout, its directory, its configs and every file, relative to the workspace."""
    outcome = cli("--json", "rollout", "init", "demo")
    assert outcome.document == {
        "schema_version": 1,
        "status": "success",
        "operation": "rollout.init",
        "resource": {
            "name": "demo",
            "workspace_directory": str(workspace),
            "rollout_dir": "rollouts/demo",
            "configs": {"eval": "configs/eval/demo.toml", "training": "configs/training/demo.toml"},
            "files": FILES,
        },
        "message": "Created the rollout demo.",
        "next_steps_structured": [
            {"action": "eval_run", "config": "configs/eval/demo.toml", "dataset_file": "data/demo.jsonl"}
        ],
    }
    assert all((workspace / file).is_file() for file in FILES)
    assert not list((workspace / "rollouts").glob(".demo*"))


def test_next_step_is_typed_from_where_one_stands(cli: Cli, workspace: Path, monkeypatch: pytest.MonkeyPatch):
    """The workspace is found upwards, and the next step's paths are relative to the current directory."""
    monkeypatch.chdir(workspace / "rollouts")
    assert "osmosis eval run ../configs/eval/demo.toml" in cli("rollout", "init", "demo").out


def test_files_are_the_same_every_time_but_for_the_name(cli: Cli, workspace: Path):
    """Nothing of it is random, and no token is left unfilled."""
    cli("rollout", "init", "demo")
    cli("rollout", "init", "other")
    for file in FILES:
        text = (workspace / file).read_text(encoding="utf-8")
        other = (workspace / file.replace("demo", "other")).read_text(encoding="utf-8")
        assert text.replace("demo", "other") == other
        assert "{{" not in text


def test_generated_python_is_clean(cli: Cli, workspace: Path):
    """The generated code passes ruff's checks and keeps its formatting, with ruff's own defaults."""
    cli("rollout", "init", "demo")
    main = workspace / "rollouts/demo/main.py"
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--isolated", "--extend-select", "I,B,UP,D1,SIM", str(main)], check=True)
    subprocess.run([*ruff, "format", "--isolated", "--check", str(main)], check=True)


@pytest.mark.parametrize("name", ["demo", "httpx", "osmosis-ai", "trailing-", "a--b"])
def test_project_never_clashes_with_what_it_depends_on(cli: Cli, workspace: Path, name: str):
    """Whatever the rollout is called, its project has a valid name of its own and packages no module."""
    cli("rollout", "init", name)
    project = tomllib.loads((workspace / "rollouts" / name / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == f"rollout-{name.rstrip('-')}"
    assert project["tool"]["setuptools"] == {"py-modules": []}
    assert "osmosis-ai[server]>=0.3,<0.4" in project["project"]["dependencies"]


def test_configs(cli: Cli, workspace: Path):
    """Both configs name the rollout, its dataset and the embedded model, and need no secret."""
    cli("rollout", "init", "demo")
    experiment = {
        "rollout": "demo",
        "entrypoint": "main.py",
        "model_path": "local/smollm2-135m-instruct",
        "dataset": "demo",
    }
    read = {
        kind: tomllib.loads((workspace / f"configs/{kind}/demo.toml").read_text(encoding="utf-8"))
        for kind in ("eval", "training")
    }
    assert read["eval"] == {
        "experiment": experiment,
        "evaluation": {"batch_size": 4},
        "secrets": {"required": []},
    }
    assert read["training"] == {"experiment": experiment, "training": {}, "sampling": {}, "checkpoints": {}}


def test_commented_options_are_valid_when_switched_on(cli: Cli, workspace: Path):
    """Taking the comment sign from every option leaves TOML that parses."""
    cli("rollout", "init", "demo")
    for kind in ("eval", "training"):
        lines = (workspace / f"configs/{kind}/demo.toml").read_text(encoding="utf-8").splitlines()
        on = [line.removeprefix("# ") for line in lines if " = " in line or line.lstrip("# ").startswith("[")]
        assert len(tomllib.loads("\n".join(on))) >= 4


def test_dataset(cli: Cli, workspace: Path):
    """24 different questions, each behind one or two examples that do not give its answer away."""
    cli("rollout", "init", "demo")
    rows = [json.loads(line) for line in (workspace / "data/demo.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len({row["user_prompt"].splitlines()[-2] for row in rows}) == 24
    for row in rows:
        assert set(row) == {"system_prompt", "user_prompt", "ground_truth"}
        *examples, question, last = row["user_prompt"].splitlines()
        a, b = map(int, question.removeprefix("Q: ").split(" times "))
        assert (row["ground_truth"], last) == (str(a * b), "A:")
        assert not any(line.endswith(f" is {row['ground_truth']}.") for line in examples)
        assert len(examples) in {2, 4}


@pytest.mark.parametrize("name", ["Bad", "1st", "a_b", "a/b", "..", "a" * 65, "demo\n", "é"])
def test_name_is_checked(cli: Cli, workspace: Path, name: str):
    """A name is lower-case letters, digits and hyphens, begins with a letter, and is not endless."""
    outcome = cli("--json", "rollout", "init", name)
    assert (outcome.code, outcome.error["code"]) == (1, "VALIDATION")


def test_default_is_reserved(cli: Cli, workspace: Path):
    """`default` names no rollout."""
    assert "reserved" in cli("--json", "rollout", "init", "default").error["hint"]


def test_conflicts_are_listed_all_at_once(cli: Cli, workspace: Path):
    """Everything in the way is named in one error, and nothing is written."""
    cli("rollout", "init", "demo")
    shutil.rmtree(workspace / "rollouts/demo")
    error = cli("--json", "rollout", "init", "demo").error
    assert error["code"] == "CONFLICT"
    assert error["details"]["paths"] == [
        "configs/eval/demo.toml",
        "configs/training/demo.toml",
        "data/demo.jsonl",
    ]
    assert not (workspace / "rollouts/demo").exists()


def test_force_recreates(cli: Cli, workspace: Path):
    """--force recreates the rollout's directory and replaces its configs and dataset; others stay."""
    cli("rollout", "init", "demo")
    cli("rollout", "init", "other")
    (workspace / "rollouts/demo/old.py").touch()
    (workspace / "rollouts/other/kept.py").touch()
    (workspace / "configs/eval/demo.toml").write_text("", encoding="utf-8")
    assert cli("rollout", "init", "demo", "-f").code == 0
    assert not (workspace / "rollouts/demo/old.py").exists()
    assert (workspace / "rollouts/other/kept.py").exists()
    assert "demo" in (workspace / "configs/eval/demo.toml").read_text(encoding="utf-8")
    assert sorted(path.name for path in (workspace / "rollouts").iterdir()) == [".gitkeep", "demo", "other"]


@pytest.mark.parametrize("target", ["rollouts/demo", "configs/eval/demo.toml", "data/demo.jsonl"])
def test_links_are_never_replaced(cli: Cli, workspace: Path, tmp_path_factory: pytest.TempPathFactory, target: str):
    """A symbolic link in the way, dangling or not, is refused even with --force."""
    outside = tmp_path_factory.mktemp("outside")
    for points_to in (outside, outside / "nothing"):
        (workspace / target).symlink_to(points_to)
        error = cli("--json", "rollout", "init", "demo", "--force").error
        assert error["code"] == "CONFLICT"
        assert error["details"]["paths"] == [str(workspace / target)]
        (workspace / target).unlink()
    assert list(outside.iterdir()) == []


def test_file_in_the_directorys_place_is_never_replaced(cli: Cli, workspace: Path):
    """A file called like the rollout, or a directory called like a config, is refused even with --force."""
    (workspace / "rollouts/demo").touch()
    (workspace / "configs/eval/demo.toml").mkdir()
    error = cli("--json", "rollout", "init", "demo", "--force").error
    assert len(error["details"]["paths"]) == 2


def test_outside_a_workspace(cli: Cli):
    """Without a workspace the command says how to make one."""
    error = cli("--json", "rollout", "init", "demo").error
    assert error["code"] == "WORKSPACE_REQUIRED"
    assert "osmosis doctor --fix" in error["hint"]


def test_incomplete_workspace(cli: Cli, workspace: Path):
    """A workspace that lacks a required directory is refused, with what it lacks."""
    shutil.rmtree(workspace / "data")
    error = cli("--json", "rollout", "init", "demo").error
    assert error["code"] == "VALIDATION"
    assert error["details"]["missing"] == ["data/"]


def test_failed_replacement_keeps_the_old_rollout(cli: Cli, workspace: Path, monkeypatch: pytest.MonkeyPatch):
    """If the new directory cannot be completed, the old one is still there."""
    cli("rollout", "init", "demo")
    (workspace / "rollouts/demo/mine.py").touch()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("osmosis_ai.cli.framework.files.write_atomic", refuse)
    error = cli("--json", "rollout", "init", "demo", "--force").error
    assert "No space left on device" in error["message"]
    assert (workspace / "rollouts/demo/mine.py").exists()
