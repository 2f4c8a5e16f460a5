"""Cases for controllers: a command that runs rollouts on a scripted server, and what it makes of them."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from osmosis_conformance.admission import LABEL, QUESTION
from osmosis_conformance.cases import CaseError, Clause, load_clauses, load_documents
from osmosis_conformance.documents import data_folder, faults
from osmosis_conformance.listener import Answer, Incoming, Listener
from osmosis_conformance.observed import parsed, shortened
from osmosis_conformance.run import Result, Selection, is_known
from osmosis_conformance.subject import SubjectError

__all__ = ["ControllerCase", "load_controller_cases", "run_controller"]

_WITHIN_SEC = 180.0
_LEASE_SEC, _WAIT_SEC = 60.0, 5.0
_OK, _ADMITTED, _UNAUTHORIZED, _UNKNOWN, _FIRST_ERROR = 200, 202, 401, 404, 400
_TERMINAL = frozenset({"success", "failure", "cancelled"})
_KEY_HEADER = "idempotency-key"
_LONGEST_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class ControllerCase:
    """A rollout, how the server answers it, and what must be made of it."""

    name: str
    title: str
    clauses: tuple[str, ...]
    ways: tuple[str, ...]
    admissions: tuple[Mapping[str, Any], ...]
    polls: tuple[Mapping[str, Any], ...]
    outcome: tuple[str, ...]
    reward: float | None
    admissions_at_least: int
    never_cancels: bool


def load_controller_cases(folder: Path | None = None, *, check: bool = False) -> list[ControllerCase]:
    """Every case for controllers. Raises CaseError for a way that is not there; `check` reads by the schema."""
    clauses: Mapping[str, Clause] = load_clauses(folder)
    found = []
    for path, document in load_documents((folder or data_folder()) / "controller"):
        problem = faults("ConformanceControllerCaseFile", document) if check else None
        if problem is not None:
            raise CaseError(f"{path}: {problem}")
        for case in document["cases"]:
            for name in case["clauses"]:
                clause, _, way = name.partition("/")
                if clause not in clauses or way not in clauses[clause].ways:
                    raise CaseError(f"{path}: {case['name']} names the clause {name}, which is not there")
            found.append(
                ControllerCase(
                    name=case["name"],
                    title=case["title"],
                    clauses=tuple(name.partition("/")[0] for name in case["clauses"]),
                    ways=tuple(case["clauses"]),
                    admissions=tuple(case.get("admissions", [{}])),
                    polls=tuple(case.get("polls", [{}])),
                    outcome=tuple(case["outcome"]),
                    reward=case.get("reward"),
                    admissions_at_least=case.get("admissions_at_least", 1),
                    never_cancels=case.get("never_cancels", False),
                )
            )
    return found


@dataclass(slots=True)
class _Scripted:
    """The server's side of one case."""

    case: ControllerCase
    rollout_id: str
    token: str
    admissions: list[Mapping[str, Any]]
    polls: list[Mapping[str, Any]]
    asked: int = 0
    admitted: bool = False
    ended: bool = False
    keys: list[str | None] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    exchange: list[dict[str, Any]] = field(default_factory=list)


