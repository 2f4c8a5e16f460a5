"""What is run before a command that serves a rollout."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.memory_ports import MemoryRun

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.hosting.setup_command import run_setup


def spec(folder: Path, *code: str) -> Any:
    setup = (sys.executable, "-c", *code) if code else ()
    return SimpleNamespace(setup=setup, rollout_dir=folder, tool_environment={"PATH": "/usr/bin:/bin"})


async def test_setup_runs_in_the_rollout_s_folder(tmp_path: Path):
    """To its end, before the call returns."""
    await run_setup(spec(tmp_path, "open('made', 'w')"), MemoryRun().observer, redact=Redactor(()))
    assert (tmp_path / "made").exists()


async def test_a_setup_that_fails_is_said_with_what_it_printed(tmp_path: Path):
    """Without the run's secrets, and with what to correct."""
    failing = spec(tmp_path, "print('no compiler for a-secret-value'); raise SystemExit(3)")
    with pytest.raises(OsmosisError, match="no compiler for") as raised:
        await run_setup(failing, MemoryRun().observer, redact=Redactor(["a-secret-value"]))
    assert "a-secret-value" not in raised.value.message.partition("it printed")[2]
    assert "experiment.setup" in (raised.value.hint or "")


async def test_no_setup_is_nothing(tmp_path: Path):
    """Nothing is run."""
    await run_setup(spec(tmp_path), MemoryRun().observer, redact=Redactor(()))
