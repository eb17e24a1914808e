"""Clocks in the sandbox: deadlines, reminders, claims, vacations, and long silence."""

import asyncio
import re

from sandbox import Entry, Message
from tests.e2e.clocks import BLINK, DAY, HOUR, Heard, due, go_to, gone, headline, record, return_after
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, labels, refusal

MOMENT = 0.7
"""Real seconds within which the bot would notice that something is due."""


async def opened(match: Match) -> Match:
    """A match in which both sides have moved once: only after that it can be lost on time."""
    assert not (await match.move(0, "d5")).private
    assert not (await match.move(1, "d4")).private
    return match


async def test_a_hard_clock_ends_the_match_once_and_not_a_second_before_however_slow_discord_is(
    own_house: House,
) -> None:
    room, heard = own_house.room(), Heard(own_house)
    first = await opened(await room.match(clock="1d"))
    own_house.sandbox.move_clock(2)
    second = await opened(await room.match(clock="1d"))
    deadlines = [due(headline(await match.post())) for match in (first, second)]
    go_to(own_house, deadlines[0] - BLINK)
    await asyncio.sleep(MOMENT)
    assert "your move" in headline(await first.post())
    room.sandbox.trouble.slow_next(4, path="POST .*/messages")
    go_to(own_house, deadlines[0] - 1)
    end = await heard.first(first.name, "ran out of time")
    for match, deadline in zip((first, second), deadlines, strict=True):
        assert 0 <= record(own_house, match)["ended_at"] - deadline < BLINK
    assert f"{room.bob.user.mention}, you win! {room.alice.user.mention} ran out of time" in end.content
    assert set(end.pinged) == {room.alice.user.id, room.bob.user.id}
    assert "is over. " in refusal(await first.move(0, "d5"))
    assert "is over" in refusal(await room.bob.forge(await room.bob.slash("/matches"), f"t1:claim:{first.id}:1"))
    await heard.first(second.name, "ran out of time")
    await room.sandbox.wait_for(lambda: not first.posts()[0].buttons, what="the old board without buttons")
    await own_house.bot.restart(kill=True)
    await asyncio.sleep(MOMENT)
    for match in (first, second):
        assert len(heard.with_words(match.name, "ran out of time")) == 1
        assert len(match.posts()) == 4


async def test_a_soft_clock_lets_the_opponent_claim_and_the_mover_move(own_house: House) -> None:
    room, heard = own_house.room(), Heard(own_house)
    claimed, commanded = [await opened(await room.match(clock="1d soft")) for _ in range(2)]
    moved = await room.match(clock="1d soft")
    own_house.sandbox.move_clock(1.5 * HOUR)
    early = refusal(await room.bob.forge(await room.bob.slash("/matches"), f"t1:claim:{claimed.id}:1"))
    assert early.startswith(f"{room.alice.user.global_name} has 22 hours and ")
    menu = await room.bob.click(await claimed.post(), "More")
    assert "Claim the win" not in labels(menu)
    go_to(own_house, max([due(headline(await match.post())) for match in (claimed, commanded, moved)]) + 1)
    for match in (claimed, commanded, moved):
        told = await heard.first(match.name, "Claim the win or wait")
        assert told.pinged == (room.bob.user.id,)
        assert "ran out of time" not in headline(await match.post())
    menu = await room.bob.click(await claimed.post(), "More")
    assert "Claim the win" in labels(menu)
    assert "your turn" in refusal(
        await room.alice.forge(await room.alice.slash("/matches"), f"t1:claim:{claimed.id}:1")
    )
    told = await heard.first(claimed.name, "Claim the win")
    assert "you are watching" in refusal(await room.carol.click(told, f"Claim the win: {claimed.name}"))
    await room.bob.click(told, f"Claim the win: {claimed.name}")
    await commanded.act(room.bob, "Claim the win")
    for match in (claimed, commanded):
        end = await match.post(4)
        assert f"**{room.bob.user.global_name}** wins: {room.alice.user.mention} ran out of time" in end.content
        assert end.pinged == (room.alice.user.id,)
    told = await heard.first(moved.name, "Claim the win")
    assert not (await moved.move(0, "d5")).private
    assert "It is your turn" in refusal(
        await room.bob.forge(await room.bob.slash("/matches"), f"t1:claim:{moved.id}:1")
    )
    await gone(room, told)
    assert abs(due(headline(await moved.post(2))) - room.sandbox.clock.now() - DAY) < BLINK
    assert heard.with_words("Claim the win") == [told]


