"""Who may call what: the table of the specification holds for every operation and every kind of caller."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.access.roles import ACTIONS, ROLES, may
from osmosis_ai.platform.api.access import Rule, rules
from osmosis_ai.platform.api.server import NOT_SERVED
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git
from osmosis_contract.servers.platform import OPERATIONS
from tests.platform.api.conftest import CALLERS, Api

EXAMPLES = Path(__file__).parents[3] / "spec" / "examples" / "operations"
SERVED = [operation for operation in OPERATIONS if operation.id not in NOT_SERVED]
RULES = rules()


def request_of(operation_id: str) -> dict[str, Any]:
    """The request of the operation's example, without its credential and its scope, on the workspace `main`."""
    example = json.loads((EXAMPLES / operation_id / "success.json").read_text())
    request = copy.deepcopy(example["request"])
    request["path"] = request["path"].replace("/workspaces/acme", "/workspaces/main")
    request["headers"] = {"Content-Type": "application/json"} if "body" in request else {}
    return request


def expected(rule: Rule, caller: str, operation_id: str, body: Any) -> set[str] | None:
    """The codes with which this caller is refused, or None for one who is let in."""
    if rule.scope in ("public", "hook", "url", "metrics"):
        return None
    if caller == "nobody":
        return {"AUTH_HEADER_MISSING"}
    if rule.scope == "job":
        return {"TOKEN_INVALID"}  # a person's token is no job's
    if rule.scope == "user":
        return None
    if caller == "stranger":
        return {"NOT_FOUND", "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED"}
    roles = set(rule.roles)
    for condition in rule.conditions:
        if isinstance(body, dict) and body.get(condition.member) == condition.equals:
            roles &= set(condition.roles)
    return None if caller in roles else {"ROLE_REQUIRED"}


@pytest.mark.parametrize("caller", CALLERS)
async def test_every_served_operation_lets_in_whom_the_table_names(api: Api, caller: str):
    """Nobody is 401, a stranger finds nothing, a role that the table does not name is 403, all others get further."""
    for operation in SERVED:
        if operation.id in ("getMetrics", "deleteWorkspace"):
            continue  # each has a test of its own
        rule, request = RULES[operation.id], request_of(operation.id)
        scoped = "main" if operation.path.startswith("/api/cli") and rule.scope == "workspace" else None
        answer = await api.call(
            caller,
            request["method"],
            request["path"],
            headers=request["headers"],
            content=json.dumps(request["body"]) if "body" in request else None,
            workspace=scoped,
        )
        refused = expected(rule, caller, operation.id, request.get("body"))
        body = answer.json() if answer.content.startswith(b"{") else {}
        if refused is not None:
            assert answer.status_code in (401, 403, 404), (operation.id, answer.text)
            assert body["code"] in refused, (operation.id, answer.text)
        else:
            assert answer.status_code not in (401, 500, 501), (operation.id, answer.text)
            assert body.get("code") not in ("ROLE_REQUIRED", "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED"), operation.id


async def test_every_operation_answers_for_another_workspace_as_for_one_that_never_existed(
    api: Api, platform: Platform
):
    """Byte for byte, headers included, whether the path, `X-Osmosis-Workspace` or `X-Osmosis-Git` names it."""
    stranger = api.people["stranger"]
    async with platform.write() as unit:
        connected = {"url": "ssh://git@git.example.org/theirs/agents", "full_name": None, "credential": None}
        await git.connect(unit, stranger, folders=(), **connected)
    header = {"X-Osmosis-Workspace": ("other", "never"), "X-Osmosis-Git": ("theirs/agents", "never/agents")}
    seen = 0
    for operation in SERVED:
        if RULES[operation.id].scope != "workspace":
            continue
        request = request_of(operation.id)
        content = json.dumps(request["body"]) if "body" in request else None
        if "{workspace}" in operation.path:
            names = [("other", "never"), (stranger.workspace_id, "wsp_never")]
            paths = [[request["path"].replace("/workspaces/main", f"/workspaces/{each}") for each in p] for p in names]
            asked = [[(path, request["headers"]) for path in pair] for pair in paths]
        else:
            asked = [
                [(request["path"], {**request["headers"], name: value}) for value in pair]
                for name, pair in header.items()
            ]
        for pair in asked:
            theirs, never = [
                await api.call("owner", request["method"], path, headers=headers, content=content)
                for path, headers in pair
            ]
            assert theirs.status_code in (403, 404), (operation.id, theirs.text)
            assert (theirs.status_code, theirs.content) == (never.status_code, never.content), operation.id
            assert _without_id(theirs) == _without_id(never), operation.id
            seen += 1
    assert seen > len(SERVED) // 2


