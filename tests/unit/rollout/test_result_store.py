"""Delivered results on disk."""

import errno
from pathlib import Path

from rollout_support import succeeded

from osmosis_ai.rollout.server.leases import RolloutRegistry
from osmosis_ai.rollout.server.result_store import ResultStore
from osmosis_ai.rollout.wire import result_response


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_what_was_put_is_got_back_from_its_place(tmp_path):
    """Bytes of any length, the empty ones included, in any order; and no name in the folder leads to them."""
    store = ResultStore(tmp_path)
    texts = [b"", b"a", b"b" * 1_000_000, b"c"]
    places = [store.put(text) for text in texts]
    assert [store.get(place) for place in reversed(places)] == texts[::-1]
    assert list(tmp_path.iterdir()) == []
    store.close()


def test_a_file_of_which_nothing_is_needed_is_given_back(tmp_path, monkeypatch):
    """Released places give their file back as soon as the last of them is, whatever comes later."""
    monkeypatch.setattr("osmosis_ai.rollout.server.result_store._SEGMENT_BYTES", 10)
    before = open_files()
    store = ResultStore(tmp_path)
    places = [store.put(b"0123456789") for _ in range(3)]
    assert open_files() == before + 3
    store.release(places[1])
    store.release(places[0])
    assert open_files() == before + 1
    assert store.get(places[2]) == b"0123456789"
    store.close()
    assert open_files() == before


async def test_a_delivered_result_is_on_disk_and_memory_keeps_only_its_place(tmp_path):
    """After the first answer no sample is left in memory, and every later answer is the same, byte for byte."""
    registry = RolloutRegistry(lease_timeout_sec=5, retention_sec=10, store=ResultStore(tmp_path))
    rollout = registry.add("a1", token="t", body_digest=b"")
    registry.finish(rollout, result_response("a1", succeeded(reward=0.5)))
    first = registry.answer(rollout)
    registry.delivered(rollout)
    assert rollout.result is None
    assert not rollout.live
    assert rollout.reward == 0.5
    assert registry.answer(rollout).to_json() == first.to_json()
    registry.delivered(rollout)  # once is enough
    assert registry.answer(rollout) == first
    registry.close()


async def test_a_disk_that_takes_nothing_leaves_the_result_in_memory(tmp_path, monkeypatch, caplog):
    """A full disk costs memory, never a result."""
    store = ResultStore(tmp_path)

    def full(data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store, "put", full)
    registry = RolloutRegistry(lease_timeout_sec=5, retention_sec=10, store=store)
    rollout = registry.add("a1", token="t", body_digest=b"")
    registry.finish(rollout, result_response("a1", succeeded(reward=0.5)))
    registry.delivered(rollout)
    assert registry.answer(rollout).sample.reward == 0.5
    assert "stays in memory" in caplog.text
    registry.close()
