"""Passwords, hashed by argon2. Nothing else is: what is random needs no slow hash."""

from __future__ import annotations

import asyncio
import functools

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from osmosis_ai.platform.errors import InvalidRequestError, Issue

__all__ = ["MINIMUM_LENGTH", "check_password", "hash_password", "verify_password"]

MINIMUM_LENGTH = 12
_MAXIMUM_LENGTH = 1024
_AT_ONCE = 2  # each takes 64 MiB


@functools.cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@functools.cache
def _unmatched() -> str:
    """A hash that no password matches: checked where there is no account, so that the time taken tells nothing."""
    return _hasher().hash("no account has this password, because it is never accepted as one: \0")


class _Turns:
    """How many hashes are computed at once; one semaphore an event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._semaphore = asyncio.Semaphore(_AT_ONCE)

    def get(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._semaphore = loop, asyncio.Semaphore(_AT_ONCE)
        return self._semaphore


_turns = _Turns()


def check_password(password: str) -> None:
    """Raises InvalidRequestError where this cannot be anyone's password."""
    if not MINIMUM_LENGTH <= len(password) <= _MAXIMUM_LENGTH or "\0" in password:
        problem = f"must have {MINIMUM_LENGTH} to {_MAXIMUM_LENGTH} characters"
        raise InvalidRequestError(f"The password {problem}.", field="password", issues=[Issue("password", problem)])


async def hash_password(password: str) -> str:
    """The hash to keep. Raises InvalidRequestError as `check_password` does."""
    check_password(password)
    async with _turns.get():
        return await asyncio.to_thread(_hasher().hash, password)


async def verify_password(password: str, kept: str | None) -> bool:
    """Whether the password is the one whose hash is kept. Takes as long where there is none."""
    async with _turns.get():
        return await asyncio.to_thread(_verify, password[:_MAXIMUM_LENGTH], kept)


def _verify(password: str, kept: str | None) -> bool:
    try:
        return _hasher().verify(kept or _unmatched(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False
