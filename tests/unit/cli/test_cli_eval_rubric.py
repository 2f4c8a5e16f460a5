"""`osmosis eval rubric` as a person and a program see it."""

import json

import pytest
from cli_calls import Cli

from osmosis_ai.testing import Fault, ScriptedPolicy, say
from osmosis_contract.models.rubric import EvalRubricResult, RubricReport

VERDICT = json.dumps({"score": 0.5, "explanation": "half"})
RECORDS = [
    {"id": "a", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "first"}]},
    {"id": "b", "solution_str": "second", "ground_truth": "2", "metadata": {"k": 1}},
]


@pytest.fixture
def rubric(cli: Cli, elsewhere, monkeypatch):
    """Runs the command over RECORDS with a scripted judge."""
    (elsewhere / "data.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS))

    def run(policy, *words):
        monkeypatch.setenv("OPENAI_BASE_URL", policy.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", policy.api_key)
        return cli("eval", "rubric", "-d", "data.jsonl", "-r", "Is it right?", "--model", "openai/judge", *words)

    return run


def test_every_record_has_a_score_and_the_mean_says_of_how_many(rubric):
    """Exit code 0, and `x over N of M`; programs get the contract's result."""
    with ScriptedPolicy(lambda _request: say(VERDICT)) as policy:
        outcome = rubric(policy)
        assert (outcome.code, "Mean score 0.5 over 2 of 2 records." in outcome.out) == (0, True)
        document = rubric(policy, "-n", "2", "--json").document
    result = EvalRubricResult.read_strict(document["resource"])
    assert (document["operation"], result.record_count, result.error_count) == ("eval.rubric", 2, 0)
    assert [record.label for record in result.records] == ["a", "b"]
    assert result.judge_cost.requests == 4


def test_a_record_without_a_score_is_an_error_and_resume_asks_for_it_alone(rubric, elsewhere):
    """The report is written all the same; going on keeps its scores and the cost of what failed."""

    def broken(request):
        return say("1.0") if "second" in request.body["messages"][1]["content"] else say(VERDICT)

    with ScriptedPolicy(broken) as policy:
        outcome = rubric(policy, "-o", "out/", "--json")
    assert (outcome.code, outcome.error["code"]) == (1, "PLATFORM_ERROR")
    details = EvalRubricResult.read_strict(outcome.error["details"])
    assert (details.error_count, details.statistics.valid, details.statistics.average) == (1, 1, 0.5)
    path = elsewhere / "out" / "rubric_eval_result.json"
    assert RubricReport.read_strict(path.read_bytes()).records[1].samples[0].error.code == "not_an_object"
    with ScriptedPolicy([say(VERDICT)]) as policy:
        assert rubric(policy, "-o", "out/", "--json").error["code"] == "CONFLICT"
        assert rubric(policy, "-o", "out/", "--resume").code == 0
        policy.assert_played()
        assert rubric(policy, "-o", "out/", "--resume", "--score-max", "2", "--json").error["code"] == "CONFLICT"
    report = RubricReport.read_strict(path.read_bytes())
    assert (report.overall_statistics.valid, report.judge_cost.requests) == (2, 3)


def test_labels_of_people_are_compared(rubric, elsewhere):
    """`--labels` gives the agreement over the records that have both."""
    (elsewhere / "labels.jsonl").write_text('{"id": "a", "score": 0.5}\n{"id": "b", "score": 1}\n')
    with ScriptedPolicy(lambda _request: say(VERDICT)) as policy:
        outcome = rubric(policy, "--labels", "labels.jsonl", "--json")
    agreement = EvalRubricResult.read_strict(outcome.document["resource"]).label_agreement
    assert (agreement.compared, agreement.exact, agreement.mean_absolute_error) == (2, 0.5, 0.25)


def test_criteria_come_from_a_file(rubric, elsewhere):
    """Their values are in the result, by name."""
    how = {"name": "how", "type": "choice", "choices": {"a": 1}}
    criteria = {"criteria": [{"name": "right", "type": "boolean"}, how]}
    (elsewhere / "criteria.json").write_text(json.dumps(criteria))
    reply = json.dumps({"right": True, "how": "a", "explanation": "x"})
    with ScriptedPolicy(lambda _request: say(reply)) as policy:
        outcome = rubric(policy, "--criteria", "criteria.json", "--json")
    assert outcome.document["resource"]["records"][0]["samples"][0]["values"] == {"right": True, "how": "a"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-n", "0"], "--number: 0 is not allowed"),
        (["--min-valid", "2"], "--min-valid: 2 is not allowed"),
        (["--choice", "good"], "--choice: good is not allowed"),
        (["--resume"], "--resume needs a report"),
        (["--score-max", "0"], "score_max must be greater than score_min"),
        (["--labels", "none.jsonl"], "none.jsonl does not exist"),
        (["-o", "/proc/none/report.json"], "the report /proc/none/report.json cannot be written"),
    ],
)
def test_a_wrong_option_is_an_error_before_any_request(rubric, words, said):
    """Exit code 1 with what is wrong; no call is paid for."""
    with ScriptedPolicy([]) as policy:
        outcome = rubric(policy, *words)
        assert policy.requests == []
    assert (outcome.code, said in outcome.err) == (1, True), outcome.err


def test_a_judge_that_cannot_be_resolved_is_named_by_the_option(cli: Cli, elsewhere):
    """There is no eval config, so none of its settings is named."""
    (elsewhere / "data.jsonl").write_text(json.dumps(RECORDS[1]) + "\n")
    outcome = cli("eval", "rubric", "-d", "data.jsonl", "-r", "r", "--model", "judge")
    assert outcome.code == 1
    assert "Error: model: 'judge' cannot be resolved." in outcome.err
    assert "experiment.model_path" not in outcome.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"a": 1, "a": 2}', "line 1"),
        ("{", "line 1"),
        ("{a}", "line 1: column 2 is not JSON"),
        ('{"messages": [{"role": "user", "content": "q"}]}', "no text to judge"),
        ("", "no records"),
    ],
)
def test_data_that_cannot_be_judged_is_an_error_with_its_line(rubric, elsewhere, line, said):
    """Nothing is left out in silence."""
    with ScriptedPolicy([]) as policy:
        (elsewhere / "data.jsonl").write_text(line + "\n")
        outcome = rubric(policy)
    assert (outcome.code, said in outcome.err) == (1, True), outcome.err


