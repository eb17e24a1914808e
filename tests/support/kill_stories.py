"""Stories that together queue every kind of delivery; each is told to a `Run` of the bot, which may be killed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from matches.alarms import Alarm, next_puzzle, next_weekly_post
from matches.crowds import SPREAD
from matches.model import FIRST_ID, Person, Venue
from matches.puzzles import MissedPuzzle, number_of_day
from matches.settings import Notifications, PlayerSettings, ServerSettings, Way
from matches.timecontrol import DAY, HOUR
from matches.tournaments.model import Tournament
from puzzles import collection
from service.missed_puzzles import Search
from tests.support.kills import OTHER_SERVER, SLOT, Result, Run, accept, begin, invite, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.tournaments import open_tournament

ELSEWHERE = Venue(300, 10)
"""A channel in which no match is shown."""


async def prefer(run: Run, way: Way) -> None:
    await run.act(run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications(way))))


async def a_challenge(run: Run) -> None:
    await invite(run)


async def a_challenge_that_is_declined(run: Run) -> None:
    challenge_id = await invite(run)
    declined = await run.act(run.service.challenges.decline(challenge_id, BOB.id))
    run.relay.settle(declined)
    await run.beside()


async def a_challenge_that_expires(run: Run) -> None:
    await invite(run)
    await run.pass_time(8 * DAY)
    await run.alarms()
    await run.quiet()


async def a_match_and_its_first_moves(run: Run) -> None:
    match_id = await begin(run)
    await move(run, match_id)
    await move(run, match_id)


async def a_match_in_a_thread_to_its_end(run: Run) -> None:
    await run.act(run.service.settings.choose_for_server(10, ServerSettings(place="thread")))
    match_id = await begin(run)
    over = await run.act(run.service.play.resign(match_id, BOB.id))
    await run.relay.boards.show(over, run.interaction(BOB))
    await run.quiet()


async def a_match_whose_thread_begins_at_its_first_board(run: Run) -> None:
    """Its challenge has no message, as in a match against the computer."""
    await run.act(run.service.settings.choose_for_server(10, ServerSettings(place="thread")))
    match_id = (await run.act(run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first"))).id
    await accept(run, match_id)
    await move(run, match_id)
    await run.quiet()
    await move(run, match_id)
    over = await run.act(run.service.play.resign(match_id, BOB.id))
    await run.relay.boards.show(over, run.interaction(BOB))
    await run.quiet()


async def a_direct_message_that_goes_out_of_date(run: Run) -> None:
    await prefer(run, "dm")
    match_id = await begin(run)
    await move(run, match_id)
    await run.quiet()
    await move(run, match_id)
    await run.quiet()


async def a_digest(run: Run) -> None:
    await prefer(run, "digest")
    match_id = await begin(run)
    await move(run, match_id)
    await run.pass_time(DAY)
    await run.quiet()


async def an_offer_that_is_declined_in_public(run: Run) -> None:
    match_id = await begin(run, "squalma")
    await move(run, match_id)
    await run.act(run.service.agreements.offer_draw(match_id, ANN.id))
    await run.quiet()
    declined = await run.act(run.service.agreements.decline_draw(match_id, BOB.id))
    await run.relay.remarks.say(declined.match, run.interaction(BOB))
    await run.quiet()


async def a_board_that_its_channel_refuses(run: Run) -> None:
    match_id = await begin(run)
    snapshot = await run.service.lookup.snapshot(match_id)
    move = snapshot.position.format(snapshot.position.legal_moves()[0])
    played = await run.act(_refusing(run, partial(run.service.play.move, match_id, ANN.id, move)))
    await run.relay.boards.show(played, run.interaction(ANN, ELSEWHERE))
    await run.quiet()


async def a_remark_that_its_channel_refuses(run: Run) -> None:
    match_id = await begin(run, "squalma")
    await move(run, match_id)
    await run.act(run.service.agreements.offer_draw(match_id, ANN.id))
    await run.quiet()
    decline = partial(run.service.agreements.decline_draw, match_id, BOB.id)
    declined = await run.act(_refusing(run, decline, 50083, 400))  # an archived thread refuses edits, too
    await run.relay.remarks.say(declined.match, run.interaction(BOB, ELSEWHERE))
    await run.quiet()


async def _refusing(run: Run, deed: Callable[[], Awaitable[Result]], code: int = 50013, status: int = 403) -> Result:
    """Do something in a match whose channel takes no posts for some minutes."""
    run.channels.refusals[CHANNEL.channel_id] = code, status
    run.channels.refuses_until = run.clock.time + SLOT // 2
    return await deed()


async def a_vacation(run: Run) -> None:
    await begin(run, clock="3d")
    await run.act(run.service.vacations.start(ANN.id, 3))
    await run.quiet()


async def a_challenge_that_is_declined_in_direct_messages(run: Run) -> None:
    inbox = Venue((await run.client.create_dm(BOB)).id, None)
    made = await run.act(run.service.challenges.invite("konane", ANN, BOB, inbox, "first"))
    await run.relay.challenges.post(made)
    declined = await run.act(run.service.challenges.decline(made.id, BOB.id))
    run.relay.settle(declined)
    await run.quiet()


async def a_match_that_somebody_follows(run: Run) -> None:
    match_id = await begin(run)
    await run.act(run.service.follows.follow(match_id, CAROL, each_move=True))
    await move(run, match_id)
    await run.quiet()


async def the_leaderboards_of_a_week(run: Run) -> None:
    await run.act(run.service.settings.choose_for_server(10, ServerSettings(table_channel=CHANNEL.channel_id)))
    made = await run.act(run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", rated=True))
    await run.relay.challenges.answer(run.interaction(ANN), made)
    await accept(run, made.id)
    for _ in range(4):
        snapshot = await run.service.lookup.snapshot(made.id)
        move = snapshot.position.format(snapshot.position.legal_moves()[0])
        await run.act(run.service.play.move(made.id, snapshot.match.players[snapshot.match.turn].id, move))
    over = await run.act(run.service.play.resign(made.id, BOB.id))
    await run.relay.boards.show(over, run.interaction(BOB))
    await run.pass_time(next_weekly_post(run.clock.time) - run.clock.time)
    await run.alarms()
    await run.quiet()


async def a_tournament_that_few_join(run: Run) -> None:
    """A moderator removes one of them."""
    tournament = await run.act(run.service.tournaments.create(_tournament(run)))
    for person in (ANN, BOB):
        await run.act(run.service.tournaments.join(tournament.id, person))
    await run.act(run.service.tournaments.withdraw(tournament.id, BOB.id, by_moderator=True))
    await run.quiet()
    await run.pass_time(DAY)
    await run.alarms()
    await run.quiet()


async def a_tournament_that_begins_and_somebody_leaves(run: Run) -> None:
    tournament = await run.act(run.service.tournaments.create(_tournament(run)))
    for person in (ANN, BOB, CAROL, Person(7, "Fay")):
        await run.act(run.service.tournaments.join(tournament.id, person))
    await run.pass_time(DAY)
    await run.alarms()
    await run.quiet()
    await move(run, FIRST_ID)
    await run.quiet()
    await run.act(run.service.places.note_absence(FIRST_ID, 0, 10, absent=True))
    await run.quiet()


async def a_tournament_from_which_somebody_withdraws(run: Run) -> None:
    """One of the matches has begun: its board shows the result. The others are not shown."""
    await prefer(run, "dm")
    tournament = await run.act(run.service.tournaments.create(_tournament(run)))
    for person in (ANN, BOB, CAROL, Person(7, "Fay")):
        await run.act(run.service.tournaments.join(tournament.id, person))
    await run.pass_time(DAY)
    await run.alarms()
    await run.quiet()
    for meeting in (await run.service.tournaments.of(tournament.id)).meetings:
        match = await run.service.lookup.match(meeting.match_id or 0)
        if {player.name for player in match.players} == {"Ann", "Fay"}:
            await move(run, match.id)
    await run.quiet()
    await run.act(run.service.tournaments.withdraw(tournament.id, ANN.id))
    await run.quiet()


async def puzzles_of_two_days(run: Run) -> None:
    await run.act(run.service.settings.choose_for_server(10, ServerSettings(puzzle_channel=CHANNEL.channel_id)))
    first = next_puzzle(StillClock().time, 10, ServerSettings().puzzle_hour)
    await run.pass_time(first - StillClock().time)
    await run.alarms()
    await run.quiet()
    number, post = number_of_day(first // DAY), (10, first // DAY)
    puzzle = run.service.puzzles.of(number)
    await run.act(run.service.puzzles.answer(BOB, number, next(iter(puzzle.replies)), *post))
    await run.act(run.service.puzzles.answer(ANN, number, puzzle.answers[0], *post))
    await run.quiet()
    await run.pass_time(DAY)
    await run.alarms()
    await run.quiet()


async def a_puzzle_from_a_match(run: Run) -> None:
    """A search has found it, and both players agree to be named."""
    for person in (ANN, BOB):
        await run.act(run.service.settings.choose(person.id, PlayerSettings(missed=True)))
    match_id = await begin(run)
    over = await run.act(run.service.play.resign(match_id, BOB.id))
    await run.relay.boards.show(over, run.interaction(BOB))
    await run.quiet()
    lease = Alarm("missed", 10, StillClock().time + DAY)
    await run.act(_searching(run, lease))
    known = collection.puzzle(collection.active_numbers("konane")[0])
    found = MissedPuzzle(match_id, 10, known.to_line())
    await run.act(run.service.missed_puzzles._finish(Search(lease, 1, []), found, 1))
    await run.quiet()


async def _searching(run: Run, lease: Alarm) -> None:
    """Choose a channel for puzzles in a server whose matches are being searched."""
    async with run.store.write() as tx:
        await tx.settings.save_server(10, ServerSettings(puzzle_channel=CHANNEL.channel_id))
        await tx.alarms.set(lease.kind, lease.subject, lease.at)


def _tournament(run: Run) -> Tournament:
    run.store.goes_on = True
    return replace(open_tournament(run.clock), game="konane", begins_at=StillClock().time + DAY)


async def a_match_by_vote(run: Run) -> None:
    """Two vote, one says why, and one is told of the next vote."""
    begin = run.service.server_matches.begin
    begun = await run.act(begin("squalma", BOB, "Reef", BOB, CHANNEL, "first"))
    await run.relay.boards.show(begun, run.interaction(BOB))
    match_id, server = begun.match.id, CHANNEL.guild_id
    for person in (ANN, CAROL):
        await run.act(run.service.crowds.vote(match_id, person, server, "a1-a2"))
    await run.act(run.service.crowds.explain(match_id, ANN.id, 1, "It opens the corner.", named=True))
    await run.act(run.service.crowds.notify(match_id, CAROL.id, notified=True))
    await run.quiet()
    await run.pass_time(DAY + SPREAD)
    await run.alarms()
    await run.quiet()
    await move(run, match_id)
    await run.quiet()


async def a_server_against_another_one(run: Run) -> None:
    """The first challenge is declined; the second match loses a channel; in the third one, each server votes once."""
    matches, lagoon = run.service.server_matches, Venue(OTHER_SERVER, 20)
    made = await run.act(matches.challenge("squalma", ANN, CHANNEL, "first"))
    await run.act(matches.decline(made.invitation, "Lagoon", lagoon))
    await run.quiet()
    await _accepted(run, lagoon)
    await run.act(run.service.places.remove_lost(lagoon.channel_id, by_vote=True))
    await run.quiet()
    match_id = await _accepted(run, lagoon)
    for person, server, text in ((CAROL, CHANNEL.guild_id, "a1-a2"), (BOB, lagoon.guild_id, "a8-a7")):
        await run.act(run.service.crowds.vote(match_id, person, server, text))
        await run.act(run.service.crowds.notify(match_id, person.id, notified=True))
        await run.pass_time(DAY + SPREAD)
        await run.alarms()
        await run.quiet()


async def _accepted(run: Run, by: Venue) -> int:
    """Begin a match of Ann's server against this one, and show its first boards."""
    matches = run.service.server_matches
    made = await run.act(matches.challenge("squalma", ANN, CHANNEL, "first"))
    begun = await run.act(matches.accept(made.invitation, BOB, "Lagoon", by, "Reef"))
    await run.relay.boards.show(begun, run.interaction(BOB))
    await run.quiet()
    return begun.match.id


