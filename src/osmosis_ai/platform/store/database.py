"""The database: opened by URL, brought to the present schema, and handed out as units of work."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, create_async_engine

from osmosis_ai.platform.clock import Clock, utc_now
from osmosis_ai.platform.errors import StateConflictError, UnavailableError
from osmosis_ai.platform.store import (
    import_tables,  # noqa: F401 - declares tables
    migrate,
    run_tables,  # noqa: F401 - declares tables
    scope,
    sqlite,
)
from osmosis_ai.platform.store.group_commit import GroupedTransaction, GroupedWriter
from osmosis_ai.platform.store.migrate import Migration
from osmosis_ai.platform.store.transactions import BUSY, AsyncTransaction, InlineReaders
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Database"]

_READERS = 4
_POSTGRES_CONNECTIONS = 10
_WAIT_SEC = 30.0
_RETRY_SEC = 5
_NO_CONNECTION = frozenset({"57P01", "57P02", "57P03", "53300"})
"""SQLSTATEs of a server that ends, has crashed or starts, and of one with too many clients; class 08 says it too."""


@dataclass(frozen=True, slots=True)
class _Engines:
    writer: AsyncEngine | GroupedWriter
    """For units of work that write: on SQLite their statements run on the event loop."""
    reader: AsyncEngine | InlineReaders
    """For units of work that read."""
    owner: AsyncEngine
    """For migrations and whatever else is no unit of work and may write."""
    checker: AsyncEngine
    """For reads of any length."""


class Database:
    """A database of either kind.

    SQLite has one connection that writes, whose transactions begin by taking the write lock, and a few that only read;
    a request that writes waits for its turn and never sees a lock. One process owns the file from `open` to `close`.
    """

    def __init__(
        self, url: URL, engines: _Engines, *, clock: Clock = utc_now, ownership: sqlite.FileOwnership | None = None
    ) -> None:
        self.url = url
        self._engines = engines
        self._clock = clock
        self._ownership = ownership

    @classmethod
    def open(cls, url: str, *, clock: Clock = utc_now) -> Self:
        """Opens the database, as `Settings.database_url` names it; nothing is read yet.

        Raises ConflictError where another process has the SQLite file, OsmosisError where this SQLite is not safe.
        """
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            sqlite.check_version()
            path = Path(parsed.database or "")
            path.parent.mkdir(parents=True, exist_ok=True)
            ownership = sqlite.FileOwnership.take(path)
            path.touch(mode=0o600)  # SQLite would let every account read it
            return cls(parsed, _sqlite_engines(parsed), clock=clock, ownership=ownership)
        return cls(parsed, _postgres_engines(parsed), clock=clock)

    def now(self) -> datetime:
        """The time by the clock of its transactions."""
        return self._clock()

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.url.get_backend_name()

    @property
    def path(self) -> Path | None:
        """The file of an SQLite database."""
        return Path(self.url.database or "") if self.dialect == "sqlite" else None

    async def migrate(self, *, to: str = "head") -> Migration:
        """Brings the schema to this version's, or to revision `to`, one process at a time. See `migrate.upgrade`."""
        return await migrate.upgrade(self._engines.owner, self.path, to=to)

    async def require_current(self) -> Migration:
        """Changes nothing. Raises OsmosisError where the schema is not this version's."""
        return await migrate.require_current(self._engines.owner)

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[Unit]:
        """A transaction that may write; committed at the end, rolled back on an exception.

        Raises StateConflictError where another request changed the same thing first; UnavailableError for a full disk,
        and for a server that cannot be reached or is lost: what it lost while it committed may have been kept.
        """
        async with self._writing() as transaction:
            unit = Unit(transaction, self._clock(), dialect=self.dialect)
            try:
                yield unit
                await transaction.commit()
            except OperationalError as error:
                if "disk is full" in str(error.orig) or "No space left" in str(error.orig):
                    raise UnavailableError(
                        "The platform's disk is full. Its operator has to free some room.", code="DISK_FULL"
                    ) from error
                raise
            except IntegrityError as error:
                if not _is_race(error):
                    raise
                raise StateConflictError("Another request changed the same thing at the same moment.") from error
        unit.committed()

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[Unit]:
        """A transaction that only reads, of one state of the database. Never waits for one that writes.

        Raises UnavailableError for a server that cannot be reached or is lost.
        """
        readers = self._engines.reader
        if isinstance(readers, InlineReaders):
            transaction = await readers.take()
            try:
                yield Unit(transaction, self._clock(), dialect=self.dialect)
            finally:
                readers.give_back(transaction)
            return
        with _answering():
            async with AsyncSession(readers, expire_on_commit=False, autoflush=False) as session:
                yield Unit(AsyncTransaction(session), self._clock(), dialect=self.dialect)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A bare connection that may write, for migrations, backups and checks; no transaction is committed."""
        async with self._turn(), self._engines.owner.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A bare connection that only reads, for checks that no service makes and that may take long."""
        async with self._engines.checker.connect() as connection:
            yield connection

    async def ping(self) -> None:
        """Raises where the database does not answer."""
        async with self.read() as unit:
            await unit.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Closes every connection and gives the file up."""
        engines = self._engines
        for engine in {engines.reader, engines.checker, engines.owner, engines.writer}:
            await engine.dispose()
        if self._ownership is not None:
            self._ownership.release()

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[GroupedTransaction | AsyncTransaction]:
        """A transaction that has begun: the write lock is taken before the time is."""
        writer = self._engines.writer
        if isinstance(writer, GroupedWriter):
            async with writer.transaction() as transaction:
                yield transaction
            return
        with _answering():
            async with AsyncSession(writer, expire_on_commit=False, autoflush=False) as session:
                await session.connection()
                yield AsyncTransaction(session)

    def _turn(self) -> contextlib.AbstractAsyncContextManager[None]:
        """SQLite has one writer at a time, also beside units of work."""
        writer = self._engines.writer
        return writer.turn() if isinstance(writer, GroupedWriter) else contextlib.nullcontext()


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    """Turns a lost connection to a database server, and one that cannot be had, into UnavailableError."""
    try:
        yield
    except PoolTimeoutError as error:
        raise UnavailableError(BUSY, code="DATABASE", retry_after=_RETRY_SEC) from error
    except DBAPIError as error:
        if not _is_no_connection(error):
            raise
        detail = "The platform's database does not answer. Ask again."
        raise UnavailableError(detail, code="DATABASE", retry_after=_RETRY_SEC) from error


def _is_no_connection(error: DBAPIError) -> bool:
    """Whether a connection is lost, or none can be made: psycopg has no SQLSTATE where no server gave one."""
    if error.connection_invalidated:
        return True
    state: str | None = getattr(error.orig, "sqlstate", "")  # SQLite has none at all
    return isinstance(error, OperationalError) and (state is None or state.startswith("08") or state in _NO_CONNECTION)


def _is_race(error: IntegrityError) -> bool:
    """Whether a unique or foreign key refused: the services look first, so another request was faster."""
    state = getattr(error.orig, "sqlstate", None)
    return state in {"23503", "23505"} or "UNIQUE" in str(error.orig) or "FOREIGN KEY" in str(error.orig)


def _sqlite_engines(url: URL) -> _Engines:
    def begin_with(execute: Callable[[str], Any], read_only: bool) -> None:
        execute("BEGIN" if read_only else "BEGIN IMMEDIATE")

    def begin_inline(connection: Connection, read_only: bool) -> None:
        raw: Any = connection.connection.driver_connection
        if not raw.in_transaction:  # a prepared statement may have begun it
            begin_with(raw.execute, read_only)

    def inline(size: int, *, read_only: bool) -> Engine:
        engine = create_engine(
            url.set(drivername="sqlite+pysqlite"),
            module=sqlite.driver,
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=0,
            connect_args={"check_same_thread": False},
            hide_parameters=True,
        )
        _prepare_sqlite(engine, read_only=read_only, wait=read_only)
        event.listen(engine, "begin", lambda connection: begin_inline(connection, read_only))
        return engine

    def threaded(*, read_only: bool) -> AsyncEngine:
        engine = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"),
            pool_size=1,
            max_overflow=0,
            pool_timeout=_WAIT_SEC,
            hide_parameters=True,
        )
        _prepare_sqlite(engine.sync_engine, read_only=read_only)
        event.listen(engine.sync_engine, "begin", lambda connection: begin_with(connection.exec_driver_sql, read_only))
        return engine

    return _Engines(
        writer=GroupedWriter(inline(1, read_only=False)),
        reader=InlineReaders(inline(_READERS, read_only=True), _READERS),
        owner=threaded(read_only=False),
        checker=threaded(read_only=True),
    )


def _prepare_sqlite(engine: Engine, *, read_only: bool, wait: bool = True) -> None:
    """Each connection's PRAGMAs, once. Without `wait`, a lock is reported at once."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: Any) -> None:
        sqlite.configure_connection(connection, read_only=read_only, wait=wait)

    scope.guard(engine)


def _postgres_engines(url: URL) -> _Engines:
    engine = create_async_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=_POSTGRES_CONNECTIONS,
        max_overflow=0,
        pool_timeout=_WAIT_SEC,
        pool_pre_ping=True,
        hide_parameters=True,
        # A pooler in transaction mode gives every transaction another connection: nothing may be prepared on one, nor
        # set for one. The session's time zone can be any: UtcTime converts.
        connect_args={"prepare_threshold": None, "application_name": "osmosis-platform"},
    )
    scope.guard(engine.sync_engine)
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return _Engines(writer=engine, reader=reader, owner=engine, checker=reader)
