"""Statements are discovered, and each class of them is known to mypy."""

from typing import assert_type

import pytest

from storage.bookkeeping import KeyValues
from storage.driver import STATEMENTS, Statements
from storage.matches import Matches
from storage.store import Store
from tests.support.typed_attributes import OWNERS, attributes_of


async def test_statements_have_the_name_and_the_type_of_their_class(store: Store) -> None:
    async with store.read() as view:
        assert_type(view.matches, Matches)
        assert_type(view.key_values, KeyValues)
        assert {name: type(getattr(view, name)) for name in STATEMENTS} == STATEMENTS
        assert view.matches is view.matches
        with pytest.raises(AttributeError, match="no class of statements in storage/ is called lighthouses"):
            view.lighthouses  # type: ignore[misc]  # noqa: B018 (there are none)


@pytest.mark.parametrize("owner", OWNERS)
def test_mypy_knows_what_is_discovered(owner: str) -> None:
    assert len(attributes_of(owner)) > 20


def test_mypy_names_the_statements_as_a_transaction_does() -> None:
    found = {name: f"{kind.__module__}.{kind.__name__}" for name, kind in STATEMENTS.items()}
    assert attributes_of("storage.store.Tables") == found


def test_two_classes_of_statements_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match=r"is called matches already: give .* another name"):
        type("Matches", (Statements,), {})
    assert STATEMENTS["matches"] is Matches