async def a_vote_without_votes(run: Run) -> None:
    """It is extended, and the post says so."""
    begin = run.service.server_matches.begin
    begun = await run.act(begin("squalma", BOB, "Reef", BOB, CHANNEL, "first"))
    await run.relay.boards.show(begun, run.interaction(BOB))
    await run.pass_time(DAY + SPREAD)
    await run.alarms()
    await run.quiet()


async def an_announcement_in_two_places(run: Run) -> None:
    for venue in (CHANNEL, Venue(200, 10)):
        made = await run.act(run.service.challenges.invite("konane", ANN, BOB, venue, "first"))
        await run.act(run.service.challenges.accept(made.id, BOB))
    await run.quiet()
    number, places = await run.act(run.service.announcements.draft("`Tea at five.`"))
    assert places == 2
    await run.act(run.service.announcements.send(number))
    await run.quiet()


async def a_match_that_moves_to_another_channel(run: Run) -> None:
    match_id = await begin(run)
    await run.act(run.service.places.move_here(match_id, ANN.id, ELSEWHERE))
    await run.quiet()


async def a_board_that_is_posted_again(run: Run) -> None:
    match_id = await begin(run)
    await run.act(run.service.outbox.bump(match_id, BOB.id, CHANNEL.channel_id))
    await run.quiet()


