"""Column types that hold the same value on both databases, and the base of all tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, override

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, MetaData, String, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeEngine

from osmosis_ai.platform.clock import wire_time

__all__ = ["Base", "BigId", "JsonObject", "UtcTime", "WireTime"]


class UtcTime(TypeDecorator[datetime]):
    """An aware time in UTC, to the microsecond; a naive one is refused.

    PostgreSQL keeps `timestamptz`; SQLite a text of one width (`2026-12-01T09:30:00.000000Z`) that sorts as times do.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return String(27) if dialect.name == "sqlite" else DateTime(timezone=True)

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without an offset cannot be stored: {value.isoformat()}")
        moment = value.astimezone(UTC)
        if dialect.name == "sqlite":
            return moment.isoformat(timespec="microseconds")[:-6] + "Z"
        return moment

    @override
    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if isinstance(value, str):
            return datetime.fromisoformat(value)  # it ends in Z, and so is in UTC
        moment: datetime = value
        return moment.astimezone(UTC)


class WireTime(UtcTime):
    """A time that is read as it is written on the wire: where SQLite keeps that text, nothing is converted.

    For the columns of lists, by `type_coerce`.
    """

    cache_ok = True

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        return None if dialect.name == "sqlite" else _written


def _written(value: Any) -> str | None:
    return None if value is None else wire_time(value)


JsonObject = JSON().with_variant(JSONB(), "postgresql")
"""A JSON object."""

BigId = BigInteger().with_variant(Integer(), "sqlite")
"""A number that the database assigns, in the order of insertion. SQLite assigns only to INTEGER."""


class Base(DeclarativeBase):
    """The base of all tables. Constraints have names, so that a migration can change them on both databases."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcTime(), dict[str, Any]: JsonObject}  # noqa: RUF012 - SQLAlchemy reads it
