"""What `eval run` says while rollouts run."""

import pytest

from osmosis_ai.cli.commands.eval_report import EvalDisplay
from osmosis_ai.cli.framework.console import Console, Mode
from osmosis_ai.engine.ports import RunProgressUpdate


def test_the_mean_so_far_says_over_how_many_it_is(capsys: pytest.CaptureFixture[str]):
    """Neither the failed nor the rows to come are in a mean: it is over the graded, of all rollouts of the run."""
    display = EvalDisplay(Console(Mode.PLAIN), yes=True, verbose=False)
    display.progress(RunProgressUpdate(done=3, total=1500, failed=1, graded=2, mean_reward=0.25, tokens=1200))
    assert "3 of 1500 done, mean reward 0.250 over 2 of 1,500, 1 failed, 1,200 tokens" in capsys.readouterr().err
