"""Keeping secrets out of what is written.

A `Redactor` knows the values and finds them in every form of `secret_forms.py`, in a text, in bytes, and in bytes that
come in pieces. Where occurrences overlap, the whole of them becomes one `[REDACTED]`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping

from osmosis_ai.base.redaction.secret_forms import MARKS, escaped_patterns, literals

__all__ = ["REDACTED", "SHORTEST", "RedactionStream", "Redactor", "ambient_secrets", "short_secrets"]

REDACTED = "[REDACTED]"
SHORTEST = 8
_MARK = REDACTED.encode()
_PROVIDERS = """
    OPENAI ANTHROPIC XAI GEMINI GOOGLE OPENROUTER CEREBRAS AZURE TOGETHER FIREWORKS GROQ MISTRAL COHERE DEEPSEEK
    HUGGINGFACE WANDB OSMOSIS DAYTONA CURSOR MSWEA
"""
_AMBIENT = (
    *(f"{provider}_API_KEY" for provider in _PROVIDERS.split()),
    "HF_TOKEN",
    "OSMOSIS_TOKEN",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
)


class Redactor:
    """Replaces every known secret, in every form, by `[REDACTED]`. Without secrets it costs nothing.

    White space around a value is not part of it. A value of fewer than 8 characters would be found in innocent text: it
    is looked for only as it is, and one of fewer than `shortest` not at all. Safe to share between threads.
    """

    def __init__(self, values: Iterable[str], *, shortest: int = SHORTEST) -> None:
        self._values = {value.strip() for value in values} - {""}
        known = sorted(value for value in self._values if len(value) >= shortest)
        long = [value for value in known if len(value) >= SHORTEST]
        short = {value.encode("utf-8", "surrogatepass") for value in known if len(value) < SHORTEST}
        self._literals = sorted(short.union(*map(literals, long)))
        self._patterns = [form for value in long for form in escaped_patterns(value)]
        self._broken = [form for form in self._literals if b"\n" in form]
        self.longest = max([*map(len, self._literals), *(form.longest for form in self._patterns)], default=0)

    def __bool__(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._literals)

    @functools.cached_property
    def logs(self) -> Redactor:
        """The same for logs, where values of any length are looked for."""
        return Redactor(self._values, shortest=1)

    def __call__[Text: (str, bytes)](self, text: Text) -> Text:
        """The text without the secrets; the very same object where it has none."""
        if not self._literals:
            return text
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        spans = self.spans(data)
        if not spans:
            return text
        clean = b"".join(_spliced(data, spans))
        return clean.decode("utf-8", "surrogatepass") if isinstance(text, str) else clean

    def spans(self, data: bytes) -> list[tuple[int, int]]:
        """Where every form of every secret begins and ends, overlapping ones too, in order of their beginnings."""
        found = [span for form in self._literals if form in data for span in _occurrences(form, data)]
        marks = {mark for mark in MARKS if mark in data}
        for pattern in self._patterns if marks else ():
            if pattern.may_be_in(data, marks):
                at = 0
                while match := pattern.pattern.search(data, at):
                    found.append(match.span())
                    at = match.start() + 1
        found.sort()
        return found

    def stream(self) -> RedactionStream:
        """For bytes that come in pieces."""
        return RedactionStream(self)

    def flushable_prefix_length(self, data: bytes) -> int:
        """How much of the data cannot be part of a secret that goes on in what follows it.

        That is all of the lines it has, unless a secret of several lines may have begun, and of the line it ends in all
        but one byte less than the longest form has.
        """
        lines = data.rfind(b"\n") + 1
        cut = max(lines, len(data) - self.longest + 1)
        for form in self._broken:
            first_line = form[: form.index(b"\n") + 1]
            at = data.find(first_line, max(0, len(data) - len(form) + 1))
            while 0 <= at < cut:
                if form.startswith(data[at:]):
                    cut = at
                at = data.find(first_line, at + 1)
        return cut


class RedactionStream:
    """Redacts bytes that come in pieces, exactly as if they had come at once.

    What may be the beginning of a secret is held back until more comes or the stream is closed: of a line without its
    end less than the longest form, of whole lines only those that begin a secret of several lines.
    """

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._held = b""
        self._covered = 0  # how much of what is held belongs to a secret that has been replaced

    def feed(self, data: bytes | str) -> bytes:
        """What can be passed on, now that this has come."""
        more = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        if not self._redactor:
            return more
        held = self._held + more
        return self._passed_on(held, self._redactor.flushable_prefix_length(held))

    def close(self) -> bytes:
        """The rest."""
        return self._passed_on(self._held, len(self._held))

    def _passed_on(self, data: bytes, cut: int) -> bytes:
        spans = [span for span in self._redactor.spans(data) if span[0] < cut]
        reach = max([self._covered, *(end for _, end in spans)])
        clean = b"".join(_spliced(data, spans, begin=self._covered, end=cut))
        self._held, self._covered = data[cut:], max(0, reach - cut)
        return clean


def _occurrences(form: bytes, data: bytes) -> Iterator[tuple[int, int]]:
    at = data.find(form)
    while at >= 0:
        yield at, at + len(form)
        at = data.find(form, at + 1)


def _spliced(
    data: bytes, spans: Iterable[tuple[int, int]], *, begin: int = 0, end: int | None = None
) -> Iterator[bytes]:
    """The data from `begin` to `end`, a mark in place of each span. One that begins before `begin` has had its mark."""
    stop = len(data) if end is None else end
    at = begin
    for first, last in spans:
        if first >= at:
            yield data[at:first]
            yield _MARK
        at = max(at, last)
    yield data[at:stop]


def ambient_secrets(environ: Mapping[str, str] | None = None) -> list[str]:
    """Values of well-known credential variables that are long enough to be recognised without harm."""
    variables = os.environ if environ is None else environ
    return [variables[name] for name in sorted(_AMBIENT) if len(variables.get(name, "")) >= SHORTEST]


def short_secrets(named: Mapping[str, str]) -> list[str]:
    """The names of the secrets whose values are too short to be looked for anywhere but in logs."""
    return sorted(name for name, value in named.items() if len(value.strip()) < SHORTEST)