async def test_a_vacation_stops_ones_own_clocks_ends_by_itself_and_revives_nothing(own_house: House) -> None:
    room, heard = own_house.room(), Heard(own_house)
    passed = await opened(await room.match(clock="1d soft"))
    own_house.sandbox.move_clock(25 * HOUR)
    await heard.first(passed.name, "Claim the win")
    mine = await room.match(clock="1d")
    theirs = await room.match(clock="5d", seats=(room.bob, room.alice))
    name = room.alice.user.global_name
    post, waits = await mine.post(), f"the clock is paused while {name} is away"
    begun = due(headline(post))

    async def says(words: str) -> Message:
        return await room.sandbox.wait_for(lambda: next((m for m in mine.posts() if words in headline(m)), None))

    await room.alice.slash("/vacation", days=2)
    stopped = await says(waits)
    assert stopped.id == post.id
    assert stopped.content.split("\n")[1:] == post.content.split("\n")[1:]
    assert room.alice.user.mention in headline(stopped)
    assert "due <t:" in headline(await theirs.post())
    assert waits in (await room.bob.slash("/matches")).content
    assert "your clock is paused while you are away" in (await room.alice.slash("/matches")).content
    own_house.sandbox.move_clock(HOUR)
    await room.alice.click(await room.alice.slash("/vacation"), "Come back now")
    resumed = await says("due <t:")
    assert HOUR <= due(headline(resumed)) - begun < HOUR + BLINK
    began = await room.alice.slash("/vacation", days=2)
    ends_at = int(re.search(r"<t:(\d+):f>", began.content)[1])  # type: ignore[index]  # there is one
    await says(waits)
    await passed.act(room.bob, "Claim the win")
    assert "ran out of time" in (await passed.post(4)).content
    go_to(own_house, ends_at - 40)
    await return_after(own_house, 80)
    back = await says("due <t:")
    assert due(headline(back)) == ends_at + due(headline(resumed)) - (ends_at - 2 * DAY)
    assert "Your clocks are running. You have 18 days" in (await room.alice.slash("/vacation")).content
    assert "You have 18 days" in refusal(await room.alice.slash("/vacation", days=21))
    assert len(mine.posts()) == len(theirs.posts()) == 1
    assert heard.with_words(mine.name, "ran out of time") == []


async def test_an_old_board_stays_at_rest_though_discord_let_an_earlier_edit_wait(own_house: House) -> None:
    room = own_house.room()
    match = await room.match(clock="3d")
    old = await match.post()

    def edits(status: int) -> list[Entry]:
        entries = own_house.sandbox.log.entries
        return [
            entry for entry in entries if entry.method == "PATCH" and old.id in entry.path and entry.status == status
        ]

    own_house.sandbox.trouble.fail_next(status=429, path=f"PATCH .*/messages/{old.id}", retry_after=3)
    await room.alice.slash("/vacation", days=2)
    await own_house.sandbox.wait_for(lambda: edits(429), what="an edit that has to wait")
    await match.move(0, "d5")
    await match.post(2)
    await own_house.sandbox.wait_for(lambda: len(edits(200)) == 2, what="that edit, and the board's last one")
    at_rest = f"The start of Konane {match.name}"
    await own_house.sandbox.wait_for(lambda: match.posts()[0].content == at_rest, what="the old board at rest")
    assert not match.posts()[0].buttons
