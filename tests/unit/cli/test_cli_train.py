"""`osmosis train` and `osmosis model` on runs that are on disk; none is started here."""

from __future__ import annotations

import asyncio
import csv
import hashlib
import json
import sys
from pathlib import Path

import pytest
from cli_calls import Cli
from tests.support.trainer_settings import SMALL

from osmosis_ai.models.embedded.trained import find_trained
from osmosis_ai.train.trl_trainer import MissingTrainExtraError, open_trl_trainer
from osmosis_ai.viewer.serve import PageServer
from osmosis_contract.models.cli_training_results import (
    LocalLoraModel,
    LocalTrainingInfo,
    LocalTrainingItem,
    ModelExportResult,
    TrainViewResult,
)
from osmosis_contract.models.local_training import (
    LocalTrainingManifest,
    TrainingCheckpointSaved,
    TrainingEnded,
    TrainingStarted,
    TrainingStep,
)

AT = "2026-11-29T10:00:00.000Z"
TEMPLATE = "multiply-train-local"
CONFIG = f"configs/training/{TEMPLATE}.toml"
EXAMPLE = Path(__file__).parents[3] / "spec" / "examples" / "LocalTrainingManifest" / "valid" / "first.json"


@pytest.fixture
def workspace(cli: Cli, tmp_path: Path) -> Path:
    """A workspace with the training template, which is the current directory."""
    assert cli("doctor", "--fix").code == 0
    assert cli("template", "apply", TEMPLATE).code == 0
    return tmp_path


@pytest.fixture
def run(workspace: Path) -> Path:
    """A finished run called `first`, of 8 steps, with a checkpoint of the last."""
    manifest = LocalTrainingManifest.read(EXAMPLE.read_bytes())
    folder = workspace / ".osmosis" / "training" / "first"
    checkpoint = folder / "checkpoints" / "step-000008"
    checkpoint.mkdir(parents=True)
    (checkpoint / "adapter.gguf").write_bytes(b"GGUF")
    (folder / "manifest.json").write_bytes(manifest.to_json())
    (folder / "logs.txt").write_text("one\ntwo\nthree\n")
    step = TrainingStep(
        event="step",
        at=AT,
        step=8,
        policy_version=7,
        prompts=1,
        rollouts=2,
        scored=2,
        unscorable={},
        metrics={"rollout/raw_reward": 0.75},
        seconds={},
    )
    records = [
        TrainingStarted(event="started", at=AT, from_step=0, total_steps=8),
        step,
        TrainingCheckpointSaved(
            event="checkpoint", at=AT, step=8, path="checkpoints/step-000008", adapter_sha256="ab" * 32, reward=0.75
        ),
        TrainingEnded(event="ended", at=AT, status="finished"),
    ]
    (folder / "journal.jsonl").write_bytes(b"".join(record.to_json() + b"\n" for record in records))
    return folder


def test_a_run_is_listed_and_shown_in_the_contracts_form(cli: Cli, run: Path):
    (item,) = cli("--json", "train", "list").document["items"]
    assert LocalTrainingItem.read_strict(item).reward == 0.75
    info = LocalTrainingInfo.read_strict(cli("--json", "train", "info", "first").document["data"])
    assert (info.run.status, info.run.current_step) == ("finished", 8)
    assert [each.model_path for each in info.checkpoints] == ["local/first@8"]
    assert "local/first@8" in cli("train", "info", "first").out


def test_metrics_go_to_a_file(cli: Cli, run: Path, tmp_path: Path):
    assert cli("train", "info", "first", "--output", "metrics.json").code == 0
    assert '"rollout/raw_reward"' in (tmp_path / "metrics.json").read_text()


def test_metrics_go_to_a_csv_file_by_its_name(cli: Cli, run: Path, tmp_path: Path):
    """A row a step; a figure that a step does not have is an empty cell."""
    assert cli("train", "info", "first", "--output", "metrics.csv").code == 0
    (row,) = csv.DictReader((tmp_path / "metrics.csv").read_text().splitlines())
    assert (row["step"], row["rollout/raw_reward"], row["scored"]) == ("8", "0.75", "2")


def test_the_page_is_served_until_the_command_is_interrupted(cli: Cli, run: Path, monkeypatch: pytest.MonkeyPatch):
    """Its address is printed first, in the contract's form; a run that is not there is refused before."""
    served: list[object] = []
    monkeypatch.setattr(PageServer, "run", lambda self, on_start=None: served.append(on_start))
    shown = TrainViewResult.read_strict(cli("--json", "train", "view", "first", "--no-open").document["resource"])
    assert shown.url.startswith(f"http://127.0.0.1:{shown.port}/?token=")
    assert (Path(shown.path), served) == (run, [None])
    assert cli("--json", "train", "view", "second").error["code"] == "NOT_FOUND"


