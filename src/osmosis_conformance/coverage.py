"""What the cases have to touch, computed from the specification, and what each of them touches.

A cell is a text: `answer createRollout 409`, `clause ADMIT-3 at createRollout`, `way ADMIT-4/live`, `word RolloutStatus
grading`, `problem urn:…`, `member RolloutInitRequest.label type`. Whatever the specification gains is a new cell, which
no case touches yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from osmosis_conformance.cases import Case, Clause
from osmosis_conformance.documents import all_schemas, member_schemas, operation_at, operation_of_pointer, statuses
from osmosis_conformance.ledger import INVARIANTS

__all__ = ["EXEMPT", "invariant_cells", "required", "required_of_controllers", "touched"]

_REQUESTS = {"leases": "RolloutInitRequest", "callbacks": "CallbackRolloutInitRequest"}
_ENUMS = {
    "RolloutStatus": "status",
    "TerminalStatus": "status",
    "GraderStatus": "status",
    "RolloutErrorCategory": "err_category",
    "AdmissionState": "state",
    "CancelDisposition": "",
}
_URN = re.compile(r"urn:osmosis:rollout:[a-z-]+")
_ADMITTED, _OK, _REFUSED = 202, 200, 422
_STEPS = {
    "admit": ("createRollout", _ADMITTED),
    "admit_many": ("createRollout", _ADMITTED),
    "poll": ("getRolloutResult", _OK),
    "status": ("getRolloutStatus", _OK),
    "cancel": ("cancelRollouts", _OK),
    "health": ("getHealth", _OK),
}
CONTROLLER, TRAJECTORY = "CONTROLLER-", "TRAJECTORY-"
_KEYWORDS = ("minLength", "maxLength", "pattern", "minimum", "exclusiveMinimum")

EXEMPT = {
    "answer createRollout 408": "a body has 60 seconds to arrive, which is as long as a whole run may take",
    "answer cancelRollouts 408": "a body has 60 seconds to arrive, which is as long as a whole run may take",
    "word RolloutErrorCategory http_error": "it needs a sandbox that fails, and the conformance rollout has none",
    "word GraderStatus pending": "no callback carries it, as its description says",
    "word AdmissionState draining": "a server that drains may close its socket first; both answers are taken",
    "member CallbackRolloutInitRequest.completion_callback_url missing": "the body then speaks leases",
}


def required(clauses: Mapping[str, Clause]) -> set[str]:
    """Every cell, of the server's documents."""
    cells = {f"answer {operation} {status}" for operation, status in statuses("rollout")}
    ours = [clause for clause in clauses.values() if not clause.id.startswith((CONTROLLER, TRAJECTORY))]
    cells |= {_clause_cell(clause) for clause in ours} | {f"way {way}" for way in _all_ways(ours)}
    schemas = all_schemas()
    cells |= {f"word {name} {word}" for name in _ENUMS for word in schemas[name]["enum"]}
    cells |= {f"problem {urn}" for urn in _URN.findall(json.dumps(all_schemas()))}
    for schema in _REQUESTS.values():
        members, needed = member_schemas(schema)
        for name, member in members.items():
            cells |= {f"member {schema}.{name} {way}" for way in _ways(member, required=name in needed)}
    return cells - set(EXEMPT)


def required_of_controllers(clauses: Mapping[str, Clause]) -> set[str]:
    """Every cell of the cases for controllers."""
    theirs = [clause for clause in clauses.values() if clause.id.startswith(CONTROLLER)]
    return {f"clause {clause.id}" for clause in theirs} | {f"way {way}" for way in _all_ways(theirs)}


def _all_ways(clauses: Iterable[Clause]) -> Iterator[str]:
    for clause in clauses:
        yield from (f"{clause.id}/{way}" for way in clause.ways)


def _clause_cell(clause: Clause) -> str:
    """The clause, with the operation and the status that its text is about where it is written beside one."""
    found = operation_of_pointer(clause.at)
    if found is None:
        return f"clause {clause.id}"
    operation, status = found
    return f"clause {clause.id} at {operation}{f' {status}' if status else ''}"


def _ways(member: Mapping[str, Any], *, required: bool) -> Iterator[str]:
    """How a member can be given that the schema tells apart."""
    yield "missing" if required else "left out"
    yield "null" if _is_valid(member, None) else "null refused"
    resolved = list(_flat(member))
    yield "type"
    for keyword in _KEYWORDS:
        if any(keyword in part for part in resolved):
            yield keyword
    if any(part.get("type") == "array" and "items" in part for part in resolved):
        yield "items"


