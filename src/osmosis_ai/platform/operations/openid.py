"""An OpenID provider, as its client sees it: discovery, the authorization code flow with PKCE, and its ID tokens.

What counts is an ID token that the provider signed for this client and this attempt; an address from its UserInfo
counts only beside the same subject. Every address of the provider is https, or all of it is on loopback.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import structlog
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, KeySet

from osmosis_ai.base import strict_json
from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.base.http.limits import peer_client
from osmosis_ai.platform.errors import AccessDeniedError, UnavailableError
from osmosis_ai.platform.services.identities import ProvedIdentity
from osmosis_ai.platform.settings import OpenIdSettings

__all__ = ["CALLBACK_PATH", "Attempt", "OpenIdProvider", "ProviderUnavailableError"]

CALLBACK_PATH = "/oidc/callback"
"""Where a provider sends browsers back to, below the public URL; the address that has to be registered there."""

_SCOPE = "openid email profile"
_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Those by which a provider alone can sign: neither `none` nor a secret that the client has too."""
_KEEP_SEC = 3600.0
_KEYS_AGAIN_SEC = 60.0
_ANSWER_SEC = 15.0
_ANSWER_BYTES = 1024 * 1024
_LEEWAY_SEC = 120
_LONGEST_SUBJECT = 255  # OpenID Connect Core, section 2
_log = structlog.get_logger("osmosis.platform.openid")


class ProviderUnavailableError(UnavailableError):
    """The provider does not answer, or not as its settings say. `reason` is for the operator, not for who signs in."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "The provider cannot be used at the moment; the server's log says why.", code="PROVIDER_UNAVAILABLE"
        )
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one browser's attempt to sign in is recognised by. The verifier proves that whoever ends it began it."""

    state: str
    nonce: str
    verifier: str


