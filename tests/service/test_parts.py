"""The parts of the service are discovered, and each is known to mypy by its class."""

from typing import assert_type

import pytest

from service import Service
from service.core import PARTS, Part
from service.missed_puzzles import MissedPuzzles
from service.play import Play
from service.visits import Visits
from tests.support.declaring import WHERE, as_module
from tests.support.typed_attributes import name_of


async def test_a_part_has_the_name_and_the_type_of_its_class(service: Service) -> None:
    assert_type(service.play, Play)
    assert_type(service.missed_puzzles, MissedPuzzles)
    assert isinstance(service.play, Play)
    assert isinstance(service.missed_puzzles, MissedPuzzles)


async def test_every_part_is_made_once(service: Service) -> None:
    assert {name: type(getattr(service, name)) for name in PARTS} == PARTS
    assert service.play._core.part(Visits) is service.visits


def test_mypy_names_the_parts_as_the_service_does() -> None:
    assert [name_of(part.__name__) for part in PARTS.values()] == list(PARTS)


async def test_a_part_that_is_not_found_says_what_its_class_needs(service: Service) -> None:
    with pytest.raises(AttributeError, match=r"^no part in service/ is called lighthouses: give its class the base"):
        service.lighthouses  # type: ignore[misc]  # noqa: B018 (there are none)
    with pytest.raises(TypeError, match=rf"^{WHERE}Tides needs Part itself as its only base"):
        as_module(lambda: type("Tides", (Play,), {}))


def test_two_parts_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match=r"is called play already: give .* another name"):
        type("Play", (Part,), {})
    assert PARTS["play"] is Play
