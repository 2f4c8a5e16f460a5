"""The code of docs/notebook.md runs as it is written, block after block."""

import re
from pathlib import Path

import pytest
from tests.support.run_folders import RunFolder

PAGE = Path(__file__).parents[3] / "docs" / "notebook.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_every_block_runs_and_says_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """In a workspace with the two runs that the page names."""
    for folder in ("rollouts", "configs"):
        (tmp_path / folder).mkdir()
    for name, rewards in (("brave-otter-7", (1.0, 0.5, None)), ("calm-heron-3", (0.0, 1.0, 1.0))):
        made = RunFolder(tmp_path / ".osmosis/evals" / name, rows=3)
        for row, reward in enumerate(rewards):
            failure = {} if reward is not None else {"outcome": "agent_failed", "error": "no answer"}
            made.result(row, reward, metrics={"turns": 2.0}, **failure)
        made.finish()
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for block in BLOCKS:
        exec(compile(block, str(PAGE), "exec"), scope)
    out = capsys.readouterr().out
    assert len(BLOCKS) >= 6
    for shown in ("3 openai/some-model 1.0", "again: --rows 2", "0.750 over 2 of 3", "metrics.turns"):
        assert shown in out
