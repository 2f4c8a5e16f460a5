"""A platform that is open: its database, keys and settings, for whoever answers requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

from osmosis_ai.platform.access.hook_addresses import Resolve, resolve_host
from osmosis_ai.platform.blobs.opening import open_store
from osmosis_ai.platform.blobs.port import BlobStore, SignsUrls
from osmosis_ai.platform.blobs.signed_urls import PlatformUrls
from osmosis_ai.platform.clock import Clock, utc_now
from osmosis_ai.platform.errors import StateConflictError
from osmosis_ai.platform.secrets.keyring import Keyring
from osmosis_ai.platform.services import keys, setup
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.services.keys import KeyState
from osmosis_ai.platform.services.run_files import FilesOfRuns
from osmosis_ai.platform.services.setup import FirstOwner
from osmosis_ai.platform.services.sources import Sources
from osmosis_ai.platform.settings import Settings
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.migrate import Migration
from osmosis_ai.platform.store.unit import Unit

__all__ = ["TRANSFERS_PATH", "Platform", "Started"]

TRANSFERS_PATH = "/api/v1/transfers"
"""Where files go through the platform, below its public URL."""


@dataclass(frozen=True, slots=True)
class Started:
    """What a start did and found."""

    migration: Migration
    keys: KeyState
    first_owner: FirstOwner | None
    """The first person, where this start made one."""


class Platform:
    """Everything that requests need. One a process, from `open` to the end of the block."""

    def __init__(
        self, settings: Settings, database: Database, keyring: Keyring, blobs: BlobStore, started: Started
    ) -> None:
        self.settings = settings
        self.database = database
        self.keyring = keyring
        self.started = started
        self.capacity = Capacity(settings.data, settings.limits.disk_free_bytes)
        self.blobs = blobs
        self.resolve_host: Resolve = resolve_host
        self.sources = Sources(settings)
        self.run_files = FilesOfRuns(database, blobs, lambda: self.transfers, self.capacity)
        self.dispatch_wanted = asyncio.Event()
        """Set when there may be something to launch or to stop."""
        self.urls = PlatformUrls(f"{settings.public_url}{TRANSFERS_PATH}", self._signing_keys, database.now)
        """The platform's own URLs of transfers."""
        self.is_serving = False
        """Whether this process answers requests."""

    @property
    def transfers(self) -> SignsUrls:
        """What gives clients URLs of files: the object store, or the platform for a folder or where settings say so."""
        if self.settings.transfers == "direct" and isinstance(self.blobs, SignsUrls):
            return self.blobs
        return self.urls

    def _signing_keys(self) -> tuple[str, Mapping[str, bytes]]:
        keys = self.keyring.keys
        return keys.active, keys.keys

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls,
        settings: Settings,
        *,
        clock: Clock = utc_now,
        migrate: bool = True,
        owner_email: str = setup.DEFAULT_EMAIL,
        workspace: str = setup.DEFAULT_WORKSPACE,
    ) -> AsyncIterator[Platform]:
        """Opens a platform: makes its data folder, migrates its database, checks its keys, makes a first owner.

        Without `migrate` the database has to be of this version already. Raises OsmosisError for what the operator has
        to correct: a file in use by another process, a database of a newer version, a wrong key.
        """
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = Database.open(settings.database_url, clock=clock)
        try:
            migration = await (database.migrate() if migrate else database.require_current())
            keyring = Keyring(settings.key_file)
            state = await keys.prepare(database, keyring, create=migrate)
            first_owner = await _first_owner(database, owner_email, workspace)
            async with open_store(settings.blobs_url) as blobs:
                yield cls(settings, database, keyring, blobs, Started(migration, state, first_owner))
        finally:
            await asyncio.shield(database.close())

    def read(self) -> contextlib.AbstractAsyncContextManager[Unit]:
        """A transaction that only reads."""
        return self.database.read()

    def write(self) -> contextlib.AbstractAsyncContextManager[Unit]:
        """A transaction that may write."""
        return self.database.write()

    def wake_dispatcher(self) -> None:
        """Has the queue of runs looked at now."""
        self.dispatch_wanted.set()

    def link(self, path: str) -> str:
        """The address of a page, as clients reach it."""
        return self.settings.public_url + path


async def _first_owner(database: Database, email: str, workspace: str) -> FirstOwner | None:
    async with database.read() as unit:
        if not await setup.is_empty(unit):
            return None
    try:
        async with database.write() as unit:
            return await setup.create_first_owner(unit, email=email, workspace=workspace)
    except StateConflictError:
        return None  # another server process, started at the same moment, was first
