"""``osmosis auth``: log in to a platform, log out, and see who is logged in."""

import os
import socket
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, InteractiveRequiredError, OsmosisError
from osmosis_ai.cli.commands.session import Session, git_identity
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import DetailResult, OperationResult
from osmosis_ai.cli.framework.usage import Mode
from osmosis_ai.platform_client.connection import Connection, Scope, is_refused_token
from osmosis_ai.platform_client.credentials import Credentials
from osmosis_ai.platform_client.device import start_device_login, wait_for_approval
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError
from osmosis_ai.platform_client.login import TOKEN_VARIABLE, find_login, is_expired
from osmosis_contract.clients.platform.api.sign_in import revoke_cli_token, verify
from osmosis_contract.models import (
    AccountSource,
    AuthAccount,
    AuthLoginResult,
    AuthLogoutResult,
    AuthWhoamiData,
    LoginSource,
    PlatformUser,
    StoredLogin,
    TokenSource,
    TokenStore,
    VerifyResponse,
    WorkspaceMembership,
)

_ASSUMED_LIFETIME = timedelta(days=90)
_LONGEST_TOKEN = 4096


def auth_login(
    *,
    token: Annotated[
        str | None,
        Parameter(metavar="TOKEN", help="Log in with this token; `-` reads it from standard input."),
    ] = None,
    console: InjectedConsole,
) -> OperationResult:
    """Log in in the browser, or with a token.

    Without --token a code and an address are printed: open the address in any browser, compare the code, and approve. A
    login replaces the one before, whose token is revoked.

        osmosis auth login
        osmosis auth login --token - < token.txt
    """
    session = Session(console)
    if token is None:
        _check_device_login(console)
        entry, text = _device_login(session)
    else:
        entry, text = _token_login(session, _given_token(token))
    source = LoginSource.DEVICE if token is None else LoginSource.TOKEN
    stored = _save(session, entry, text, is_new=token is None)
    result = AuthLoginResult(
        email=stored.user.email,
        name=stored.user.name,
        expires_at=stored.expires_at,
        platform_url=session.url,
        workspace=None,
        source=source,
        verified=True,
        saved=True,
        token_store=stored.token_store,
    )
    return OperationResult(
        operation="auth.login",
        resource=result.to_wire(),
        message=f"Logged in to {session.url} as {stored.user.email}.",
        next_steps=[f"{console.program} auth whoami"],
        next_steps_structured=[{"action": "doctor"}],
    )


