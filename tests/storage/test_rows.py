"""What a record may hold: what its fields are declared with, and what their names tell."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from games import Seat
from matches.errors import Damaged
from matches.model import Person
from matches.timecontrol import LATEST
from storage.rows import LARGEST, LARGEST_ID, Rows


@dataclass(frozen=True)
class Example:
    """A record with a field of each kind."""

    id: int = 1
    game: str = "konane"
    ended_at: int | None = None
    number: int = 0
    share: float = 0.5
    chosen: bool = False
    text: str | None = None
    seat: Seat = 0
    people: tuple[Person, Person] = (Person(1, "Ann"), Person(2, "Ben"))
    options: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    codes: frozenset[int] = frozenset()


def read(**values: object) -> Example:
    """The example with these values, read from a row."""
    return Rows("An example", lambda row: replace(Example(), **row["values"])).one({"values": values})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", LARGEST_ID),
        ("ended_at", LATEST),
        ("number", -LARGEST),
        ("share", 1),
        ("text", "x"),
        ("seat", 1),
        ("people", (Person(LARGEST_ID, "Ann"), Person(-1, "Level 1"))),
        ("options", {"size": 8}),
        ("words", ("a", "b")),
        ("codes", frozenset({1, 2})),
    ],
)
def test_what_a_field_is_declared_with_is_read(name: str, value: object) -> None:
    assert getattr(read(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", LARGEST_ID + 1),
        ("id", None),
        ("game", "chess"),
        ("game", []),
        ("ended_at", LATEST + 1),
        ("ended_at", "now"),
        ("number", LARGEST + 1),
        ("number", 0.0),
        ("share", float("nan")),
        ("share", "1"),
        ("chosen", 1),
        ("text", 1),
        ("seat", 2),
        ("seat", 0.0),
        ("people", [Person(1, "Ann"), Person(2, "Ben")]),
        ("people", (Person(1, "Ann"),)),
        ("people", (Person(1, "Ann"), Person(-2.0, "Ben"))),  # type: ignore[arg-type]  # what a damaged row may hold
        ("people", (Person(1, "Ann"), None)),
        ("options", {"size": "8"}),
        ("options", {8: 8}),
        ("options", [("size", 8)]),
        ("words", "ab"),
        ("words", ("a", 1)),
        ("codes", {1}),
        ("codes", frozenset({"1"})),
    ],
)
def test_what_it_is_not_declared_with_is_damaged(name: str, value: Any, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Damaged):
        read(**{name: value})
    (line,) = caplog.messages
    assert line.startswith("An example cannot be read")