def _without_id(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "x-request-id"}


async def test_the_table_alone_refuses_a_role(api: Api, monkeypatch: pytest.MonkeyPatch):
    """The API decides by itself: with the services' own checks out of the way, roles are refused all the same."""
    monkeypatch.setattr(Member, "require", lambda member, action: None)
    for method, path, body in (
        ("PATCH", "/api/v1/workspaces/main", {"timezone": "UTC"}),
        ("GET", "/api/v1/workspaces/main/audit", None),
        ("DELETE", "/api/v1/workspaces/main/git", None),
    ):
        answer = await api.call("member", method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "ROLE_REQUIRED"), path


async def test_only_an_owner_deletes_a_workspace(api: Api):
    """Deleting takes an owner; for everyone else the workspace goes on."""
    statuses = {}
    for caller in ("nobody", "stranger", "member", "admin", "owner"):
        answer = await api.call(caller, "DELETE", "/api/v1/workspaces/main")
        statuses[caller] = answer.status_code
    assert statuses == {"nobody": 401, "stranger": 404, "member": 403, "admin": 403, "owner": 204}


async def test_a_member_may_leave_and_may_not_remove_others(api: Api):
    """`self` in the table: whatever their role, members end their own membership; others' takes an admin."""
    others = api.people["admin"].actor.user_id
    own = api.people["member"].actor.user_id
    refused = await api.call("member", "DELETE", f"/api/v1/workspaces/main/members/{others}")
    assert (refused.status_code, refused.json()["code"]) == (403, "ROLE_REQUIRED")
    assert (await api.call("member", "DELETE", f"/api/v1/workspaces/main/members/{own}")).status_code == 204
    assert (await api.call("member", "GET", "/api/v1/workspaces/main")).status_code == 404


def test_the_table_of_the_specification_and_that_of_the_services_are_one():
    """Every action of the services is in the table, with the same roles; a condition on the body has its own action."""
    listed: dict[str, set[str]] = {}
    for rule in RULES.values():
        if rule.action is not None:
            listed.setdefault(rule.action, set()).add("/".join(sorted(rule.roles)))
        for condition in rule.conditions:
            assert condition.action is not None
            listed.setdefault(condition.action, set()).add("/".join(sorted(condition.roles)))
    for action in ACTIONS:
        roles = "/".join(sorted(role for role in ROLES if may(role, action)))
        assert action in listed or action == "secret.write_personal", f"{action} is in no line of the table"
        assert listed.get(action, {roles}) == {roles}, action
    assert set(listed) <= set(ACTIONS)


def test_every_operation_has_a_line_in_the_table():
    """A new operation cannot be forgotten: without a line the server does not start."""
    assert set(RULES) == {operation.id for operation in OPERATIONS}
    assert all(rule.roles for rule in RULES.values() if rule.scope == "workspace")


def test_the_operations_that_are_not_offered_yet():
    """These answer 501. The list only ever gets shorter: an operation is taken off it with the code that serves it."""
    assert sorted(NOT_SERVED) == sorted(NOT_OFFERED_YET)


async def test_an_operation_that_is_not_offered_says_so(api: Api):
    """501 with a problem document, before anything else about the request is looked at."""
    answer = await api.call("nobody", "GET", "/api/cli/benchmarks")
    assert answer.status_code == 501
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "NOT_SERVED"


# fmt: off
NOT_OFFERED_YET = (
    "getTrainingRun", "getTrainingRunMetrics", "listCheckpoints", "listTrainingRunLogs", "listTrainingRuns",
    "stopTrainingRun", "submitTrainingRun",
    "deployModel", "getBaseModel", "getLoraModel", "listBaseModels", "listLoraModels", "undeployModel",
    "getBenchmark", "getBenchmarkRun", "listBenchmarkRunFiles", "listBenchmarkRunLogs", "listBenchmarkRuns",
    "listBenchmarks", "presignBenchmarkRunFiles", "stopBenchmarkRun", "submitBenchmarkRun",
)
# fmt: on