@pytest.mark.parametrize(
    ("criteria", "said"),
    [
        ({"criteria": []}, "criteria: List should have at least 1 item"),
        ({"criteria": [{"name": "a", "type": "text"}]}, "criteria.0.type: Input should be 'number', 'boolean' or"),
        ({"criteria": [{"name": "a", "type": "choice"}]}, "a: choices belong to the type choice"),
    ],
)
def test_criteria_that_do_not_fit_are_an_error_with_their_place(rubric, elsewhere, criteria, said):
    """What is wrong is said with the member, and no call is paid for."""
    (elsewhere / "criteria.json").write_text(json.dumps(criteria))
    with ScriptedPolicy([]) as policy:
        outcome = rubric(policy, "--criteria", "criteria.json")
    assert (outcome.code, said in outcome.err) == (1, True), outcome.err


def test_a_file_that_does_not_exist_is_named(cli, elsewhere):
    """The records and the rubric may both be files."""
    outcome = cli("eval", "rubric", "-d", "none.jsonl", "-r", "r", "--model", "openai/judge")
    assert (outcome.code, "none.jsonl does not exist" in outcome.err) == (1, True)
    outcome = cli("eval", "rubric", "-d", "none.jsonl", "-r", "@none.txt", "--model", "openai/judge")
    assert (outcome.code, "none.txt does not exist" in outcome.err) == (1, True)


def test_an_expired_key_fails_every_record_with_its_code(rubric):
    """No mean is made up: there is none."""
    with ScriptedPolicy(lambda _request: Fault(401, "expired")) as policy:
        error = rubric(policy, "--json").error
    assert "authentication" in error["message"]
    assert error["details"]["statistics"]["average"] is None