def test_the_last_lines_of_the_log_are_shown(cli: Cli, run: Path):
    assert cli("--json", "train", "logs", "first", "--lines", "2").document["data"]["lines"] == ["two", "three"]


def test_a_run_that_is_not_running_cannot_be_stopped(cli: Cli, run: Path):
    document = cli("--json", "train", "stop", "first").document
    assert (document["status"], document["resource"]["status"]) == ("noop", "finished")
    assert not (run / "stop").exists()


@pytest.mark.parametrize("command", [("train", "info"), ("train", "logs"), ("train", "stop"), ("model", "info")])
def test_a_name_that_there_is_not_is_not_found(cli: Cli, run: Path, command: tuple[str, ...]):
    assert cli("--json", *command, "second").error["code"] == "NOT_FOUND"


def test_trained_models_are_listed_beside_base_models(cli: Cli, run: Path):
    document = cli("--json", "model", "list").document
    assert [item["name"] for item in document["base_models"]["items"]] == ["local/smollm2-135m-instruct"]
    (item,) = document["lora_models"]["items"]
    assert LocalLoraModel.read_strict(item).name == "local/first@8"
    assert "base_models" not in cli("--json", "model", "list", "--type", "lora").document


def test_a_config_names_a_trained_model_by_run_and_step(run: Path, workspace: Path):
    """`local/first` is the newest checkpoint; what is no run of the workspace may still be a file or a base model."""
    for name in ("first", "first@8"):
        trained = find_trained(name, workspace)
        assert trained is not None
        assert (trained.step, trained.base) == (8, "local/smollm2-135m-instruct")
    assert find_trained("smollm2-135m-instruct", workspace) is None
    assert find_trained("models/mine.gguf", workspace) is None


def test_a_step_without_a_checkpoint_is_an_error_that_names_those_there_are(cli: Cli, run: Path):
    error = cli("--json", "model", "info", "local/first@3").error
    assert error["code"] == "NOT_FOUND"
    assert "local/first@8" in error["hint"]


def _changed(workspace: Path, old: str, new: str) -> None:
    config = workspace / CONFIG
    assert old in config.read_text()
    config.write_text(config.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("held_out = 0.25", "held_aut = 0.25", "advanced.local.held_aut"),
        ("held_out = 0.25", "held_out = 1", "advanced.local.held_out"),
        ("held_out = 0.25", "slots = 9", "advanced.local.slots"),
        ("rollout_temperature = 1.0", "rollout_top_p = 0.9", "sampling.rollout_top_p"),
        ("rollout_temperature = 1.0", "rollout_temperature = 0", "sampling.rollout_temperature"),
        ("n_samples_per_prompt = 8", "n_samples_per_prompt = 1", "training.n_samples_per_prompt"),
        ('"local/smollm2-135m-instruct"', '"Qwen/Qwen3.6-35B-A3B"', "experiment.model_path"),
    ],
)
def test_what_this_machine_cannot_train_is_refused_with_its_line(
    cli: Cli, workspace: Path, old: str, new: str, said: str
):
    """Before anything is written: the key, what is wrong with it, and where it is."""
    _changed(workspace, old, new)
    error = cli("--json", "train", "run", CONFIG, "--yes").error
    assert error["code"] == "VALIDATION"
    assert said in error["message"]
    assert "(line " in error["message"]
    assert not (workspace / ".osmosis" / "training").exists()


