"""What a person sees of an evaluation besides its results, and the words that go on with one."""

from pathlib import Path

import pytest
from run_in_process import Bench

from osmosis_ai.base.errors import InteractiveRequiredError
from osmosis_ai.cli.commands.eval_report import EvalDisplay, eval_result
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.usage import Mode

SUMMARY = {"Run": "demo", "Rollout": "demo/main.py"}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


def display(mode: Mode, *, yes: bool = False, verbose: bool = False) -> EvalDisplay:
    return EvalDisplay(Console(mode), yes=yes, verbose=verbose)


@pytest.mark.parametrize(("mode", "shown"), [(Mode.RICH, True), (Mode.PLAIN, True), (Mode.JSON, False)])
def test_log_is_shown_on_request(capsys: pytest.CaptureFixture[str], mode: Mode, shown: bool):
    """With --verbose the run's log is on standard error as it is written; JSON mode keeps silent."""
    display(mode).log_line("a line of the log")
    assert capsys.readouterr().err == ""
    display(mode, verbose=True).log_line("a line of the log")
    assert capsys.readouterr().err == ("a line of the log\n" if shown else "")


@pytest.mark.parametrize(("mode", "lines"), [(Mode.RICH, 4), (Mode.PLAIN, 1), (Mode.JSON, 0)])
def test_plan_is_shown_though_the_answer_is_given(capsys: pytest.CaptureFixture[str], mode: Mode, lines: int):
    """With --yes people still see the plan, and nobody is asked."""
    display(mode, yes=True).confirm("Run 3 rollouts?", summary=SUMMARY, notes=())
    err = capsys.readouterr().err
    assert err.count("\n") == lines
    assert ("demo/main.py" in err) is bool(lines)
    assert "?" not in err


@pytest.mark.parametrize("mode", list(Mode))
def test_nobody_at_a_terminal_is_asked_anything(mode: Mode):
    """Without a terminal there is no confirmation, no offer and no secret."""
    unattended = display(mode)
    with pytest.raises(InteractiveRequiredError):
        unattended.confirm("Run 3 rollouts?", summary=SUMMARY, notes=())
    assert not unattended.ask_yes_no("Start a new one?")
    assert unattended.ask_secret("SOME_KEY") is None


def test_next_step_goes_on_with_the_same_run(bench: Bench):
    """What a partial run says to type next has all it needs: name, place, dataset, rows and secrets, quoted."""
    (bench.root / "my data.jsonl").write_text((bench.root / "data/demo.jsonl").read_text())
    (bench.root / "secrets.env").write_text("")
    run = bench.run(
        name="run",
        output=Path("runs"),
        dataset_file=Path("my data.jsonl"),
        rows="0-1",
        secrets_file="secrets.env",
        max_tokens=10,
    )
    result = eval_result(run, bench.options, Console(Mode.PLAIN))
    assert result.status == "partial"
    assert result.next_steps == [
        "osmosis eval run configs/eval/demo.toml --name run --output runs --dataset-file 'my data.jsonl' "
        "--rows 0-1 --secrets-file secrets.env"
    ]


def test_next_step_of_failed_rows_retries_them(bench: Bench):
    """A complete run with failures says how to run those again; one without says nothing more."""
    bench.fail(1)
    retry = [
        "What failed, row 1, again in this run, with the code unchanged:",
        "  osmosis eval run configs/eval/demo.toml --name run --retry-failed",
        "The same rows in a new run, once the code is fixed:",
        "  osmosis eval run configs/eval/demo.toml --rows-from run:failed",
    ]
    assert eval_result(bench.run(name="run"), bench.options, Console(Mode.PLAIN)).next_steps == retry
    bench.fail()
    assert eval_result(bench.run(name="run", retry_failed=True), bench.options, Console(Mode.PLAIN)).next_steps == []


@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        ({}, None),
        ({"fail_under": 0.5}, []),
        ({"fail_under": 0.7}, ["the pass rate 0.6667 is below 0.7"]),
        ({"fail_on_error": True}, ["1 rollout failed"]),
        ({"fail_on_error": True, "max_tokens": 10}, ["1 rollout failed", "2 rollouts have no result"]),
        ({"fail_under": 0.1, "max_tokens": 10}, ["the pass rate 0 is below 0.1"]),
    ],
)
def test_checks_say_what_is_not_met(bench: Bench, options: dict[str, object], reasons: list[str] | None):
    """The result says whether what was asked of it holds, and the exit code with it; the status stays the run's."""
    bench.fail(0)
    result = eval_result(bench.run(name="run", **options), bench.options, Console(Mode.PLAIN))
    assert result.resource is not None
    checks = result.resource.get("checks")
    assert (None if checks is None else checks["reasons"]) == reasons
    assert result.exit_code == (1 if reasons or "max_tokens" in options else 0)
    assert result.status == ("partial" if "max_tokens" in options else "success")
