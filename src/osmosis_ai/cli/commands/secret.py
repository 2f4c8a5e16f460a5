"""``osmosis secret``: the secrets that runs on the platform get. Values go in and never come out."""

import os
import re
import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.base.errors import InteractiveRequiredError, InvalidNameError, NotFoundError, OsmosisError
from osmosis_ai.cli.commands.session import (
    AllOption,
    LimitOption,
    Session,
    check_paging,
    named_place,
    page_of,
    without_values,
)
from osmosis_ai.cli.framework.confirm import Declined
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import Column, ListResult, OperationResult
from osmosis_ai.platform_client.connection import PAGE_LIMIT, Connection, Scope
from osmosis_contract.clients.platform.api.secrets import delete_secret, list_secrets, upsert_secret
from osmosis_contract.models import (
    CommandSecretScope,
    Empty,
    EnvironmentSecret,
    EnvironmentSecretList,
    SecretDeleteRequest,
    SecretDeleteResult,
    SecretRecord,
    SecretScope,
    SecretSetResult,
    SecretUpsertRequest,
)

type Scopes = Literal["personal", "workspace"]

NameArgument = Annotated[str, Parameter(metavar="NAME", help="Its name, such as OPENAI_API_KEY.")]
ScopeOption = Annotated[
    Scopes, Parameter(help="personal: for you alone. workspace: for every member; needs an admin or owner.")
]

_WIRE = {"personal": SecretScope.USER, "workspace": SecretScope.WORKSPACE}
_SHOWN = {SecretScope.USER: CommandSecretScope.PERSONAL, SecretScope.WORKSPACE: CommandSecretScope.WORKSPACE}
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,254}")
_LONGEST_VALUE = 65536
_COLUMNS = [
    Column("name", "Name"),
    Column("scope", "Scope"),
    Column("updated_at", "Updated"),
    Column("updater_name", "Updated by"),
]


def secret_list(
    *,
    scope: Annotated[Literal["all", "workspace", "personal"], Parameter(help="Whose secrets.")] = "all",
    limit: LimitOption = PAGE_LIMIT,
    everything: AllOption = False,
    console: InjectedConsole,
) -> ListResult:
    """List secrets, without their values.

    osmosis secret list --scope personal
    """
    check_paging(limit, everything=everything)
    session = Session(console)
    wire = "all" if scope == "all" else _WIRE[scope].value
    with session.log_in() as connection:
        place = named_place(console)
        console.status("Fetching the secrets")
        given = {**place.scope.headers(), "scope": wire}
        pages = connection.listing(
            list_secrets.sync_detailed, EnvironmentSecretList, limit=None if everything else limit, **given
        )
    items = [_record(item).to_wire() for found in pages for item in found.environment_secrets]
    page, last = page_of(pages, items, _COLUMNS), pages[-1]
    return ListResult(page=page, extra={**place.context, **_page_address(last.platform_url)})


