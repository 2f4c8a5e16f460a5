"""Who may call an operation: the table that the specification holds as `x-osmosis-access`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.access.roles import Role
from osmosis_ai.platform.api.context import RequestContext
from osmosis_ai.platform.errors import AccessDeniedError, ResourceNotFoundError, UnauthenticatedError
from osmosis_ai.platform.services import credentials, jobs, workspaces
from osmosis_ai.platform.store.unit import Unit
from osmosis_contract import spec

__all__ = ["Condition", "Rule", "Scope", "admit", "check_body", "rules", "workspace_of"]

Scope = Literal["public", "user", "workspace", "job", "hook", "url", "metrics"]


@dataclass(frozen=True, slots=True)
class Condition:
    """Where a member of the body has this value, only these roles may."""

    member: str
    equals: object
    roles: frozenset[Role]
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the table."""

    operation_id: str
    scope: Scope
    action: str | None = None
    roles: frozenset[Role] = frozenset()
    conditions: tuple[Condition, ...] = ()
    to_oneself: bool = False
    """Whether a member may do it to themselves, whatever their role."""


@cache
def rules() -> Mapping[str, Rule]:
    """The table, by operation."""
    document = spec.load("platform")
    return {
        node["operationId"]: _rule(node)
        for item in document["paths"].values()
        for node in item.values()
        if isinstance(node, dict) and "operationId" in node
    }


def _rule(node: Mapping[str, Any]) -> Rule:
    entry = node["x-osmosis-access"]
    return Rule(
        operation_id=node["operationId"],
        scope=entry["scope"],
        action=entry.get("action"),
        roles=frozenset(entry.get("roles", ())),
        conditions=tuple(
            Condition(each["member"], each["equals"], frozenset(each["roles"]), each.get("action"))
            for each in entry.get("when", ())
        ),
        to_oneself=entry.get("self", False),
    )


async def admit(unit: Unit, rule: Rule, context: RequestContext, path: Mapping[str, str]) -> None:
    """Lets a call in, and records in the context who calls and in which workspace.

    Raises UnauthenticatedError, AccessDeniedError, InvalidRequestError (a scope header) or ResourceNotFoundError (a
    workspace in the path that does not exist for the caller).
    """
    if rule.scope == "job":
        context.job = await jobs.by_bearer(unit, context.headers.get("authorization"))
        return
    if rule.scope not in ("user", "workspace"):
        return
    actor = await _actor(unit, context.headers.get("authorization"), context.origin)
    context.actor = actor
    if rule.scope == "user":
        return
    if "workspace" in path:
        member = await workspace_of(unit, actor, path["workspace"])
    else:
        headers = context.headers
        member = await workspaces.resolve(
            unit, actor, git=headers.get("x-osmosis-git"), name=headers.get("x-osmosis-workspace")
        )
    context.member = member
    oneself = rule.to_oneself and path.get("user_id") == actor.user_id
    if not oneself and member.role not in rule.roles:
        raise _not_allowed(rule.roles)


def check_body(rule: Rule, context: RequestContext, body: object) -> None:
    """Applies the conditions on the body. Raises AccessDeniedError."""
    for condition in rule.conditions:
        member = context.require_member()
        if getattr(body, condition.member, None) == condition.equals and member.role not in condition.roles:
            raise _not_allowed(condition.roles)


async def workspace_of(unit: Unit, actor: Actor, name_or_id: str) -> Member:
    """The workspace of the person that has this name or id.

    Raises ResourceNotFoundError, the same whether it belongs to others or to no one.
    """
    for joined in await workspaces.joined(unit, actor):
        if name_or_id in (joined.id, joined.name):
            return Member(actor, joined.id, joined.name, cast("Role", joined.role))
    raise ResourceNotFoundError("There is no such workspace.")


async def _actor(unit: Unit, authorization: str | None, origin: Origin) -> Actor:
    if authorization is None:
        raise UnauthenticatedError("The request has no Authorization header.", code="AUTH_HEADER_MISSING")
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise UnauthenticatedError("Send Authorization: Bearer and a token.", code="TOKEN_INVALID")
    return await credentials.by_bearer(unit, token.strip(), origin)


def _not_allowed(roles: frozenset[Role]) -> AccessDeniedError:
    who = "owners" if roles == {"owner"} else "owners and admins"
    return AccessDeniedError(f"Only {who} of the workspace may do this.", code="ROLE_REQUIRED")
