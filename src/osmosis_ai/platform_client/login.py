"""Which token a command sends, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from osmosis_ai.platform_client.address import DEFAULT_URL, normalize_url
from osmosis_ai.platform_client.credentials import Credentials
from osmosis_ai.platform_client.failures import CredentialsError, LoginRequiredError
from osmosis_contract.models import StoredLogin, TokenSource

__all__ = ["TOKEN_VARIABLE", "Login", "environment_token", "find_login", "is_expired"]

TOKEN_VARIABLE = "OSMOSIS_TOKEN"  # noqa: S105 - the variable's name
_BOUND_VARIABLE = "OSMOSIS_TOKEN_PLATFORM_URL"


@dataclass(frozen=True, slots=True)
class Login:
    """A token for one platform, and where it was found."""

    token: str
    source: TokenSource


def environment_token(environ: Mapping[str, str], url: str) -> str | None:
    """The token of the environment. Raises CredentialsError unless it is bound to the platform at ``url``.

    OSMOSIS_TOKEN_PLATFORM_URL binds it; without that variable it belongs to the default platform.
    """
    token = environ.get(TOKEN_VARIABLE, "").strip()
    if not token:
        return None
    bound = environ.get(_BOUND_VARIABLE, "").strip()
    if not bound and url != DEFAULT_URL:
        raise CredentialsError(
            "ENV_TOKEN_PLATFORM_REQUIRED",
            f"{TOKEN_VARIABLE} is set without the platform it belongs to, and is not sent to {url}.",
            hint=f"Set {_BOUND_VARIABLE}={url} if the token is from there.",
            details={"platform_url": url},
        )
    if bound and (owner := normalize_url(bound)) != url:
        raise CredentialsError(
            "ENV_TOKEN_PLATFORM_MISMATCH",
            f"{TOKEN_VARIABLE} belongs to {owner}, and is not sent to {url}.",
            hint=f"Choose the platform with --platform, or unset {TOKEN_VARIABLE}.",
            details={"platform_url": url, "token_platform_url": owner},
        )
    return token


def find_login(environ: Mapping[str, str], credentials: Credentials, url: str) -> Login:
    """The token of the environment, else the saved one. Raises LoginRequiredError without one that is still valid."""
    if token := environment_token(environ, url):
        return Login(token, TokenSource.ENVIRONMENT)
    saved = credentials.find(url)
    if saved is None:
        raise LoginRequiredError(f"You are not logged in to {url}.")
    if is_expired(saved):
        raise LoginRequiredError(f"Your login to {url} has expired.")
    return Login(credentials.token(saved), TokenSource(saved.token_store.value))


def is_expired(login: StoredLogin) -> bool:
    """Whether the token of a saved login has ended by this machine's clock."""
    return datetime.fromisoformat(login.expires_at) <= datetime.now(UTC)
