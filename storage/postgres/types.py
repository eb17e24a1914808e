"""Converts values so that PostgreSQL returns the same values as SQLite."""

from typing import Any

from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.types.numeric import Int8Dumper


class TruthDumper(Dumper):
    """Writes True and False as 1 and 0."""

    oid = Int8Dumper.oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class TextDumper(Dumper):
    """Strips NUL characters from text: PostgreSQL cannot store them, and only crafted requests contain any."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", "").encode()


class WholeLoader(Loader):
    """Loads sums of integers as ints, although PostgreSQL returns decimals."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


def register(context: AdaptContext) -> None:
    """Register these conversions with psycopg.

    By default psycopg sends each int in the smallest of three sizes, each of which needs a prepared statement.
    """
    types: Any = context.adapters
    types.register_dumper(int, Int8Dumper)
    types.register_dumper(bool, TruthDumper)
    types.register_dumper(str, TextDumper)
    types.register_loader("numeric", WholeLoader)