def test_a_model_that_does_not_fit_is_refused_before_anything_is_written(
    cli: Cli, workspace: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("osmosis_ai.train.run.available_bytes", lambda: 10**9)
    error = cli("--json", "train", "run", CONFIG, "--yes").error
    assert "GB of memory" in error["message"]
    assert not (workspace / ".osmosis" / "training").exists()


def test_a_run_with_other_inputs_is_not_gone_on_with(cli: Cli, run: Path):
    error = cli("--json", "train", "run", CONFIG, "--name", "first", "--steps", "9", "--yes").error
    assert error["code"] == "CONFLICT"
    assert "dataset" in error["details"]["changed"]


def test_a_trainer_without_its_packages_says_what_to_install(tmp_path: Path):
    """The trainer's Python has no torch: the extra is named, and how to come by the CPU build."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')  # a Python with nothing installed
    python.chmod(0o700)

    async def opened() -> None:
        async with open_trl_trainer(
            tmp_path / "model.gguf",
            SMALL,
            resume=None,
            prepared=tmp_path,
            environ={"OSMOSIS_TRAIN_PYTHON": str(python)},
            log=lambda _: None,
        ):
            pass

    with pytest.raises(MissingTrainExtraError) as raised:
        asyncio.run(opened())
    assert "torch" in raised.value.message
    assert "CPU" in (raised.value.hint or "")
    assert "osmosis-ai[train]" in (raised.value.hint or "")


PEFT_CONFIG = '{"base_model_name_or_path": "/home/someone/.cache/torch", "peft_type": "LORA", "r": 8, "lora_alpha": 16}'


@pytest.fixture
def whole(run: Path) -> Path:
    """The run `first`, whose checkpoint has peft's files and the digest that its journal says."""
    checkpoint = run / "checkpoints" / "step-000008"
    (checkpoint / "adapter").mkdir()
    (checkpoint / "adapter" / "adapter_config.json").write_text(PEFT_CONFIG)
    (checkpoint / "adapter" / "adapter_model.safetensors").write_bytes(b"weights")
    digest = hashlib.sha256(b"GGUF").hexdigest()
    journal = run / "journal.jsonl"
    journal.write_text(journal.read_text().replace("ab" * 32, digest))
    return run


def test_a_model_is_exported_as_a_peft_folder(cli: Cli, whole: Path, tmp_path: Path):
    """peft's files with the name of the base model in place of a folder of this machine, and a card that says so."""
    exported = ModelExportResult.read_strict(
        cli("--json", "model", "export", "local/first@8", "-o", "out/first").document["resource"]
    )
    folder = tmp_path / "out" / "first"
    assert (exported.path, exported.base_model) == (str(folder), "HuggingFaceTB/SmolLM2-135M-Instruct")
    names = ["README.md", "adapter_config.json", "adapter_model.safetensors"]
    assert [each.name for each in exported.files] == names == sorted(path.name for path in folder.iterdir())
    config = json.loads((folder / "adapter_config.json").read_text())
    assert config == {**json.loads(PEFT_CONFIG), "base_model_name_or_path": "HuggingFaceTB/SmolLM2-135M-Instruct"}
    assert (folder / "adapter_model.safetensors").read_bytes() == b"weights"
    card = (folder / "README.md").read_text()
    assert 'base_model: "HuggingFaceTB/SmolLM2-135M-Instruct"' in card
    assert "Mean reward of the rollouts of step 8: 0.75." in card
    assert "/home/someone" not in card
    assert list(folder.parent.iterdir()) == [folder]


def test_a_hub_folder_has_the_adapter_in_both_forms(cli: Cli, whole: Path, tmp_path: Path):
    cli("--json", "model", "export", "local/first", "--format", "hub", "--base-model", "someone/base")
    folder = tmp_path / ".osmosis" / "exports" / "first-8-hub"
    assert (folder / "adapter.gguf").read_bytes() == b"GGUF"
    assert json.loads((folder / "adapter_config.json").read_text())["base_model_name_or_path"] == "someone/base"


def test_a_checkpoint_that_was_changed_is_not_exported(cli: Cli, whole: Path):
    """Its adapter is not the one that the run measured."""
    (whole / "checkpoints" / "step-000008" / "adapter.gguf").write_bytes(b"GGUF2")
    assert cli("--json", "model", "export", "local/first@8").error["code"] == "CONFLICT"


def test_an_export_replaces_nothing(cli: Cli, whole: Path, tmp_path: Path):
    (tmp_path / "there").write_text("mine")
    error = cli("--json", "model", "export", "local/first@8", "-o", "there").error
    assert (error["code"], (tmp_path / "there").read_text()) == ("CONFLICT", "mine")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--upload", "someone/model"), "--format hub"),
        (("--format", "hub", "--upload", "nonsense"), "OWNER/NAME"),
        (("--format", "hub", "--public"), "--upload"),
    ],
)
def test_an_upload_that_makes_no_sense_is_refused_before_anything_is_written(
    cli: Cli, whole: Path, tmp_path: Path, options: tuple[str, ...], said: str
):
    error = cli("--json", "model", "export", "local/first@8", *options, "--yes").error
    assert said in error["message"] + error["hint"]
    assert not (tmp_path / ".osmosis" / "exports").exists()


def test_an_upload_needs_a_token_and_a_yes(cli: Cli, whole: Path, monkeypatch: pytest.MonkeyPatch):
    """Nothing leaves the machine without both."""
    monkeypatch.delenv("HF_TOKEN", raising=False)
    command = ("--json", "model", "export", "local/first@8", "--format", "hub", "--upload", "someone/model")
    assert cli(*command).error["code"] != "INTERNAL"
    assert "HF_TOKEN" in cli(*command, "--yes").error["message"]
