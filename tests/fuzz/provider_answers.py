"""Answers of providers as they might come: valid ones with members left out, renamed, retyped, repeated and cut."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["FuzzedAnswer", "fuzzed_answer"]

_MIB = 1024 * 1024
_WORDS = (
    "56",
    "",
    " ",
    "multiply",
    "Ünï¢ødé \U0001f600",
    "\u202e",
    "data: [DONE]",
    "a\nb",
    '{"a": 7}',
    "null",
    "\ud83d",
)
_TOOLS = ("f", "g", "", "no such tool", "f" * 300, "f\n")
_STATUSES = (
    400,
    401,
    402,
    403,
    404,
    405,
    408,
    409,
    413,
    418,
    422,
    423,
    424,
    425,
    429,
    451,
    499,
    500,
    501,
    502,
    503,
    529,
)
_RETRY_AFTER = ("0", "7", "inf", "nan", "-1", "1e9", "9" * 400, "soon", "", "Tue, 01 Dec 2026 00:00:00 GMT", "1.5", "²")
_NUMBERS = (0, -1, 1, 2.0, 2.5, 2**63, -(2**63), 10**40, True, None, "12", float("nan"), float("inf"), [], {})


@dataclass(frozen=True, slots=True)
class FuzzedAnswer:
    """What the provider sends: a status, headers, and blocks of a body, perhaps cut off by a broken connection."""

    status: int
    headers: list[tuple[str, str]]
    blocks: Callable[[], Iterator[bytes]]
    breaks: bool = False
    note: str = ""


class _Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *values: Any) -> Any:
        return self.random.choice(values)

    def odd(self, depth: int = 2) -> Any:
        """Any JSON value."""
        kind = self.random.randrange(9 if depth else 6)
        if kind < 2:
            return self.random.choice(_WORDS)
        if kind < 4:
            return self.random.choice(_NUMBERS)
        if kind == 4:
            return None
        if kind == 5:
            return self.chance(0.5)
        if kind == 6:
            return [self.odd(depth - 1) for _ in range(self.random.randrange(3))]
        names = ("text", "type", "content", "name", "id", "index", "arguments", "function", "message", "error", "code")
        return {self.random.choice(names): self.odd(depth - 1) for _ in range(self.random.randrange(4))}

    def member(self, into: dict[str, Any], name: str, value: Any, share: float = 0.12) -> None:
        """The member as it should be; now and then it is missing, null or of another type."""
        if self.chance(share):
            fate = self.random.randrange(3)
            if fate == 0:
                return
            value = None if fate == 1 else self.odd()
        into[name] = value

    def content(self) -> Any:
        kind = self.random.randrange(10)
        if kind < 5:
            return self.random.choice(_WORDS)
        if kind < 7:
            return [self.part() for _ in range(self.random.randrange(4))]
        return self.odd()

    def part(self) -> Any:
        return self.pick(
            {"type": "text", "text": "56"},
            {"type": "output_text", "text": "56"},
            {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
            {"type": "refusal", "refusal": "no"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
            "56",
            self.odd(),
        )

    def arguments(self) -> Any:
        return self.pick('{"a": 7}', "", "{}", '{"a":', {"a": 7}, [1], 5, None, "null", "[1]", self.odd())

    def call(self, number: int) -> dict[str, Any]:
        function: dict[str, Any] = {}
        self.member(function, "name", self.random.choice(_TOOLS))
        self.member(function, "arguments", self.arguments())
        call: dict[str, Any] = {}
        self.member(call, "id", self.pick(f"call_{number}", f"call_{number}", "call_0", "", 0))
        self.member(call, "type", "function")
        self.member(call, "index", self.pick(number, 0, None, -1, "0", 2**70), 0.3)
        self.member(call, "function", function, 0.05)
        if self.chance(0.05):
            call |= {"name": "f", "input": {"a": 1}}
        return call

    def message(self) -> dict[str, Any]:
        message: dict[str, Any] = {}
        self.member(message, "role", "assistant")
        self.member(message, "content", self.content())
        if self.chance(0.4):
            self.member(message, "tool_calls", [self.call(number) for number in range(self.random.randrange(4))])
        if self.chance(0.1):
            self.member(message, "function_call", {"name": "f", "arguments": self.arguments()})
        for name in ("reasoning_content", "reasoning", "refusal", "thinking_blocks", "annotations", "audio", "images"):
            if self.chance(0.08):
                message[name] = self.pick("hm", self.odd(), [{"type": "thinking", "thinking": "hm"}])
        return message

    def usage(self) -> Any:
        usage: dict[str, Any] = {}
        for name in ("prompt_tokens", "completion_tokens", "total_tokens"):
            self.member(usage, name, self.pick(11, 3, *_NUMBERS), 0.1)
        if self.chance(0.2):
            usage["prompt_tokens_details"] = self.pick({"cached_tokens": 2**63}, self.odd())
        if self.chance(0.1):
            usage["cost"] = self.random.choice(_NUMBERS)
        return usage

    def choice(self, said: str) -> dict[str, Any]:
        choice: dict[str, Any] = {}
        self.member(choice, "index", 0)
        self.member(choice, said, self.message(), 0.04)
        self.member(choice, "finish_reason", self.pick("stop", "tool_calls", "length", "error", "STOP", 7))
        if self.chance(0.1):
            choice["logprobs"] = self.pick({"content": [{"token": "a", "logprob": -0.5}, self.odd()]}, self.odd())
        if self.chance(0.1):
            choice["token_ids"] = self.pick([1, 2], [1, "x"], self.odd())
        return choice

    def envelope(self, kind: str, choices: Any) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        self.member(answer, "id", "chatcmpl-fuzz", 0.08)
        self.member(answer, "object", kind, 0.08)
        self.member(answer, "created", self.pick(1700000000, 1.5, 10**30, "now"), 0.08)
        self.member(answer, "model", "m", 0.08)
        self.member(answer, "choices", choices, 0.06)
        if self.chance(0.7):
            self.member(answer, "usage", self.usage(), 0.1)
        if self.chance(0.04):
            answer["error"] = self.pick({"message": "busy", "code": self.pick(429, "429", 503, "x")}, self.odd())
        return answer

    def whole(self) -> dict[str, Any]:
        choices: Any = [self.choice("message")]
        if self.chance(0.05):
            choices = self.pick([], choices[0], [None], [*choices, *choices])
        return self.envelope("chat.completion", choices)

    def chunks(self) -> list[Any]:
        """A stream: mostly well-formed pieces, ended by a finish reason, with usage somewhere."""
        chunks: list[Any] = []
        calls = self.random.randrange(3) if self.chance(0.5) else 0
        for _ in range(self.random.randrange(4)):
            chunks.append(self.piece({"content": self.content()}))
        for number in range(calls):
            whole = self.call(number)
            chunks.append(self.piece({"tool_calls": [whole]}))
            rest = {"function": {"arguments": self.arguments()}}
            for name in ("index", "id"):
                if name in whole and self.chance(0.6):
                    rest[name] = whole[name]
            if self.chance(0.5):
                chunks.append(self.piece({"tool_calls": self.pick([rest], rest, [None], "x")}))
        if self.chance(0.15):
            chunks.append(self.piece(self.message()))
        if self.chance(0.9):
            last = self.piece({})
            last["choices"] = [{"index": 0, "delta": {}, "finish_reason": self.pick("stop", "tool_calls", "length", 5)}]
            chunks.append(last)
        if self.chance(0.5):
            chunks.append({"choices": self.pick([], None, [None]), "usage": self.usage()})
        if self.chance(0.1):
            chunks.insert(self.random.randrange(len(chunks) + 1), self.odd())
        if self.chance(0.1):
            self.random.shuffle(chunks)
        return chunks

    def piece(self, delta: dict[str, Any]) -> dict[str, Any]:
        choice: dict[str, Any] = {"index": 0}
        self.member(choice, "delta", delta, 0.03)
        self.member(choice, "finish_reason", None, 0.03)
        return self.envelope("chat.completion.chunk", [choice]) | ({} if self.chance(0.5) else {"usage": None})

    def events(self) -> bytes:
        end = self.pick("\n", "\n", "\n", "\r\n", "\r")
        lines: list[str] = []
        for chunk in self.chunks():
            if self.chance(0.1):
                lines += [self.pick(": ping", "event: ping", "retry: inf", "data:", "id: 5", "nonsense"), ""]
            lines += [f"data:{self.pick(' ', '')}{json.dumps(chunk)}", ""]
        if self.chance(0.85):
            lines += ["data: [DONE]", *([""] if self.chance(0.9) else [])]
        text = end.join([*lines, ""])
        body = text.encode("utf-8", "surrogatepass")
        return b"\xef\xbb\xbf" + body if self.chance(0.02) else body

    def headers(self, content_type: str) -> list[tuple[str, str]]:
        if self.chance(0.03):
            content_type = self.pick("text/plain", "text/html", "application/json", "text/event-stream", "")
        headers = [("content-type", content_type)]
        if self.chance(0.1):
            headers.append(("retry-after", self.random.choice(_RETRY_AFTER)))
        if self.chance(0.05):
            headers.append((self.pick("x-should-retry", "connection", "date", "x"), self.pick("true", "close", "soon")))
        return headers


def fuzzed_answer(seed: int, *, stream: bool) -> FuzzedAnswer:
    """The answer for a seed, as a stream where one is asked for, and now and then the other."""
    maker = _Maker(seed)
    if seed % 5000 in {17, 18, 19}:
        return _huge(maker, seed % 5000, stream=stream)
    if maker.chance(0.12):
        return _refusal(maker)
    streamed = stream != maker.chance(0.03)
    body = maker.events() if streamed else _encoded(maker)
    headers = maker.headers("text/event-stream" if streamed else "application/json")
    if maker.chance(0.06):
        body = maker.pick(
            body[: maker.random.randrange(len(body) + 1)], b"", b"<html>", b"[" * 5000, b"\xff\xfe", b"null"
        )
    if maker.chance(0.06):
        body, encoding = maker.pick(
            (gzip.compress(body, 1), "gzip"), (zlib.compress(body), "deflate"), (body, "br"), (body, "gzip")
        )
        headers.append(("content-encoding", encoding))
    return FuzzedAnswer(200, headers, _blocks(maker, body), breaks=maker.chance(0.03))


def _encoded(maker: _Maker) -> bytes:
    answer = maker.whole()
    if maker.chance(0.02):
        return json.dumps([answer, maker.odd()]).encode()
    return json.dumps(answer, ensure_ascii=maker.chance(0.9)).encode("utf-8", "surrogatepass")


def _refusal(maker: _Maker) -> FuzzedAnswer:
    said = {"message": maker.pick("no", "insufficient_quota", 5), "code": maker.pick(None, "insufficient_quota", 429)}
    body = maker.pick(
        json.dumps({"error": said}).encode(), json.dumps(maker.odd()).encode(), b"", b"<html>busy</html>", b"\xff"
    )
    status = maker.random.choice(_STATUSES)
    headers = [("content-type", "application/json"), ("retry-after", maker.random.choice(_RETRY_AFTER))]
    return FuzzedAnswer(status, headers, _blocks(maker, body), note=f"status {status}")


def _huge(maker: _Maker, which: int, *, stream: bool) -> FuzzedAnswer:
    """More than anything may take: zeros compressed a thousandfold, one line without end, events without end."""
    kind = "text/event-stream" if stream else "application/json"
    if which == 17:
        bomb = gzip.compress(bytes(96 * _MIB), 9)
        return FuzzedAnswer(
            200, [("content-type", kind), ("content-encoding", "gzip")], _blocks(maker, bomb), note="bomb"
        )
    if which == 18:
        line = b"data: " + b"x" * _MIB
        return FuzzedAnswer(200, [("content-type", kind)], lambda: iter([line, *[b"x" * _MIB] * 80]), note="line")
    event = b'data: {"choices": [{"delta": {"role": "assistant"}}], "pad": "' + b"x" * _MIB + b'"}\n\n'
    return FuzzedAnswer(200, [("content-type", kind)], lambda: iter([event] * 80), note="events")


def _blocks(maker: _Maker, body: bytes) -> Callable[[], Iterator[bytes]]:
    size = maker.pick(1 << 16, 1 << 16, 1 << 16, 1000, 7) if len(body) < 20_000 else 1 << 16
    return lambda: (body[start : start + size] for start in range(0, len(body), size))
