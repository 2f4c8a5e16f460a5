"""What user code made, as the wire carries it: mended, or left out with a warning, and never an error."""

from __future__ import annotations

import datetime
import enum
import json
import logging
import math
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rollout_support import failed, succeeded
from test_rollout_types import Scalar

from osmosis_ai.rollout import ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout.wire import carried_fields, json_safe, result_response, result_sample, utf8_text
from osmosis_contract.base import parse_json

NAN, INF = math.nan, math.inf


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError


class Number(enum.IntEnum):
    ONE = 1


CYCLE: list[Any] = []
CYCLE.append(CYCLE)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "mended"),
    [
        (NAN, None),
        ([INF, -INF, 1.5], [None, None, 1.5]),
        ((1, (2,)), [1, [2]]),
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\ude00", "\U0001f600"),
        ({"k\ud800": 1}, {"k\ufffd": 1}),
        (Path("/x"), "/x"),
        (Unprintable(), "<Unprintable>"),
        ([Unprintable(), NAN, "kept"], ["<Unprintable>", None, "kept"]),
        (Scalar(3), 3),
        (Scalar(NAN), None),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (Number.ONE, 1),
        ({1: "a", None: "b"}, {"1": "a", "None": "b"}),
        (b"text", "text"),
        (b"\xff", "\ufffd"),
        (True, True),
        (None, None),
        (10**20, 10**20),
        ([10**5000, "\ud800"], ["<int>", "\ufffd"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_messages_are_mended(value: object, mended: object):
    """Not finite is null, a lone surrogate U+FFFD, a tuple a list, an object its text, and all the rest is kept."""
    assert json_safe(value) == mended


def test_messages_without_end_are_cut():
    """A cycle and nesting beyond what readers take are cut where they become too deep."""
    for value in (CYCLE, nested(5000), {"a": CYCLE}):
        assert "nested too deeply" in json.dumps(json_safe(value))
    assert json_safe(nested(100)) == nested(100)


def test_a_cycle_that_branches_ends():
    """What stands inside itself is cut where it does, so that nothing grows without end."""
    branching: list[Any] = []
    branching += [branching, branching, 1]
    assert json_safe(branching) == ["<list nested too deeply>", "<list nested too deeply>", 1]
    assert carried_fields({"a": branching, "b": 1}, "metrics") == {"b": 1}


def test_arrays_are_lists_and_scalars_numbers():
    """Token ids that a library keeps in arrays are not lost, in messages and in fields; NaN among them is."""
    held = {
        "ids": numpy.arange(3),
        "matrix": numpy.ones((2, 2), dtype=numpy.float32),
        "flag": numpy.bool_(True),
        "one": numpy.float32(0.5),
        "zero_d": numpy.array(7),
    }
    plain = {"ids": [0, 1, 2], "matrix": [[1.0, 1.0], [1.0, 1.0]], "flag": True, "one": 0.5, "zero_d": 7}
    assert json_safe([held]) == [plain]
    assert carried_fields(held, "metrics") == plain
    gaps = {"gaps": numpy.array([1.0, NAN])}
    assert json_safe([gaps]) == [{"gaps": [1.0, None]}]
    assert carried_fields(gaps, "metrics") == {}


@pytest.mark.parametrize(
    ("fields", "kept", "lost"),
    [
        ({"a": 1, "b": NAN}, {"a": 1}, ["b"]),
        ({"a": [1, INF]}, {}, ["a"]),
        ({"a": Scalar(0.5), "b": Scalar(True), "c": Scalar("t")}, {"a": 0.5, "b": True, "c": "t"}, []),
        ({1: "i", 2.5: "f", (1,): "t"}, {"1": "i", "2.5": "f"}, ["(1,)"]),
        ({"a": object(), "b": {"c": {3: 4}}}, {"b": {"c": {"3": 4}}}, ["a"]),
        ({"\ud800": 1, "b": "\ud800"}, {}, ["\ufffd", "b"]),
        ({"a": nested(100), "b": nested(500), "c": CYCLE}, {"a": nested(100)}, ["b", "c"]),
        ({"a": 10**5000, "b": 10**30}, {"b": 10**30}, ["a"]),
        ({"a": b"bytes"}, {}, ["a"]),
    ],
    ids=["plain", "inner", "scalars", "keys", "objects", "surrogates", "deep", "huge", "bytes"],
)
def test_fields_that_cannot_be_carried_are_left_out(
    fields: Any, kept: object, lost: list[str], caplog: pytest.LogCaptureFixture
):
    """Foreign scalars become plain ones, numeric keys text; the rest goes, with one warning that names it."""
    with caplog.at_level(logging.WARNING):
        assert carried_fields(fields, "metrics") == kept
    assert len(caplog.records) == bool(lost)
    assert all(name in caplog.text for name in lost)


def test_a_key_that_is_a_truth_value_is_left_out():
    """True is no number among keys."""
    assert carried_fields({True: 1, "a": 2}, "metrics") == {"a": 2}


@pytest.mark.parametrize(("text", "mended"), [("a", "a"), ("é\ud800", "é\ufffd"), ("\udfff\ud800", "\ufffd\ufffd")])
def test_text_is_always_utf_8(text: str, mended: str):
    """Lone surrogates are replaced one by one."""
    assert utf8_text(text) == mended


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.binary()
    | st.builds(Unprintable)
    | st.builds(Scalar, st.floats() | st.text()),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(exclude_categories=())) | st.integers() | st.booleans(), inner)
        | st.tuples(inner)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("depth", range(175, 205))
def test_messages_as_deep_as_readers_go_are_delivered(depth: int):
    """At whatever depth they are cut, the answer as a whole can be read."""
    sample = RolloutSample(messages=[{"m": nested(depth)}], metrics={"m": nested(depth)}, trajectory_messages=None)
    answer = result_response("a", ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample))
    assert len(parse_json(answer.to_json())["sample"]["messages"]) == 1


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a loaded machine draws slowly
@given(value=values)
def test_whatever_a_sample_holds_arrives_as_json(value: Any):
    """Any messages, metrics and fields give a body that a strict reader takes."""
    sample = RolloutSample(messages=[{"m": value}], label="l\ud800", reward=0.5)
    sample.metrics = {"v": value}
    sample.extra_fields["f"] = value
    wire = result_sample(sample, rewarded=True)
    read = type(wire).read_strict(parse_json(wire.to_json()))
    assert (read.reward, read.label, len(read.messages)) == (0.5, "l\ufffd", 1)


