"""The schema of a new database, made from the declared tables: what all migrations together give, in one step.

Alembic takes a second to be imported and to run; a new database needs none of it.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, text
from sqlalchemy.schema import PrimaryKeyConstraint

from osmosis_ai.platform.store import run_tables, tables  # noqa: F401 - they declare the tables
from osmosis_ai.platform.store.audit_guards import AUDIT_GUARDS
from osmosis_ai.platform.store.columns import Base

__all__ = ["create_schema", "current_revision", "is_empty"]

_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def is_empty(connection: Connection) -> bool:
    """Whether the database has no table at all."""
    return not inspect(connection).get_table_names()


def current_revision(connection: Connection) -> str | None:
    """The revision of the database's schema; None where it has none."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    found = connection.execute(_VERSION.select()).first()
    return None if found is None else str(found[0])


def create_schema(connection: Connection, revision: str) -> None:
    """Makes every table, index and trigger, and notes the revision that this is; in the connection's transaction."""
    Base.metadata.create_all(connection, checkfirst=False)
    for statement in AUDIT_GUARDS[connection.dialect.name]:
        connection.execute(text(statement))
    _VERSION.create(connection)
    connection.execute(_VERSION.insert().values(version_num=revision))
