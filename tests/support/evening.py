"""An evening in one channel, in which all that the bot posts, edits and leaves there is counted."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.model import Person
from tests.support.kills import Run
from tests.support.matches import CHANNEL
from tests.support.tournaments import open_tournament

MOVES = 20
"""How many moves each match has: against the computer, those of the person."""
GAME = "konane"
MOST_STAGES = 5


@dataclass
class Traffic:
    """What a channel got."""

    posts: int = 0
    edits: int = 0
    left: int = 0
    """How many of the posts are still there in the end."""


def people(count: int) -> list[Person]:
    return [Person(number, f"Player {number}") for number in range(1, count + 1)]


async def practice(run: Run, players: Sequence[Person]) -> None:
    """Each plays a match against the computer, all at the same time."""
    matches = []
    for person in players:
        snapshot = await run.service.practice.begin(GAME, person, 1, CHANNEL)
        await run.relay.boards.show(snapshot, run.interaction(person))
        matches.append(snapshot.match.id)
    for _ in range(MOVES):
        for match_id, person in zip(matches, players, strict=True):
            await move(run, match_id, person)
            await run.quiet()


async def matches_of_two(run: Run, players: Sequence[Person]) -> None:
    """Each two play a match, all at the same time."""
    ids = []
    for first, second in zip(players[::2], players[1::2], strict=True):
        made = await run.service.challenges.invite(GAME, first, second, CHANNEL, "first")
        await run.relay.challenges.answer(run.interaction(first), made)
        snapshot = await run.service.challenges.accept(made.id, second)
        await run.relay.boards.show(snapshot, run.interaction(second))
        run.relay.settle(await run.service.challenges.of(made.id))
        ids.append(made.id)
    for _ in range(MOVES):
        for match_id in ids:
            await move(run, match_id)
    await run.quiet()


async def tournament(run: Run, players: Sequence[Person]) -> None:
    """All play a tournament in groups. In each match, the side to move resigns after the last move."""
    run.store.goes_on = True
    opened = await run.service.tournaments.create(replace(open_tournament(run.clock), game=GAME))
    for person in players:
        await run.service.tournaments.join(opened.id, person)
    run.clock.time = opened.begins_at
    for _ in range(MOST_STAGES):
        for _ in range(3):
            await run.quiet()
        progress = await run.service.tournaments.of(opened.id)
        running = [meeting.match_id or 0 for meeting in progress.meetings if not meeting.over]
        if not running:
            return
        for _ in range(MOVES):
            for match_id in running:
                await move(run, match_id)
        for match_id in running:
            match = await run.service.lookup.match(match_id)
            if not match.over:
                over = await run.service.play.resign(match_id, match.players[match.turn].id)
                await run.relay.boards.show(over, run.interaction(match.players[match.turn]))
                await run.beside()
    raise AssertionError("the tournament does not end")


EVENINGS: Mapping[str, Callable[[Run, Sequence[Person]], Awaitable[None]]] = {
    "Matches against the computer": practice,
    "Matches between two people": matches_of_two,
    "Tournament in groups": tournament,
}


async def move(run: Run, match_id: int, person: Person | None = None) -> None:
    """Make the first legal move, unless the match is over or it is not this person's turn."""
    snapshot = await run.service.lookup.snapshot(match_id)
    match = snapshot.match
    mover = match.players[match.turn]
    if match.over or person not in {None, mover}:
        return
    played = await run.service.play.move(
        match_id, mover.id, snapshot.position.format(snapshot.position.legal_moves()[0])
    )
    await run.relay.boards.show(played, run.interaction(mover))
    await run.beside()


async def counted(run: Run, evening: Callable[[Run, Sequence[Person]], Awaitable[None]], count: int) -> Traffic:
    """Spend an evening with so many people, and count what the channel gets."""
    traffic, channels = Traffic(), run.channels
    post, change = channels.post, channels.change

    def posted(channel_id: int, content: str, more: dict[str, Any]) -> Any:
        traffic.posts += channel_id == CHANNEL.channel_id
        return post(channel_id, content, more)

    def changed(message_id: int, more: dict[str, Any]) -> None:
        message = channels.messages.get(message_id)
        traffic.edits += message is not None and message.channel_id == CHANNEL.channel_id
        change(message_id, more)

    vars(channels).update(post=posted, change=changed)
    await evening(run, people(count))
    traffic.left = sum(message.channel_id == CHANNEL.channel_id for message in channels.messages.values())
    return traffic
