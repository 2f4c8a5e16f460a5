"""``osmosis platform user`` and ``osmosis platform token``: who may use the platform."""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.commands.platform_operate import have_done
from osmosis_ai.cli.commands.platform_serve import DatabaseOption, DataOption
from osmosis_ai.cli.framework.results import Column, ListResult, OperationResult, Page

EmailArgument = Annotated[str, Parameter(metavar="EMAIL", help="Whose account.")]


def platform_user_add(
    email: EmailArgument,
    /,
    *,
    name: Annotated[str | None, Parameter(help="The person's name. The first part of the address if left out.")] = None,
    operator: Annotated[bool, Parameter(help="Let them manage the platform's people.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> OperationResult:
    """Add a person.

    Prints a link by which they set a password, once.

    osmosis platform user add ada@example.org
    """
    done = have_done(data, database, "user.add", {"email": email, "name": name, "operator": operator})
    return _linked("platform.user.add", done)


def platform_user_link(
    email: EmailArgument, /, *, data: DataOption = None, database: DatabaseOption = None
) -> OperationResult:
    """Make a new link by which a person sets a password.

    It works once, within three days.

    osmosis platform user link ada@example.org
    """
    return _linked("platform.user.link", have_done(data, database, "user.link", {"email": email}))


def platform_user_list(*, data: DataOption = None, database: DatabaseOption = None) -> ListResult:
    """List the people.

    osmosis platform user list
    """
    found = have_done(data, database, "user.list", {})
    columns = [
        Column("email", "E-mail"),
        Column("name", "Name"),
        Column("operator", "Operator"),
        Column("created_at", "Since"),
        Column("disabled_at", "Disabled"),
    ]
    page = Page(items=found["users"], columns=columns, next_offset=found["next_offset"])
    return ListResult(page=page)


def platform_user_disable(
    email: EmailArgument, /, *, data: DataOption = None, database: DatabaseOption = None
) -> OperationResult:
    """Sign a person out, and let them sign in no more.

    osmosis platform user disable ada@example.org
    """
    done = have_done(data, database, "user.disable", {"email": email})
    message = f"{done['user']['email']} can no longer sign in."
    return OperationResult(operation="platform.user.disable", resource=done["user"], message=message)


def platform_user_enable(
    email: EmailArgument, /, *, data: DataOption = None, database: DatabaseOption = None
) -> OperationResult:
    """Let a disabled person sign in again.

    osmosis platform user enable ada@example.org
    """
    done = have_done(data, database, "user.enable", {"email": email})
    message = f"{done['user']['email']} can sign in again."
    return OperationResult(operation="platform.user.enable", resource=done["user"], message=message)


def platform_token_create(
    email: EmailArgument,
    /,
    *,
    name: Annotated[str, Parameter(help="What the token is for.")] = "created by the operator",
    days: Annotated[int, Parameter(help="For how many days it is valid.")] = 90,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> OperationResult:
    """Make an API token. It is printed once.

    osmosis platform token create ada@example.org --name ci --days 30
    """
    done = have_done(data, database, "token.create", {"email": email, "name": name, "days": days})
    message = f"{done['token']}\nValid until {done['expires_at']}. It cannot be shown again."
    return OperationResult(operation="platform.token.create", resource=done, message=message)


def platform_token_list(
    email: EmailArgument, /, *, data: DataOption = None, database: DatabaseOption = None
) -> ListResult:
    """List the tokens that can be used.

    osmosis platform token list ada@example.org
    """
    found = have_done(data, database, "token.list", {"email": email})
    columns = [
        Column("id", "Id"),
        Column("name", "Name"),
        Column("hint", "Begins with"),
        Column("expires_at", "Valid until"),
        Column("last_used_at", "Last used"),
    ]
    return ListResult(page=Page(items=found["tokens"], columns=columns))


def platform_token_revoke(
    email: EmailArgument,
    token_id: Annotated[str, Parameter(metavar="ID", help="As `token list` shows it.")],
    /,
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> OperationResult:
    """Revoke a token.

    osmosis platform token revoke ada@example.org tok_…
    """
    done = have_done(data, database, "token.revoke", {"email": email, "id": token_id})
    return OperationResult(operation="platform.token.revoke", resource=done, message="The token is no longer accepted.")


def _linked(operation: str, done: dict[str, object]) -> OperationResult:
    user = done["user"]
    email = user["email"] if isinstance(user, dict) else ""
    return OperationResult(
        operation=operation,
        resource={"user": user, "link": done["link"]},
        message=f"{email} sets a password at {done['link']}",
        next_steps=["Send the link to that person alone. It works once, within three days."],
    )