class _ScriptedServer:
    def __init__(self, cases: Sequence[ControllerCase]) -> None:
        self.key = secrets.token_urlsafe(24)
        self.sides: dict[str, _Scripted] = {}
        for case in cases:
            rollout_id = f"{case.name}-{secrets.token_hex(4)}"
            token = secrets.token_urlsafe(32)
            self.sides[rollout_id] = _Scripted(case, rollout_id, token, list(case.admissions), list(case.polls))
        self.strays: list[str] = []
        self.listener = Listener(self._respond)

    async def _respond(self, request: Incoming) -> Answer:
        if request.headers.get("authorization") != f"Bearer {self.key}":
            self.strays.append(f"{request.method} {request.path} without the server's key")
            return _problem(_UNAUTHORIZED, "unauthorized")
        path, _, query = request.path.partition("?")
        if path == "/health":
            return _json(_OK, _HEALTH)
        if path == "/rollout" and request.method == "POST":
            return self._admission(request)
        if path == "/rollout/cancel" and request.method == "POST":
            return self._cancellation(request)
        parts = path.strip("/").split("/")
        side = self.sides.get(unquote(parts[1])) if len(parts) == 3 and parts[2] == "result" else None  # noqa: PLR2004
        if side is None:
            self.strays.append(f"{request.method} {request.path}")
            return _problem(_UNKNOWN, "no such rollout")
        return self._poll(side, request, query)

    def _admission(self, request: Incoming) -> Answer:
        body = parsed(request.body.decode("utf-8", "replace"))
        side = self.sides.get(str(body.get("rollout_id"))) if isinstance(body, dict) else None
        if side is None:
            self.strays.append(
                f"an admission of something else: {shortened(request.body.decode('utf-8', 'replace'), 300)}"
            )
            return _problem(422, "not one of the rollouts that were asked for")
        problem = faults("RolloutInitRequest", body)
        if problem is not None:
            side.problems.append(f"the admission does not fit its schema: {problem}")
        if side.bodies and side.bodies[-1] != body:
            side.problems.append("a repeated admission has another body")
        key = request.headers.get(_KEY_HEADER)
        if side.keys and side.keys[-1] != key:
            side.problems.append("a repeated admission has another Idempotency-Key")
        if side.ended:
            side.problems.append("the rollout was admitted again after its end")
        side.bodies.append(body)
        side.keys.append(key)
        side.asked += 1
        step = _next(side.admissions)
        status = step.get("status", _ADMITTED)
        side.exchange.append(
            {"what": "POST /rollout", "request": shortened(request.body.decode("utf-8", "replace")), "status": status}
        )
        if status == _ADMITTED:
            side.admitted = True
        lease = {
            "rollout_id": side.rollout_id,
            "status": "queued",
            "polling_lease_token": side.token,
            "result_wait_timeout_sec": _WAIT_SEC,
            "polling_lease_timeout_sec": _LEASE_SEC,
            **step.get("extra", {}),
        }
        return _scripted(step, status, lease, side.rollout_id)

    def _poll(self, side: _Scripted, request: Incoming, query: str) -> Answer:
        if request.headers.get("x-osmosis-rollout-lease") != side.token:
            side.problems.append("a poll without the token of the lease, or with another")
        if side.ended:
            side.problems.append("a poll after the end")
        step = _next(side.polls)
        status = step.get("status", _OK)
        result: dict[str, Any] = {
            "rollout_id": side.rollout_id,
            "status": "running",
            "sample": None,
            "err_message": None,
            "err_category": None,
        }
        result |= step.get("result", {}) | step.get("extra", {})
        if isinstance(result["sample"], dict):
            result["sample"] = _SAMPLE | result["sample"]
        side.ended = side.ended or (
            status == _OK and not step.get("cut") and result["status"] in _TERMINAL and "text" not in step
        )
        side.exchange.append(
            {"what": f"GET result?{query}", "status": status, "response": shortened(json.dumps(result))}
        )
        return _scripted(step, status, result, side.rollout_id)

    def _cancellation(self, request: Incoming) -> Answer:
        body = parsed(request.body.decode("utf-8", "replace"))
        ids = body.get("ids") if isinstance(body, dict) else None
        if not isinstance(ids, list):
            self.strays.append("a cancellation that does not name its ids")
            return _json(_OK, {"dispositions": {}})
        for rollout_id in ids:
            side = self.sides.get(rollout_id)
            if side is not None:
                side.exchange.append({"what": "POST /rollout/cancel"})
                if side.case.never_cancels:
                    side.problems.append("an id that is another controller's was cancelled")
        return _json(
            _OK, {"dispositions": {rollout_id: "not_found" for rollout_id in ids if isinstance(rollout_id, str)}}
        )


_HEALTH = {
    "status": "ok",
    "instance_id": "conformance",
    "process_id": "conformance",
    "lifecycle": {"accepting_rollouts": True, "active_rollouts": 0},
}
_SAMPLE: dict[str, Any] = {
    "messages": [],
    "label": LABEL,
    "reward": None,
    "remove_sample": False,
    "metrics": {},
    "extra_fields": {},
}