def secret_set(
    name: NameArgument,
    /,
    *,
    scope: ScopeOption = "personal",
    env: Annotated[
        str | None, Parameter(metavar="VARNAME", help="Take the value from this environment variable.")
    ] = None,
    stdin: Annotated[
        bool, Parameter(help="Take the value from standard input, without a line break at its end.")
    ] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Store a secret, or give it a new value.

    The value is asked for on the terminal and not shown. It is never an argument, because other programs see those.

        osmosis secret set OPENAI_API_KEY
        osmosis secret set OPENAI_API_KEY --stdin < key.txt
    """
    _check_name(name)
    if env is not None and stdin:
        raise OsmosisError("--env and --stdin exclude each other.", hint="Give one of the two.")
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        value = _value(console, name, env=env, stdin=stdin)
        stored = without_values(
            [value],
            lambda: connection.call(
                upsert_secret.sync_detailed,
                EnvironmentSecret,
                body=SecretUpsertRequest(name=name, value=value, scope=_WIRE[scope]),
                **place.scope.headers(),
            ),
        )
    record = SecretSetResult.model_validate({**_record(stored).to_wire(), **place.context})
    page = stored.platform_url
    return OperationResult(
        operation="secret.set",
        resource=record.to_wire(),
        message=f"The {scope} secret {name} is stored.",
        next_steps=[f"See the secrets at {page}"] if page else [],
        next_steps_structured=[{"action": "view_secrets", "url": page}] if page else [],
        extra=_page_address(page),
    )


def secret_delete(
    name: NameArgument,
    /,
    *,
    scope: ScopeOption = "personal",
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Delete a secret.

    osmosis secret delete OPENAI_API_KEY --scope workspace
    """
    _check_name(name)
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        if not _exists(connection, place.scope, name, scope):
            other: Scopes = "workspace" if scope == "personal" else "personal"
            hint = f"`{console.program} secret list` shows those there are."
            if _exists(connection, place.scope, name, other):
                hint = f"There is a {other} one: add --scope {other}."
            raise NotFoundError(f"There is no {scope} secret {name}.", hint=hint)
        console.confirm(
            f"Delete the {scope} secret {name}? This cannot be undone.",
            summary={"Name": name, "Scope": scope},
            yes=yes,
        )
        connection.call(
            delete_secret.sync_detailed,
            Empty,
            body=SecretDeleteRequest(name=name, scope=_WIRE[scope]),
            **place.scope.headers(),
        )
    result = SecretDeleteResult.model_validate({"name": name, "scope": scope, **place.context})
    return OperationResult(
        operation="secret.delete", resource=result.to_wire(), message=f"The {scope} secret {name} is deleted."
    )


def _exists(connection: Connection, scope: Scope, name: str, wanted: Scopes) -> bool:
    pages = connection.pages(
        list_secrets.sync_detailed, EnvironmentSecretList, scope=_WIRE[wanted].value, **scope.headers()
    )
    return any(item.name == name for page in pages for item in page.environment_secrets)


def _record(item: EnvironmentSecret) -> SecretRecord:
    return SecretRecord(
        id=item.id,
        name=item.name,
        scope=None if item.scope is None else _SHOWN[item.scope],
        created_at=item.created_at,
        updated_at=item.updated_at,
        creator_name=item.creator_name,
        updater_name=item.updater_name,
    )


def _page_address(url: str | None) -> dict[str, object]:
    return {"platform_url": url} if url else {}


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise InvalidNameError(
            "secret", name, "A name is up to 255 capital letters, digits and underscores, beginning with a letter."
        )


def _value(console: Console, name: str, *, env: str | None, stdin: bool) -> str:
    """The value, from where it was asked for. Its text is in no error."""
    if env is not None:
        if not (value := os.environ.get(env, "")):
            raise OsmosisError(f"The environment variable {env} is not set, or is empty.")
    elif stdin:
        value = _from_standard_input()
    elif console.interactive:
        value = _asked(console, name)
    else:
        raise InteractiveRequiredError(
            f"The value of {name} must be asked for, and there is no terminal to ask on.",
            hint="Give it with --env VARNAME or on standard input with --stdin.",
            details={"flags": ["--env", "--stdin"]},
        )
    if not value or len(value) > _LONGEST_VALUE:
        raise OsmosisError(f"The value of {name} must have 1 to {_LONGEST_VALUE} characters.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise OsmosisError(f"The value of {name} is not UTF-8 text.") from None
    return value


def _from_standard_input() -> str:
    if sys.stdin is None:
        return ""
    raw = sys.stdin.buffer.read(4 * _LONGEST_VALUE + 3)
    text = raw.decode(errors="surrogateescape")
    return text.removesuffix("\n").removesuffix("\r")


def _asked(console: Console, name: str) -> str:
    console.end_status()
    from getpass import getpass

    try:
        return getpass(f"Value of {name} (not shown): ")
    except (EOFError, KeyboardInterrupt):
        raise Declined from None
