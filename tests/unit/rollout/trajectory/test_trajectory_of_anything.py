"""Whatever a framework puts into its messages, the trajectory is made, valid and saved."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import json
import tempfile
from pathlib import Path
from typing import Any

import jsonschema
import numpy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osmosis_ai.rollout.trajectory import (
    TrajectoryReport,
    convert_sample_to_trajectory,
    format_trajectory_json,
    save_trajectory,
)
from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.semantics.trajectories import check_trajectory
from osmosis_contract.models.trajectory import Trajectory
from osmosis_contract.spec import load

VALIDATOR = jsonschema.Draft202012Validator({**load("schemas"), "$ref": "#/$defs/Trajectory"})


class Scalar:
    """Looks like a scalar of an array library."""

    ndim = 0

    def __init__(self, value: object) -> None:
        self._value = value

    def item(self) -> object:
        """The value as a plain one."""
        return self._value


class Silent:
    """Cannot even be turned into text."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


def cycle() -> list[Any]:
    """A list that holds itself."""
    ring: list[Any] = [1]
    ring.append({"again": ring})
    return ring


def deep(levels: int) -> Any:
    """A value inside so many lists and objects."""
    value: Any = "bottom"
    for level in range(levels):
        value = [value] if level % 2 else {"k": value}
    return value


any_text = st.text(st.characters(), max_size=8)  # lone surrogates among them
whole = st.integers(-(10**25), 10**25)
figures = st.one_of(whole, st.floats(), st.booleans(), st.none(), any_text, st.sampled_from(["9", "-1", "1.5"]))
odd = st.one_of(
    st.binary(max_size=4),
    st.builds(object),
    st.builds(Silent),
    st.builds(cycle),
    st.builds(deep, st.integers(0, 300)),
    st.builds(Scalar, st.one_of(whole, st.floats(), st.booleans(), any_text, st.builds(object))),
    st.sets(st.integers(), max_size=2),
    st.tuples(st.integers(), any_text),
    st.just(decimal.Decimal("NaN")),
    st.just(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)),
    st.just(1 + 2j),
)
keys = st.one_of(any_text, st.integers(), st.none(), st.floats(), st.tuples(st.integers()))
anything = st.recursive(
    st.one_of(figures, odd),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=6,
)


