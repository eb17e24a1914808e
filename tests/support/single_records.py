"""Reads texts and files with a single record."""

from matches import imports
from matches.notation import Record


def read_text(text: str) -> Record:
    """The record in this text."""
    return _single(imports.read_text(text))


def read_file(content: bytes) -> Record:
    """The record in this file."""
    return _single(imports.read_file(content))


def _single(read: Record | imports.RecordList) -> Record:
    assert isinstance(read, Record)
    return read