async def old_boards_become_lines(run: Run) -> None:
    await run.act(run.service.settings.choose_for_server(10, ServerSettings(past_boards="line")))


async def somebody_who_is_forgotten(run: Run) -> None:
    await old_boards_become_lines(run)
    match_id = await begin(run)
    await move(run, match_id)
    await run.act(run.service.privacy.forget(ANN.id))
    await run.quiet()


async def reminders_that_come_together(run: Run) -> None:
    first, second = [await invite(run, clock="3d") for _ in range(2)]
    await accept(run, first)
    await accept(run, second)
    await run.pass_time(2 * DAY)
    await run.alarms()
    await run.quiet()
    await move(run, first)
    await run.quiet()


async def a_board_that_nobody_could_note(run: Run) -> None:
    await old_boards_become_lines(run)
    match_id = await begin(run)
    run.break_connection()
    await move(run, match_id, ELSEWHERE)
    await move(run, match_id)
    await run.quiet()


async def a_direct_message_that_nobody_could_note(run: Run) -> None:
    await prefer(run, "dm")
    match_id = await begin(run)
    await move(run, match_id)
    run.break_connection()
    await run.relay.deliver_due()
    await run.beside()
    await move(run, match_id)
    await run.quiet()


async def a_reminder_that_is_told_anew_after_an_outage(run: Run) -> None:
    await run.act(run.service.schedule.start())
    await accept(run, await invite(run, clock="3d"))
    await run.pass_time(2 * DAY)
    await run.alarms()
    await run.quiet()
    await run.act(run.service.schedule.beat())
    await run.pass_time(HOUR)
    await run.act(run.service.schedule.start())
    await run.quiet()


