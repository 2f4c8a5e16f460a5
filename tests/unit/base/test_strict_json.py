"""JSON where speed matters: all that Python's own module takes, only faster."""

import json
from typing import Any

import pytest

from osmosis_ai.base.strict_json import decode, encode


@pytest.mark.parametrize(
    "value",
    [
        {"text": "é 😀", "none": None, "list": [1, 2.5, True], "small": 1e-07, "big": 2**80},
        {"lone": "\ud800"},
        [],
    ],
    ids=["plain", "lone-surrogate", "empty"],
)
def test_what_is_encoded_is_decoded_to_the_same(value: Any):
    """By either; a lone surrogate, which a model can produce, is no reason to fail."""
    assert decode(encode(value)) == value == json.loads(encode(value))
    assert decode(json.dumps(value)) == value


def test_constants_are_taken_only_where_they_may_come():
    """A provider's log-probability may be -Infinity; a request may not hold one, and none is written."""
    assert decode(b'{"logprob": -Infinity}', constants=True) == {"logprob": float("-inf")}
    assert encode({"logprob": float("-inf")}) == b'{"logprob":null}'
    assert encode({"logprob": float("nan"), "token": "\ud800"}) == b'{"logprob":null,"token":"\\ud800"}'
    with pytest.raises(ValueError, match=r".+"):
        decode(b'{"temperature": NaN}')


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b'{"a": 1} x', b"[" * 100_000])
def test_what_is_no_json_is_a_value_error(raw: bytes):
    """However deep it is nested."""
    with pytest.raises(ValueError, match=r".+"):
        decode(raw)
