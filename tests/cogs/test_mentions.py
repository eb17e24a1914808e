"""Only the people whom a message is for are pinged."""

from cogs.wire.people import pinging


def test_only_those_who_are_called_can_be_pinged() -> None:
    assert dict(pinging({1, 2}).to_dict()) == {"parse": [], "users": [1, 2]}


def test_nobody_at_all_can_be_pinged_where_nobody_is_called() -> None:
    assert dict(pinging(()).to_dict()) == {"parse": [], "users": []}
