"""Vacations: clocks stand still, days are counted, and people can come back early."""

import pytest

from sandbox import Impossible
from tests.e2e.rooms import Room

DAY = 24 * 3600


async def test_a_vacation_begins_is_shown_and_ends_early(room: Room) -> None:
    assert "Your clocks are running. You have 21 days" in (await room.alice.slash("/vacation")).content
    begun = await room.alice.slash("/vacation", days=5)
    assert begun.private
    assert "Your clocks are paused. You have 16 days" in begun.content
    status = await room.alice.slash("/vacation")
    assert "You are on vacation until" in status.content
    back = await room.alice.click(status, "Come back now")
    assert "Welcome back! Your clocks are running." in back.content
    assert not back.buttons


async def test_days_beyond_the_balance_of_a_year_cannot_be_asked_for(room: Room) -> None:
    for days in (0, 22):
        with pytest.raises(Impossible):
            await room.alice.slash("/vacation", days=days)


async def test_the_opponents_list_says_that_the_clock_waits(room: Room) -> None:
    match = await room.match(clock="1d")
    await room.alice.slash("/vacation", days=2)
    name = room.alice.user.global_name
    assert f"the clock is paused while {name} is away" in (await room.bob.slash("/matches")).content
    assert "your clock is paused while you are away" in (await room.alice.slash("/matches")).content
    await room.alice.click(await room.alice.slash("/vacation"), "Come back now")
    listed = (await room.bob.slash("/matches")).content
    assert match.name in listed
    assert "due <t:" in listed
