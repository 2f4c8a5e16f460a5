"""The one connection of SQLite's that writes: units of work by turns, and a flush of the disk for several of them.

A commit flushes the disk, which takes longer than everything else a request does. So a unit of work is a savepoint in
a transaction that may hold several: each is answered when the transaction that holds it was committed, and a unit that
fails takes back its own savepoint alone. Where no other request waits, a unit is committed by itself, at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator

from sqlalchemy import Connection, Engine

from osmosis_ai.platform.errors import UnavailableError
from osmosis_ai.platform.store import sqlite
from osmosis_ai.platform.store.transactions import BUSY, WAIT_SEC, InlineTransaction, in_thread, wrapped

__all__ = ["GroupedTransaction", "GroupedWriter"]

_RETRY_SEC = 0.01
_MOST_UNITS = 64
_LONGEST_SEC = 0.01
"""How long a transaction takes further units. What is on its way to the disk by then keeps nobody waiting."""


class _Group:
    """One transaction of the database's, and the units of work that have ended in it."""

    __slots__ = ("began", "done", "units")

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.units = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())  # there may be no unit to tell

    @property
    def takes_another(self) -> bool:
        return 0 < self.units < _MOST_UNITS and time.monotonic() - self.began < _LONGEST_SEC


class GroupedTransaction(InlineTransaction):
    """A unit of work in a transaction that others may share."""

    def __init__(self, writer: GroupedWriter, connection: Connection, group: _Group) -> None:
        super().__init__(connection)
        self._writer = writer
        self._group = group
        self._ended = False
        self._savepoint("SAVEPOINT unit")

    async def commit(self) -> None:
        """Comes back when it is on the disk. The next unit need not wait for that.

        Raises what the commit raises: then nothing of the unit is kept.
        """
        self.close()
        self._savepoint("RELEASE unit")
        self._ended = True
        self._group.units += 1
        self._writer.pass_on()
        await asyncio.shield(self._group.done)

    def leave(self, error: BaseException | None) -> None:
        """Takes back what was not committed."""
        if self._ended:
            return
        self.close()
        if self._raw.in_transaction:
            self._savepoint("ROLLBACK TO unit")
            self._savepoint("RELEASE unit")
        else:  # SQLite gave the whole transaction up, as it does where the disk is full
            self._writer.give_up(error or RuntimeError("SQLite rolled the transaction back"))
        self._writer.pass_on()

    def _savepoint(self, statement: str) -> None:
        try:
            self._raw.execute(statement)
        except sqlite.driver.Error as error:
            raise wrapped(error, statement, self.connection) from error


class GroupedWriter:
    """The connection that writes; whoever wants it waits for a turn, first come first served."""

    def __init__(self, engine: Engine) -> None:
        self.sync_engine = engine
        self._open: Connection | None = None
        self._taken = False
        self._waiting: deque[tuple[asyncio.Future[None], bool]] = deque()
        self._group: _Group | None = None
        self._committing: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[GroupedTransaction]:
        """A unit of work that has the write lock, rolled back at the end of the block unless it was committed.

        Raises UnavailableError after half a minute without a turn.
        """
        await self._take(alone=False)
        try:
            if self._group is None:
                await self._begin()
            assert self._group is not None  # noqa: S101 - begun
            transaction = GroupedTransaction(self, self._connection, self._group)
        except BaseException:
            self.pass_on()
            raise
        failure: BaseException | None = None
        try:
            yield transaction
        except BaseException as error:
            failure = error
            raise
        finally:
            transaction.leave(failure)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A turn of who writes by another connection: no transaction is open. Raises UnavailableError."""
        await self._take(alone=True)
        try:
            yield
        finally:
            self.pass_on()

    def pass_on(self) -> None:
        """Ends a turn: the next in line has it, in the same transaction if that may be, or after its commit."""
        group = self._group
        if group is not None:
            alone = self._first_alone()
            if alone is False and group.takes_another:
                self._wake_next()
                return
            if group.units:
                self._committing = asyncio.get_running_loop().create_task(self._commit(group))
                return
            self._connection.rollback()
            self._group = None
        self._wake_next()

    def give_up(self, error: BaseException) -> None:
        """The transaction is gone, with every unit that ended in it. They raise the error."""
        group, self._group = self._group, None
        self._connection.rollback()
        if group is not None and not group.done.done():
            group.done.set_exception(error)

    async def dispose(self) -> None:
        """Closes the connection, after what is being committed."""
        if self._committing is not None:
            await asyncio.wait([self._committing])
        if self._open is not None:
            self._open.close()
            self._open = None
        self.sync_engine.dispose()

    @property
    def _connection(self) -> Connection:
        if self._open is None:
            self._open = self.sync_engine.connect()
        return self._open

    async def _take(self, *, alone: bool) -> None:
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, alone))
        try:
            async with asyncio.timeout(WAIT_SEC):
                await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            if turn.done() and not turn.cancelled():  # it came at the same moment
                self.pass_on()
            if isinstance(error, TimeoutError):
                raise UnavailableError(BUSY) from None
            raise

    def _first_alone(self) -> bool | None:
        """Whether the first in line wants no transaction to be open; None where nobody waits."""
        while self._waiting and self._waiting[0][0].done():
            self._waiting.popleft()
        return self._waiting[0][1] if self._waiting else None

    def _wake_next(self) -> None:
        if self._first_alone() is None:
            self._taken = False
        else:
            self._waiting.popleft()[0].set_result(None)

    async def _begin(self) -> None:
        """Begins. The lock can only be another process's, which is waited for without holding up other requests."""
        end = time.monotonic() + WAIT_SEC
        while True:
            try:
                self._connection.begin()
            except sqlite.driver.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    raise
                await asyncio.sleep(_RETRY_SEC)
            else:
                self._group = _Group()
                return

    async def _commit(self, group: _Group) -> None:
        try:
            await in_thread(self._connection.commit)
        except BaseException as error:
            self.give_up(error)
        else:
            self._group = None
            group.done.set_result(None)
        self._committing = None
        self._wake_next()
