"""How the suite judges: patterns, the ledger, verdicts, reports, and the command around them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from osmosis_conformance.cases import load_cases
from osmosis_conformance.command import ALL_FEATURES, main
from osmosis_conformance.documents import faults
from osmosis_conformance.ledger import Entry, Ledger
from osmosis_conformance.listener import Answer, Incoming, Listener
from osmosis_conformance.matching import mismatch
from osmosis_conformance.observed import LateError
from osmosis_conformance.peer import Peer, Received, Side
from osmosis_conformance.reports import Report, line_of, summary, write_json, write_junit
from osmosis_conformance.rollouts import Rollout
from osmosis_conformance.run import Result, Selection, run_server
from osmosis_conformance.subject import Server

CASES = load_cases("server")


@pytest.mark.parametrize(
    ("pattern", "value", "fits"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {}, False),
        ({"a": {"$absent": True}}, {}, True),
        ({"a": {"$absent": True}}, {"a": None}, False),
        ([1, {"$type": "string"}], [1, "x"], True),
        ([1], [1, 2], False),
        ({"$any": [None, {"$matches": "^a"}]}, "ab", True),
        ({"$any": [None, {"$matches": "^a"}]}, "b", False),
        ({"$not": {"$text": "secret"}}, {"deep": ["no secret"]}, False),
        ({"$has": [{"loc": ["body", 0]}]}, [{"loc": ["query"]}, {"loc": ["body", 0], "msg": "x"}], True),
        ({"$has": [1]}, [2], False),
        ({"$size": 2}, {"a": 1, "b": 2}, True),
        ({"$at_least": 1}, 0, False),
        ({"$at_most": 1}, True, False),
    ],
)
def test_a_pattern_says_what_a_value_must_hold(pattern: Any, value: Any, fits: bool) -> None:
    """Objects hold at least the members named, lists are as long as given, and a boolean is no number."""
    assert (mismatch(pattern, value) is None) == fits


def side() -> Side:
    return Peer().open(model_key=None, callback_key=None)


def entry(*results: dict[str, Any], callbacks: list[Received] | None = None) -> Ledger:
    ledger = Ledger()
    made = ledger.enter(Entry("a", "case", "leases", side()))
    made.side.callbacks += callbacks or []
    for result in results:
        made.saw_result(result)
    return ledger


def result(status: str, reward: float | None = None, **members: Any) -> dict[str, Any]:
    sample = None if reward is None else {"reward": reward}
    return {"status": status, "sample": sample, "err_message": None, "err_category": None} | members


@pytest.mark.parametrize(
    ("ledger", "broken"),
    [
        (entry(result("running"), result("grading"), result("success", 1), result("success", 1)), set()),
        (entry(result("success", 1), result("success", 0.5)), {"ledger.terminal-never-changes"}),
        (entry(result("success", 1), result("cancelled")), {"ledger.terminal-never-changes"}),
        (entry(result("success", 1), result("running")), {"ledger.terminal-never-changes"}),
        (entry(result("grading"), result("running")), {"ledger.status-goes-forward"}),
        (entry(result("failure", 1)), {"ledger.reward-only-on-success"}),
        (entry(result("success", sample={"reward": 1, "remove_sample": True})), {"ledger.reward-only-on-success"}),
        (entry(result("running", 0)), {"ledger.live-shows-nothing", "ledger.reward-only-on-success"}),
        (entry(callbacks=[Received("completion", {"a": 1}, 503), Received("completion", {"a": 1}, 200)]), set()),
        (entry(callbacks=[Received("completion", {}, 200)] * 2), {"ledger.one-completion"}),
        (entry(callbacks=[Received("grader", {"a": 1}, 0), Received("grader", {"a": 2}, 200)]), {"ledger.one-grade"}),
        (entry(callbacks=[Received("grader", {}, 200), Received("completion", {}, 200)]), {"ledger.one-grade"}),
        (entry(callbacks=[Received("grader", {"a": 1}, 413), Received("grader", {"a": 2}, 200)]), set()),
    ],
)
def test_the_ledger_sees_what_no_rollout_may_do(ledger: Ledger, broken: set[str]) -> None:
    """A terminal answer that changes, a status that goes back, a reward without success, a second acknowledgement."""
    assert {name for name, messages in ledger.violations().items() if messages} == broken


def test_an_id_is_free_once_its_rollout_is_unknown_and_not_before() -> None:
    """So the next rollout of that id may begin where the last one had ended."""
    kept = Entry("a", "case", "leases", side())
    for status, forgotten in (("unknown", False), ("success", False), ("unknown", True)):
        kept.saw_status({"rollout_id": "a", "status": status, "reward": None})
        assert kept.forgotten == forgotten


def test_a_poll_that_the_suite_sends_late_proves_nothing() -> None:
    """It raises before it is sent, unless the case waits for the lapse."""
    rollout = Rollout("a", "a")
    rollout.admitted({"polling_lease_token": "t", "result_wait_timeout_sec": 1, "polling_lease_timeout_sec": 2}, -100.0)
    with pytest.raises(LateError):
        rollout.check_lease(0.6)
    rollout.lapsed = True
    rollout.check_lease(0.6)


async def bogus(request: Incoming) -> Answer:
    return Answer(200, b'{"status": "ok"}')


async def test_a_server_that_says_yes_to_everything_does_not_conform() -> None:
    """Every case that can be run against it without its rollout fails, with what was said; the others are skipped."""
    listener = Listener(bogus)
    await listener.start()
    server = Server(listener.url, None)
    chosen = ("http.method*", "cancel.selector*", "http.unknown-path*", "result.unknown*")
    selection = Selection(ALL_FEATURES - {"key"}, chosen, seed=random.randrange(1000))
    try:
        results = await run_server(CASES, selection, launcher=None, running=server)
    finally:
        await server.stop()
        await listener.close()
    assert len(results) > 30
    assert {found.verdict for found in results if not found.case.startswith("ledger")} == {"failed"}
    assert all(found.exchange and found.message for found in results if found.verdict == "failed")


async def test_a_case_that_needs_what_the_server_lacks_is_skipped_by_name() -> None:
    """The feature is named; a case that must start the server is skipped where there is only a URL."""
    listener = Listener(bogus)
    await listener.start()
    server = Server(listener.url, None)
    selection = Selection(frozenset({"leases"}), ("admit.plain@leases", "health.instance"))
    try:
        results = await run_server(CASES, selection, launcher=None, running=server)
    finally:
        await server.stop()
        await listener.close()
    assert [(found.verdict, found.message) for found in results] == [
        ("skipped", "the server does not offer conformance-rollout"),
        ("skipped", "it needs a server that the suite starts: give a command in place of a URL"),
    ]


def results() -> list[Result]:
    said = [{"what": "POST /rollout", "request": "{}", "status": 500, "response": "oops \u0001"}]
    return [
        Result("a.good", ("ADMIT-1",), "passed", "Good.", "leases"),
        Result("a.bad", ("ADMIT-2",), "failed", "Bad.", None, "expected 202, came 500 \u0001", 0.1, said),
        Result("a.known", ("ADMIT-3",), "failed", "Known.", None, "as ever", 0.1, said, known=True),
        Result("a.better", ("ADMIT-4",), "passed", "Better.", known=True),
        Result("a.skipped", ("ADMIT-5",), "skipped", "Skipped.", message="the server does not offer until"),
        Result("a.late", ("ADMIT-6",), "inconclusive", "Late.", message="in 4 tries: late"),
    ]


def test_what_fails_a_run() -> None:
    """A failure, an inconclusive case, and a known failure that passes; not a skipped case, and not a known failure."""
    assert [found.case for found in results() if not found.ok] == ["a.bad", "a.better", "a.late"]


def test_the_reports_say_the_same(tmp_path: Path) -> None:
    """JSON fits its schema, JUnit is XML with as many failures, and the text names each with its clause."""
    from xml.etree import ElementTree

    report = Report("server", "http://127.0.0.1:1", 7, ["leases"], 1.5, results())
    write_json(report, tmp_path / "new" / "report.json")
    write_junit(report, tmp_path / "new" / "junit.xml")
    written = json.loads((tmp_path / "new" / "report.json").read_text())
    assert faults("ConformanceReport", written) is None
    assert written["ok"] is False
    assert len(ElementTree.parse(tmp_path / "new" / "junit.xml").findall(".//failure")) == 3
    text = "\n".join(line_of(found, verbose=False) for found in report.results)
    assert "FAILED a.bad  [ADMIT-2]" in text
    assert "a.good" not in text
    assert summary(report).endswith("It does not conform.")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "server, controller or trajectory"),
        (["server"], "a URL or, after --, a command"),
        (["server", "http://127.0.0.1:1", "--", "true"], "a URL or, after --, a command"),
        (["server", "--"], "a command is missing"),
        (["server", "https://example.invalid"], "not an http URL"),
        (["server", "http://127.0.0.1:1"], "cannot be reached"),
        (["controller"], "the controller's command"),
        (["trajectory"], "give trajectory files"),
        (["server", "--features", "no-such-file", "--list"], "cannot be read"),
        (["server", "--only", "no-such-case", "--", "true"], "no case has such a name"),
        (["server", "--only", "health.plain", "--", "no-such-command-anywhere"], ""),
        (["nonsense"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 and no traceback; a server that does not start fails its cases instead."""
    status = main(arguments)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    if complaint:
        assert (status, complaint in captured.err) == (2, True), captured.err
    else:
        assert (status, "cannot be started" in captured.out) == (1, True), captured.out


