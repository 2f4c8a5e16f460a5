"""Secrets in every form that programs write them in, whole and in pieces."""

import itertools
import json
import string
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from osmosis_ai.base.redaction.redactor import REDACTED, Redactor, ambient_secrets, short_secrets

KEY = "sk-Canary/8+f3Q_zz9=A"
ODD = "p\"a\\s/ +é%\t\n'😀&x"
PEM = "-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQEF\nAASCAUAwggE8AgEAAkEAq7\nxY=\n-----END KEY-----\n"
PROVIDERS = """
    OPENAI ANTHROPIC XAI GEMINI GOOGLE OPENROUTER CEREBRAS AZURE TOGETHER FIREWORKS
    GROQ MISTRAL COHERE DEEPSEEK HUGGINGFACE WANDB OSMOSIS DAYTONA CURSOR MSWEA
"""
MARK = REDACTED.encode()


def percent(text: str, *, upper: bool) -> str:
    return "".join(f"%{byte:02X}" if upper else f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def slashed(text: str) -> str:
    return json.dumps(text).replace("/", "\\/")[1:-1]


def inner(dumped: str) -> str:
    return dumped[1:-1]


def nested(text: str, depth: int) -> str:
    """The text in JSON, that in a string of JSON, and so on."""
    return nested(inner(json.dumps(text)), depth - 1) if depth else text


FORMS: dict[str, Callable[[str], str]] = {
    "literal": lambda s: s,
    "base64": lambda s: b64encode(s.encode()).decode(),
    "base64 url-safe": lambda s: urlsafe_b64encode(s.encode()).decode(),
    "base64 after one byte": lambda s: b64encode(b":" + s.encode()).decode(),
    "base64 after two bytes": lambda s: b64encode(b"u:" + s.encode() + b"!").decode(),
    "base64 in a url": lambda s: quote(b64encode(b"user:" + s.encode() + b"?").decode(), safe=""),
    "base64 in JSON with escaped slashes": lambda s: slashed(b64encode(s.encode()).decode()),
    "quote": quote,
    "quote everything": lambda s: quote(s, safe=""),
    "quote_plus": quote_plus,
    "quote in lower case": lambda s: percent_lower(quote(s, safe="")),
    "quoted twice": lambda s: quote(quote(s, safe="")),
    "as JavaScript encodes a component": lambda s: quote(s, safe="!*'()"),
    "every byte percent-encoded": lambda s: percent(s, upper=True),
    "every byte percent-encoded, lower": lambda s: percent(s, upper=False),
    "JSON": lambda s: inner(json.dumps(s)),
    "JSON beyond ASCII": lambda s: inner(json.dumps(s, ensure_ascii=False)),
    "JSON with escaped slashes": slashed,
    "JSON in JSON": lambda s: nested(s, 2),
    "JSON in JSON in JSON": lambda s: nested(s, 3),
    "JSON with all escaped": lambda s: "".join(
        f"\\u{int.from_bytes(s.encode('utf-16-be')[at : at + 2]):04X}" for at in range(0, len(s.encode("utf-16-be")), 2)
    ),
    "JSON in a url": lambda s: quote(nested(s, 1)),
    "JSON in JSON in a url in a url": lambda s: quote(quote(nested(s, 2))),
    "hexadecimal": lambda s: s.encode().hex(),
    "hexadecimal, upper": lambda s: s.encode().hex().upper(),
    "a text as Python shows it": lambda s: inner(ascii(s)),
    "bytes as Python shows them": lambda s: repr(s.encode())[2:-1],
}


def percent_lower(quoted: str) -> str:
    head, *rest = quoted.split("%")
    return head + "".join(f"%{part[:2].lower()}{part[2:]}" for part in rest)


def core(encoded: str) -> str:
    """What no neighbour changes of a base64 text: all but its ends."""
    return encoded[3:-4]


values = st.text(
    st.one_of(st.sampled_from(string.ascii_letters + string.digits), st.characters(exclude_categories=["Cs"])),
    min_size=8,
    max_size=40,
).filter(lambda value: len(value.strip()) >= 8 and value == value.strip() and "REDACTED" not in value)
fillers = st.text(st.sampled_from('ab \n\r\\"%/+'), max_size=12)


@pytest.mark.parametrize("secret", [KEY, ODD, PEM], ids=["key", "odd characters", "several lines"])
@pytest.mark.parametrize("form", FORMS)
def test_known_form_is_replaced(form: str, secret: str):
    """A secret is found in each form, in texts and in bytes, and what is around it stays."""
    written = FORMS[form](secret.strip())
    clean = Redactor([secret])(f"before <{written}> after")
    assert clean.startswith("before <")
    assert clean.endswith("> after")
    assert REDACTED in clean
    assert core(written) not in clean
    assert len(clean.replace(REDACTED, "")) <= len("before <> after") + 12  # the ends of base64
    assert Redactor([secret])(f"before <{written}> after".encode()) == clean.encode()


@given(value=values, form=st.sampled_from(sorted(FORMS)), before=fillers, after=fillers)
@example(value="\\" * 8, form="JSON in JSON", before="\\", after="\\")
@example(value="0" * 8, form="hexadecimal", before="", after="")
def test_any_secret_in_any_form_is_gone(value: str, form: str, before: str, after: str):
    """Whatever a secret consists of and whatever stands around it, its form is not in what is left."""
    written = FORMS[form](value)
    clean = Redactor([value])(before + written + after)
    assert REDACTED in clean
    assert written not in clean
    assert value not in clean


@given(value=values, text=st.text(max_size=200))
def test_text_without_secrets_is_the_same_object(value: str, text: str):
    """Where there is nothing to replace, nothing is copied."""
    redact = Redactor([value])
    assume(not redact.spans(text.encode("utf-8", "surrogatepass")))
    assert redact(text) is text
    assert value not in text


@given(st.text(), st.binary())
def test_without_secrets_nothing_happens(text: str, data: bytes):
    """A redactor of nothing passes everything on as it came."""
    redact = Redactor(["", "  "])
    assert not redact
    assert redact(text) is text
    assert redact(data) is data
    assert redact.stream().feed(data) is data


@given(
    secrets=st.lists(values, min_size=1, max_size=3),
    parts=st.lists(
        st.one_of(fillers, st.tuples(st.integers(0, 2), st.sampled_from(sorted(FORMS)), st.integers(0, 60))),
        max_size=8,
    ),
    cuts=st.lists(st.integers(0, 400), max_size=12),
)
def test_a_stream_is_as_if_it_had_come_at_once(
    secrets: list[str], parts: list[str | tuple[int, str, int]], cuts: list[int]
):
    """However bytes are cut, the pieces together are what the whole would have become, half secrets included."""
    text = "".join(
        part if isinstance(part, str) else FORMS[part[1]](secrets[part[0] % len(secrets)])[: part[2] or None]
        for part in parts
    )
    data = text.encode()
    redact = Redactor(secrets)
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    stream = redact.stream()
    pieces = [stream.feed(data[begin:end]) for begin, end in itertools.pairwise(edges)]
    assert b"".join([*pieces, stream.close()]) == redact(data)


@given(st.text(st.sampled_from("ab"), min_size=8, max_size=12), st.text(st.sampled_from("ab"), max_size=60))
def test_repeating_secrets_in_repeating_text(value: str, text: str):
    """Occurrences that overlap go together, also a byte at a time."""
    redact = Redactor([value, value[1:] + "a"])
    stream = redact.stream()
    pieces = [stream.feed(text[at : at + 1]) for at in range(len(text))]
    assert b"".join([*pieces, stream.close()]).decode() == redact(text)
    assert value not in redact(text)


def test_longer_secrets_win_and_overlaps_go_as_a_whole():
    """A secret within another leaves no rest of it, nor do two that share an end."""
    redact = Redactor(["abcdefgh", "abcdefghijkl", "ijklmnopqrst"])
    assert redact("<abcdefghijkl>") == f"<{REDACTED}>"
    assert redact("<abcdefghijklmnopqrst>") == f"<{REDACTED}>"
    assert redact("abcdefghabcdefgh") == REDACTED * 2


def test_a_line_is_passed_on_at_once():
    """A whole line is held back only where it ends in the beginning of a secret of several lines."""
    stream = Redactor([KEY, PEM]).stream()
    assert stream.feed(b"ordinary\n") == b"ordinary\n"
    assert stream.feed(f"{KEY[:9]}\n".encode()) == f"{KEY[:9]}\n".encode()
    assert stream.feed(b"-----BEGIN KEY-----\n") == b""
    assert stream.feed(b"something else\n") == b"-----BEGIN KEY-----\nsomething else\n"
    assert stream.feed(PEM.strip().encode() + b"\n") == MARK + b"\n"
    assert stream.close() == b""


@pytest.mark.parametrize("form", FORMS)
def test_no_more_is_held_back_than_a_form_less_one(form: str):
    """However long a line without an end is, all but the last bytes of it are passed on."""
    redact = Redactor([KEY])
    stream = redact.stream()
    data = b"x" * 10_000 + FORMS[form](KEY).encode()[:-1]
    assert len(stream.feed(data)) > len(data) - redact.longest


def test_lines_of_a_key_are_found_one_by_one():
    """A key of several lines is recognised where each line is quoted or indented, but for lines that are no key's."""
    quoted = "".join(f"    > {line}\n" for line in PEM.splitlines())
    assert Redactor([PEM])(quoted) == (
        "    > -----BEGIN KEY-----\n" + f"    > {REDACTED}\n" * 2 + "    > xY=\n    > -----END KEY-----\n"
    )


def test_short_values_are_replaced_in_logs_alone_and_as_they_are():
    """Fewer than 8 characters would be found in innocent text; their names can be told, their values are not."""
    redact = Redactor([" abc123 ", KEY])
    assert redact("abc123") == "abc123"
    assert redact.logs(f"abc123 {KEY} {b64encode(b'abc123').decode()}") == f"{REDACTED} {REDACTED} YWJjMTIz"
    assert short_secrets({"B": "abc123", "A": "x", "LONG": KEY}) == ["A", "B"]
    logs_only = Redactor(["abc"])
    assert not logs_only
    assert logs_only.logs("abcd") == f"{REDACTED}d"


def test_variable_that_is_no_utf8_is_found_in_bytes():
    """What the environment holds in another encoding is recognised as the child prints it."""
    assert Redactor([b"caf\xe9-secret".decode("utf-8", "surrogateescape")])(b"<caf\xe9-secret>") == b"<" + MARK + b">"


def test_ambient_secrets_are_those_of_twenty_five_well_known_variables():
    """Values of at least 8 characters; the names that the documents list."""
    names = [f"{name}_API_KEY" for name in PROVIDERS.split()]
    names += ["HF_TOKEN", "OSMOSIS_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]
    environ = {name: f"value of {name}" for name in names}
    assert sorted(ambient_secrets(environ | {"OTHER_API_KEY": "not well known"})) == sorted(environ.values())
    assert len(environ) == 25
    assert ambient_secrets({"HF_TOKEN": "1234567", "OSMOSIS_TOKEN": "12345678"}) == ["12345678"]