def test_a_sample_past_mending_keeps_label_reward_and_removal():
    """Messages that are no list of objects any more cost the messages, not the reward."""
    sample = RolloutSample(messages=[{"a": 1}], label="56", reward=0.5, metrics={"m": 1})
    sample.messages.append("text")  # type: ignore[arg-type]
    wire = result_sample(sample, rewarded=True)
    assert (wire.messages, wire.metrics, wire.label, wire.reward) == ([], {}, "56", 0.5)


@pytest.mark.parametrize(
    ("rewarded", "removed", "reward"), [(True, False, 0.5), (False, False, None), (True, True, None)]
)
def test_a_reward_is_carried_where_it_counts(rewarded: bool, removed: bool, reward: float | None):
    """On a success that is not removed."""
    sample = RolloutSample(reward=0.5, remove_sample=removed)
    assert result_sample(sample, rewarded=rewarded).reward == reward


def test_a_result_is_clean_text():
    """Messages are mended, and a success has neither message nor category."""
    assert result_response("a", failed(message="no \ud800")).err_message == "no \ufffd"
    odd = succeeded(reward=1.0).model_copy(update={"err_message": "left over", "err_category": "timeout"})
    answer = result_response("a", odd)
    assert (answer.err_message, answer.err_category) == (None, None)
