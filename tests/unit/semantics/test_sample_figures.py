"""What is kept of a sample beside its reward."""

import math

import pytest

from osmosis_ai.semantics.sample_figures import MOST_METRICS, answer_of, metrics_of


def test_metrics_are_the_finite_numbers_of_the_sample():
    """Texts, lists, NaN, infinities and numbers that no float holds are left out; truth values count as 1 and 0."""
    given = {"steps": 3, "f1": 0.5, "ok": True, "note": "x", "nan": math.nan, "inf": math.inf, "big": 10**400, "l": [1]}
    assert metrics_of(given) == {"steps": 3.0, "f1": 0.5, "ok": 1.0}


def test_metrics_are_bounded():
    """At most 32 are kept, the first ones, and none under an empty or a very long name."""
    given = {"": 1, "n" * 101: 1} | {f"m{number}": number for number in range(100)}
    assert list(metrics_of(given)) == [f"m{number}" for number in range(MOST_METRICS)]


@pytest.mark.parametrize(
    ("messages", "answer"),
    [
        ([{"role": "user", "content": "q"}, {"role": "assistant", "content": " 42 "}], "42"),
        ([{"role": "assistant", "content": "first"}, {"role": "tool", "content": "result"}], "first"),
        ([{"role": "assistant", "content": "said"}, {"role": "assistant", "content": None, "tool_calls": []}], "said"),
        ([{"role": "assistant", "content": [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]}], "42"),
        ([{"role": "assistant", "content": [{"text": "42"}]}], "42"),
        ([{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "42"}]}], "42"),
        ([{"role": "assistant", "content": [{"type": "thinking", "text": "hm"}]}], None),
        ([{"role": "user", "content": "q"}, "not a message"], None),
        ([], None),
    ],
)
def test_answer_is_the_last_text_of_the_assistant(messages, answer):
    """Calls of tools and results come after an answer without taking its place; reasoning is not an answer."""
    assert answer_of(messages) == answer
