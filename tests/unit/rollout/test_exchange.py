"""`sample.json` and `reward.json`: what is written comes back, and what is at fault is named."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.rollout import RolloutSample, exchange
from osmosis_ai.rollout.exchange import (
    ExchangeFileError,
    read_reward,
    read_sample,
    write_reward,
    write_sample,
)
from osmosis_contract.models.sample import RewardFile
from osmosis_contract.models.sample import RolloutSample as SampleModel

MESSAGES = [{"role": "user", "content": "7*8?"}, {"role": "assistant", "content": "56 é"}]
READERS = [read_sample, read_reward]


def test_sample_comes_back_as_it_was(tmp_path: Path):
    """Every member survives, and the file is what the contract says."""
    sample = RolloutSample(
        messages=MESSAGES,
        trajectory_messages=MESSAGES[:1],
        label="56",
        reward=0.5,
        remove_sample=True,
        metrics={"turns": 2},
        extra_fields={"a": {"b": [None, "x"]}},
    )
    write_sample(tmp_path / "sample.json", sample)
    assert read_sample(str(tmp_path / "sample.json")) == sample
    SampleModel.read_strict((tmp_path / "sample.json").read_bytes())


@pytest.mark.parametrize("kept", [None, MESSAGES, MESSAGES[:1], []])
def test_trajectory_messages_come_back_and_are_written_only_where_they_differ(tmp_path: Path, kept: Any):
    """Null stays null, and messages that serve for the trajectory too are not written twice."""
    write_sample(tmp_path / "s", RolloutSample(messages=MESSAGES, trajectory_messages=kept))
    assert ("trajectory_messages" in json.loads((tmp_path / "s").read_bytes())) == (kept is not MESSAGES)
    assert read_sample(tmp_path / "s").trajectory_messages == kept


def test_sample_of_the_documents_is_read(tmp_path: Path):
    """The file that the migration guide shows, without label and trajectory messages, and members of later versions."""
    text = '{"messages": [{}], "reward": null, "remove_sample": false, "metrics": {}, "extra_fields": {}, "later": [1]}'
    (tmp_path / "sample.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
    sample = read_sample(tmp_path / "sample.json")
    assert (sample.messages, sample.trajectory_messages, sample.reward, sample.label) == ([{}], [{}], None, None)
    assert sample.model_extra == {"later": [1]}
    (tmp_path / "sample.json").write_text("{}")
    assert read_sample(tmp_path / "sample.json") == RolloutSample()


def test_what_json_cannot_carry_is_mended_as_on_the_wire(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """Messages are kept with the odd value mended; such a metric is left out with a warning; arrays are lists."""
    deep: Any = "x"
    for _ in range(400):
        deep = [deep]
    messages = [{"n": float("nan"), "s": "\ud800", "o": object, "a": numpy.zeros(2), "deep": deep}]
    with caplog.at_level(logging.WARNING):
        write_sample(tmp_path / "s", RolloutSample(messages=messages, metrics={"ok": 1, "bad": float("inf")}))
    sample = read_sample(tmp_path / "s")
    assert sample.messages[0]["n"] is None
    assert sample.messages[0]["s"] == "\ufffd"
    assert sample.messages[0]["a"] == [0.0, 0.0]
    assert sample.metrics == {"ok": 1}
    assert "bad" in caplog.text


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**300), 10**300))
def test_reward_comes_back_exactly(tmp_path_factory: pytest.TempPathFactory, reward: float):
    """Any finite number, to the last bit."""
    path = tmp_path_factory.getbasetemp() / "reward.json"
    write_reward(path, reward)
    assert read_reward(path) == float(reward)
    RewardFile.read_strict(path.read_bytes())


def test_reward_may_be_a_scalar_of_numpy(tmp_path: Path):
    """NumPy's numbers are numbers, and its booleans are not."""
    write_reward(tmp_path / "r", numpy.float32(0.5))
    assert (tmp_path / "r").read_text() == '{"reward":0.5}'
    write_reward(tmp_path / "r", numpy.int64(3))
    assert read_reward(tmp_path / "r") == 3.0


@pytest.mark.parametrize(
    ("reward", "error"),
    [
        (True, TypeError),
        (False, TypeError),
        (numpy.True_, TypeError),
        (None, TypeError),
        ("1", TypeError),
        (numpy.zeros(1), TypeError),
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        (numpy.float64("-inf"), ValueError),
    ],
)
def test_what_is_no_finite_number_is_not_written(tmp_path: Path, reward: Any, error: type[Exception]):
    """The fault is raised where the reward is given, and no file appears."""
    with pytest.raises(error):
        write_reward(tmp_path / "reward.json", reward)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "pointer", "said"),
    [
        ("{}", "", "no member 'reward'"),
        ('{"reward": null}', "/reward", "null stands here"),
        ('{"reward": true}', "/reward", "a number belongs here, not true"),
        ('{"reward": false}', "/reward", "a number belongs here, not false"),
        ('{"reward": "1.0"}', "/reward", "a number belongs here, not text"),
        ('{"reward": [1]}', "/reward", "a number belongs here, not an array"),
        ('{"reward": NaN}', "/reward", "NaN is not a number"),
        ('{"reward": -Infinity}', "/reward", "-Infinity is not a number"),
        ('{"reward": 1e999}', "/reward", "Infinity is not a number"),
        ('{"reward": 0, "reward": 1}', "/reward", "is more than once"),
        ("1.0", "", "no JSON object"),
        ("[]", "", "no JSON object"),
        ("", "", "there is no text in it"),
        ('{"reward": 1', "", "ends in the middle"),
        ("{'reward': 1}", "", "is not JSON"),
    ],
)
def test_reward_file_at_fault_is_named_with_its_place(tmp_path: Path, content: str, pointer: str, said: str):
    """Nothing but a finite number is ever taken for a reward; the error is a ValueError with path, place and remedy."""
    path = tmp_path / "reward.json"
    path.write_text(content)
    with pytest.raises(ExchangeFileError, match=said) as caught:
        read_reward(path)
    error = caught.value
    assert isinstance(error, ValueError)
    assert isinstance(error, OsmosisError)
    assert (error.path, error.pointer) == (path, pointer)
    assert str(error).startswith(f"{path}: ")
    assert error.hint


