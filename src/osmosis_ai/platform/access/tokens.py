"""Tokens: random, recognizable by secret scanners, and kept only as SHA-256.

    osm_pat_ + 36 characters of A-Z a-z 0-9, of which the last 6 are a checksum

A scanner finds them by `TOKEN_PATTERN` and, by the checksum, without a false alarm: CRC-32 of everything before it,
in base 62 with the digits 0-9 A-Z a-z, padded with 0 to 6 characters.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from typing import Literal

__all__ = [
    "TOKEN_PATTERN",
    "TokenKind",
    "has_token_form",
    "hash_token",
    "new_token",
    "new_user_code",
    "normal_user_code",
]

TokenKind = Literal["pat", "ses", "dev", "inv", "lnk", "hok", "job", "tkt"]
"""Personal or device token; browser session; device code; invitation; one-time link; push hook; job; its ticket."""

TOKEN_PATTERN = r"osm_(?:pat|ses|dev|inv|lnk|hok|job|tkt)_[0-9A-Za-z]{36}"  # noqa: S105 - it describes tokens

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_RANDOM_LENGTH = 30
_CHECKSUM_LENGTH = 6
_PATTERN = re.compile(TOKEN_PATTERN)
# Without vowels no word appears by chance, and without 0, 1 and look-alikes it is not misread.
_USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
_USER_CODE_HALF = 4


def new_token(kind: TokenKind) -> str:
    """A new token with 178 random bits."""
    body = f"osm_{kind}_" + "".join(secrets.choice(_DIGITS) for _ in range(_RANDOM_LENGTH))
    return body + _checksum(body)


def has_token_form(text: str, kind: TokenKind) -> bool:
    """Whether the text has the form of such a token, its checksum included."""
    if not _PATTERN.fullmatch(text) or not text.startswith(f"osm_{kind}_"):
        return False
    return _checksum(text[:-_CHECKSUM_LENGTH]) == text[-_CHECKSUM_LENGTH:]


def hash_token(token: str) -> str:
    """What is kept of a token: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_user_code() -> str:
    """A code that a person compares and types, such as `BDFG-HJKL`: 34 bits, good for minutes."""
    half = "".join(secrets.choice(_USER_CODE_ALPHABET) for _ in range(_USER_CODE_HALF))
    other = "".join(secrets.choice(_USER_CODE_ALPHABET) for _ in range(_USER_CODE_HALF))
    return f"{half}-{other}"


def normal_user_code(text: str) -> str:
    """A user code as it is kept, from what a person typed: any case, with or without the hyphen and spaces."""
    letters = "".join(character for character in text.upper() if character in _USER_CODE_ALPHABET)
    return f"{letters[:_USER_CODE_HALF]}-{letters[_USER_CODE_HALF:]}"


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(_CHECKSUM_LENGTH):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
