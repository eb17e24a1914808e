"""The messages that are kept in a file are those of the sources as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import catalogue

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program with one message."""
    for room in catalogue.ROOMS:
        (tmp_path / room).mkdir()
    (tmp_path / "language.py").write_text('say("Hello")\n', encoding="utf-8")
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue, "KEPT", tmp_path / "kept")
    return tmp_path


def found() -> frozenset[str]:
    """The messages, as another worker finds them."""
    return catalogue.messages.__wrapped__()


def test_messages_are_kept_until_a_source_changes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found() == catalogue.extracted() == {"Hello"}
    with monkeypatch.context() as patched:
        patched.setattr(catalogue, "extracted", lambda: pytest.fail("it extracts them again"))
        assert found() == {"Hello"}
    (root / "games" / "more.py").write_text('plural("A move", "{count} moves", n)\n', encoding="utf-8")
    assert found() == catalogue.extracted() == {"Hello", "A move", "{count} moves"}
    assert len(list((root / "kept").iterdir())) == 1


def test_without_a_folder_or_with_a_damaged_file_they_are_extracted(root: Path) -> None:
    assert found() == {"Hello"}
    (kept,) = (root / "kept").iterdir()
    kept.write_text("[", encoding="utf-8")
    assert found() == {"Hello"}
    kept.unlink()
    (root / "kept").rmdir()
    (root / "kept").write_text("", encoding="utf-8")
    assert found() == {"Hello"}
