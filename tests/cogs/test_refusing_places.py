"""A place that takes no posts: whatever a player does, the other one is told in another way within a minute."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import product

import pytest

from matches.model import Person, Snapshot
from matches.settings import Notifications, PlayerSettings, Way
from matches.timecontrol import DAY
from tests.support.channels import MUTE
from tests.support.kill_stories import ELSEWHERE
from tests.support.kills import INBOXES, Run, begin, draw_nothing, first_run, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.outbox import close_dms
from tests.support.shares import share
from tests.support.stores import Stores
from tests.support.thinker import SETTLES
from tests.support.tournaments import open_tournament

REFUSALS = {
    "no Send Messages or Attach Files": (50013, 403),
    "hidden, or the bot was removed": (50001, 403),
    "deleted": (10003, 404),
    "archived": (50083, 400),
    "locked": (160005, 403),
}
"""The code and the status with which Discord refuses a message in a place."""
Act = Callable[[Run, int], Awaitable[object]]


@pytest.fixture(autouse=True)
def _plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


async def moved(run: Run, match_id: int) -> None:
    await move(run, match_id, ELSEWHERE)


async def moved_here(run: Run, match_id: int) -> None:
    """The answer to the command is refused, too."""
    await move(run, match_id)


async def resigned(run: Run, match_id: int) -> None:
    await shown(run, ANN, await run.service.play.resign(match_id, ANN.id))


async def offered_draw(run: Run, match_id: int) -> None:
    await run.service.agreements.offer_draw(match_id, ANN.id)


async def accepted_draw(run: Run, match_id: int) -> None:
    await shown(run, ANN, await run.service.agreements.accept_draw(match_id, ANN.id))


async def declined_draw(run: Run, match_id: int) -> None:
    await said(run, ANN, await run.service.agreements.decline_draw(match_id, ANN.id))


async def asked_to_take_back(run: Run, match_id: int) -> None:
    await run.service.agreements.take_back(match_id, ANN.id)


async def took_back(run: Run, match_id: int) -> None:
    """Freely, a move whose board the place took."""
    refusal = run.channels.refusals.pop(CHANNEL.channel_id)
    await move(run, match_id)
    run.channels.refusals[CHANNEL.channel_id] = refusal
    await shown(run, ANN, await run.service.agreements.take_back(match_id, ANN.id))


async def moved_and_took_back(run: Run, match_id: int) -> None:
    """Freely, a move whose board the place refused, too."""
    await move(run, match_id, ELSEWHERE)
    await shown(run, ANN, await run.service.agreements.take_back(match_id, ANN.id))


async def refused_to_take_back(run: Run, match_id: int) -> None:
    await said(run, ANN, await run.service.agreements.refuse_take_back(match_id, ANN.id))


async def aborted(run: Run, match_id: int) -> None:
    await shown(run, ANN, await run.service.agreements.abort(match_id, ANN.id))


async def declined_to_abort(run: Run, match_id: int) -> None:
    await said(run, ANN, await run.service.agreements.decline_abort(match_id, ANN.id))


async def accepted_a_challenge(run: Run, _: int) -> None:
    made = await run.service.challenges.invite("konane", BOB, ANN, CHANNEL, "first")
    await shown(run, ANN, await run.service.challenges.accept(made.id, ANN))


async def accepted_a_rematch(run: Run, match_id: int) -> None:
    again = await run.service.challenges.rematch(match_id, ANN, CHANNEL)
    assert isinstance(again, Snapshot)
    await shown(run, ANN, again)


async def was_answered_by_the_computer(run: Run, _: int) -> None:
    begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
    await move(run, begun.match.id, ELSEWHERE)
    await run.service.computer_turns.start()
    await run.service.computer_turns.act()
    await run.service.computer_turns.until_done(begun.match.id, SETTLES)


async def ran_out_of_time(run: Run, match_id: int) -> None:
    run.clock.time = (await run.service.lookup.match(match_id)).deadline or 0
    await run.service.schedule.act()


async def was_reminded(run: Run, match_id: int) -> None:
    run.clock.time = ((await run.service.lookup.match(match_id)).deadline or 0) - DAY
    await run.service.schedule.act()


async def shown(run: Run, who: Person, snapshot: Snapshot) -> None:
    await run.relay.boards.show(snapshot, run.interaction(who, ELSEWHERE))


async def said(run: Run, who: Person, snapshot: Snapshot) -> None:
    await run.relay.remarks.say(snapshot.match, run.interaction(who, ELSEWHERE))


async def a_minute(run: Run) -> None:
    """Let a minute pass, and deliver what is due."""
    began = run.clock.time
    while run.clock.time < began + 60:
        await run.beside()
        due = await run.service.outbox.next_due()
        if due is not None and due <= run.clock.time:
            await run.relay.deliver_due()
            await run.beside()
        run.clock.time += 5


QUESTIONS = "offers a draw", "take back"
"""How questions read; in a message with several notices, their text is shorter."""
ACTS: dict[Act, tuple[tuple[str, ...], Person, str]] = {
    moved: ((), BOB, "your first move"),
    moved_here: ((), BOB, "your first move"),
    resigned: (("two moves",), BOB, "resigned"),
    offered_draw: (("two moves",), BOB, QUESTIONS[0]),
    accepted_draw: (("two moves", "offer_draw"), BOB, "both players agreed"),
    declined_draw: (("two moves", "offer_draw"), BOB, "Ann declined the draw"),
    took_back: (("two moves",), BOB, "Ann took back a move"),
    moved_and_took_back: (("two moves",), BOB, "Ann took back a move"),
    asked_to_take_back: (("three moves",), BOB, QUESTIONS[1]),
    refused_to_take_back: (("two moves", "take_back"), BOB, "Ann declined to take back"),
    aborted: ((), BOB, "aborted"),
    declined_to_abort: (("two moves", "offer_abort"), BOB, "Ann wants to keep playing"),
    accepted_a_challenge: ((), BOB, "you move first against Ann"),
    accepted_a_rematch: (("two moves", "resign", "rematch"), BOB, "you move first against Ann"),
    was_answered_by_the_computer: ((), ANN, "Ripple (computer, level 1) took"),
    ran_out_of_time: (("two moves",), BOB, "ran out of time"),
    was_reminded: (("two moves",), ANN, "is due"),
}
"""What Ann or time does, with what happened before, who is told, and how the telling reads."""
DECLINED = declined_draw, refused_to_take_back, declined_to_abort


WAYS: list[tuple[bool, Way]] = [(False, "channel"), (True, "channel"), (False, "both")]
"""Whether the direct messages of the person are closed, and how they want to be told."""


def direct(run: Run, who: Person, words: str) -> list[str]:
    """The direct messages to a person with these words."""
    return [
        message.content
        for message in run.channels.messages.values()
        if message.channel_id == INBOXES + who.id and words in message.content
    ]


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_a_match_that_is_moved_from_a_place_that_takes_no_posts_goes_on_in_the_new_one(
    stores: Stores, refusal: str
) -> None:
    async with first_run(stores) as run:
        match_id = await begin(run)
        await move(run, match_id)
        await run.quiet()
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS[refusal]
        await run.service.places.move_here(match_id, BOB.id, ELSEWHERE)
        await run.quiet()
        (board,) = [post for post in run.channels.messages.values() if post.channel_id == ELSEWHERE.channel_id]
        assert "**Bob**, your first move" in board.content, "he was pinged when the turn began"
        (told,) = direct(run, ANN, "Bob moved your match to another channel")
        assert f"/{ELSEWHERE.channel_id}" in told, "the old channel cannot say where it goes on"
        assert direct(run, BOB, "moved your match") == []
        await move(run, match_id, ELSEWHERE)
        await run.quiet()
        *_, board = [post for post in run.channels.messages.values() if post.channel_id == ELSEWHERE.channel_id]
        assert f"<@{ANN.id}>, your move" in board.content


async def test_the_results_in_a_channel_that_is_closed_for_a_while_stay_and_are_still_known(stores: Stores) -> None:
    """Of a running match, the board that the channel shows goes when it is open again."""
    async with first_run(stores) as run:
        over, running = await begin(run), await begin(run)
        await shown(run, ANN, await run.service.play.resign(over, ANN.id))
        await run.quiet()
        (result,) = [post for post in run.channels.messages.values() if "aborted" in post.content]
        (old,) = [post for post in run.channels.messages.values() if "you move first" in post.content]
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS["hidden, or the bot was removed"]
        await moved(run, running)
        await run.quiet()
        run.channels.refusals.clear()
        for _ in range(3):
            await run.quiet()
        assert (result.id in run.channels.messages, old.id in run.channels.messages) == (True, False)
        (place,) = await run.service.places.of(over)
        assert (place.message_id, await run.service.places.of(running)) == (result.id, [])
        await run.service.privacy.forget(ANN.id)
        for _ in range(3):
            await run.quiet()
        public = [post.content for post in run.channels.messages.values() if post.channel_id == CHANNEL.channel_id]
        assert [text for text in public if ANN.name in text] == []


async def test_what_a_newer_board_has_overtaken_is_not_told(stores: Stores) -> None:
    async with first_run(stores) as run:
        match_id = await begin(run, "squalma")
        await move(run, match_id)
        await move(run, match_id)
        await run.service.agreements.offer_draw(match_id, BOB.id)
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS["locked"]
        await run.service.agreements.decline_draw(match_id, ANN.id)
        await move(run, match_id, ELSEWHERE)
        await run.quiet()
        assert len(direct(run, BOB, "your move")) == 1
        assert direct(run, BOB, "declined the draw") == []


async def test_a_takeback_waits_for_the_next_use_of_somebody_whose_direct_messages_are_closed(stores: Stores) -> None:
    async with first_run(stores) as run:
        await close_dms(run.store, BOB.id)
        match_id = await begin(run)
        await move(run, match_id)
        await move(run, match_id)
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS["locked"]
        await took_back(run, match_id)
        await run.quiet()
        assert direct(run, BOB, "") == []
        use = run.interaction(BOB, ELSEWHERE)
        await run.relay.notices.show_waiting(use)
        assert "Ann took back a move" in (await use.original_response()).content


async def test_a_free_takeback_is_told_once_however_often_its_board_is_refused(stores: Stores) -> None:
    async with first_run(stores) as run:
        match_id = await begin(run)
        await move(run, match_id)
        await move(run, match_id)
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS["no Send Messages or Attach Files"]
        await took_back(run, match_id)
        for _ in range(3):
            await run.quiet()
            await run.relay.retry_refused(CHANNEL.channel_id)
        assert len(direct(run, BOB, "Ann took back a move")) == 1
        run.channels.refusals.clear()
        await run.relay.retry_refused(CHANNEL.channel_id)
        await run.quiet()
        *_, board = [post for post in run.channels.messages.values() if post.channel_id == CHANNEL.channel_id]
        assert "Ann" in board.content.partition("your move")[0]


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_the_players_of_a_tournament_whose_channel_takes_no_posts_are_told_directly_of_their_matches(
    stores: Stores, refusal: str
) -> None:
    async with first_run(stores) as run:
        run.store.goes_on = True
        tournament = await run.service.tournaments.create(replace(open_tournament(run.clock), game="konane"))
        people = [ANN, BOB, CAROL, Person(7, "Fay")]
        for person in people:
            await run.service.tournaments.join(tournament.id, person)
        await run.quiet()
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS[refusal]
        run.clock.time = tournament.begins_at
        await run.quiet()
        for person in people:
            assert len(direct(run, person, "matches of the Konane tournament have begun")) == 1, direct(run, person, "")


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_the_end_of_a_tournament_whose_channel_takes_no_posts_is_told_directly(
    stores: Stores, refusal: str
) -> None:
    async with first_run(stores) as run:
        tournament = await run.service.tournaments.create(replace(open_tournament(run.clock), game="konane"))
        for person in (ANN, BOB):
            await run.service.tournaments.join(tournament.id, person)
        await run.quiet()
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS[refusal]
        run.clock.time = tournament.begins_at
        await run.service.schedule.act()
        await run.quiet()
        for person in (ANN, BOB):
            assert len(direct(run, person, "did not begin")) == 1


@pytest.mark.parametrize(
    ("act", "refusal", "closed", "way"),
    share(4, ((*case, *how) for case in product(ACTS, REFUSALS) for how in WAYS)),
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_the_other_player_is_told_in_another_way(
    stores: Stores, act: Act, refusal: str, *, closed: bool, way: Way
) -> None:
    before, who, words = ACTS[act]
    async with first_run(stores) as run:
        await run.service.settings.choose(who.id, PlayerSettings(notifications=Notifications(way)))
        match_id = await begin(run, "squalma", clock="3d" if act is not aborted else "none")
        for step in before:
            if step.endswith("moves"):
                for _ in range(2 if step == "two moves" else 3):
                    await move(run, match_id)
            elif step == "resign":
                await run.service.play.resign(match_id, BOB.id)
            elif step == "rematch":
                await run.service.challenges.rematch(match_id, BOB, CHANNEL)
            else:
                await getattr(run.service.agreements, step)(match_id, BOB.id)
            await run.quiet()
        told_before = len(direct(run, who, words))
        run.channels.refusals[CHANNEL.channel_id] = REFUSALS[refusal]
        if closed:
            run.channels.refusals[INBOXES + who.id] = 50007, 403
        await act(run, match_id)
        await a_minute(run)
        if act in DECLINED and REFUSALS[refusal][0] in MUTE:  # the board's post can still be edited
            assert any(words in post.content for post in run.channels.messages.values())
            assert len(direct(run, who, words)) == told_before
            return
        if not closed:
            assert len(direct(run, who, words)) == told_before + 1
            return
        del run.channels.refusals[INBOXES + who.id]
        use = run.interaction(who, ELSEWHERE)
        await run.relay.notices.show_waiting(use)
        seen = (await use.original_response()).content
        assert words in seen or (words in QUESTIONS and "your opponent has a question" in seen)