def test_reward_file_may_have_members_of_a_later_version(tmp_path: Path):
    """A reader takes what it does not know."""
    (tmp_path / "r").write_text('{"reward": 2, "reason": "good"}')
    assert read_reward(tmp_path / "r") == 2.0


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ('{"reward": true}', "/reward"),
        ('{"reward": "1"}', "/reward"),
        ('{"reward": NaN}', "/reward"),
        ('{"messages": null}', "/messages"),
        ('{"messages": [{}, 1]}', "/messages/1"),
        ('{"remove_sample": 1}', "/remove_sample"),
        ('{"metrics": []}', "/metrics"),
        ('{"label": 5}', "/label"),
        ('{"metrics": {"a": NaN}}', "/metrics/a"),
        ('{"metrics": {"a": 1, "a": 2}}', "/metrics/a"),
        (r'{"label": "\ud800"}', "/label"),
        ("[]", ""),
        ('{"messages": ' + "[" * 300 + "]" * 300 + "}", ""),
    ],
)
def test_sample_file_at_fault_is_named_with_its_place(tmp_path: Path, content: str, pointer: str):
    """A wrong kind, a boolean reward, NaN anywhere, a repeated key, half a character, too much nesting."""
    (tmp_path / "s").write_text(content)
    with pytest.raises(ExchangeFileError) as caught:
        read_sample(tmp_path / "s")
    assert caught.value.pointer == pointer


def _link(path: Path) -> None:
    target = path.parent / "target"
    target.write_text('{"reward": 1}')
    path.symlink_to(target)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "no such file"),
        (Path.mkdir, "a directory"),
        (os.mkfifo, "a pipe"),
        (_link, "symbolic link"),
        (lambda path: path.write_bytes(b'{"reward": "\xff"}'), "not UTF-8"),
        (lambda path: path.write_text('{"reward": 1}', encoding="utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_readable_file_is_told(tmp_path: Path, read: Callable[[Path], Any], make: Any, said: str):
    """Missing, a directory, a pipe, a link, another encoding: each in words, none waited for or followed."""
    path = tmp_path / "x.json"
    make(path)
    with pytest.raises(ExchangeFileError, match=said):
        read(path)


def test_sizes_are_bounded_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file beyond the bound is not read, and a sample beyond it not written, so that every sample can be read."""
    (tmp_path / "r").write_text('{"reward": 1}' + " " * exchange.MOST_REWARD_BYTES)
    with pytest.raises(ExchangeFileError, match="larger than 64 KiB"):
        read_reward(tmp_path / "r")
    monkeypatch.setattr(exchange, "MOST_SAMPLE_BYTES", 256)
    write_sample(tmp_path / "s", RolloutSample(messages=[{"c": "x"}]))
    assert read_sample(tmp_path / "s").messages == [{"c": "x"}]
    with pytest.raises(ExchangeFileError, match="more than 256"):
        write_sample(tmp_path / "s", RolloutSample(messages=[{"c": "x" * 256}]))
    assert read_sample(tmp_path / "s").messages == [{"c": "x"}]


@pytest.mark.parametrize("write", [lambda p: write_reward(p, 1), lambda p: write_sample(p, RolloutSample())])
def test_writing_follows_no_link_and_says_what_stands_in_the_way(tmp_path: Path, write: Callable[[Path], None]):
    """A link in the file's or its directory's place is refused and untouched; so is a missing directory."""
    (tmp_path / "target").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "directory").mkdir()
    for path, said in [
        (tmp_path / "link", "symbolic link"),
        (tmp_path / "folder" / "x", "symbolic link"),
        (tmp_path / "none" / "x", "cannot be written"),
        (tmp_path / "directory", "cannot be written"),
    ]:
        with pytest.raises(ExchangeFileError, match=said):
            write(path)
    assert (tmp_path / "target").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["directory", "folder", "link", "target"]


def test_sample_with_a_reward_that_is_not_finite_is_not_written(tmp_path: Path):
    """Even where assignment was got around, NaN never reaches a file."""
    sample = RolloutSample(messages=MESSAGES)
    sample.__dict__["reward"] = float("nan")
    with pytest.raises(ExchangeFileError, match="the reward is nan"):
        write_sample(tmp_path / "s", sample)
    assert list(tmp_path.iterdir()) == []