def test_the_list_names_each_case_with_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    """With `--only`, those whose name fits."""
    assert main(["server", "--list", "--only", "admit.plain*"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[:2] for line in lines] == [
        ["admit.plain@leases", "[ADMIT-1, LEASE-1, KEY-3, ERROR-MESSAGE-1]"],
        ["admit.plain@callbacks", "[ADMIT-1, LEASE-1, KEY-3, ERROR-MESSAGE-1]"],
    ]


TRAJECTORY = {
    "schema_version": "ATIF-v1.7",
    "agent": {"name": "a", "version": "1"},
    "steps": [{"step_id": 1, "source": "user", "message": "7 times 8?"}],
}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({}, ""),
        ({"steps": []}, "steps"),
        ({"steps": [{"step_id": 2, "source": "user", "message": "x"}]}, "numbered from 1"),
        ({"extra": {"a": float("nan")}}, "not JSON"),
        ({"unheard_of": 1}, "unheard_of"),
    ],
)
def test_trajectory_files_are_held_to_schema_and_rules(
    change: dict[str, Any], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named, with what is wrong and where."""
    file = tmp_path / "trajectory.json"
    file.write_text(json.dumps(TRAJECTORY | change))
    assert main(["trajectory", str(file)]) == (1 if complaint else 0)
    assert complaint in capsys.readouterr().out
