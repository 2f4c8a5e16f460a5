"""What a job works on: the commit of its run as a workspace on this machine, the dataset, a config, and the journal so
far. Everything is fetched anew by every job; the platform's copy is the authority.
"""

from __future__ import annotations

import asyncio
import json
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import REQUIRED_DIRECTORIES
from osmosis_ai.engine.records import JournalRecord, read_attempt
from osmosis_ai.job.connection import JobConnection
from osmosis_ai.job.together import together
from osmosis_contract.clients.platform.api.job import download_job_dataset, download_job_source, read_journal
from osmosis_contract.models import DatasetDownload, JobDescription, JobSource, JournalPage

__all__ = ["JobWorkspace"]

_PAGE = 20
_URL_TRIES = 3
_SECTIONS = {
    "experiment_config": "experiment",
    "evaluation_config": "evaluation",
    "advanced_config": "advanced",
    "env_config": "env",
}
_PINNED = ("branch", "commit_sha")
"""What the submission resolved already."""


class JobWorkspace:
    """A workspace below a folder that is the job's alone."""

    def __init__(self, folder: Path, description: JobDescription) -> None:
        self.root = folder / "workspace"
        self.description = description
        dataset = description.dataset
        if dataset is None or description.rollout is None:
            raise OsmosisError("the platform describes a run without a dataset or without a rollout")
        self.dataset = folder / f"dataset.{dataset.format.value}"
        self._dataset = dataset
        self._archive = folder / "source.tar"

    @property
    def config(self) -> Path:
        """The config of the run, written from its submission."""
        return self.root / "configs" / "eval" / f"managed-{self.description.run_id}.toml"

    async def fetch(self, connection: JobConnection, *, may_wait: Callable[[], bool] = lambda: True) -> None:
        """Fetches commit and dataset, however long platform and store are away, as long as it may wait for them.

        Raises OsmosisError where they cannot be had, or used.
        """
        async with together() as group:
            group.create_task(self._fetch_source(connection, may_wait))
            group.create_task(self._fetch_dataset(connection, may_wait))

    async def _fetch_source(self, connection: JobConnection, may_wait: Callable[[], bool]) -> None:
        for _ in range(_URL_TRIES):
            found = await connection.call(download_job_source.asyncio_detailed, JobSource)
            url, size, sha256 = found.presigned_url, found.size, found.sha256
            if await connection.take(url, self._archive, size=size, sha256=sha256, may_wait=may_wait):
                return await asyncio.to_thread(self._unpack)
        raise OsmosisError("the commit cannot be fetched: its addresses expire before they are used")

    async def _fetch_dataset(self, connection: JobConnection, may_wait: Callable[[], bool]) -> None:
        wanted = self._dataset
        for _ in range(_URL_TRIES):
            found = await connection.call(download_job_dataset.asyncio_detailed, DatasetDownload)
            url, size, sha256 = found.presigned_url, wanted.size, wanted.sha256
            if await connection.take(url, self.dataset, size=size, sha256=sha256, may_wait=may_wait):
                return
        raise OsmosisError("the dataset cannot be fetched: its addresses expire before they are used")

    async def journal(self, connection: JobConnection, path: Path) -> list[JournalRecord]:
        """Writes the attempts that earlier jobs recorded to a journal's file.

        Those up to the batch through which failed results are retried are returned; none where nothing is retried.
        """
        after, through = 0, self.description.retry_through
        retried: list[JournalRecord] = []
        with path.open("wb") as file:
            while True:
                page = await connection.call(read_journal.asyncio_detailed, JournalPage, after=after, limit=_PAGE)
                for batch in page.batches:
                    for each in batch.records:
                        if each.kind == "run_event":
                            continue
                        line = json.dumps(each.record, separators=(",", ":")).encode()
                        file.write(line + b"\n")
                        if batch.batch <= through:
                            retried.append(read_attempt(line))
                    after = batch.batch
                if not page.batches or after >= page.acknowledged_batch:
                    return retried

    def _unpack(self) -> None:
        self.root.mkdir(parents=True)
        try:
            with tarfile.open(self._archive) as archive:
                archive.extractall(self.root, filter="data")
        except (tarfile.TarError, OSError) as error:
            raise OsmosisError(f"the commit cannot be unpacked: {error}") from None
        self._archive.unlink()
        for name in REQUIRED_DIRECTORIES:
            (self.root / name).mkdir(parents=True, exist_ok=True)
        self.config.write_text(tomlkit.dumps(_config(self.description)), encoding="utf-8")


def _config(description: JobDescription) -> Mapping[str, Any]:
    """The submission in the form of a config file. The rows were decided already, and so was the commit."""
    config: dict[str, Any] = {}
    for name, section in _SECTIONS.items():
        values = dict(description.config.get(name) or {})
        if values:
            config[section] = values
    for key in _PINNED:
        config.get("experiment", {}).pop(key, None)
    config.get("evaluation", {}).pop("limit", None)
    config["secrets"] = {"required": list(description.secret_names)}
    return config
