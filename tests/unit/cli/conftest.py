"""Running whole commands in this process."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import stub_commands
from cli_calls import Cli, Outcome

from osmosis_ai.cli.framework.frame import run
from osmosis_ai.cli.framework.tree import TREE


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Each test stands in an empty directory, with an environment it may change."""
    for name in ("OSMOSIS_ENV_FILE", "OSMOSIS_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    before = dict(os.environ)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def stub(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command of the stub tree."""

    def call(*arguments: str, program: str = "osmosis") -> Outcome:
        code = run(arguments, program=program, tree=stub_commands.TREE)
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command of the real tree."""

    def call(*arguments: str, program: str = "osmosis") -> Outcome:
        code = run(arguments, program=program, tree=TREE)
        return Outcome(code, *capsys.readouterr())

    return call
