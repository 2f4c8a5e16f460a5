"""The text of a preview: a valid trajectory, within every limit, and free of secrets."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_ai.rollout import RolloutSample
from osmosis_ai.rollout.observability.preview_bounds import Cleaner, snapshot_of_messages, snapshot_of_sample
from osmosis_ai.rollout.observability.preview_document import PreviewFacts, preview_text
from osmosis_ai.rollout.trajectory import validate_trajectory

SECRET = "sk-abcdefghijklmnopqrstuvwxyz"
FACTS = PreviewFacts("a1", "running", 3, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))


def _document(messages: Any, *secrets: str, valid: bool = True) -> dict[str, Any]:
    cleaner = Cleaner(secrets)
    if isinstance(messages, RolloutSample):
        snapshot = snapshot_of_sample(messages, cleaner.reach)
    else:
        snapshot = snapshot_of_messages(messages, cleaner.reach)
    assert snapshot is not None
    text = preview_text(snapshot, FACTS, cleaner)
    assert text is not None
    assert text.isascii()
    assert len(text) <= 900 * 1024
    document: dict[str, Any] = json.loads(text)
    if valid:
        assert validate_trajectory(document) == []
    return document


def _about(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["extra"]["osmosis"]
    return found


def _originals(document: dict[str, Any]) -> list[int]:
    return [step["extra"]["osmosis"]["original_step_id"] for step in document["steps"]]


def _talk(turns: int) -> list[dict[str, Any]]:
    """A question, then so many answers, each with a call and its result."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for turn in range(turns):
        call = {"id": f"c{turn}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": f"turn {turn}", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{turn}", "content": f"result {turn}"})
    return messages


def test_a_preview_is_a_trajectory_with_what_is_known_of_its_state():
    """The members of `extra.osmosis` are these, and every step has its number."""
    document = _document(_talk(2))
    assert _about(document) == {
        "rollout_id": "a1",
        "preview": True,
        "turn": 2,
        "truncated": False,
        "status": "running",
        "preview_version": 3,
        "updated_at": "2026-01-02T03:04:05+00:00",
    }
    assert [step["message"] for step in document["steps"]] == ["go", "turn 0", "turn 1"]
    assert document["steps"][2]["observation"]["results"][0]["content"] == "result 1"
    assert _originals(document) == [1, 2, 3]
    assert document["final_metrics"] == {"total_steps": 3}


@pytest.mark.parametrize(("turns", "steps"), [(49, 50), (50, 51), (51, 51), (300, 51)])
def test_the_last_100_messages_are_shown_with_the_numbers_they_have_in_the_whole(turns: int, steps: int):
    """A result whose agent step was cut off stands alone, under that step's number."""
    document = _document(_talk(turns))
    messages = 1 + 2 * turns
    assert _about(document)["truncated"] is (messages > 100)
    assert _about(document)["turn"] == turns
    assert len(document["steps"]) == (50 if messages > 100 else steps)
    assert _originals(document)[-1] == turns + 1
    if messages > 100:
        assert _originals(document) == list(range(turns - 48, turns + 2))
        assert document["steps"][0]["message"] == f"turn {turns - 50}"


def test_results_cut_off_from_their_call_keep_its_number():
    """Seven results of one call whose message was the 107th from the end."""
    messages = [{"role": "assistant", "content": "", "tool_calls": []}]
    messages += [{"role": "tool", "tool_call_id": "c", "content": str(n)} for n in range(14)]
    messages += [{"role": "user", "content": str(n)} for n in range(93)]
    document = _document(messages)
    assert _originals(document) == [1] * 7 + list(range(2, 95))
    assert document["steps"][0]["source"] == "system"


def test_a_text_is_cut_at_16384_characters():
    """Exactly there, and the preview says that something was cut."""
    for length, truncated in ((16_384, False), (16_385, True), (3_000_000, True)):
        document = _document([{"role": "user", "content": "x" * length}], SECRET)
        assert document["steps"][0]["message"] == "x" * min(length, 16_384)
        assert _about(document)["truncated"] is truncated


def test_containers_are_cut_at_1000_items_and_20_levels():
    """What is deeper is replaced by a word, what is longer ends."""
    deep: Any = "bottom"
    for _ in range(30):
        deep = {"in": deep}
    wide = {"role": "assistant", "content": None, "tool_calls": [_call(list(range(1200)), deep)]}
    document = _document([wide])
    arguments = document["steps"][0]["tool_calls"][0]["arguments"]
    assert arguments["many"] == list(range(1000))
    levels = 0
    at = arguments["deep"]
    while isinstance(at, dict):
        at, levels = at["in"], levels + 1
    assert levels <= 20
    assert "nested too deeply" in at
    assert _about(document)["truncated"] is True


def _call(many: Any, deep: Any) -> dict[str, Any]:
    return {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"many": many, "deep": deep}}}