def or_anything(usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly the usual values, and sometimes any at all."""
    return st.one_of(usual, usual, anything)


tokens = st.lists(or_anything(figures), max_size=3)
usages = st.dictionaries(
    st.sampled_from(
        [
            "prompt_tokens",
            "completion_tokens",
            "input_tokens",
            "output_tokens",
            "cached_tokens",
            "cost_usd",
            "prompt_tokens_details",
            "input_tokens_details",
            "x_details",
        ]
    ),
    or_anything(st.one_of(figures, st.dictionaries(st.just("cached_tokens"), figures))),
)
ids = st.sampled_from(["a", "b", "", 1, None])
times = st.one_of(st.integers(), st.floats(), st.sampled_from(["2026-01-01", "0001-01-01T00:00+23:59:59", "x"]))
functions = st.fixed_dictionaries(
    {},
    optional={
        "name": or_anything(st.just("f")),
        "arguments": or_anything(st.sampled_from(['{"a": NaN}', "{", "[1]"])),
    },
)
calls = st.fixed_dictionaries({}, optional={"id": or_anything(ids), "function": or_anything(functions)})
responses = st.fixed_dictionaries(
    {},
    optional={
        "model": or_anything(st.just("m")),
        "usage": or_anything(usages),
        "token_ids": or_anything(tokens),
    },
)
chat_messages = st.fixed_dictionaries(
    {},
    optional={
        "role": or_anything(
            st.sampled_from(["system", "developer", "user", "assistant", "assistant", "tool", "function", "critic"])
        ),
        "content": or_anything(st.lists(st.just({"type": "text", "text": "t"}))),
        "tool_calls": or_anything(st.lists(or_anything(calls), max_size=2)),
        "tool_call_id": or_anything(ids),
        "reasoning_content": anything,
        "created_at": or_anything(times),
        "extra": or_anything(
            st.fixed_dictionaries({}, optional={"timestamp": times, "response": or_anything(responses)})
        ),
        "model": anything,
        "usage": or_anything(usages),
        "prompt_token_ids": or_anything(tokens),
        "completion_token_ids": or_anything(tokens),
        "logprobs": or_anything(
            st.one_of(
                tokens,
                st.fixed_dictionaries({"content": st.lists(st.fixed_dictionaries({"logprob": figures}))}),
            )
        ),
        "provider_specific_fields": or_anything(responses),
    },
)
conversations = st.lists(
    st.one_of(chat_messages, chat_messages, st.dictionaries(any_text, anything, max_size=2)),
    min_size=1,
    max_size=4,
)
finite = st.floats(allow_nan=False, allow_infinity=False)
call_reports = st.fixed_dictionaries(
    {},
    optional={
        "prompt_tokens": whole,
        "cost_usd": finite,
        "completion_token_ids": st.lists(whole, max_size=2),
        "logprobs": st.lists(finite, max_size=2),
        "extra": st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=3), anything, max_size=2),
        "model_name": st.sampled_from([None, "", "m"]),
    },
)
sample_reports = st.fixed_dictionaries(
    {},
    optional={
        "llm_call_metrics": st.lists(call_reports, max_size=3),
        "final_metrics": st.dictionaries(
            st.sampled_from(["total_prompt_tokens", "total_cost_usd", "total_steps", "extra", "x"]), figures
        ),
    },
)
reports = st.builds(
    lambda samples: TrajectoryReport.read({"samples": samples}),
    st.dictionaries(st.sampled_from("ab"), sample_reports, max_size=2),
)


def sample_of(messages: list[dict[Any, Any]], fields: dict[Any, Any] | None = None) -> RolloutSample:
    """A sample with these messages, kept as they are, and the fields both as its metrics and its extra
    fields.
    """
    sample = RolloutSample(messages=[], trajectory_messages=[])
    sample.__dict__.update(trajectory_messages=messages, metrics=fields or {}, extra_fields=fields or {})
    return sample


def check_text(text: str) -> None:
    """The text is a valid trajectory, by the schema, the models and the rules beyond them."""
    VALIDATOR.validate(json.loads(text))
    assert check_trajectory(Trajectory.read_strict(text)) == []


@given(conversations, st.dictionaries(keys, anything, max_size=3), reports)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_messages_are_saved_as_a_valid_trajectory(
    messages: list[dict[Any, Any]], fields: dict[Any, Any], report: TrajectoryReport
):
    """NaN, surrogates, objects, cycles, depths: the file is there, and valid, and says what the
    conversion says.
    """
    sample = sample_of(messages, fields)
    with tempfile.TemporaryDirectory() as root:
        asyncio.run(
            save_trajectory(
                rollout_id="r",
                result=ExecutionResult.model_construct(status=RolloutStatus("success"), sample=sample),
                request_metadata=fields,
                request_extra_fields=fields,
                report=report,
                artifact_root=Path(root),
                diagnostics=fields,
            )
        )
        check_text((Path(root) / "r" / "trajectory.json").read_text("ascii"))
        assert (Path(root) / "r" / "diagnostics.json").exists() == bool(fields)
    converted = format_trajectory_json(convert_sample_to_trajectory(sample, rollout_id="r", request_metadata=fields))
    check_text(converted)


def test_scalars_of_numpy_are_numbers():
    """Counts, ids and log-probabilities that are NumPy scalars are carried as numbers."""
    usage = {"prompt_tokens": numpy.int64(3), "cost_usd": numpy.float32(0.5)}
    message = {"role": "assistant", "content": "x", "usage": usage, "token_ids": [numpy.int32(7)]}
    [step] = convert_sample_to_trajectory(sample_of([message]), rollout_id="r").to_wire()["steps"]
    assert step["metrics"] == {"prompt_tokens": 3, "cost_usd": 0.5, "completion_token_ids": [7]}
