"""`osmosis template list` and `osmosis template apply`, and the files they write."""

import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from cli_calls import Cli

from osmosis_ai.cli.scaffold.templates import TEMPLATES
from osmosis_ai.testing import PolicyRequest, Turn, call_tool, run_rollout_in_process, say
from osmosis_contract.models import TemplateApplyResult, TemplateListItem

NAMES = ["multiply-local-openai", "multiply-local-plain", "multiply-local-strands"]
HARBOR = "multiply-harbor-strands"
TRAIN = "multiply-train-local"
PLAIN = "multiply-local-plain"
DATA = "data/multiply.jsonl"


def owned(name: str) -> list[str]:
    return [
        *(f"rollouts/{name}/{file}" for file in ("main.py", "pyproject.toml", "README.md")),
        f"configs/eval/{name}.toml",
        f"configs/training/{name}.toml",
    ]


@pytest.fixture
def workspace(cli: Cli, tmp_path: Path) -> Path:
    """An empty workspace, which is the current directory."""
    assert cli("doctor", "--fix").code == 0
    return tmp_path


def test_list_names_and_describes_each_template(cli: Cli):
    """The list needs no workspace, and its items are what the contract says."""
    document = cli("--json", "template", "list").document
    assert [TemplateListItem.read_strict(item).name for item in document["items"]] == [HARBOR, *NAMES, TRAIN]
    assert (document["total_count"], document["has_more"]) == (5, False)
    assert all(name in cli("template", "list").out for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_apply_writes_code_configs_and_dataset(cli: Cli, workspace: Path, name: str):
    """The result names absolute destinations and relative files, and all of them are there."""
    document = cli("--json", "template", "apply", name).document
    assert (document["operation"], document["status"]) == ("template.apply", "success")
    resource = document["resource"]
    TemplateApplyResult.read_strict(resource)
    assert resource == {
        "name": name,
        "workspace_directory": str(workspace),
        "destinations": [
            str(workspace / f"rollouts/{name}"),
            str(workspace / f"configs/eval/{name}.toml"),
            str(workspace / f"configs/training/{name}.toml"),
            str(workspace / DATA),
        ],
        "files": [*owned(name), DATA],
    }
    for file in resource["files"]:
        assert "{{" not in (workspace / file).read_text(encoding="utf-8")
    assert not list((workspace / "rollouts").glob(f".{name}*"))


def test_the_sandboxed_template_has_a_package_and_a_task(cli: Cli, workspace: Path):
    """What a sandbox gets is a package beside main.py, and the task of every row a folder; its Python is clean."""
    document = cli("--json", "template", "apply", HARBOR).document
    folder = f"rollouts/{HARBOR}"
    inside = ["multiply_harbor/__init__.py", "multiply_harbor/agent.py", "task/environment/Dockerfile"]
    inside += ["task/instruction.md", "task/task.toml"]
    usual = owned(HARBOR)
    assert document["resource"]["files"] == [*usual[:3], *(f"{folder}/{file}" for file in inside), *usual[3:], DATA]
    for file in document["resource"]["files"]:
        assert "{{" not in (workspace / file).read_text(encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    chosen = ["--isolated", "--extend-select", "I,B,UP,D1,SIM"]
    subprocess.run([*ruff, "check", *chosen], cwd=workspace / folder, check=True)
    subprocess.run([*ruff, "format", "--isolated", "--check"], cwd=workspace / folder, check=True)


def test_the_training_template_has_its_own_rows_and_begins_with_a_training(cli: Cli, workspace: Path):
    """64 products, none of them twice, beside the dataset of the others; the next step is `train run`."""
    document = cli("--json", "template", "apply", TRAIN).document
    assert document["next_steps_structured"] == [{"action": "train_run", "config": f"configs/training/{TRAIN}.toml"}]
    rows = (workspace / "data" / "multiply-train.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == len(set(rows)) == 64
    assert document["resource"]["files"] == [*owned(TRAIN), "data/multiply-train.jsonl"]


def test_the_dataset_is_shared(cli: Cli, workspace: Path):
    """A dataset that is the same already is not written again, and belongs to no list of the result."""
    cli("template", "apply", NAMES[0])
    before = (workspace / DATA).stat().st_mtime_ns
    resource = cli("--json", "template", "apply", PLAIN).document["resource"]
    assert resource["files"] == owned(PLAIN)
    assert str(workspace / DATA) not in resource["destinations"]
    assert (workspace / DATA).stat().st_mtime_ns == before
    assert "Kept, as it is the same:  data/multiply.jsonl" in cli("template", "apply", PLAIN, "--force").out


def test_a_different_dataset_is_a_conflict_and_force_replaces_it(cli: Cli, workspace: Path):
    """Nobody's own data is lost without --force."""
    (workspace / DATA).write_text("mine\n", encoding="utf-8")
    error = cli("--json", "template", "apply", PLAIN).error
    assert (error["code"], error["details"]["paths"]) == ("CONFLICT", [DATA])
    assert not (workspace / f"rollouts/{PLAIN}").exists()
    assert (workspace / DATA).read_text(encoding="utf-8") == "mine\n"
    assert DATA in cli("--json", "template", "apply", PLAIN, "-f").document["resource"]["files"]
    assert (workspace / DATA).read_text(encoding="utf-8") != "mine\n"


def test_a_rollout_called_multiply_has_the_same_dataset(cli: Cli, workspace: Path):
    """`rollout init multiply` and the templates get along in one workspace."""
    cli("rollout", "init", "multiply")
    assert cli("template", "apply", PLAIN).code == 0


def test_conflicts_are_listed_all_at_once(cli: Cli, workspace: Path):
    """Everything in the way is named in one error, nothing is written, and --force replaces it."""
    cli("template", "apply", PLAIN)
    mine = workspace / f"rollouts/{PLAIN}/mine.py"
    mine.touch()
    error = cli("--json", "template", "apply", PLAIN).error
    assert error["code"] == "CONFLICT"
    paths = [f"rollouts/{PLAIN}", f"configs/eval/{PLAIN}.toml", f"configs/training/{PLAIN}.toml"]
    assert error["details"]["paths"] == paths
    assert all(path in error["message"] for path in paths)
    assert mine.exists()
    assert cli("template", "apply", PLAIN, "--force").code == 0
    assert not mine.exists()


@pytest.mark.parametrize("target", [f"rollouts/{PLAIN}", f"configs/eval/{PLAIN}.toml", DATA])
def test_links_are_never_replaced(cli: Cli, workspace: Path, tmp_path_factory: pytest.TempPathFactory, target: str):
    """A symbolic link in the way, dangling or not, is refused even with --force."""
    outside = tmp_path_factory.mktemp("outside")
    for points_to in (outside, outside / "nothing"):
        (workspace / target).symlink_to(points_to)
        error = cli("--json", "template", "apply", PLAIN, "--force").error
        assert (error["code"], error["details"]["paths"]) == ("CONFLICT", [str(workspace / target)])
        (workspace / target).unlink()
    assert list(outside.iterdir()) == []


def test_an_owned_path_of_the_wrong_kind_is_never_replaced(cli: Cli, workspace: Path):
    """A file in the rollout directory's place, or a directory in a file's, is refused even with --force."""
    (workspace / f"rollouts/{PLAIN}").touch()
    (workspace / DATA).mkdir()
    error = cli("--json", "template", "apply", PLAIN, "--force").error
    assert error["code"] == "CONFLICT"
    assert error["details"]["paths"] == [str(workspace / f"rollouts/{PLAIN}"), str(workspace / DATA)]


def test_unknown_template_is_not_found_and_the_likely_one_suggested(cli: Cli, workspace: Path):
    """A name that is no template says which one was likely meant, and where all of them are listed."""
    error = cli("--json", "template", "apply", "multiply-strands").error
    assert error["code"] == "NOT_FOUND"
    assert error["details"]["templates"] == [HARBOR, *NAMES, TRAIN]
    assert error["hint"] == "Did you mean multiply-local-strands? See `osmosis template list`."
    assert cli("--json", "template", "apply", "zzz").error["hint"] == "See `osmosis template list`."


def test_outside_a_workspace(cli: Cli):
    """Without a workspace the command says how to make one."""
    error = cli("--json", "template", "apply", PLAIN).error
    assert error["code"] == "WORKSPACE_REQUIRED"


@pytest.mark.parametrize("name", NAMES)
def test_generated_python_is_clean(cli: Cli, workspace: Path, name: str):
    """The code passes ruff's checks and keeps its formatting, with ruff's own defaults."""
    cli("template", "apply", name)
    main = workspace / f"rollouts/{name}/main.py"
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--isolated", "--extend-select", "I,B,UP,D1,SIM", str(main)], check=True)
    subprocess.run([*ruff, "format", "--isolated", "--check", str(main)], check=True)


@pytest.mark.parametrize("name", NAMES)
def test_configs_and_project(cli: Cli, workspace: Path, name: str):
    """The evaluation asks a provider's model with its key as a secret, and the project has the extras of its code."""
    cli("template", "apply", name)
    config = tomllib.loads((workspace / f"configs/eval/{name}.toml").read_text(encoding="utf-8"))
    assert config["experiment"] == {
        "rollout": name,
        "entrypoint": "main.py",
        "model_path": "openai/gpt-5-mini",
        "dataset": "multiply",
    }
    assert config["secrets"] == {"required": ["OPENAI_API_KEY"]}
    training = tomllib.loads((workspace / f"configs/training/{name}.toml").read_text(encoding="utf-8"))
    assert (training["experiment"]["rollout"], training["experiment"]["dataset"]) == (name, "multiply")
    project = tomllib.loads((workspace / f"rollouts/{name}/pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dependencies"] == [f"osmosis-ai[{TEMPLATES[name].extras}]>=0.3,<0.4"]


@pytest.mark.parametrize("name", NAMES)
def test_commented_options_are_valid_when_switched_on(cli: Cli, workspace: Path, name: str):
    """Taking the comment sign from every option leaves TOML that parses."""
    cli("template", "apply", name)
    for kind, dropped in (("eval", "commit_sha"), ("training", "commit_sha")):
        lines = (workspace / f"configs/{kind}/{name}.toml").read_text(encoding="utf-8").splitlines()
        on = [line.removeprefix("# ") for line in lines if " = " in line or line.lstrip("# ").startswith("[")]
        assert dropped in tomllib.loads("\n".join(on))["experiment"]


def test_no_agent_sends_traces_to_somebody(cli: Cli, workspace: Path):
    """The OpenAI Agents SDK would send traces when it finds the key that the config asks for: the config forbids it."""
    cli("template", "apply", "multiply-local-openai")
    for kind in ("eval", "training"):
        config = tomllib.loads((workspace / f"configs/{kind}/multiply-local-openai.toml").read_text(encoding="utf-8"))
        assert config["env"] == {"OPENAI_AGENTS_DISABLE_TRACING": "1"}


def uses_the_tool(request: PolicyRequest) -> Turn:
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    assert request.tool_names == ["multiply"]
    return call_tool("multiply", {"a": 7, "b": 8})


@pytest.fixture(params=NAMES)
def rollout(request: pytest.FixtureRequest) -> ModuleType:
    """A template's main.py as a module."""
    for package in {"multiply-local-openai": ["agents"], "multiply-local-strands": ["strands"]}.get(request.param, []):
        pytest.importorskip(package)
    module = ModuleType("template_main")
    exec(compile(TEMPLATES[request.param].directory()["main.py"], "main.py", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize(("label", "reward"), [("56", 1.0), ("57", 0.0)])
async def test_the_tool_is_called_and_the_answer_graded(rollout: ModuleType, label: str, reward: float):
    """The model is offered the tool, gets its result, and the last number of what it says then decides."""
    run = await run_rollout_in_process(
        rollout.MultiplyWorkflow, rollout.MultiplyGrader, prompt="7 times 8?", label=label, policy=uses_the_tool
    )
    assert (run.status.value, run.reward) == ("success", reward)
    assert run.requests[1].last_text == "56"


async def test_a_model_that_calls_no_tool_is_graded_by_its_answer(rollout: ModuleType):
    """As the embedded model does: it answers from memory."""
    run = await run_rollout_in_process(
        rollout.MultiplyWorkflow, rollout.MultiplyGrader, prompt="7 times 8?", label="56", policy=[say("56")]
    )
    assert (run.status.value, run.reward) == ("success", 1.0)


async def test_an_answer_without_text_earns_nothing(rollout: ModuleType):
    """An empty answer is a wrong one and no fault of the grader."""
    run = await run_rollout_in_process(
        rollout.MultiplyWorkflow, rollout.MultiplyGrader, prompt="7 times 8?", label="56", policy=[say("")]
    )
    assert (run.status.value, run.reward) == ("success", 0.0)


async def test_a_row_without_a_number_is_an_error(rollout: ModuleType):
    """A label that holds no number is told as a fault of the data, and no reward is made up."""
    run = await run_rollout_in_process(
        rollout.MultiplyWorkflow, rollout.MultiplyGrader, prompt="7 times 8?", label="many", policy=[say("56")]
    )
    assert run.reward is None
    assert "ground_truth holds no integer" in run.result.err_message
