"""A rollout's chat request on its way to the model: parsed, merged, checked, and nothing silently dropped."""

from dataclasses import dataclass
from typing import Any, NoReturn

from osmosis_ai.base.strict_json import decode
from osmosis_ai.models.bridge.control_fields import control_fields_in


class RequestRefusedError(Exception):
    """The bridge will not pass this request on. `message` says why, `status` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class BridgeRequest:
    """What a request comes down to: the body for the model, and how its sender wants the answer."""

    body: dict[str, Any]
    stream: bool
    model: str | None
    include_usage: bool = False

    @classmethod
    def read(cls, raw: bytes, reserved: frozenset[str] = frozenset()) -> "BridgeRequest":
        """Read a request body. Raises RequestRefusedError (400) with every refused field named.

        `extra_body` is merged over the body, object by object, and its values win. `model`, `stream` and `n` are the
        bridge's, and so is `stream_options` where no stream is asked for; all the rest goes to the model as it came.
        """
        body = _parse(raw)
        if "extra_body" in body:
            body = _merge_extra(body)
        if refused := control_fields_in(body, reserved):
            _refuse(f"These fields are set by the run, not by a request: {', '.join(refused)}.")
        model, stream, n = body.pop("model", None), body.pop("stream", None), body.pop("n", None)
        options = body.pop("stream_options", None)
        if not (stream is None or isinstance(stream, bool)):
            _refuse("stream must be true, false or null.")
        if not (n is None or (type(n) is int and n == 1)):
            _refuse("n must be 1: every rollout follows one conversation.")
        if not (model is None or isinstance(model, str)):
            _refuse("model must be a string.")
        if not (options is None or isinstance(options, dict)):
            _refuse("stream_options must be an object.")
        include_usage = options.get("include_usage") if options else None
        if not (include_usage is None or isinstance(include_usage, bool)):
            _refuse("stream_options.include_usage must be true, false or null.")
        messages = body.get("messages")
        if not isinstance(messages, list) or not messages or not all(isinstance(turn, dict) for turn in messages):
            _refuse("messages must be a non-empty array of objects.")
        if stream and options:
            body["stream_options"] = options
        return cls(body=body, stream=bool(stream), model=model, include_usage=bool(include_usage))


def _parse(raw: bytes) -> dict[str, Any]:
    try:
        body = decode(raw)
    except ValueError:
        _refuse("The request body is not valid JSON.")
    if not isinstance(body, dict):
        _refuse("The request body must be a JSON object.")
    return body


def _merge_extra(body: dict[str, Any]) -> dict[str, Any]:
    extra = body.pop("extra_body")
    if not isinstance(extra, dict):
        _refuse("extra_body must be an object.")
    if "extra_body" in extra:
        _refuse("extra_body must not hold another extra_body.")
    return deep_merge(body, extra)


def deep_merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """`base` with the values of `over`, which win; two objects under one key are merged the same way."""
    merged = dict(base)
    for key, value in over.items():
        held = merged.get(key)
        merged[key] = deep_merge(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return merged


def _refuse(message: str) -> NoReturn:
    raise RequestRefusedError(400, message)
