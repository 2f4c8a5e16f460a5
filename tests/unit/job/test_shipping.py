"""What a job sends to its platform: records in order, with the small files of their attempts."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from osmosis_ai.job import shipping
from osmosis_ai.job.shipping import Shipper, StoredFile
from osmosis_contract.models import JobUpload, JobUploads, JournalAcknowledgement, JournalBatch, UploadInfo
from osmosis_contract.models.run_events import AttemptEnded, AttemptStarted, RolloutOutcome


class _Platform:
    """A double of the connection: it keeps what it is sent, and answers a turn of the loop later."""

    def __init__(self) -> None:
        self.sent: list[JournalBatch | str] = []

    async def call(self, operation: Any, answer: type, *, body: Any, may_wait: Any) -> Any:
        await asyncio.sleep(0.01)
        if isinstance(body, JournalBatch):
            self.sent.append(body)
            return JournalAcknowledgement(acknowledged_batch=body.batch)
        if answer is JobUploads:
            info = UploadInfo.model_validate(
                {"method": "simple", "presigned_url": "http://127.0.0.1/", "expires_in": 9}
            )
            return JobUploads(files=[JobUpload(path=each.path, needed=True, upload=info) for each in body.files])
        return answer()

    async def send(self, url: str, data: Path, *, may_wait: Any) -> bool:
        self.sent.append(data.name)
        return True


class _Lease:
    taken = False

    def check(self) -> None:
        pass

    async def until_certain(self) -> bool:
        return True


@asynccontextmanager
async def _shipping() -> AsyncIterator[tuple[Shipper, _Platform]]:
    platform = _Platform()
    double: Any = platform
    lease: Any = _Lease()
    shipper = Shipper(double, lease, epoch=1, batch=0)
    running = asyncio.create_task(shipper.run())
    try:
        yield shipper, platform
    finally:
        running.cancel()


def _started(row: int) -> AttemptStarted:
    return AttemptStarted(event="started", at="2026-03-01T12:00:00.000Z", **_attempt(row))


def _ended(row: int) -> AttemptEnded:
    return AttemptEnded(
        event="ended",
        at="2026-03-01T12:00:00.000Z",
        outcome=RolloutOutcome.UNGRADED,
        duration_ms=1.0,
        **_attempt(row),
    )


def _attempt(row: int) -> dict[str, Any]:
    return {"row_index": row, "run_index": 0, "source_row_index": row, "attempt": 0, "rollout_id": f"{row:032x}"}


async def test_records_that_are_ready_together_go_in_one_batch_with_their_files(tmp_path: Path):
    """A small file is sent with the record of its attempt; everything is acknowledged once the batch is."""
    (tmp_path / "trajectory.json").write_bytes(b"{}\n")
    file = StoredFile("rollout_trials/0/trajectory.json", tmp_path / "trajectory.json")
    async with _shipping() as (shipper, platform):
        await asyncio.gather(*(shipper.ship(_started(row), []) for row in range(20)))
        await asyncio.gather(*(shipper.ship(_ended(row), [file]) for row in range(20)))
        await shipper.drain()
    batches = [each for each in platform.sent if isinstance(each, JournalBatch)]
    assert [each.batch for each in batches] == list(range(1, len(batches) + 1))
    assert sum(len(each.records) for each in batches) == 40
    assert len(batches) < 10
    assert [b64decode(file.content) for each in batches for file in each.files or []] == [b"{}\n"] * 20


async def test_a_large_file_is_sent_before_the_batch_with_its_record(tmp_path: Path):
    """To an address of its own; the small files beside it come with the record."""
    (tmp_path / "large").write_bytes(b"x" * (64 * 1024 + 1))
    (tmp_path / "small").write_bytes(b"y")
    files = [StoredFile(f"rollout_trials/0/artifacts/{name}", tmp_path / name) for name in ("large", "small")]
    async with _shipping() as (shipper, platform):
        await shipper.ship(_ended(0), files)
    first, second = platform.sent
    assert first == "large"
    assert isinstance(second, JournalBatch)
    assert [file.path for file in second.files or []] == ["rollout_trials/0/artifacts/small"]


async def test_a_request_has_no_more_files_than_it_may(tmp_path: Path, monkeypatch: Any):
    """By number and by size; a record whose files alone are that many is sent by itself."""
    monkeypatch.setattr(shipping, "_CALL_FILES", 3)
    (tmp_path / "file").write_bytes(b"y")
    async with _shipping() as (shipper, platform):
        await asyncio.gather(
            *(
                shipper.ship(
                    _ended(row),
                    [StoredFile(f"rollout_trials/{row}/artifacts/{n}", tmp_path / "file") for n in range(2)],
                )
                for row in range(4)
            )
        )
    assert [len(each.files or []) for each in platform.sent if isinstance(each, JournalBatch)] == [2, 2, 2, 2]
