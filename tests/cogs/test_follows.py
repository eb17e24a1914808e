"""Following a match: who gets which direct messages, and who gets no more of them."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from typing import Any

import pytest

from cogs.ui.acts.follows import follow, unfollow
from cogs.ui.context import Context
from matches.errors import Over, Refusal
from matches.model import Person, Place
from matches.settings import Notifications, PlayerSettings
from matches.timecontrol import HOUR
from service.follows import MOST_FOLLOWED
from tests.support.channels import Posted
from tests.support.kills import Run, begin, first_run, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import pressed
from tests.support.stores import Stores

INBOX = 10_000 + CAROL.id


class Eyes:
    """Stands in for the viewers: says who can view channels now."""

    def __init__(self) -> None:
        self.open = True
        self.answers = True
        """Whether Discord answers in time."""

    async def sees_one(self, _: int, places: Iterable[Place]) -> bool:
        if not self.answers:
            raise TimeoutError
        return self.open and any(places)


@pytest.fixture
async def run(stores: Stores) -> AsyncIterator[Run]:
    async with first_run(stores) as run:
        run.client.viewers, run.client.relay = Eyes(), run.relay
        run.client.link_commands = str
        yield run


async def press(run: Run, match_id: int, how: str, who: Person = CAROL, *labels: str) -> str:
    """Follow a match. Returns the answer, which must have these buttons if any are named."""
    press = pressed(run.client, who, CHANNEL)
    await follow(Context(press, match_id, 1, (how,)))
    assert not labels or [item.label for item in press.answers.sent[0]["view"].children] == [*labels]
    return str(press.answers.text())


def told(run: Run) -> list[Posted]:
    messages: Any = run.client.channels.messages
    return [message for message in messages.values() if message.channel_id == INBOX]


async def test_each_move_takes_the_place_of_the_one_before_and_the_end_stays(run: Run) -> None:
    match_id = await begin(run)
    assert "a DM for each move and when it ends" in await press(run, match_id, "move")
    await move(run, match_id)
    await run.quiet()
    (first,) = told(run)
    code = (await run.service.lookup.match(match_id)).code
    assert first.content.startswith(f"Ann took a8 off the board · Konane, match #{code}\nhttps://")
    assert "<@" not in first.content
    await move(run, match_id)
    await run.quiet()
    (second,) = told(run)
    assert second.content.startswith("Bob took ")
    assert second.buttons == [f"t1:mine:{match_id}:3", f"t1:unfollow:{match_id}:3"]
    await run.service.play.resign(match_id, ANN.id)
    await run.quiet()
    (end,) = told(run)
    assert end.content.startswith(f"**Bob** wins: **Ann** resigned · Konane, match #{code}")
    assert end.buttons == [f"t1:mine:{match_id}:4"]
    assert await run.service.follows.follow_of(match_id, CAROL.id) is None


async def test_a_follower_of_only_the_end_is_told_of_no_move(run: Run) -> None:
    match_id = await begin(run)
    assert "a DM when it ends" in await press(run, match_id, "end", CAROL, "Each move", "Unfollow")
    await move(run, match_id)
    await run.quiet()
    assert told(run) == []
    await run.service.play.resign(match_id, BOB.id)
    await run.quiet()
    assert len(told(run)) == 1


async def test_a_follower_who_can_no_longer_view_the_channel_is_told_nothing(run: Run) -> None:
    match_id = await begin(run)
    await press(run, match_id, "move")
    run.client.viewers.open = False
    await move(run, match_id)
    await run.quiet()
    await run.service.play.resign(match_id, BOB.id)
    await run.quiet()
    assert told(run) == []
    assert await run.service.outbox.next_due() is None


async def test_a_follower_is_told_later_if_discord_does_not_say_what_they_see(run: Run) -> None:
    match_id = await begin(run)
    run.client.viewers.answers = False
    await press(run, match_id, "move")
    await move(run, match_id)
    await run.quiet()
    assert told(run) == []
    run.client.viewers.answers = True
    run.clock.time += HOUR
    await run.quiet()
    assert len(told(run)) == 1


async def test_only_a_match_in_a_server_with_the_bot_can_be_followed(run: Run) -> None:
    match_id = await begin(run)
    (place,) = await run.service.places.of(match_id)
    for elsewhere in (replace(place, guest=True), replace(place, guild_id=None), replace(place, seat=0)):
        async with run.service.lookup._core.store.write() as tx:
            await tx.places.remove(match_id, place.channel_id)
            await tx.places.add(elsewhere)
        with pytest.raises(Refusal, match="only follow matches in servers"):
            await press(run, match_id, "end")


async def test_after_unfollowing_no_message_comes_and_the_earlier_ones_go(run: Run) -> None:
    match_id = await begin(run)
    await press(run, match_id, "move")
    await move(run, match_id)
    await run.quiet()
    assert len(told(run)) == 1
    await unfollow(Context(pressed(run.client, CAROL, CHANNEL), match_id, 1))
    await run.quiet()
    assert told(run) == []
    await move(run, match_id)
    await run.quiet()
    assert told(run) == []
    with pytest.raises(Refusal, match="You are not following"):
        await unfollow(Context(pressed(run.client, CAROL, CHANNEL), match_id, 1))


async def test_a_closed_inbox_is_not_told_in_the_channel(run: Run) -> None:
    match_id = await begin(run)
    await press(run, match_id, "move")
    await run.service.settings.choose(CAROL.id, PlayerSettings(notifications=Notifications("channel")))
    await move(run, match_id)
    assert [
        delivery.way for delivery in await run.service.outbox.of("notice", match_id) if delivery.person_id == CAROL.id
    ] == ["silent"]
    (notice,) = [
        delivery for delivery in await run.service.outbox.of("notice", match_id) if delivery.person_id == CAROL.id
    ]
    await run.service.outbox.undeliverable([notice])
    assert [
        delivery for delivery in await run.service.outbox.of("notice", match_id) if delivery.person_id == CAROL.id
    ] == []


async def test_players_and_those_who_come_late_follow_nothing_and_nobody_too_much(run: Run) -> None:
    match_id = await begin(run)
    with pytest.raises(Refusal, match="You are playing in match"):
        await press(run, match_id, "end", ANN)
    await run.service.play.resign(match_id, ANN.id)
    with pytest.raises(Over, match="is over"):
        await press(run, match_id, "end")
    others = [Person(number, "Somebody") for number in range(50, 50 + MOST_FOLLOWED + 1)]
    ids = [(await begin_game(run.service, "konane", other)).match.id for other in others]
    for match_id in ids[:-1]:
        await run.service.follows.follow(match_id, CAROL, each_move=False)
    with pytest.raises(Refusal, match=f"You already follow {MOST_FOLLOWED} matches"):
        await run.service.follows.follow(ids[-1], CAROL, each_move=False)
    await run.service.follows.follow(ids[0], CAROL, each_move=True)


async def test_a_private_board_stays_in_sight_when_its_follow_is_used(run: Run) -> None:
    match_id = await begin(run)
    press = pressed(run.client, CAROL, CHANNEL)
    press.message.attachments = ["the board"]
    await follow(Context(press, match_id, 1, ("end",)))
    assert [answer.get("edited", False) for answer in press.answers.sent] == [False]
    await unfollow(Context(menu := pressed(run.client, CAROL, CHANNEL), match_id, 1))
    assert [answer.get("edited", False) for answer in menu.answers.sent] == [True], "a menu is replaced"
