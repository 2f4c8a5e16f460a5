"""Identifiers: a prefix that says what is named, and 24 random characters. URL-safe, and never guessable."""

from __future__ import annotations

import secrets
from base64 import b32encode
from typing import Literal

__all__ = ["IdPrefix", "new_id", "new_launch_id", "new_run_id"]

IdPrefix = Literal[
    "bat", "blb", "brn", "brr", "dev", "dst", "fil", "git", "idn", "imf", "imp", "inv", "key", "lnk",
    "mbr", "msg", "out", "rol", "sec", "ses", "syn", "tok", "usg", "usr", "whk", "wsp",
]  # fmt: skip

# Without 0, 1, l and o, which people misread. 24 characters of 32 are 120 bits.
_ALPHABET = b"abcdefghijkmnpqrstuvwxyz23456789"
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_BYTES = 15
_TO_ALPHABET = bytes.maketrans(_BASE32, _ALPHABET)


def new_id(prefix: IdPrefix) -> str:
    """A new identifier, such as `usr_k3v…`: lower-case letters, digits and one underscore."""
    return f"{prefix}_{_random()}"


def new_run_id() -> str:
    """The identity of a run, which its files have too, in the form of a local run's: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def new_launch_id(run_id: str, epoch: int) -> str:
    """A launch's, never used again: it begins with its run, and fits every pool."""
    return f"{run_id[:16]}-{epoch}-{_random()}"


def _random() -> str:
    return b32encode(secrets.token_bytes(_BYTES)).translate(_TO_ALPHABET).decode("ascii")
