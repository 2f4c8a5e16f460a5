"""Which judges the graders of a run asked is recorded, and a resumed run and a comparison say when they differ."""

import asyncio
import json
from pathlib import Path

import pytest
from run_in_process import Bench

from osmosis_ai.eval.rubric import evaluate_rubric
from osmosis_ai.hosting.protocol_runner import _said
from osmosis_ai.rollout import AgentWorkflow, Grader
from osmosis_ai.rollout.judges import note_judge
from osmosis_ai.runs.reading.compare import differing_inputs
from osmosis_ai.runs.reading.overview import overview
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.semantics.judges import JUDGES_FIELD, Judges, judges_of
from osmosis_ai.testing import ScriptedPolicy, run_rollout_in_process, say
from osmosis_contract.models import RolloutResultResponse, SampleJudge

A, B = "openai/judge-a", "openai/judge-b"


def judge(model: str = A, prompt: int = 0) -> SampleJudge:
    return SampleJudge(model=model, prompt_digest=f"{prompt:064x}")


class _Answers(AgentWorkflow):
    async def run(self, ctx):
        return [*ctx.prompt, {"role": "assistant", "content": "6"}]


class _Judged(Grader):
    async def grade(self, ctx):
        result = await evaluate_rubric(solution_str="6", rubric=ctx.metadata["rubric"], model=A)
        ctx.set_reward(result.score)


class _JudgedInThreads(Grader):
    def grade(self, ctx):
        """A plain function, which has a thread."""
        asyncio.run(evaluate_rubric(solution_str="6", rubric="r", model=A))


async def _graded(monkeypatch, grader, rubric: str, reply: str):
    with ScriptedPolicy([say(reply)]) as policy:
        monkeypatch.setenv("OPENAI_BASE_URL", policy.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", policy.api_key)
        run = await run_rollout_in_process(_Answers, grader, prompt="?", metadata={"rubric": rubric}, policy=[])
    return run.sample.extra_fields


@pytest.mark.parametrize("grader", [_Judged, _JudgedInThreads])
@pytest.mark.parametrize("reply", ['{"score": 1, "explanation": ""}', "no verdict"])
async def test_a_judge_is_noted_whether_or_not_it_gave_a_verdict(monkeypatch, grader, reply):
    """The sample lists the judge and the digest of its prompt, however the grader asks and whatever the judge says."""
    fields = await _graded(monkeypatch, grader, "r", reply)
    (noted,) = judges_of(fields)
    assert noted.model == A
    assert fields == {JUDGES_FIELD: [noted.to_wire()]}


async def test_the_digest_tells_one_rubric_from_another(monkeypatch):
    """The same rubric has the same digest, another one another."""
    reply = '{"score": 1, "explanation": ""}'
    first, again, other = [
        judges_of(await _graded(monkeypatch, _Judged, rubric, reply))[0].prompt_digest for rubric in ("r", "r", "s")
    ]
    assert first == again != other


def test_outside_a_grader_nothing_is_noted():
    """`evaluate_rubric` of a script has no sample to write to."""
    note_judge(A, "0" * 64)


def test_what_a_server_lists_is_read_with_care():
    """Entries of another form, and more than eight, are left out; the rest is the attempt's."""
    good = judge().to_wire()
    for listed in (None, 3, {}, "text"):
        assert judges_of({JUDGES_FIELD: listed}) == ()
    assert judges_of({JUDGES_FIELD: [good, 1, {"model": ""}, {**good, "prompt_digest": "x"}]}) == (judge(),)
    assert len(judges_of({JUDGES_FIELD: [good] * 20})) == 8
    sample = {"messages": [], "label": None, "reward": 1.0, "remove_sample": False, "metrics": {}}
    answer = {
        "rollout_id": "r",
        "status": "success",
        "sample": sample | {"extra_fields": {JUDGES_FIELD: [good]}},
        "err_message": None,
        "err_category": None,
    }
    assert _said(RolloutResultResponse.read(json.dumps(answer).encode())).judges == (judge(),)


def test_a_resumed_run_says_once_that_another_judge_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Rows that another judge scores are mixed with those of before: a warning names both."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-test")
    bench = Bench(tmp_path, monkeypatch)
    bench.runner.judges = [judge(A)]
    bench.fail(1, 2)
    bench.run(name="one")
    bench.runner.outcomes = {}
    bench.run(name="one", retry_failed=True)
    assert [code for code, _ in bench.display.warnings] == []
    bench.fail(1, 2)
    bench.run(name="one", fresh=True)
    bench.runner.outcomes, bench.runner.judges = {}, [judge(B)]
    bench.run(name="one", retry_failed=True)
    (said,) = [message for code, message in bench.display.warnings if code == "JUDGE_CHANGED"]
    assert f"from {A} to {B}" in said


def test_info_lists_the_judges_and_a_comparison_says_that_they_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`eval info` has each prompt of each judge; `eval compare` names the judge among what differs."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-test")
    bench = Bench(tmp_path, monkeypatch)
    runs = {}
    for name, asked in {"one": judge(A), "same": judge(A), "two": judge(B), "prompt": judge(A, 1)}.items():
        bench.runner.judges = [asked]
        bench.run(name=name)
        runs[name] = Run(bench.folder(name))
        runs[name].refresh()
    assert overview(runs["two"])["judges"] == [judge(B).to_wire()]
    differing = {name: "the judge" in differing_inputs(runs["one"], run) for name, run in runs.items()}
    assert differing == {"one": False, "same": False, "two": True, "prompt": True}


def test_rubrics_of_rows_are_not_compared():
    """Where each row has its own rubric, another prompt means another row; another judge is still seen."""
    rows, others, one = Judges(), Judges(), Judges()
    for number in range(200):
        rows.add([judge(A, number)])
        others.add([judge(A, 1000 + number)])
    one.add([judge(A, 5000)])
    assert rows.changes(others) == rows.changes(one) == []
    assert rows.unlike([judge(A, 9999)]) is None
    assert rows.unlike([judge(B)]) is not None
    assert len(rows.listed()) == 64
    assert one.unlike([judge(A, 5001)]) == f"the prompt of the judge {A}"
    assert one.changes(Judges()) == Judges().changes(one) == []
    assert Judges().unlike([judge()]) is None
