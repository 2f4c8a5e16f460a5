"""Running whole commands in this process."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import stub_commands

from osmosis_ai.cli.frame import run
from osmosis_ai.cli.tree import TREE


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        assert self.out.count("\n") == 1, "exactly one line"
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        assert self.out == ""
        return json.loads(self.err)["error"]


type Cli = Callable[..., Outcome]


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
