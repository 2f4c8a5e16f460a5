"""Saved logins: one per platform, in a file of mode 600; the token in the system's keyring where there is one."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from osmosis_ai.base import strict_json
from osmosis_ai.base.errors import FileUnwritableError, InvalidOptionError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.platform_client.address import DEFAULT_URL, Warn, credentials_file
from osmosis_ai.platform_client.failures import CredentialsError
from osmosis_contract.models import StoredLogin, TokenStore

__all__ = ["STORE_VARIABLE", "Credentials"]

STORE_VARIABLE = "OSMOSIS_TOKEN_STORE"
_SERVICE = "osmosis-cli"
_VERSION = 2
_DIGITS = 24
_USE_FILE = f"Install osmosis-ai[keyring] and unlock the keyring, or set {STORE_VARIABLE}=file."


class Credentials:
    """The credentials file and the keyring of the person who runs the command.

    Published versions read and write the same file and the same keyring entries.
    """

    def __init__(self, environ: Mapping[str, str], warn: Warn) -> None:
        self.path = credentials_file()
        self._environ = environ
        self._warn = warn

    def find(self, url: str) -> StoredLogin | None:
        """The saved login of a platform. Raises CredentialsError for a file or an entry that cannot be read."""
        entry = self._entries().get(url)
        if entry is None:
            return None
        try:
            login = StoredLogin.read(entry)
        except ValidationError as error:
            raise self._unreadable(f"its entry for {url} is not a login") from error
        kept = login.access_token if login.token_store is TokenStore.FILE else login.keyring_account
        if not kept:
            raise self._unreadable(f"its entry for {url} does not say where the token is")
        return login

    def token(self, login: StoredLogin) -> str:
        """The token of a saved login. Raises CredentialsError where the keyring cannot be read or does not have it."""
        if login.access_token is not None and login.token_store is TokenStore.FILE:
            return login.access_token
        token = _ask_keyring("get_password", login.keyring_account or "")
        if not isinstance(token, str) or not token:
            raise CredentialsError(
                "TOKEN_NOT_FOUND",
                f"The keyring has no token for {login.platform_url}.",
                hint="Log in again with `osmosis auth login`.",
                details={"platform_url": login.platform_url},
            )
        return token

    def save(self, login: StoredLogin, token: str) -> StoredLogin:
        """Store a login in the place of the platform's present one; returns it with the place of its token.

        OSMOSIS_TOKEN_STORE decides: ``keyring``, ``file``, or ``auto``, which is the keyring where one can be used.
        Raises CredentialsError where ``keyring`` is asked for and cannot be used.
        """
        wanted = (self._environ.get(STORE_VARIABLE) or "auto").strip().lower()
        if wanted not in {"auto", "file", "keyring"}:
            raise InvalidOptionError(STORE_VARIABLE, wanted, "auto, keyring or file")
        entries = self._entries()
        before = entries.get(login.platform_url)
        stored = None if wanted == "file" else self._save_in_keyring(login, token, required=wanted == "keyring")
        if stored is None:
            stored = login.model_copy(update={"token_store": TokenStore.FILE, "access_token": token})
        self._write({**entries, login.platform_url: json.loads(stored.to_json())})
        account = before.get("keyring_account") if isinstance(before, dict) else None
        if isinstance(account, str) and account != stored.keyring_account:
            self._clean_keyring(account)
        return stored

    def forget(self, login: StoredLogin) -> None:
        """Remove a saved login. Raises CredentialsError, once that is done, where the keyring keeps its entry."""
        self._write({url: entry for url, entry in self._entries().items() if url != login.platform_url})
        if login.keyring_account is not None:
            self._clean_keyring(login.keyring_account)

    def _save_in_keyring(self, login: StoredLogin, token: str, *, required: bool) -> StoredLogin | None:
        distinct = hashlib.sha256(login.token_id.encode()).hexdigest() if login.token_id else secrets.token_hex(_DIGITS)
        platform = hashlib.sha256(login.platform_url.encode()).hexdigest()
        account = f"platform:{platform[:_DIGITS]}:{distinct[:_DIGITS]}"
        try:
            _ask_keyring("set_password", account, token)
        except CredentialsError as error:
            if required:
                raise
            self._warn(error.code, f"{error.message} The token is stored in {self.path}, which only you can read.")
            return None
        return login.model_copy(update={"token_store": TokenStore.KEYRING, "keyring_account": account})

    def _clean_keyring(self, account: str) -> None:
        try:
            _ask_keyring("delete_password", account)
        except CredentialsError as error:
            raise CredentialsError(
                "KEYRING_CLEANUP_FAILED",
                f"The token {account} could not be removed from the keyring. {error.message}",
                hint=f"Remove the entry of the service {_SERVICE} with the keyring's own program.",
                details={"service": _SERVICE, "account": account},
            ) from error

    def _entries(self) -> dict[str, Any]:
        """The file's logins by address, unread. A flat login of version 2 is the default platform's."""
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise CredentialsError(
                "CREDENTIALS_UNAVAILABLE",
                f"The credentials file {self.path} cannot be read: {error.strerror or error}.",
                hint="Check its permissions.",
                details={"path": str(self.path)},
            ) from error
        try:
            document = strict_json.decode(raw)
        except ValueError as error:
            raise self._unreadable("it is not JSON") from error
        if not isinstance(document, dict):
            raise self._unreadable("it is not a JSON object")
        if document.get("version") != _VERSION:
            raise CredentialsError(
                "CREDENTIALS_VERSION_CHANGED",
                f"The credentials file {self.path} has version {document.get('version')!r}; this program reads 2.",
                hint="Move the file away and log in again with `osmosis auth login`.",
                details={"path": str(self.path)},
            )
        if "platforms" not in document:
            return {DEFAULT_URL: {"platform_url": DEFAULT_URL, "token_store": "file", **document}}
        if not isinstance(document["platforms"], dict):
            raise self._unreadable("`platforms` is not a JSON object")
        return document["platforms"]

    def _unreadable(self, reason: str) -> CredentialsError:
        return CredentialsError(
            "CREDENTIALS_PARSE_FAILED",
            f"The credentials file {self.path} cannot be used: {reason}.",
            hint="Move the file away and log in again with `osmosis auth login`.",
            details={"path": str(self.path)},
        )

    def _write(self, entries: Mapping[str, Any]) -> None:
        text = json.dumps({"version": _VERSION, "platforms": entries}, indent=2, ensure_ascii=False)
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.chmod(self.path.parent, 0o700)  # noqa: PTH101 - the directory may be a link
            write_atomic(self.path, text.encode(), mode=PRIVATE, durable=True, follow_directory=True)
        except OSError as error:
            raise FileUnwritableError(self.path, error, what="The credentials file") from error


def _ask_keyring(function: str, *arguments: str) -> object:
    """Call a function of the keyring for our service. Raises CredentialsError whatever its backend raises."""
    try:
        import keyring
    except ImportError as error:
        raise CredentialsError(
            "KEYRING_UNAVAILABLE", "The package keyring is not installed.", hint=_USE_FILE
        ) from error
    try:
        return getattr(keyring, function)(_SERVICE, *arguments)
    except Exception as error:  # backends are other people's code
        raise CredentialsError(
            "KEYRING_UNAVAILABLE", f"The system's keyring cannot be used ({type(error).__name__}).", hint=_USE_FILE
        ) from error
