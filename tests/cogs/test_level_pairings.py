"""A knockout pairing that time or the lot has decided: the last board of the pairing says so."""

from dataclasses import replace

import pytest

from matches.model import Person
from matches.tournaments.course import DECIDER
from tests.support.kill_stories import ELSEWHERE
from tests.support.kills import INBOXES, Run, draw_nothing, first_run, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.stores import Stores
from tests.support.tournaments import open_tournament

PEOPLE = (ANN, BOB, CAROL, Person(7, "Fay"))


async def drawn_out(run: Run, refusal: tuple[int, int] | None = None) -> None:
    """Play the first round of a knockout in which everything is drawn; the channel refuses the ends of the deciders."""
    run.store.goes_on = True
    draft = replace(open_tournament(run.clock, "knockout"), game="squalma")
    tournament = await run.service.tournaments.create(draft)
    for person in PEOPLE:
        await run.service.tournaments.join(tournament.id, person)
    run.clock.time = tournament.begins_at
    await run.quiet()
    for number in (1, 2, DECIDER):
        progress = await run.service.tournaments.of(tournament.id)
        for meeting in progress.meetings:
            if meeting.fixture.number == number and meeting.match_id is not None:
                first, second = progress.people(meeting.fixture)
                await move(run, meeting.match_id)
                await move(run, meeting.match_id)
                await run.service.agreements.offer_draw(meeting.match_id, first.id)
                await run.quiet()
                if number == DECIDER and refusal is not None:
                    run.channels.refusals[CHANNEL.channel_id] = refusal
                ended = await run.service.agreements.accept_draw(meeting.match_id, second.id)
                await run.relay.boards.show(ended, run.interaction(second, ELSEWHERE))
                await run.quiet()
                run.channels.refusals.clear()


def saying(run: Run, words: str) -> list[tuple[int, str]]:
    """The channel and the text of each message with these words."""
    return [(post.channel_id, post.content) for post in run.channels.messages.values() if words in post.content]


async def test_the_last_board_of_a_level_pairing_says_who_goes_on_and_why(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        await drawn_out(run)
        told = saying(run, "goes on with less time used")
        assert [channel_id for channel_id, _ in told] == [CHANNEL.channel_id] * 2, "one for each pairing"
        assert all("Draw: both players agreed on it" in text and " 1½ : 1½, " in text for _, text in told)


async def test_where_the_channel_takes_no_posts_the_message_of_the_end_says_it(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        await drawn_out(run, (50013, 403))
        told = saying(run, "goes on with less time used")
        assert {channel_id - INBOXES for channel_id, _ in told} & {person.id for person in PEOPLE}, told
