"""`eval run --rows-from`: the rows of another run, as it was when the plan was made."""

from pathlib import Path

import pytest
from run_in_process import Bench
from tests.support.run_folders import RunFolder

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.hosting import services
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.selection import NothingSelectedError, parse_rows_from, rows_of
from osmosis_ai.semantics.outcomes import InfrastructureFailed, Scored, Ungraded
from osmosis_contract.models.run_manifest import RunManifest, RunSourceSelection

S = RunSourceSelection


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.fixture
def source(bench: Bench) -> Bench:
    """A run `one`: row 0 passed, row 1 did not, row 2 failed."""
    bench.fail(2)
    bench.runner.outcomes[1] = Scored(0.25)
    bench.run(name="one")
    bench.runner.ran.clear()
    bench.runner.outcomes = {}
    return bench


@pytest.mark.parametrize(
    ("which", "rows"), [(":failed", "2"), (":not-passed", "1"), ("", "0-2")], ids=["failed", "not-passed", "all"]
)
def test_the_rows_of_a_run_make_a_new_run(source: Bench, which: str, rows: str):
    """What is shown before the question is what runs; the new run names its source, whose files stay as they are."""
    before = {path: path.read_bytes() for path in source.folder("one").rglob("*") if path.is_file()}
    run = source.run(name="two", rows_from=f"one{which}")
    assert {path: path.read_bytes() for path in source.folder("one").rglob("*") if path.is_file()} == before
    manifest = RunManifest.read((source.folder("two") / "manifest.json").read_bytes())
    assert manifest.inputs.dataset.selected_source_rows == rows
    assert manifest.source is not None
    assert (manifest.source.run_name, manifest.source.row_count) == ("one", 3)
    assert str(source.display.summary["Rows from"]).endswith(f"of its 3 rows: {rows}")
    assert len(source.runner.ran) == len(run.results) == run.plan.scan.selected_count


def test_rows_without_a_result_are_pending_and_nothing_else(bench: Bench):
    """A row that the infrastructure lost is pending; it has not failed and has not missed the threshold."""
    bench.runner.outcomes = {1: InfrastructureFailed("gone"), 2: Ungraded()}
    bench.run(name="one")
    run = Run(bench.folder("one"))
    run.refresh()
    assert (rows_of(run, S.PENDING), rows_of(run, S.FAILED), rows_of(run, S.NOT_PASSED)) == ([1], [], [2])


def test_the_three_selections_are_disjoint(tmp_path: Path):
    """With several attempts a row, a row is pending before it is failed, and failed before it is not passed."""
    made = RunFolder(tmp_path / "run", rows=5, n=2)
    for row, (first, second) in enumerate(
        [("ok", "ok"), ("low", "ok"), ("failed", "low"), ("failed", None), ("low", None)]
    ):
        for number, kind in enumerate((first, second)):
            if kind == "failed":
                made.result(row, run=number, outcome="agent_failed", error="no")
            elif kind is not None:
                made.result(row, 1.0 if kind == "ok" else 0.5, run=number)
    run = Run(made.root)
    run.refresh()
    assert {choice: rows_of(run, choice) for choice in (S.FAILED, S.NOT_PASSED, S.PENDING)} == {
        S.FAILED: [2],
        S.NOT_PASSED: [1],
        S.PENDING: [3, 4],
    }


def test_nothing_selected_is_an_error_and_nothing_is_made(source: Bench):
    """A run without such rows is no reason to run all of them."""
    before = source.files()
    with pytest.raises(NothingSelectedError, match="none of its 3 rows is pending"):
        source.run(rows_from="one:pending")
    assert source.files() == before


def test_another_dataset_is_refused(source: Bench):
    """Row 2 of another file is another row."""
    (source.root / "data/demo.jsonl").write_text('{"user_prompt": "other", "ground_truth": "x"}\n' * 3)
    with pytest.raises(ConflictError, match="is not the dataset of the run one"):
        source.run(rows_from="one:failed")


def test_changed_code_may_not_be_resumed_and_the_hint_names_what_may(source: Bench):
    """A fixed workflow makes a new run of the failed rows; `--retry-failed` keeps refusing, and says how."""
    (source.root / "rollouts/demo/main.py").write_text("app = 1\n")
    with pytest.raises(OsmosisError, match="the rollout's code") as refused:
        source.run(name="one", retry_failed=True)
    assert "--rows-from one:failed" in (refused.value.hint or "")
    assert "osmosis eval grade one" in (refused.value.hint or "")
    source.run(name="two", rows_from="one:failed")
    assert len(source.runner.ran) == 1


def test_resumed_counts_results_carried_over(source: Bench):
    """A result that is tried again is not one that was carried over."""
    assert source.run(name="one", retry_failed=True).resumed == 2


@pytest.mark.parametrize("text", ["one:passed", ":failed", "one:"])
def test_a_selection_is_one_of_the_words(text: str):
    """Anything else is refused with the words there are."""
    with pytest.raises(OsmosisError) as refused:
        parse_rows_from(text)
    assert "RUN:not-passed" in (refused.value.hint or "")


def test_a_run_that_never_started_leaves_no_folder(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """What cannot be started is an error; a run with a result keeps its folder whatever happens later."""

    def refuse(*_: object, **__: object) -> None:
        raise OsmosisError("it does not start")

    hosted = services.hosted
    monkeypatch.setattr(services, "hosted", refuse)
    with pytest.raises(OsmosisError, match="it does not start"):
        bench.run(name="one")
    assert not bench.folder("one").exists()
    monkeypatch.setattr(services, "hosted", hosted)
    bench.fail(1)
    bench.run(name="one")
    monkeypatch.setattr(services, "hosted", refuse)
    with pytest.raises(OsmosisError, match="it does not start"):
        bench.run(name="one", retry_failed=True)
    assert bench.folder("one").exists()
