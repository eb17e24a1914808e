"""Stories that together owe every kind of delivery; each is told to a `Run` of the bot, which may be killed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.alarms import next_leaderboards
from matches.records import Venue
from matches.settings import Notifications, PlayerSettings, ServerSettings
from matches.timecontrol import DAY
from tests.support.kills import accept, invite, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL

if TYPE_CHECKING:
    from matches.settings import Way
    from tests.support.kills import Run


async def prefer(run: Run, way: Way) -> None:
    await run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications(way)))


async def a_challenge(run: Run) -> None:
    await invite(run)


async def a_challenge_that_is_declined(run: Run) -> None:
    challenge_id = await invite(run)
    run.outbox.settle(await run.service.challenges.decline(challenge_id, BOB.id))
    await run.beside()


async def a_challenge_that_expires(run: Run) -> None:
    await invite(run)
    run.clock.time += 8 * DAY
    await run.service.schedule.act()
    await run.quiet()


async def a_match_and_its_first_moves(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await move(run, match_id)


async def a_match_in_a_thread_to_its_end(run: Run) -> None:
    await run.service.settings.choose_for_server(10, ServerSettings(place="thread"))
    match_id = await invite(run)
    await accept(run, match_id)
    over = await run.service.play.resign(match_id, BOB.id)
    await run.outbox.boards.show(over, run.interaction(BOB))
    await run.quiet()


async def a_direct_message_that_goes_out_of_date(run: Run) -> None:
    await prefer(run, "dm")
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await run.quiet()
    await move(run, match_id)
    await run.quiet()


async def a_digest(run: Run) -> None:
    await prefer(run, "digest")
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    run.clock.time += DAY
    await run.quiet()


async def an_offer_that_is_declined_in_public(run: Run) -> None:
    match_id = await invite(run, "squalma")
    await accept(run, match_id)
    await move(run, match_id)
    await run.service.agreements.offer_draw(match_id, ANN.id)
    await run.quiet()
    declined = await run.service.agreements.decline_draw(match_id, BOB.id)
    await run.outbox.words.say(declined.match, run.interaction(BOB))
    await run.quiet()


async def a_vacation(run: Run) -> None:
    match_id = await invite(run, clock="3d")
    await accept(run, match_id)
    await run.service.vacations.start(ANN.id, 3)
    await run.quiet()


async def a_challenge_that_is_declined_in_direct_messages(run: Run) -> None:
    inbox = Venue((await run.client.create_dm(BOB)).id, None)
    made = await run.service.challenges.invite("konane", ANN, BOB, inbox, "first")
    await run.outbox.challenges.post(made)
    run.outbox.settle(await run.service.challenges.decline(made.id, BOB.id))
    await run.quiet()


async def a_match_that_somebody_follows(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await run.service.follows.follow(match_id, CAROL, each_move=True)
    await move(run, match_id)
    await run.quiet()


async def the_leaderboards_of_a_week(run: Run) -> None:
    await run.service.settings.choose_for_server(10, ServerSettings(table_channel=CHANNEL.channel_id, rated=True))
    made = await run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", rated=True)
    await run.outbox.challenges.answer(run.interaction(ANN), made)
    await accept(run, made.id)
    for _ in range(4):
        snapshot = await run.service.lookup.snapshot(made.id)
        move = snapshot.position.format(snapshot.position.legal_moves()[0])
        await run.service.play.move(made.id, snapshot.match.players[snapshot.match.turn].id, move)
    over = await run.service.play.resign(made.id, BOB.id)
    await run.outbox.boards.show(over, run.interaction(BOB))
    run.clock.time = next_leaderboards(run.clock.time)
    await run.service.schedule.act()
    await run.quiet()


async def an_announcement_in_two_places(run: Run) -> None:
    for venue in (CHANNEL, Venue(200, 10)):
        made = await run.service.challenges.invite("konane", ANN, BOB, venue, "first")
        await run.service.challenges.accept(made.id, BOB)
    await run.quiet()
    number, places = await run.service.announcements.draft("`Tea at five.`")
    assert places == 2
    await run.service.announcements.send(number)
    await run.quiet()


async def somebody_who_is_forgotten(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await run.service.privacy.forget(ANN.id)
    await run.quiet()


async def reminders_that_come_together(run: Run) -> None:
    first, second = [await invite(run, clock="3d") for _ in range(2)]
    await accept(run, first)
    await accept(run, second)
    run.clock.time += 2 * DAY
    await run.service.schedule.act()
    await run.quiet()
    await move(run, first)
    await run.quiet()


STORIES = [
    a_challenge,
    a_challenge_that_is_declined,
    a_challenge_that_expires,
    a_match_and_its_first_moves,
    a_match_in_a_thread_to_its_end,
    a_direct_message_that_goes_out_of_date,
    a_digest,
    an_offer_that_is_declined_in_public,
    a_vacation,
    a_challenge_that_is_declined_in_direct_messages,
    a_match_that_somebody_follows,
    the_leaderboards_of_a_week,
    an_announcement_in_two_places,
    somebody_who_is_forgotten,
    reminders_that_come_together,
]