def test_the_document_keeps_the_newest_steps_that_fit_in_900_kib():
    """100 messages of 16,000 characters that take six bytes each: the oldest go, the numbers stay."""
    document = _document([{"role": "user", "content": f"{n} " + "é" * 16_000} for n in range(100)])
    last = [int(step["message"].split()[0]) for step in document["steps"]]
    assert 5 < len(last) < 100
    assert last == list(range(100 - len(last), 100))
    assert _originals(document) == [n + 1 for n in last]
    assert _about(document)["truncated"] is True


def test_one_message_larger_than_everything_is_shown_in_part():
    """A source beyond 8 MiB in a single message still gives a document, with its role."""
    parts = [{"type": "text", "text": "é" * 16_000, "role": "x"} for _ in range(1000)]
    document = _document([{"role": "user", "content": "old"}, {"content": parts, "role": "assistant"}])
    assert document["steps"][-1]["source"] == "agent"
    assert len(document["steps"][-1]["message"]) > 1000
    assert _about(document)["truncated"] is True


def test_one_step_larger_than_everything_is_shown_in_part():
    """Ninety results of one call, six bytes a character: the newest are there, under the call's number."""
    results = [{"role": "tool", "tool_call_id": "c", "content": f"{n} " + "é" * 16_000} for n in range(90)]
    document = _document([{"role": "user", "content": "go"}, {"role": "assistant", "content": ""}, *results])
    shown = [result["content"].split()[0] for step in document["steps"] for result in step["observation"]["results"]]
    assert shown[-1] == "89"
    assert shown == [str(n) for n in range(90 - len(shown), 90)]
    assert set(_originals(document)) == {2}
    assert _about(document)["truncated"] is True


def test_a_source_is_copied_up_to_8_mib_and_no_further():
    """Messages before that are not even looked into."""

    class Counted(dict[str, Any]):
        looked = 0

        def items(self) -> Any:
            Counted.looked += 1
            return super().items()

    messages = [Counted(role="user", content=[{"type": "text", "text": "x" * 16_384}] * 10) for _ in range(100)]
    snapshot = snapshot_of_messages(messages, Cleaner([]).reach)
    assert 45 < len(snapshot.messages) < 60
    assert snapshot.truncated


@pytest.mark.parametrize(
    "name", ["prompt_token_ids", "completion_token_ids", "token_ids", "logprobs", "tokenIds", "top_logprobs", "logprob"]
)
def test_token_ids_and_log_probabilities_are_taken_out(name: str):
    """Wherever they are: in a message, in what a client nests, in arguments given as text."""
    message = {
        "role": "assistant",
        "content": "hi",
        name: [1, 2, 3],
        "extra": {"response": {name: [1]}},
        "provider_specific_fields": {name: [1]},
        "usage": {"prompt_tokens": 3, "completion_tokens": 1},
        "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": json.dumps({name: [1], "kept": 1})}}],
    }
    document = _document([message])
    assert name not in json.dumps(document)
    assert document["steps"][0]["metrics"]["prompt_tokens"] == 3
    assert document["steps"][0]["tool_calls"][0]["arguments"] == {"kept": 1}


def _with_secret(secret: str) -> list[dict[str, Any]]:
    escaped = "".join(f"\\u{ord(character):04x}" for character in secret)
    call = {"id": secret, "function": {"name": secret, "arguments": f'{{"{escaped}": "{escaped}"}}'}}
    return [
        {"role": secret, "content": f"key {secret} and {secret}"},
        {"role": "user", "content": {secret: [secret]}},
        {"role": "assistant", "content": [{"type": "text", "text": secret}], "tool_calls": [call], "model": secret},
        {"role": "tool", "tool_call_id": secret, "content": secret},
        {"role": "assistant", "reasoning_content": secret, "content": None},
    ]


def test_no_secret_is_left_in_any_member():
    """Texts, keys, ids, names, models, and arguments that spell it in escapes."""
    document = _document(_with_secret(SECRET), SECRET)
    assert SECRET not in json.dumps(document)
    assert document["steps"][0]["message"] == "key [REDACTED] and [REDACTED]"
    assert document["steps"][2]["tool_calls"][0]["arguments"] == {"[REDACTED]": "[REDACTED]"}


def test_a_secret_named_like_a_member_does_not_break_the_document():
    """What the document itself consists of is no text of anybody's."""
    _document(_with_secret("tool_call_id"), "tool_call_id", "source", "agent", "user", "message", "extra")