def _flat(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The schema and those that it refers to or chooses from."""
    yield schema
    if "$ref" in schema:
        yield from _flat(all_schemas()[schema["$ref"].rpartition("/")[2]])
    for option in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _flat(option)


def _validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "$defs": all_schemas()})


def _is_valid(schema: Mapping[str, Any], value: Any) -> bool:
    return _validator(schema).is_valid(value)


def touched(case: Case, clauses: Mapping[str, Clause]) -> set[str]:
    """The cells that a case touches."""
    answers = set(_answers(case))
    cells = {f"answer {operation} {status}" for operation, status in answers} | {f"way {way}" for way in case.ways}
    for name in case.clauses:
        found = operation_of_pointer(clauses[name].at)
        if found is None or any(found[0] == operation and found[1] in (None, status) for operation, status in answers):
            cells.add(_clause_cell(clauses[name]))
    for step in case.steps:
        expected = json.dumps(step.get("expect", {}))
        cells |= {f"problem {urn}" for urn in _URN.findall(expected)}
        cells |= set(_words(step.get("expect", {}).get("body"), ""))
        if "admit" in step and case.dialect is not None:
            cells |= set(_members(_REQUESTS[case.dialect], step))
    return cells


def invariant_cells(clauses: Mapping[str, Clause]) -> set[str]:
    """The cells that the ledger touches, whatever the cases are."""
    return {_clause_cell(clauses[name]) for _, names in INVARIANTS.values() for name in names}


def _answers(case: Case) -> Iterator[tuple[str, str]]:
    """Each operation with each status that the case expects of it."""
    for step in case.steps:
        ((name, argument),) = ((key, value) for key, value in step.items() if key != "expect")
        wanted: Iterable[int] = step.get("expect", {}).get("status", ())
        if name in _STEPS:
            operation, usual = _STEPS[name]
            yield from ((operation, str(status)) for status in (wanted or [usual]) if status)
        if name in ("request", "raw"):
            by_path = operation_at("rollout", argument["method"], argument["path"]) if name == "request" else None
            found = argument.get("operation") or by_path
            if found is not None:
                yield from ((found, str(status)) for status in wanted if status)
        if name in ("finish", "await_callback", "admit_many"):
            yield from _ended(case, argument)
        for kind, operation in (("completion", "onRolloutCompleted"), ("grader", "onRolloutGraded")):
            for answer in argument.get(kind, ()) if name == "admit" else ():
                if 400 <= answer.get("status", _OK) < 500:  # noqa: PLR2004 - 4XX
                    yield operation, "4XX"


def _ended(case: Case, argument: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if case.dialect == "callbacks":
        kind = argument.get("callback")
        if kind in (None, "completion"):
            yield "onRolloutCompleted", "200"
        if kind in (None, "grader"):
            yield "onRolloutGraded", "200"
    else:
        yield "getRolloutResult", "200"


def _words(node: Any, key: str) -> Iterator[str]:
    """The enum words that are expected, by the member they are expected of."""
    if isinstance(node, dict):
        for name, item in node.items():
            yield from _words(item, key if name.startswith("$") else name)
    elif isinstance(node, list):
        for item in node:
            yield from _words(item, key)
    elif isinstance(node, str):
        schemas = all_schemas()
        for enum, member in _ENUMS.items():
            if member in (key, "") and node in schemas[enum]["enum"]:
                yield f"word {enum} {node}"


def _members(schema: str, step: Mapping[str, Any]) -> Iterator[str]:
    """The members that an admission gives in a way of their own."""
    argument, wanted = step["admit"], step.get("expect", {}).get("status", [_ADMITTED])
    members, needed = member_schemas(schema)
    removed = argument.get("remove", ())
    for name in removed:
        if name in members and (name in needed) == (wanted == [_REFUSED]):
            yield f"member {schema}.{name} {'missing' if name in needed else 'left out'}"
    for name, value in argument.get("set", {}).items():
        if name not in members or name in removed:
            continue
        if wanted == [_ADMITTED] and value is None:
            yield f"member {schema}.{name} null"
        if wanted == [_REFUSED]:
            yield from (f"member {schema}.{name} {way}" for way in _broken(members[name], value))


def _broken(member: Mapping[str, Any], value: Any) -> Iterator[str]:
    """The keywords of the member's schema, and of those it chooses from, that a value breaks."""
    if value is None:
        yield "null refused"
        return
    left = list(_validator(member).iter_errors(value))
    while left:
        error = left.pop()
        left += error.context
        if not error.context:
            yield "items" if error.absolute_path else str(error.validator)
