"""A double of an OpenID provider on loopback: it signs real tokens, asks for no password, and lies on request."""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey

CLIENT_ID = "osmosis"
CLIENT_SECRET = "the secret of the client"


class ProviderDouble:
    """The provider. `person` signs in; the rest says how the next answers are wrong."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.key = ECKey.generate_key("P-256", {"kid": "one", "use": "sig", "alg": "ES256"})
        self.person: dict[str, Any] = {
            "sub": "248289761001",
            "email": "ada@example.org",
            "email_verified": True,
            "name": "Ada",
        }
        self.claims: dict[str, Any] = {}
        """What replaces claims of the ID token; None takes one out."""
        self.sign = "ES256"
        """`ES256`; `none`; `HS256` with the client's secret; `other`, a key that is not the provider's."""
        self.userinfo: dict[str, Any] | None = None
        """What UserInfo answers; the address is then not in the ID token."""
        self.metadata: dict[str, Any] = {}
        self.codes: dict[str, dict[str, str]] = {}
        self.redirects: list[str] | None = None
        """The redirect addresses that are registered; any where that is not said."""
        self.date: str | None = None
        """What answers have as their time, where it is not the true one."""
        self.asked: list[dict[str, str]] = []
        """The queries of `/authorize`."""

    def discovery(self) -> dict[str, Any]:
        """The discovery document."""
        names = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        return {
            "issuer": self.issuer,
            **{f"{name}_endpoint": f"{self.issuer}/{path}" for name, path in names.items()},
            "jwks_uri": f"{self.issuer}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
            **self.metadata,
        }

    def knows(self, query: Mapping[str, str]) -> bool:
        """Whether client and redirect address are registered."""
        known = self.redirects is None or query["redirect_uri"] in self.redirects
        return known and query["client_id"] == CLIENT_ID

    def authorize(self, query: dict[str, str]) -> str:
        """Where the browser is sent back to, with a code."""
        if query.get("prompt") == "none":
            return f"{query['redirect_uri']}?{urlencode({'error': 'login_required', 'state': query['state']})}"
        self.asked.append(query)
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state'], 'iss': self.issuer})}"

    def token(self, form: Mapping[str, str], authorization: str) -> dict[str, Any] | None:
        """Tokens for a code, once; None unless client, redirect and PKCE are those of the code."""
        query = self.codes.pop(form.get("code", ""), None)
        basic = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET.replace(' ', '%20')}".encode()).decode()
        right = (
            query is not None
            and authorization == f"Basic {basic}"
            and form["redirect_uri"] == query["redirect_uri"]
            and query["code_challenge_method"] == "S256"
            and create_s256_code_challenge(form["code_verifier"]) == query["code_challenge"]
        )
        return {"access_token": "opaque", "token_type": "Bearer", "id_token": self._id_token(query)} if right else None

    def _id_token(self, query: Mapping[str, str]) -> str:
        now = int(time.time())
        person = {"sub": self.person["sub"]} if self.userinfo is not None else self.person
        base = {"iss": self.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 300, "nonce": query["nonce"]}
        claims = {name: value for name, value in {**base, **person, **self.claims}.items() if value is not None}
        if self.sign == "none":
            parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
            return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."
        if self.sign == "HS256":
            return jwt.encode({"alg": "HS256", "kid": "one"}, claims, OctKey.import_key(CLIENT_SECRET.encode() * 2))
        key = ECKey.generate_key("P-256") if self.sign == "other" else self.key
        return jwt.encode({"alg": "ES256", "kid": self.key.kid or "one"}, claims, key)


@contextmanager
def openid_double() -> Iterator[ProviderDouble]:
    """Within: the double, served."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            match parts.path:
                case "/.well-known/openid-configuration":
                    self._json(200, provider.discovery())
                case "/jwks":
                    self._json(200, {"keys": [{"kty": "strange"}, provider.key.as_dict(private=False)]})
                case "/authorize" if not provider.knows(dict(parse_qsl(parts.query))):
                    self._json(400, {"error": "invalid_request"})
                case "/authorize":
                    self.send_response(302)
                    self.send_header("Location", provider.authorize(dict(parse_qsl(parts.query))))
                    self.end_headers()
                case "/userinfo" if self.headers.get("Authorization") == "Bearer opaque":
                    self._json(200, provider.userinfo or provider.person)
                case _:
                    self._json(404, {})

        def do_POST(self) -> None:
            form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            answer = provider.token(form, self.headers.get("Authorization", ""))
            self._json(400 if answer is None else 200, answer or {"error": "invalid_grant"})

        def _json(self, status: int, body: Mapping[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def date_time_string(self, timestamp: float | None = None) -> str:
            return provider.date or super().date_time_string(timestamp)

        def log_message(self, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = ProviderDouble(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