class OpenIdProvider:
    """The provider of the settings; `redirect_uri` is where it sends browsers back to."""

    def __init__(self, settings: OpenIdSettings, redirect_uri: str) -> None:
        self.settings = settings
        self.redirect_uri = redirect_uri
        self._metadata: tuple[float, Mapping[str, Any]] | None = None
        self._keys: tuple[float, KeySet] | None = None
        self.date: str | None = None
        """The time of its last answer, as that says it."""

    async def begin(self) -> tuple[Attempt, str]:
        """A new attempt, and the address at the provider where it goes on. Raises UnavailableError."""
        attempt = Attempt(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(48))
        address = prepare_grant_uri(
            self._endpoint(await self._discovered(), "authorization_endpoint"),
            self.settings.client_id,
            "code",
            redirect_uri=self.redirect_uri,
            scope=_SCOPE,
            state=attempt.state,
            nonce=attempt.nonce,
            code_challenge=create_s256_code_challenge(attempt.verifier),
            code_challenge_method="S256",
        )
        return attempt, address

    async def finish(self, attempt: Attempt, code: str) -> ProvedIdentity:
        """Who signed in, for the code that the provider sent the browser back with.

        Raises AccessDeniedError for an answer that proves nothing, UnavailableError.
        """
        metadata = await self._discovered()
        answer = await self._exchange(metadata, attempt, code)
        access_token = answer.get("access_token")
        claims = await self._claims(metadata, answer.get("id_token"), attempt, access_token)
        subject = str(claims["sub"])
        if "email" not in claims and isinstance(access_token, str) and metadata.get("userinfo_endpoint"):
            asked = {"Authorization": f"Bearer {access_token}"}
            found = await self._ask("GET", self._endpoint(metadata, "userinfo_endpoint"), headers=asked)
            if found.get("sub") != subject:
                raise _refused("UserInfo is of another subject")
            claims = {**found, **claims}
        email, name = claims.get("email"), claims.get("name")
        return ProvedIdentity(
            issuer=self.settings.issuer,
            subject=subject,
            email=email if isinstance(email, str) else None,
            email_verified=claims.get("email_verified") is True,
            name=name if isinstance(name, str) else "",
        )

    async def check(self) -> None:
        """Reads what signing in needs beforehand: the discovery document, the keys and the client's secret.

        Raises ProviderUnavailableError, AccessDeniedError for a provider that refuses to be asked.
        """
        metadata = await self._discovered()
        for name in ("authorization_endpoint", "token_endpoint"):
            self._endpoint(metadata, name)
        await self._key_set(metadata)
        await self._secret()

    async def _exchange(self, metadata: Mapping[str, Any], attempt: Attempt, code: str) -> Mapping[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": attempt.verifier,
        }
        headers: dict[str, str] = {}
        secret = await self._secret()
        methods = metadata.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        if secret is None:
            form["client_id"] = self.settings.client_id
        elif "client_secret_basic" in methods:
            pair = f"{quote(self.settings.client_id, safe='')}:{quote(secret, safe='')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            form |= {"client_id": self.settings.client_id, "client_secret": secret}
        return await self._ask("POST", self._endpoint(metadata, "token_endpoint"), data=form, headers=headers)

    async def _claims(
        self, metadata: Mapping[str, Any], text: object, attempt: Attempt, access_token: object
    ) -> dict[str, Any]:
        """The claims of an ID token whose signature, issuer, audience, times, nonce and access token's hash hold."""
        if not isinstance(text, str):
            raise _refused("no ID token")
        try:
            token = await self._verified(metadata, text)
            CodeIDToken(
                token.claims,
                token.header,
                options={
                    "iss": {"essential": True, "value": self.settings.issuer},
                    "aud": {"essential": True, "value": self.settings.client_id},
                },
                params={
                    "nonce": attempt.nonce,
                    "client_id": self.settings.client_id,
                    "access_token": access_token if isinstance(access_token, str) else None,
                },
            ).validate(leeway=_LEEWAY_SEC)
        except (JoseError, ValueError) as error:
            raise _refused(f"ID token: {error}") from None
        subject = token.claims.get("sub")
        if not isinstance(subject, str) or not 0 < len(subject) <= _LONGEST_SUBJECT or "\0" in subject:
            raise _refused("ID token: no subject")
        return token.claims

    async def _verified(self, metadata: Mapping[str, Any], text: str) -> jwt.Token:
        """The token, if one of the provider's keys signed it. Keys that were read a while ago are read once more."""
        fetched, keys = await self._key_set(metadata)
        try:
            return jwt.decode(text, keys, algorithms=_ALGORITHMS)
        except (JoseError, ValueError):
            if time.monotonic() - fetched < _KEYS_AGAIN_SEC:
                raise
        self._keys = None
        return jwt.decode(text, (await self._key_set(metadata))[1], algorithms=_ALGORITHMS)

    async def _key_set(self, metadata: Mapping[str, Any]) -> tuple[float, KeySet]:
        kept = self._keys
        if kept is None or time.monotonic() - kept[0] > _KEEP_SEC:
            document = await self._ask("GET", self._endpoint(metadata, "jwks_uri"))
            kept = self._keys = (time.monotonic(), _signing_keys(document))
        return kept

    async def _discovered(self) -> Mapping[str, Any]:
        if self._metadata is None or time.monotonic() - self._metadata[0] > _KEEP_SEC:
            found = await self._ask("GET", get_well_known_url(self.settings.issuer, external=True))
            if found.get("issuer") != self.settings.issuer:
                raise _unavailable(f"its discovery document is of the issuer {str(found.get('issuer'))[:200]!r}")
            self._metadata = (time.monotonic(), found)
        return self._metadata[1]

    def _endpoint(self, metadata: Mapping[str, Any], name: str) -> str:
        address = metadata.get(name)
        try:
            parts = urlsplit(address if isinstance(address, str) else "")
            host = parts.hostname or ""
        except ValueError:
            raise _unavailable(f"{name} is not an address") from None
        local = is_loopback_host(host) and is_loopback_host(urlsplit(self.settings.issuer).hostname or "")
        if (
            not isinstance(address, str)
            or not host
            or not (parts.scheme == "https" or (parts.scheme == "http" and local))
        ):
            raise _unavailable(f"{name} is not an https address")
        return address

    async def _secret(self) -> str | None:
        file = self.settings.client_secret_file
        if file is None:
            return None
        try:
            return (await asyncio.to_thread(file.read_text, encoding="utf-8")).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise _unavailable(f"client_secret_file cannot be read: {error}") from None

    async def _ask(self, method: str, url: str, **options: Any) -> Mapping[str, Any]:
        """A JSON object that the provider answers with. Redirects are not followed."""
        try:
            async with asyncio.timeout(_ANSWER_SEC), peer_client(url, timeout_sec=_ANSWER_SEC) as http:
                answer = await http.request(method, url, **options)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise _unavailable(f"{url}: {type(error).__name__}: {error}") from None
        self.date = answer.headers.get("date")
        if answer.status_code in (httpx.codes.BAD_REQUEST, httpx.codes.UNAUTHORIZED):
            raise _refused(f"{url} answered {answer.status_code}: {answer.text[:200]!r}")
        document = _object(answer.content) if answer.is_success and len(answer.content) <= _ANSWER_BYTES else None
        if document is None:
            raise _unavailable(f"{url} answered {answer.status_code} and no JSON object of at most 1 MiB")
        return document


def _object(content: bytes) -> Mapping[str, Any] | None:
    try:
        document = strict_json.decode(content)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _signing_keys(document: Mapping[str, Any]) -> KeySet:
    """The keys of a JWK set that sign and that are understood; others beside them do no harm."""
    listed = document.get("keys")
    keys = []
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, dict) and each.get("use", "sig") == "sig" and each.get("kty") in ("RSA", "EC", "OKP"):
            try:
                keys.append(JWKRegistry.import_key(each))
            except (JoseError, ValueError):
                continue
    if not keys:
        raise _unavailable("jwks_uri names no key that signs")
    return KeySet(keys)


def _refused(reason: str) -> AccessDeniedError:
    _log.warning("openid.refused", reason=reason)
    return AccessDeniedError("The provider's answer does not prove who you are. Try again.", code="PROVIDER_REFUSED")


def _unavailable(reason: str) -> ProviderUnavailableError:
    _log.error("openid.unavailable", reason=reason)
    return ProviderUnavailableError(reason)
