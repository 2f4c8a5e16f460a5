"""Delivered results on disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rollout_support import succeeded

from osmosis_ai.rollout.server.leases import Rollout, RolloutRegistry
from osmosis_ai.rollout.server.result_store import ResultStore, Retained
from osmosis_ai.rollout.wire import result_response

ONE = Retained("a1", "key-1", b"token", b"digest", over_at=10.0, result=b"{}")


@pytest.fixture
def store() -> Iterator[ResultStore]:
    """A store with nothing in it."""
    store = ResultStore()
    yield store
    store.close()


@pytest.fixture
def registry(store: ResultStore) -> Iterator[RolloutRegistry]:
    """A registry that retains results for ten seconds."""
    registry = RolloutRegistry(lease_timeout_sec=5, retention_sec=10, store=store)
    yield registry
    registry.close()


def delivered(registry: RolloutRegistry, rollout_id: str = "a1") -> Rollout:
    """A rollout that has been scored and polled for."""
    rollout = registry.add(rollout_id, token="t", body_digest=b"", idempotency_key=f"key of {rollout_id}")
    registry.complete(rollout, result_response(rollout_id, succeeded(reward=0.5)))
    registry.delivered(rollout)
    return rollout


def test_what_was_put_is_found_by_id_and_by_key_until_its_end(store: ResultStore):
    """Both ways lead to all of it, until the moment its retention is over; other ids and keys lead nowhere."""
    large = replace(ONE, id="b2", idempotency_key=None, result=b"b" * 1_000_000)
    store.put(ONE)
    store.put(large)
    assert store.get("a1", 9.9) == store.admitted_with("key-1", 9.9) == ONE
    assert store.get("b2", 0) == large
    assert store.ids(0) == ["a1", "b2"]
    assert (store.get("a1", 10.0), store.admitted_with("key-1", 10.0), store.ids(10.0)) == (None, None, [])
    assert (store.get("a2", 0), store.get("\ud800", 0), store.admitted_with("key-2", 0)) == (None, None, None)


def test_what_is_over_is_dropped(store: ResultStore):
    """Dropping says when to drop next, and leaves what is not over."""
    store.put(ONE)
    store.put(replace(ONE, id="b2", idempotency_key="key-2", over_at=12.5))
    assert store.forget(10.0) == 12.5
    assert store.ids(0) == ["b2"]
    assert store.forget(13.0) is None


async def test_a_delivered_rollout_leaves_memory(registry: RolloutRegistry):
    """After the first answer memory holds nothing of it, and every later answer is the same, byte for byte."""
    first = delivered(registry)
    assert list(registry) == []
    again = registry.get("a1")
    assert again is not None
    assert again is not first
    assert not again.live
    assert again.reward == 0.5
    assert again.accepts("t")
    assert registry.answer(again).to_json() == registry.answer(first).to_json()
    assert registry.ids("a") == ["a1"]
    registry.delivered(again)  # once is enough
    assert registry.admitted_with("key of a1").id == "a1"


async def test_a_rollout_stays_in_memory_until_its_task_has_ended(registry: RolloutRegistry):
    """What still cleans up after it was delivered is there for whoever waits for it, and leaves when it is done."""
    rollout = registry.add("a1", token="t", body_digest=b"")
    rollout.task = asyncio.ensure_future(asyncio.sleep(0))
    registry.complete(rollout, result_response("a1", succeeded(reward=0.5)))
    registry.delivered(rollout)
    assert registry.get("a1") is rollout
    await rollout.task
    registry.archive(rollout)
    assert list(registry) == []
    assert registry.ids() == ["a1"]


@pytest.mark.virtual_time
async def test_the_disk_is_swept_when_retention_is_over(registry: RolloutRegistry, store: ResultStore):
    """An id is free again the moment its retention is over, and what was kept of it goes soon after."""
    delivered(registry, "a1")
    await asyncio.sleep(5)
    delivered(registry, "b2")
    await asyncio.sleep(5)
    assert registry.ids() == ["b2"]
    assert registry.get("a1") is None
    await asyncio.sleep(7)
    assert store.ids(0) == []


async def test_a_disk_that_takes_nothing_leaves_the_result_in_memory(
    registry: RolloutRegistry, store: ResultStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A full disk costs memory, never a result."""
    store.put(ONE)

    class Full:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(ResultStore, "_database", Full())
    rollout = delivered(registry, "b2")
    assert registry.get("b2") is rollout
    assert registry.answer(rollout).sample.reward == 0.5
    assert "stays in memory: database or disk is full" in caplog.text
