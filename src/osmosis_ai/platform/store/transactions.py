"""What a unit of work runs its statements on: an asynchronous session, or SQLite on the event loop.

A request reads and writes a few indexed rows, which SQLite does in less time than it takes to hand a statement to a
thread and back. Readers never wait for a lock (WAL), and a writer has its turn before it begins, so nothing is held up
by them. What may take long runs in a thread: a commit, which flushes the disk, and statements that are said to be long.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast, override

from sqlalchemy import Connection, CursorResult, Engine, Executable, Result
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from osmosis_ai.platform.errors import UnavailableError
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.columns import Base
from osmosis_ai.platform.store.prepared import CompiledForSqlite, Prepared, insertion

__all__ = [
    "BUSY",
    "WAIT_SEC",
    "AsyncTransaction",
    "InlineReaders",
    "InlineTransaction",
    "Transaction",
    "in_thread",
    "wrapped",
]

WAIT_SEC = 30.0
BUSY = "The database is busy. Ask again."
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
    """A transaction of SQLite's on the event loop, which begins with its first statement."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        """The connection that it is on."""
        self._raw: Any = connection.connection.driver_connection
        self._session: Session | None = None
        self._statements = 0

    @override
    async def execute(
        self, statement: Executable, options: Mapping[str, Any] | None = None, *, long: bool = False
    ) -> Result[Any]:
        await self._let_others_run()
        if self._session is None:
            if not self.connection.in_transaction():
                self.connection.begin()
            self._session = Session(
                self.connection, expire_on_commit=False, autoflush=False, join_transaction_mode="rollback_only"
            )
        session, given = self._session, dict(options or {})
        if long:
            return await in_thread(lambda: session.execute(statement, execution_options=given))
        return session.execute(statement, execution_options=given)

    @override
    async def fetch(self, prepared: Prepared, values: Mapping[str, Any]) -> Sequence[Any]:
        await self._let_others_run()
        compiled = prepared.for_sqlite
        return compiled.rows(self._send(compiled, values).fetchall())

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

    def close(self) -> None:
        """Ends the session of statements that were not prepared. Rows stay readable."""
        if self._session is not None:
            self._session.close()

    def roll_back(self) -> None:
        """Ends the transaction, if it has begun, and leaves nothing of it."""
        self.close()
        if self.connection.in_transaction():
            self.connection.rollback()
        elif self._raw.in_transaction:
            self._raw.rollback()

    def _send(self, compiled: CompiledForSqlite, values: Mapping[str, Any]) -> Any:
        if not self._raw.in_transaction:
            self._raw.execute("BEGIN")
        try:
            parameters = compiled.parameters(values)
        except ValueError as error:
            raise StatementError(str(error), compiled.sql, None, error, hide_parameters=True) from error
        try:
            return self._raw.execute(compiled.sql, parameters)
        except sqlite.driver.Error as error:
            raise wrapped(error, compiled.sql, self.connection) from error

    async def _let_others_run(self) -> None:
        """Between the statements of a large transaction, other requests have their turn."""
        self._statements += 1
        if self._statements % _STATEMENTS_IN_A_ROW == 0:
            await asyncio.sleep(0)


def wrapped(error: Exception, sql: str, connection: Connection) -> StatementError:
    """An error of the driver's as SQLAlchemy would raise it, without the values."""
    made: StatementError = DBAPIError.instance(
        sql, None, error, sqlite.driver.Error, hide_parameters=True, dialect=connection.dialect
    )
    return made


class InlineReaders:
    """SQLite connections that read, of which at most `size` are in use; whoever wants another waits for a turn.

    A connection stays open: opening it, and SQLAlchemy's pool, cost more than what is read.
    """

    def __init__(self, engine: Engine, size: int) -> None:
        self.sync_engine = engine
        self._turns = asyncio.Semaphore(size)
        self._idle: list[Connection] = []

    async def take(self) -> InlineTransaction:
        """A transaction, whose state of the database is that of its first statement; to be given back.

        Raises UnavailableError after half a minute without a connection.
        """
        if self._turns.locked():
            try:
                async with asyncio.timeout(WAIT_SEC):
                    await self._turns.acquire()
            except TimeoutError:
                raise UnavailableError(BUSY) from None
        else:
            await self._turns.acquire()
        try:
            return InlineTransaction(self._idle.pop() if self._idle else self.sync_engine.connect())
        except BaseException:
            self._turns.release()
            raise

    def give_back(self, transaction: InlineTransaction) -> None:
        """Ends a transaction that was taken."""
        try:
            transaction.roll_back()
            self._idle.append(transaction.connection)
        finally:
            self._turns.release()

    async def dispose(self) -> None:
        """Closes every connection that is not in use."""
        while self._idle:
            self._idle.pop().close()
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
