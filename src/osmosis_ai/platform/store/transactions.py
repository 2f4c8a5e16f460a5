"""What a unit of work runs its statements on: an asynchronous session, or SQLite on the event loop.

A request reads and writes a few indexed rows, which SQLite does in less time than it takes to hand a statement to a
thread and back. Readers never wait for a lock (WAL), and a writer has its turn before it begins, so nothing is held up
by them. What may take long runs in a thread: a commit, which flushes the disk, and statements that are said to be long.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Protocol, cast, override

from sqlalchemy import Connection, CursorResult, Engine, Executable, Result
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from osmosis_ai.platform.errors import UnavailableError
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.prepared import CompiledForSqlite, Prepared, insertion

__all__ = ["AsyncTransaction", "InlineEngine", "InlineTransaction", "Transaction"]

_WAIT_SEC = 30.0
_RETRY_SEC = 0.01
_STATEMENTS_IN_A_ROW = 32


class Transaction(Protocol):
    """One transaction on either database."""

    async def execute(
        self, statement: Executable, options: Mapping[str, Any] | None = None, *, long: bool = False
    ) -> Result[Any]:
        """Runs any statement. One that is `long` does not run on the event loop."""
        ...

    async def fetch(self, prepared: Prepared, values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows of a prepared SELECT."""
        ...

    async def run(self, prepared: Prepared, values: Mapping[str, Any]) -> int:
        """Runs any other prepared statement; the number of rows it changed."""
        ...

    async def insert(self, entity: type[Base], values: Mapping[str, Any], *, ignore_existing: bool) -> bool | None:
        """Adds a row the short way; whether it was added. None where there is no short way."""
        ...


class AsyncTransaction(Transaction):
    """A transaction of an asynchronous session."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    @override
    async def execute(
        self, statement: Executable, options: Mapping[str, Any] | None = None, *, long: bool = False
    ) -> Result[Any]:
        return await self._session.execute(statement, execution_options=dict(options or {}))

    @override
    async def fetch(self, prepared: Prepared, values: Mapping[str, Any]) -> Sequence[Any]:
        return (await self._session.execute(prepared.statement, dict(values))).all()

    @override
    async def run(self, prepared: Prepared, values: Mapping[str, Any]) -> int:
        options = {"synchronize_session": False}
        result = await self._session.execute(prepared.statement, dict(values), execution_options=options)
        return cast("CursorResult[Any]", result).rowcount

    @override
    async def insert(self, entity: type[Base], values: Mapping[str, Any], *, ignore_existing: bool) -> bool | None:
        return None

    async def commit(self) -> None:
        """Commits."""
        await self._session.commit()


class InlineTransaction(Transaction):
    """A transaction of SQLite's on the event loop."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._raw: Any = connection.connection.driver_connection
        self._session: Session | None = None
        self._statements = 0

    @override
    async def execute(
        self, statement: Executable, options: Mapping[str, Any] | None = None, *, long: bool = False
    ) -> Result[Any]:
        await self._let_others_run()
        if self._session is None:
            self._session = Session(self._connection, expire_on_commit=False, autoflush=False)
        session, given = self._session, dict(options or {})
        if long:
            return await in_thread(lambda: session.execute(statement, execution_options=given))
        return session.execute(statement, execution_options=given)

    @override
    async def fetch(self, prepared: Prepared, values: Mapping[str, Any]) -> Sequence[Any]:
        await self._let_others_run()
        compiled = prepared.for_sqlite
        return [compiled.row(kept) for kept in self._send(compiled, values).fetchall()]

    @override
    async def run(self, prepared: Prepared, values: Mapping[str, Any]) -> int:
        await self._let_others_run()
        return int(self._send(prepared.for_sqlite, values).rowcount)

    @override
    async def insert(self, entity: type[Base], values: Mapping[str, Any], *, ignore_existing: bool) -> bool | None:
        compiled = insertion(entity, tuple(values), ignore_existing)
        if compiled is None:
            return None
        await self._let_others_run()
        return int(self._send(compiled, values).rowcount) == 1

    def begin(self) -> None:
        """Begins, if it has not begun. A writer takes the write lock."""
        if not self._connection.in_transaction():
            self._connection.begin()

    async def commit(self) -> None:
        """Commits, and comes back when it is on the disk."""
        await in_thread(self._connection.commit)

    def close(self) -> None:
        """Rolls back what is not committed. Rows stay readable."""
        if self._session is not None:
            self._session.close()

    def _send(self, compiled: CompiledForSqlite, values: Mapping[str, Any]) -> Any:
        self.begin()
        try:
            parameters = compiled.parameters(values)
        except ValueError as error:
            raise StatementError(str(error), compiled.sql, None, error, hide_parameters=True) from error
        try:
            return self._raw.execute(compiled.sql, parameters)
        except sqlite.driver.Error as error:
            raise DBAPIError.instance(
                compiled.sql, None, error, sqlite.driver.Error, hide_parameters=True, dialect=self._connection.dialect
            ) from error

    async def _let_others_run(self) -> None:
        """Between the statements of a large transaction, other requests have their turn."""
        self._statements += 1
        if self._statements % _STATEMENTS_IN_A_ROW == 0:
            await asyncio.sleep(0)


class InlineEngine:
    """SQLite connections of which at most `size` are in use; whoever wants another waits for a turn."""

    def __init__(self, engine: Engine, size: int) -> None:
        self.sync_engine = engine
        self._turns = asyncio.Semaphore(size)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One of the turns. Raises UnavailableError after half a minute without one."""
        if self._turns.locked():
            try:
                async with asyncio.timeout(_WAIT_SEC):
                    await self._turns.acquire()
            except TimeoutError:
                raise UnavailableError("The database is busy. Ask again.") from None
        else:
            await self._turns.acquire()
        try:
            yield
        finally:
            self._turns.release()

    @contextlib.asynccontextmanager
    async def transaction(self, *, begun: bool) -> AsyncIterator[InlineTransaction]:
        """A transaction, rolled back at the end of the block unless it was committed. `begun` for one that writes."""
        async with self.turn():
            with self.sync_engine.connect() as connection:
                transaction = InlineTransaction(connection)
                if begun:
                    await _begin(transaction)
                try:
                    yield transaction
                finally:
                    transaction.close()

    async def dispose(self) -> None:
        """Closes every connection."""
        self.sync_engine.dispose()


async def in_thread[R](function: Callable[[], R]) -> R:
    """Runs it in a thread, and does not come back before it ended, cancelled or not: it uses the connection."""
    running = asyncio.get_running_loop().run_in_executor(None, function)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        raise


async def _begin(transaction: InlineTransaction) -> None:
    """Begins. The lock can only be another process's, which is waited for without holding up other requests."""
    end = time.monotonic() + _WAIT_SEC
    while True:
        try:
            transaction.begin()
        except sqlite.driver.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            await asyncio.sleep(_RETRY_SEC)
        else:
            return