@given(
    before=st.integers(0, 60),
    secrets=st.lists(st.sampled_from([SECRET, "0123456789" * 8, "key-1234"]), max_size=4),
    filler=st.integers(0, 80),
)
def test_no_part_of_a_secret_stands_at_a_cut(before: int, secrets: list[str], filler: int):
    """Wherever secrets lie around the 16,384th character, no four characters of one are left at the text's end."""
    known = [SECRET, "0123456789" * 8, "key-1234"]
    text = ("." * (16_384 - before - sum(map(len, secrets)) % 200)) + ("." * filler).join(secrets) + "." * 200
    message = _document([{"role": "user", "content": text}], *known, valid=False)["steps"][0]["message"]
    left = message.replace("[REDACTED]", "").replace(".", "")
    assert left == "" or "[REDACTED]".startswith(left), message[-120:]


def test_a_secret_at_the_end_of_a_spent_budget_is_not_half_shown():
    """A text that no longer fits is left out whole."""
    parts = [{"type": "text", "text": "x" * 16_000 + SECRET} for _ in range(1000)]
    text = json.dumps(_document([{"role": "user", "content": parts}], SECRET))
    assert "sk-abc" not in text


@pytest.mark.parametrize("source", range(0, 400, 7))
def test_a_text_is_whole_or_left_out_wherever_the_budget_ends(source: int):
    """However little may be copied, no part of a secret is."""
    cleaner = Cleaner([SECRET])
    snapshot = snapshot_of_messages([{"role": "user", "content": SECRET * 3}], cleaner.reach, source=source)
    text = preview_text(snapshot, FACTS, cleaner)
    assert text is not None
    assert "sk-" not in text


def test_short_secrets_are_left_alone():
    """A key such as `x` would be found in every word."""
    assert _document([{"role": "user", "content": "xxx"}], "x", "xx", "xxx")["steps"][0]["message"] == "xxx"


def test_what_json_cannot_carry_is_mended():
    """NaN is null, a lone surrogate U+FFFD, NumPy's numbers are numbers, an object is its text."""

    class Thing:
        def __str__(self) -> str:
            return f"thing {SECRET}"

    arguments = {"nan": float("nan"), "array": np.float64(1.5), "thing": Thing(), "bytes": b"\xff", 7: None}
    message = {"role": "assistant", "content": "a\ud800b", "tool_calls": [{"function": {"arguments": arguments}}]}
    step = _document([message], SECRET)["steps"][0]
    assert step["message"] == "a\ufffdb"
    assert step["tool_calls"][0]["arguments"] == {
        "nan": None,
        "array": 1.5,
        "thing": "thing [REDACTED]",
        "bytes": "\ufffd",
        "7": None,
    }


def test_a_source_may_say_what_it_cut_itself():
    """`_preview_turn` and `_preview_truncated` of the sample's extra fields are believed, where they make sense."""
    fields = {"_preview_turn": 40, "_preview_truncated": True}
    about = _about(_document(RolloutSample(messages=_talk(1), extra_fields=fields)))
    assert (about["turn"], about["truncated"]) == (40, True)
    fields = {"_preview_turn": "many", "_preview_truncated": "yes"}
    about = _about(_document(RolloutSample(messages=_talk(1), extra_fields=fields)))
    assert (about["turn"], about["truncated"]) == (1, False)


def test_a_sample_that_wants_no_trajectory_has_no_preview():
    """`trajectory_messages` null keeps the conversation off the disk."""
    assert snapshot_of_sample(RolloutSample(messages=_talk(1), trajectory_messages=None), 100) is None


def test_there_is_no_preview_before_there_is_a_message():
    """A trajectory has at least one step."""
    cleaner = Cleaner([])
    assert preview_text(snapshot_of_messages([], cleaner.reach), FACTS, cleaner) is None


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_messages = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["system", "user", "assistant", "tool", "function", "other"]) | _values,
        "content": _values,
        "tool_calls": st.lists(st.dictionaries(st.sampled_from(["id", "function", "name"]), _values)) | _values,
        "tool_call_id": _values,
        "reasoning_content": _values,
        "usage": _values,
        "extra": _values,
        "timestamp": _values,
    },
)


@given(st.lists(_messages | _values, min_size=1, max_size=8))
def test_whatever_the_messages_are_the_preview_is_a_valid_trajectory(messages: list[Any]):
    """Every message has its place, with the number of a step that exists."""
    document = _document(messages)
    originals = _originals(document)
    assert originals == sorted(originals)
    assert len(originals) == len(document["steps"])
    if not _about(document)["truncated"]:
        assert originals == list(range(1, len(originals) + 1))