def auth_logout(*, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Revoke the saved login and remove it from this machine.

    osmosis auth logout
    """
    session = Session(console)
    saved = session.credentials.find(session.url)
    has_variable = bool(os.environ.get(TOKEN_VARIABLE, "").strip())
    left = TokenSource.ENVIRONMENT if has_variable else None
    if saved is None:
        result = AuthLogoutResult(
            logged_in=has_variable,
            **({"env_token_set": True} if has_variable else {}),
            persistent_login=False,
            effective_source=left,
            platform_url=session.url,
        )
        message = f"No login to {session.url} is saved."
        return OperationResult(operation="auth.logout", status="noop", resource=result.to_wire(), message=message)
    console.confirm(f"Log out of {session.url}?", yes=yes)
    revoked = _revoke_saved(session, saved)
    session.credentials.forget(saved)
    result = AuthLogoutResult(
        logged_in=has_variable,
        revoked=revoked,
        env_token_set=has_variable,
        persistent_login=False,
        effective_source=left,
        platform_url=session.url,
    )
    message = f"Logged out of {session.url}."
    return OperationResult(
        operation="auth.logout",
        resource=result.to_wire(),
        message=f"{message} {TOKEN_VARIABLE} is still set and used." if has_variable else message,
        next_steps_structured=[{"action": "unset_env", "name": TOKEN_VARIABLE}] if has_variable else [],
    )


def auth_whoami(*, console: InjectedConsole) -> DetailResult:
    """Show the account, when its token ends, and the workspace.

    The workspace is that of the git repository around the current directory, if the platform knows it.

        osmosis auth whoami
    """
    session = Session(console)
    login = find_login(os.environ, session.credentials, session.url)
    with session.connect(login.token) as connection:
        console.status("Verifying the login")
        verified = verify_in_repository(connection, Path())
    has_variable = login.source is TokenSource.ENVIRONMENT
    account = AuthAccount(
        email=verified.user.email,
        name=verified.user.name,
        expires_at=verified.expires_at,
        platform_url=session.url,
        source=AccountSource.ENVIRONMENT if has_variable else AccountSource.CREDENTIALS,
        effective_source=login.source,
        persistent_login=not has_variable or _has_saved_login(session.credentials, session.url),
        **({} if verified.token_id is None else {"token_id": verified.token_id}),
    )
    flat = {name: value for name, value in account.to_wire().items() if name != "token_id"}
    workspace = membership(verified)
    data = AuthWhoamiData.model_validate({**flat, "account": account, "workspace": workspace})
    fields: list[tuple[str, object]] = [
        ("E-mail", account.email),
        ("Name", account.name),
        ("Platform", account.platform_url),
        ("Token from", account.effective_source.value),
        ("Valid until", account.expires_at),
    ]
    if workspace is not None:
        fields += [("Workspace", workspace.name), ("Role", workspace.role)]
    return DetailResult(data=data.to_wire(), title="Account", fields=fields)


def save_token_login(session: Session, token: str) -> StoredLogin:
    """Logs this machine in with a token, as ``auth login --token`` does."""
    entry, text = _token_login(session, token)
    return _save(session, entry, text, is_new=False)


def verify_in_repository(connection: Connection, folder: Path) -> VerifyResponse:
    """Who the token belongs to, with the workspace of the folder's repository where the platform knows it."""
    identity = git_identity(folder)
    if identity is not None:
        try:
            return connection.call(verify.sync_detailed, VerifyResponse, **Scope(git=identity).headers())
        except PlatformAnswerError as error:
            if is_refused_token(error):
                raise
    return connection.call(verify.sync_detailed, VerifyResponse)


def membership(verified: VerifyResponse) -> WorkspaceMembership | None:
    """The workspace of an answer in the form of the command's results."""
    found = verified.workspace
    if found is None:
        return None
    return WorkspaceMembership(id=found.id, name=found.name, role=None if found.role is None else found.role.value)


def _check_device_login(console: Console) -> None:
    if os.environ.get(TOKEN_VARIABLE, "").strip():
        raise ConflictError(
            f"{TOKEN_VARIABLE} is set and would be used instead of the login.",
            hint="Unset it to log in, or leave it and do not log in.",
        )
    if console.mode is not Mode.RICH:
        raise InteractiveRequiredError(
            "A login in the browser needs a person, and the output is for programs.",
            hint=f"Give --token, or set {TOKEN_VARIABLE} and do not log in.",
        )


def _given_token(token: str) -> str:
    if token == "-":  # noqa: S105 - a place, not a token
        token = "" if sys.stdin is None else sys.stdin.read(_LONGEST_TOKEN)
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise OsmosisError("The token is empty, or has characters that no token has.", hint="Copy it again, whole.")
    return token


def _token_login(session: Session, token: str) -> tuple[StoredLogin, str]:
    session.console.status("Verifying the token")
    with session.connect(token) as connection:
        verified = connection.call(verify.sync_detailed, VerifyResponse)
    return _entry(session.url, verified.user, verified.expires_at, verified.token_id), token


def _device_login(session: Session) -> tuple[StoredLogin, str]:
    console = session.console
    with session.connect(None) as connection:
        started = start_device_login(connection, socket.gethostname()[:255])
        address = started.verification_uri_complete or started.verification_uri
        console.line(f"Open {address}")
        console.line(f"and compare the code: {started.user_code}")
        if console.interactive:
            import webbrowser

            webbrowser.open(address)
        console.status("Waiting for the approval in the browser")
        granted = wait_for_approval(connection, started)
    return _entry(session.url, granted.user, granted.expires_at, granted.token_id), granted.token


def _entry(url: str, user: PlatformUser, expires_at: str | None, token_id: str | None) -> StoredLogin:
    now = datetime.now(UTC)
    ends = now + _ASSUMED_LIFETIME if expires_at is None else datetime.fromisoformat(expires_at)
    return StoredLogin(
        version=2,
        token_type="Bearer",  # noqa: S106 - the kind of token
        expires_at=ends.isoformat(),
        created_at=now.isoformat(),
        user=user,
        platform_url=url,
        **({} if token_id is None else {"token_id": token_id}),
        token_store=TokenStore.FILE,
    )


def _save(session: Session, entry: StoredLogin, token: str, *, is_new: bool) -> StoredLogin:
    """Store the login, then revoke the one it replaces. A new token that cannot be stored is revoked."""
    before, old_token = _present_login(session)
    try:
        stored = session.credentials.save(entry, token)
    except OsmosisError:
        if is_new:
            _revoke(session, entry, token)
        raise
    if before is not None and old_token not in {None, token} and before.token_id != entry.token_id:
        _revoke(session, before, old_token or "")
    return stored


def _present_login(session: Session) -> tuple[StoredLogin | None, str | None]:
    """The saved login that still counts, with its token; None for one that cannot be read."""
    try:
        saved = session.credentials.find(session.url)
        if saved is None or is_expired(saved):
            return None, None
        return saved, session.credentials.token(saved)
    except OsmosisError:
        return None, None


def _has_saved_login(credentials: Credentials, url: str) -> bool:
    try:
        return credentials.find(url) is not None
    except OsmosisError:
        return False


def _revoke_saved(session: Session, saved: StoredLogin) -> bool:
    try:
        token = session.credentials.token(saved)
    except OsmosisError as error:
        session.console.warning("TOKEN_REVOKE_FAILED", f"The token could not be revoked. {error.message}")
        return False
    return _revoke(session, saved, token)


def _revoke(session: Session, login: StoredLogin, token: str) -> bool:
    """Whether the platform no longer accepts the token. A refusal is a warning; without an answer nothing is said."""
    try:
        with session.connect(token) as connection:
            token_id = login.token_id or connection.call(verify.sync_detailed, VerifyResponse).token_id
            if token_id is None:
                raise OsmosisError("The platform does not say which token it is.")
            connection.call(revoke_cli_token.sync_detailed, type(None), token_id=token_id)
    except PlatformUnreachableError:
        return False
    except OsmosisError as error:
        if is_refused_token(error):
            return True
        session.console.warning("TOKEN_REVOKE_FAILED", f"The token could not be revoked. {error.message}")
        return False
    return True