def _next(script: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    return script.pop(0) if len(script) > 1 else script[0]


def _scripted(step: Mapping[str, Any], status: int, body: Any, rollout_id: str) -> Answer:
    if step.get("cut"):
        return Answer(cut=True)
    headers = {}
    if "retry_after" in step:
        ahead = datetime.now(UTC) + timedelta(seconds=1)
        date = ahead.strftime("%a, %d %b %Y %H:%M:%S GMT")
        headers["Retry-After"] = date if step["retry_after"] == "date" else step["retry_after"]
    if "text" in step:
        return Answer(status, step["text"].replace("{id}", rollout_id).encode(), headers=headers)
    if status >= _FIRST_ERROR:
        return _problem(status, "as the case asks", step.get("type", "about:blank"), headers)
    return Answer(status, json.dumps(body).encode(), headers=headers)


def _json(status: int, body: Any) -> Answer:
    return Answer(status, json.dumps(body).encode())


def _problem(status: int, detail: str, kind: str = "about:blank", headers: dict[str, str] | None = None) -> Answer:
    body = {"type": kind, "title": "Scripted", "status": status, "detail": detail}
    return Answer(status, json.dumps(body).encode(), "application/problem+json", headers or {})


async def run_controller(
    command: Sequence[str], selection: Selection, *, report: Callable[[Result], None] = lambda _: None
) -> list[Result]:
    """Every case that is asked for, at once, by one run of the command. Raises SubjectError when it cannot start."""
    cases = [case for case in load_controller_cases() if selection.takes(case.name)]
    if not cases:
        return []
    server = _ScriptedServer(cases)
    await server.listener.start()
    try:
        outcomes, fault = await _run(command, server)
    finally:
        await server.listener.close()
    results = []
    for side in server.sides.values():
        message = _judged(side, outcomes.get(side.rollout_id), fault)
        result = Result(
            side.case.name, side.case.clauses, "failed" if message else "passed", side.case.title, "leases", message,
            exchange=side.exchange, known=is_known(side.case.name, selection.known_failures),
        )  # fmt: skip
        report(result)
        results.append(result)
    return results + _strays(server, outcomes, selection, report)


def _strays(
    server: _ScriptedServer, outcomes: Mapping[str, Any], selection: Selection, report: Callable[[Result], None]
) -> list[Result]:
    """Whether all that the controller sent and said was about the rollouts that it was given."""
    strays = [*server.strays, *(f"an outcome of {name!r}" for name in outcomes if name not in server.sides)]
    message = "; ".join(strays[:10]) or None
    known = is_known("requests.all", selection.known_failures)
    title = "Everything that a controller sends is about its rollouts, with the server's key."
    result = Result("requests.all", ("KEY-1",), "failed" if message else "passed", title, None, message, known=known)
    report(result)
    return [result]


async def _run(command: Sequence[str], server: _ScriptedServer) -> tuple[dict[str, Any], str]:
    """The outcomes by id, and what is wrong with the run as a whole."""
    tasks = [{"rollout_id": name, "initial_messages": QUESTION, "label": LABEL} for name in server.sides]
    environment = os.environ | {
        "OSMOSIS_CONFORMANCE_SERVER_URL": server.listener.url,
        "OSMOSIS_CONFORMANCE_SERVER_KEY": server.key,
        "PYTHONUNBUFFERED": "1",
    }
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE
        )
    except OSError as error:
        raise SubjectError(f"the command cannot be started: {error}") from None
    lines = "".join(json.dumps(task) + "\n" for task in tasks).encode()
    deadline = time.monotonic() + _WITHIN_SEC
    try:
        async with asyncio.timeout(_WITHIN_SEC):
            out, _ = await process.communicate(lines)
    except TimeoutError:
        process.kill()
        await process.wait()
        return {}, f"the controller did not end within {_WITHIN_SEC:g} s"
    finally:
        if process.returncode is None and time.monotonic() < deadline:
            process.kill()
    outcomes: dict[str, Any] = {}
    for line in out.decode("utf-8", "replace").splitlines():
        outcome = parsed(line)
        problem = faults("ConformanceControllerOutcome", outcome)
        if problem is not None:
            return outcomes, f"a line of the controller is no outcome ({problem}): {shortened(line, 200)}"
        if outcome["rollout_id"] in outcomes:
            return outcomes, f"two outcomes of {outcome['rollout_id']}"
        outcomes[outcome["rollout_id"]] = outcome
    return outcomes, "" if process.returncode == 0 else f"the controller ended with status {process.returncode}"


def _judged(side: _Scripted, outcome: Mapping[str, Any] | None, fault: str) -> str | None:
    """What is wrong with what the controller did; None where nothing is."""
    if outcome is None:
        return fault or "the controller gave no outcome"
    case, word, reward = side.case, outcome["outcome"], outcome.get("reward")
    if word not in case.outcome:
        return f"expected {' or '.join(case.outcome)}, came {word}"
    if (reward is not None) != (word == "scored"):
        return f"the outcome is {word} and the reward {reward}"
    if case.reward is not None and reward != case.reward:
        return f"expected the reward {case.reward}, came {reward}"
    if side.asked < case.admissions_at_least:
        return f"expected {case.admissions_at_least} admissions or more, came {side.asked}"
    if side.problems:
        return "; ".join(side.problems[:5])
    return fault or None