STORIES: dict[Callable[[Run], Awaitable[None]], str] = {
    a_puzzle_from_a_match: "-# From the match of Ann against Bob.",
    puzzles_of_two_days: "2 tried, 1 solved it at the first try.",
    a_tournament_that_few_join: "The **Konane tournament** did not begin: fewer than 4 people had joined.",
    a_tournament_that_begins_and_somebody_leaves: "You were withdrawn from the **Konane tournament**",
    a_tournament_from_which_somebody_withdraws: "**Fay** wins: **Ann** resigned before both had moved",
    a_match_by_vote: "10003: <@3>, a new vote is open",
    a_server_against_another_one: "200: **Reef** votes for the next move. Lagoon",
    a_vote_without_votes: "nobody has voted, so the vote was extended",
    a_challenge: "<@2>, Ann challenges you to **Konane**!",
    a_challenge_that_is_declined: "Bob declined Ann's **Konane** challenge.",
    a_challenge_that_expires: "Ann's **Konane** challenge to Bob has expired.",
    a_match_and_its_first_moves: "<@1>, your move. Bob took a7 off the board",
    a_match_in_a_thread_to_its_end: "5000: archived",
    a_match_whose_thread_begins_at_its_first_board: "100: The start of Konane #1000",
    a_direct_message_that_goes_out_of_date: "<@1>, your move. Bob took a7 off the board",
    a_digest: "10002: Your matches today:",
    an_offer_that_is_declined_in_public: "\nBob declined the draw, and the match continues",
    a_board_that_its_channel_refuses: "10002: <@2>, your first move: take off one",
    a_remark_that_its_channel_refuses: "10001: Bob declined the draw, and the match continues",
    a_vacation: "the clock is paused while Ann is away",
    a_challenge_that_is_declined_in_direct_messages: "10001: Bob declined Ann's **Konane** challenge.",
    a_match_that_somebody_follows: "10003: Ann took a8 off the board",
    the_leaderboards_of_a_week: "This week's leaderboards",
    an_announcement_in_two_places: "200: **From the bot's owner:**\n`Tea at five.`",
    somebody_who_is_forgotten: "Move 1 · deleted player a8",
    reminders_that_come_together: "<@1>, your move against Bob is due",
    a_board_that_nobody_could_note: "Move 1 · Ann a8",
    a_direct_message_that_nobody_could_note: "<@1>, your move. Bob took a7 off the board",
    a_reminder_that_is_told_anew_after_an_outage: "<@1>, your move against Bob is due",
}
"""Each story with what people see once when it is over."""
