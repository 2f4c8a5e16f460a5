"""A file that an evaluation needs and that is missing: VALIDATION, as published commands report it, with its path."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_calls import Cli

CONFIG = "configs/eval/demo.toml"


@pytest.mark.parametrize(
    ("gone", "words", "said"),
    [
        (CONFIG, (), "configs/eval/demo.toml"),
        ("rollouts/demo", (), "the rollout {here}/rollouts/demo does not exist."),
        ("rollouts/demo/main.py", (), "the entrypoint {here}/rollouts/demo/main.py does not exist."),
        ("data/demo.jsonl", (), "data"),
        ("", ("--dataset-file", "no.jsonl"), "no.jsonl"),
        ("", ("--secrets-file", "no.env"), "the secrets file {here}/no.env does not exist."),
    ],
    ids=["config", "rollout", "entrypoint", "dataset", "named dataset", "secrets"],
)
def test_missing_file_is_validation_and_named(cli: Cli, tmp_path: Path, gone: str, words: tuple[str, ...], said: str):
    """Config, rollout, entrypoint, dataset and secrets file alike; nothing is written."""
    cli("doctor", "--fix")
    cli("rollout", "init", "demo")
    if (path := tmp_path / gone).is_dir() and gone:
        shutil.rmtree(path)
    elif gone:
        path.unlink()
    error = cli("--json", "eval", "run", CONFIG, "--yes", *words).error
    assert error["code"] == "VALIDATION"
    assert said.format(here=tmp_path) in error["message"]
    assert not (tmp_path / ".osmosis").exists()
