"""What every table shares: the declarative base, the names of constraints, and three column types."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from sqlalchemy import BigInteger, Dialect, Enum, Integer, MetaData, String
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class Instant(TypeDecorator[datetime]):
    """A moment as whole microseconds since 1970 in UTC: exact, ordered alike in every database.

    Takes aware datetimes of any offset and gives them back in UTC.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Microseconds of a moment; ``TypeError`` for a naive datetime, which says no moment."""
        return None if value is None else microseconds(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The moment, in UTC."""
        return None if value is None else moment(value)


def microseconds(value: datetime) -> int:
    """Whole microseconds since 1970 in UTC.

    >>> microseconds(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))
    1000000
    """
    return (value - _EPOCH) // _MICROSECOND


def moment(microseconds: int) -> datetime:
    """The inverse of :func:`microseconds`; ``OverflowError`` outside the years 1 to 9999."""
    return _EPOCH + timedelta(microseconds=microseconds)


def code(kind: type[StrEnum]) -> Enum:
    """The column type of a closed set of codes, stored as the code's own word."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda members: [member.value for member in members],
    )


KEY: Final = BigInteger().with_variant(Integer(), "sqlite")
"""The type of our own keys: 64 bits everywhere (SQLite gives them to any integer primary key)."""

Key: TypeAlias = Annotated[int, mapped_column(KEY)]
PrimaryKey: TypeAlias = Annotated[int, mapped_column(KEY, primary_key=True, autoincrement=False)]
Counters: TypeAlias = Annotated[int, mapped_column(BigInteger())]
"""A number of whole counters, of either sign."""
Name: TypeAlias = Annotated[str, mapped_column(String(80))]
PUBLIC_ID: Final = String(64).with_variant(String(64, collation="C"), "postgresql")
PublicId: TypeAlias = Annotated[str, mapped_column(PUBLIC_ID)]
"""An id that a hand history gives, of a hand, a player or a session: ordered by its characters' codes."""


class Base(DeclarativeBase):
    """The base of all tables. ``key`` is a row's own key; ``…_id`` is always a hand history's word."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: Instant()}
