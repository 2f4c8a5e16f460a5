"""Figures of model calls: read off messages, laid over steps from a report, added up."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from osmosis_ai.base.numbers import INT64, short_number
from osmosis_ai.rollout.wire import json_safe
from osmosis_contract.models.trajectory import FinalMetrics

__all__ = ["call_metrics", "lay_over", "message_metrics", "reported_totals"]

logger = logging.getLogger(__name__)

JsonObject = dict[str, Any]

_COUNTS = ("prompt_tokens", "completion_tokens", "cached_tokens")
_TOTALS = (*_COUNTS, "cost_usd")
_LISTS = ("prompt_token_ids", "completion_token_ids", "logprobs")
_OTHER_NAMES = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
_CACHE_DETAILS = ("prompt_tokens_details", "input_tokens_details")
_DETAILS = "_details"


def _count(value: Any) -> int | None:
    if isinstance(value, str):
        value = short_number(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if value in INT64 else None


def _number(value: Any) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return value if float(value) - float(value) == 0 else None
    except OverflowError:
        return None


def _list(name: str, value: Any) -> list[Any] | None:
    """The value as the list its member wants: whole numbers as ids, numbers as logprobs; else None."""
    if name == "logprobs":
        if isinstance(value, Mapping):
            value = value.get("content")
        if isinstance(value, list):
            value = [entry.get("logprob") if isinstance(entry, Mapping) else entry for entry in value]
        clean = _number
    else:
        clean = _count
    if not isinstance(value, list) or not value:
        return None
    entries = [clean(entry) for entry in value]
    return None if None in entries else entries


def _members(found: Mapping[str, Any], extra: JsonObject) -> JsonObject:
    """The members of step metrics among what was found; a list that fits none goes to `extra` as it is."""
    members: JsonObject = {}
    for name in _COUNTS:
        count = _count(found.get(name))
        if count is not None:
            members[name] = count
    cost = _number(found.get("cost_usd"))
    if cost is not None:
        members["cost_usd"] = cost
    for name in _LISTS:
        value = found.get(name)
        if value is None:
            continue
        entries = _list(name, value)
        if entries is not None:
            members[name] = entries
        if value not in (entries, []):
            extra[name] = value
    if extra:
        members["extra"] = extra
    return members


def _places(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Where servers and clients put what belongs to the response behind a message."""
    yield message
    extra = message.get("extra")
    if isinstance(extra, Mapping) and isinstance(extra.get("response"), Mapping):
        yield extra["response"]
    fields = message.get("provider_specific_fields")
    if isinstance(fields, Mapping):
        yield fields


def message_metrics(message: Mapping[str, Any]) -> JsonObject:
    """The metrics that an assistant's message brings: usage, token ids, log-probabilities. Empty if none."""
    found: JsonObject = {}
    extra: JsonObject = {}
    for place in _places(message):
        usage = place.get("usage")
        if isinstance(usage, Mapping) and "usage" not in found:
            found["usage"] = usage
        for name in _LISTS:
            if name not in found and place.get(name) is not None:
                found[name] = place[name]
        if "completion_token_ids" not in found and place.get("token_ids") is not None:
            found["completion_token_ids"] = place["token_ids"]
    if not found:
        return found
    usage = found.pop("usage", None)
    if usage is not None:
        _read_usage(usage, found, extra)
    return _members(found, extra)


def _read_usage(usage: Mapping[str, Any], found: JsonObject, extra: JsonObject) -> None:
    for name in _TOTALS:
        value = usage.get(name)
        if value is None and name in _OTHER_NAMES:
            value = usage.get(_OTHER_NAMES[name])
        found[name] = value
    for name, details in usage.items():
        if name.endswith(_DETAILS) and isinstance(details, Mapping):
            extra[name] = details
            if found["cached_tokens"] is None and name in _CACHE_DETAILS:
                found["cached_tokens"] = details.get("cached_tokens")


def call_metrics(call: Mapping[str, Any]) -> JsonObject:
    """One call of a report as plain JSON: its known members that have a value, as JSON can carry them."""
    call = json_safe({name: value for name, value in call.items() if value is not None})
    given = call.get("extra")
    members = _members(call, dict(given) if isinstance(given, Mapping) else {})
    model = call.get("model_name")
    if isinstance(model, str):
        members["model_name"] = model
    return members


def lay_over(steps: Iterable[JsonObject], calls: Iterable[JsonObject]) -> None:
    """Lays call i over agent step i; there are as many of both. What a call does not know stays as it is."""
    for step, call in zip(steps, calls, strict=True):
        members = dict(call)
        model = members.pop("model_name", None)
        if model:
            step["model_name"] = model
        step["llm_call_count"] = 1
        if not members:
            continue
        metrics = {**step.get("metrics", {}), **members}
        extra = {**step.get("metrics", {}).get("extra", {}), **members.get("extra", {})}
        if extra:
            metrics["extra"] = extra
        step["metrics"] = metrics


def reported_totals(given: Mapping[str, Any] | None, calls: Iterable[JsonObject]) -> JsonObject:
    """The totals that a report states, else the sums over its calls that are finite; without `total_steps`."""
    stated = {name: value for name, value in (given or {}).items() if value is not None}
    try:
        FinalMetrics.read_strict(stated)
    except ValueError as error:
        logger.warning("the final metrics of a trajectory report are ignored: %s", error)
    else:
        stated.pop("total_steps", None)
        if stated:
            carried: JsonObject = json_safe(stated)
            return carried
    totals: JsonObject = {}
    for call in calls:
        for name in _TOTALS:
            if name in call:
                totals[f"total_{name}"] = totals.get(f"total_{name}", 0) + call[name]
    return {name: total for name, total in totals.items() if _number(total) is not None}
