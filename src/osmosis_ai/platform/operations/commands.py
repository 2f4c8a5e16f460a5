"""What the operator can have a platform do. The running server does it where there is one; else the command itself.

Each is a function over an open platform; arguments and results are what JSON can carry.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from osmosis_ai import __version__
from osmosis_ai.base.errors import ConflictError, NotFoundError
from osmosis_ai.platform.access.actors import Actor, Origin
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import ServiceError
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.backup import KEEP_FILES, backup
from osmosis_ai.platform.operations.control import NotRunningError, call_server, error_of
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, audit, blobs, git_sync, keys, retention, setup, tokens
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store import accounts as account_rows
from osmosis_ai.platform.store import audit as audit_rows
from osmosis_ai.platform.store import outbox as outbox_rows
from osmosis_ai.platform.store.migrate import head_revision

__all__ = ["OPERATIONS", "execute", "run"]

type Arguments = Mapping[str, Any]
type Result = dict[str, Any]

_PAGE = 1000


async def run(settings: Settings, operation: str, arguments: Arguments) -> Result:
    """Has the operation done by the server that runs, or else does it here.

    Raises OsmosisError for what is refused; ConflictError, naming the process, where something else has the database.
    """
    try:
        return await call_server(settings.control_socket, operation, arguments)
    except NotRunningError:
        pass
    try:
        async with Platform.open(settings, migrate=False) as platform:
            return await execute(platform, operation, arguments)
    except ServiceError as error:
        raise error_of(error) from None


async def execute(platform: Platform, operation: str, arguments: Arguments) -> Result:
    """Does an operation. Raises NotFoundError for one that does not exist, OsmosisError and ServiceError."""
    function = OPERATIONS.get(operation)
    if function is None:
        raise NotFoundError(
            f"the server does not know the operation {operation}.", hint="Restart it: it is an older one."
        )
    return await function(platform, arguments)


async def _status(platform: Platform, arguments: Arguments) -> Result:
    async with platform.read() as unit:
        waiting, failed = await outbox_rows.counts(unit)
        users = await account_rows.count_users(unit)
        entries = await audit_rows.count(unit)
        now = unit.now
    settings = platform.settings
    return {
        "version": __version__,
        "schema": head_revision(),
        "database": platform.database.dialect,
        "public_url": settings.public_url,
        "bind": settings.bind,
        "data": str(settings.data),
        "users": users,
        "audit_entries": entries,
        "outbox_waiting": waiting,
        "outbox_given_up": failed,
        "disk_free_bytes": platform.capacity.free(),
        "disk_low": platform.capacity.is_low(),
        "missing_keys": list(platform.started.keys.missing),
        "time": wire_time(now),
    }


async def _doctor(platform: Platform, arguments: Arguments) -> Result:
    return {"checks": [asdict(check) for check in await doctor.examine(platform)]}


async def _backup(platform: Platform, arguments: Arguments) -> Result:
    made = await backup(platform, Path(str(arguments["path"])))
    return {"path": str(made.path), "schema": made.schema, "files": made.files, "size": made.size}


async def _gc(platform: Platform, arguments: Arguments) -> Result:
    async with platform.read() as unit:
        if await outbox_rows.lease_is_held(unit, KEEP_FILES):
            raise ConflictError("a backup is being taken.", hint="Wait for it to end.")
    removed = await retention.run(platform.database, platform.settings.retention)
    swept = await blobs.sweep(platform.database, platform.blobs)
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    mirrors = await sync.remove_unconnected_mirrors()
    return {
        "mirrors_removed": mirrors,
        "rows": asdict(removed),
        "files_removed": swept.removed,
        "files_missing": list(swept.missing),
        "files_kept": swept.unnamed,
        "files_failed": swept.failed,
    }


async def _rotate_key(platform: Platform, arguments: Arguments) -> Result:
    done = await keys.rotate(platform.database, platform.keyring)
    return {
        "active": done.active,
        "encrypted_again": done.encrypted_again,
        "dropped": list(done.dropped),
        "kept": list(done.kept),
    }


async def _user_add(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        operator = bool(arguments.get("operator"))
        account = await accounts.add(
            unit, email=str(arguments["email"]), name=str(arguments.get("name") or ""), is_operator=operator
        )
        token = await accounts.new_link(unit, account.id)
        details = {"email": account.email, "is_operator": operator}
        await audit.record_system(unit, "user.create", actor="operator", target=account.id, details=details)
    return {"user": _user(account), "link": platform.link(setup.link_path(token))}


async def _user_list(platform: Platform, arguments: Arguments) -> Result:
    async with platform.read() as unit:
        page = await accounts.listing(unit, limit=_PAGE, offset=int(arguments.get("offset") or 0))
    return {"users": [_user(account) for account in page.items], "next_offset": page.next_offset}


async def _user_link(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        account = await accounts.by_email(unit, str(arguments["email"]))
        token = await accounts.new_link(unit, account.id)
        await audit.record_system(unit, "user.link", actor="operator", target=account.id)
    return {"user": _user(account), "link": platform.link(setup.link_path(token))}


async def _user_disable(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        account = await accounts.by_email(unit, str(arguments["email"]))
        await accounts.disable(unit, account)
        await audit.record_system(unit, "user.disable", actor="operator", target=account.id)
        return {"user": _user(await accounts.by_email(unit, account.email))}


async def _user_enable(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        account = await accounts.by_email(unit, str(arguments["email"]))
        await accounts.enable(unit, account)
        await audit.record_system(unit, "user.enable", actor="operator", target=account.id)
        return {"user": _user(await accounts.by_email(unit, account.email))}


async def _token_create(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        actor = await _person(platform, arguments, unit)
        made = await tokens.create(unit, actor, name=str(arguments["name"]), days=int(arguments["days"]))
    return {"token": made.text, "id": made.token.id, "expires_at": wire_time(made.token.expires_at)}


async def _token_list(platform: Platform, arguments: Arguments) -> Result:
    async with platform.read() as unit:
        actor = await _person(platform, arguments, unit)
        page = await tokens.listing(unit, actor, limit=_PAGE, offset=0)
    return {
        "tokens": [
            {
                "id": each.id,
                "name": each.name,
                "hint": each.hint,
                "origin": each.origin,
                "created_at": wire_time(each.created_at),
                "expires_at": wire_time(each.expires_at),
                "last_used_at": None if each.last_used_at is None else wire_time(each.last_used_at),
            }
            for each in page.items
        ]
    }


async def _token_revoke(platform: Platform, arguments: Arguments) -> Result:
    async with platform.write() as unit:
        actor = await _person(platform, arguments, unit)
        if not await tokens.revoke(unit, actor, str(arguments["id"])):
            raise NotFoundError(f"{actor.email} has no such token.", hint="Run: osmosis platform token list EMAIL")
    return {"id": arguments["id"]}


async def _person(platform: Platform, arguments: Arguments, unit: Any) -> Actor:
    """The person that the operator acts for; the audit trail says that it was the operator, by the address."""
    account = await accounts.by_email(unit, str(arguments["email"]))
    origin = Origin(address=None, user_agent="operator", request_id=None)
    return Actor(account.id, account.email, account.name, account.is_operator, "token", "operator", unit.now, origin)


def _user(account: accounts.Account) -> Result:
    return {
        "id": account.id,
        "email": account.email,
        "name": account.name,
        "operator": account.is_operator,
        "has_password": account.has_password,
        "created_at": wire_time(account.created_at),
        "disabled_at": None if account.disabled_at is None else wire_time(account.disabled_at),
    }


OPERATIONS: dict[str, Callable[[Platform, Arguments], Awaitable[Result]]] = {
    "status": _status,
    "doctor": _doctor,
    "backup": _backup,
    "gc": _gc,
    "rotate-key": _rotate_key,
    "user.add": _user_add,
    "user.list": _user_list,
    "user.link": _user_link,
    "user.disable": _user_disable,
    "user.enable": _user_enable,
    "token.create": _token_create,
    "token.list": _token_list,
    "token.revoke": _token_revoke,
}
"""What each operation does. Arguments and results are those of spec/schemas/platform-control.yaml."""
