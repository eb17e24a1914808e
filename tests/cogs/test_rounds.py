"""The matches of a tournament that begin together have one post, and each is shown with its first move."""

import re
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal

import pytest

from cogs.buttons import use
from cogs.ui.pages.matches import own_entries
from cogs.wire.controls import custom_id
from matches.model import FIRST_ID, Person
from matches.settings import Notifications, PlayerSettings, ServerSettings
from matches.timecontrol import DAY, HOUR
from matches.tournaments.model import Format, Tournament
from tests.support.channels import Posted
from tests.support.kills import INBOXES, Run, begin, draw_nothing, first_run, move
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.presses import Client, pressed
from tests.support.stores import Stores
from tests.support.tournaments import open_tournament

FAY = Person(7, "Fay")
FOUR = (ANN, BOB, CAROL, FAY)


@pytest.fixture
async def run(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        run.store.goes_on = True
        yield run


async def begun(run: Run, people: Sequence[Person] = FOUR, kind: Format = "groups") -> int:
    """A tournament whose first matches have begun."""
    draft = replace(open_tournament(run.clock, kind, places=64), game="konane")
    tournament = await run.service.tournaments.create(draft)
    for person in people:
        await run.service.tournaments.join(tournament.id, person)
    await run.quiet()
    run.clock.time = tournament.begins_at
    for _ in range(2):
        await run.quiet()
    return tournament.id


def posts(run: Run, text: str = "", channels: Collection[int] = (CHANNEL.channel_id,)) -> list[Posted]:
    return [post for post in run.channels.messages.values() if post.channel_id in channels and text in post.content]


def called(post: Posted) -> set[Person]:
    return {person for person in FOUR if f"<@{person.id}>" in post.content}


def pairs(post: Posted) -> list[list[str]]:
    """Return the names of both people of each pairing, for each of the two in whose line a post lists it."""
    names = {f"<@{person.id}>": person.name for person in FOUR}
    lines = [line.split(" plays ") for line in post.content.splitlines() if " plays " in line]
    return [
        sorted([names.get(player, player), names.get(other, other)])
        for player, others in lines
        for other in re.split(", | and ", others)
    ]


async def begun_of_four(run: Run) -> Tournament:
    """Return a tournament of four people whose matches begin now, one after the other."""
    tournament = await run.service.tournaments.create(replace(open_tournament(run.clock), game="konane"))
    for person in FOUR:
        await run.service.tournaments.join(tournament.id, person)
    await run.quiet()
    run.clock.time = tournament.begins_at
    await run.alarms()
    await run.service.tournaments.begin(tournament.id, ())
    return tournament


async def test_four_people_begin_with_one_post_and_each_match_is_shown_with_its_first_move(run: Run) -> None:
    await begun(run)
    opened, pairings = posts(run)
    assert "Konane tournament" in opened.content
    assert pairings.content.splitlines()[0].startswith("6 matches of the **Konane tournament** have begun.")
    assert called(pairings) == set(FOUR)
    for person in FOUR:
        assert len([line for line in pairings.content.splitlines() if line.startswith(f"<@{person.id}> plays ")]) == 1
    expected = [[first.name, second.name] for first, second in combinations(FOUR, 2)]
    assert sorted(pairs(pairings)) == sorted(expected * 2), "each person's line has all opponents"
    assert pairings.labels == ["Move", "Standings"]
    await move(run, FIRST_ID)
    await run.quiet()
    match = await run.service.lookup.match(FIRST_ID)
    *_, board = posts(run)
    assert len(posts(run)) == 3
    assert board.files
    assert f"<@{match.players[1].id}>" in board.content
    assert board.content.splitlines()[0].endswith(f"Konane, match #{match.code} · tournament match")
    await move(run, FIRST_ID)
    await run.quiet()
    assert len(posts(run)) == 3, "the next board takes the place of the first"


async def test_the_board_of_a_tournament_match_says_so_until_the_end(run: Run) -> None:
    await begun(run)
    await move(run, FIRST_ID)
    await run.quiet()
    match = await run.service.lookup.match(FIRST_ID)
    await run.service.vacations.start(match.players[match.turn].id, 2)
    await run.quiet()
    *_, board = posts(run)
    assert "the clock is paused" in board.content
    assert board.content.splitlines()[0].endswith(" · tournament match")
    await run.service.play.resign(match.id, match.players[0].id)
    await run.quiet()
    (end,) = posts(run, f"match #{match.code}")
    assert end.content.splitlines()[0].endswith(f"match #{match.code} · tournament match")


async def test_who_wants_direct_messages_or_has_quiet_hours_is_named_and_told_apart(run: Run) -> None:
    hour = (run.clock.time // HOUR) % 24
    quiet = Notifications(quiet_from=hour * 60, quiet_to=(hour + 2) % 24 * 60)
    for person, chosen in ((BOB, Notifications("dm")), (CAROL, quiet), (FAY, Notifications("both"))):
        await run.service.settings.choose(person.id, PlayerSettings(notifications=chosen))
    await begun(run)
    _, pairings = posts(run)
    assert called(pairings) == {ANN, FAY}
    assert "Bob plays " in pairings.content
    direct = posts(run, "3 matches of the Konane tournament have begun", [INBOXES + person.id for person in FOUR])
    assert sorted(post.channel_id - INBOXES for post in direct) == [BOB.id, FAY.id]
    assert direct[0].labels == ["Move", "Standings"]
    run.clock.time += 2 * HOUR
    await run.quiet()
    *_, late = posts(run)
    assert late.content.startswith(f"<@{CAROL.id}>, 3 matches of the Konane tournament have begun")
    assert "#" not in late.content, "a match without a board has nothing to link to"


async def test_a_round_of_a_knockout_has_a_line_for_each_pairing_and_names_the_byes(run: Run) -> None:
    people = [*FOUR, Person(8, "Gus")]
    tournament_id = await begun(run, people, "knockout")
    progress = await run.service.tournaments.of(tournament_id)
    _, pairings = posts(run)
    playing = {person.id for meeting in progress.meetings for person in progress.people(meeting.fixture)}
    head, *lines, byes = pairings.content.splitlines()
    assert head.startswith("4 matches of")
    assert lines[::2] == ["**Quarterfinals**", "**Semifinals**"], "two of those with a bye meet at once"
    assert all(any(f"<@{person_id}>" in line for line in lines[1::2]) for person_id in playing)
    assert [f"<@{person.id}>" in byes for person in people] == [person.id not in playing for person in people]
    assert "has a bye" in byes
    for meeting in progress.meetings:
        await move(run, meeting.match_id or 0)
        await move(run, meeting.match_id or 0)
        await run.service.play.resign(
            meeting.match_id or 0, progress.people(meeting.fixture)[meeting.fixture.first > meeting.fixture.second].id
        )
    for _ in range(3):
        await run.quiet()
    rounds = posts(run, "of the **Konane knockout tournament** ha")
    assert len(rounds) > 1
    assert all("Semifinals" in post.content and "bye" not in post.content for post in rounds[1:])


async def test_in_threads_the_boards_are_there_at_once_and_linked(run: Run) -> None:
    await run.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place="thread"))
    tournament_id = await begun(run)
    thread = (await run.service.tournaments.of(tournament_id)).tournament.message_id or 0
    assert len(posts(run)) == 1, "the channel has only the tournament's post"
    inside = posts(run, channels=[thread])
    assert len([post for post in inside if post.files]) == 6
    pairings = inside[-1]
    assert called(pairings) == set(FOUR)
    links = re.findall(r"\[\w+\]\((\S+)\)", pairings.content)
    assert len({*links}) == len(links) == 6, "each match is linked once"
    assert all(f"/{thread}/" in link for link in links)


async def test_forgetting_somebody_renames_the_thread_of_a_match_but_not_that_of_a_tournament(run: Run) -> None:
    await run.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place="thread"))
    await begun(run)
    own = await run.service.lookup.match(await begin(run))
    await run.service.privacy.forget(ANN.id)
    for _ in range(4):
        await run.quiet()
    assert run.channels.renamed == [f"Konane #{own.code}: deleted player – Bob"]


async def test_without_the_channel_everybody_is_told_directly_of_what_began(run: Run) -> None:
    tournament = await begun_of_four(run)
    for _ in range(7):
        await run.alarms()
        run.clock.time += 2
    assert await run.service.outbox.of("round", tournament.id)
    await run.service.places.remove_lost(CHANNEL.channel_id)
    for _ in range(3):
        await run.quiet()
    told = posts(run, "matches of the Konane tournament have begun", [INBOXES + person.id for person in FOUR])
    assert sorted(post.channel_id - INBOXES for post in told) == sorted(person.id for person in FOUR)
    assert not posts(run, "have begun")
    for kind in ("round", "pairings"):
        assert not await run.service.outbox.of(kind, tournament.id)


async def test_a_reminder_of_a_match_that_nobody_has_opened_has_its_move_button(run: Run) -> None:
    await begun(run)
    match = await run.service.lookup.match(FIRST_ID)
    run.clock.time = (match.deadline or 0) - DAY + 1
    for _ in range(3):
        await run.alarms()
        await run.quiet()
    reminders = posts(run, "is due")
    assert reminders
    assert all("https://" not in post.content for post in reminders)
    assert any(label.startswith(("Move", "Next match")) for post in reminders for label in post.labels)


async def test_after_a_restore_matches_without_a_board_need_no_search(run: Run) -> None:
    await begun(run)
    async with run.store.write() as tx:
        await tx.outbox.search_all_for_strays(run.clock.time, 2)
    for _ in range(3):
        await run.quiet()
    async with run.store.read() as view:
        assert await view.outbox.next() is None or not [
            row for row in await view.outbox.due(run.clock.time + DAY, 100) if row.kind == "strays"
        ]


async def test_a_match_without_a_board_can_be_posted_in_the_channel(run: Run) -> None:
    await begun(run)
    snapshot = await run.service.lookup.snapshot(FIRST_ID)
    await run.relay.boards.bump(snapshot, run.interaction(ANN))
    await run.quiet()
    *_, board = posts(run)
    assert board.files
    (place,) = await run.service.places.of(FIRST_ID)
    assert (place.message_id, place.shown_rev) == (board.id, 1)


async def test_many_people_have_several_posts_and_each_is_called_once(run: Run) -> None:
    people = [Person(number, f"Player {number}") for number in range(1, 25)]
    await begun(run, people)
    for _ in range(2):
        await run.quiet()
    told = posts(run, "of the **Konane tournament** have begun")
    assert len(told) == 2
    text = "\n".join(post.content for post in told)
    assert [text.count(f"<@{person.id}>") for person in people] == [1] * 24
    assert [text.count(f"**Group {letter}**") for letter in "ABCD"] == [1] * 4
    assert told[0].buttons[1] == told[1].buttons[1], "the standings"


async def test_a_tournament_that_ends_while_its_matches_begin_tells_of_those_that_have(run: Run) -> None:
    tournament = await begun_of_four(run)
    for _ in range(3):
        await run.alarms()
        run.clock.time += 2
    await run.service.tournaments.end(tournament.id)
    await run.quiet()
    (told,) = posts(run, "of the **Konane tournament** have begun")
    meetings = (await run.service.tournaments.of(tournament.id)).meetings
    count = sum(meeting.match_id is not None for meeting in meetings)
    assert told.content.startswith(f"{count} matches")
    assert count < len(meetings)
    assert len(pairs(told)) == len({frozenset(pair) for pair in pairs(told)}) == count
    called_once = {person.name for person in FOUR if told.content.count(f"<@{person.id}>") == 1}
    assert called_once == {name for pair in pairs(told) for name in pair}


@pytest.mark.parametrize("moves", [0, 1])
async def test_whoever_gets_the_point_of_a_match_hardly_begun_is_told(run: Run, moves: int) -> None:
    await begun(run)
    for _ in range(moves):
        await move(run, FIRST_ID)
        await run.quiet()
    loser, winner = (await run.service.lookup.match(FIRST_ID)).players
    await run.service.play.resign(FIRST_ID, loser.id)
    await run.quiet()
    (told,) = posts(run, "you win!")
    said = "resigned before both had moved (not for ratings)"
    assert told.content.startswith(f"<@{winner.id}>, you win! **{loser.name}** {said}")
    assert told.labels[0] == "Standings"
    assert "Rematch" not in told.labels


async def test_the_post_of_a_result_reads_its_tournament_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(run)
    tournaments, read = run.service.tournaments, list[str]()

    def counted(name: str, reading: Any) -> Any:
        async def count(match_id: int) -> object:
            read.append(name)
            return await reading(match_id)

        return count

    for name in ("of_match", "with_match"):
        monkeypatch.setattr(tournaments, name, counted(name, getattr(tournaments, name)))
    loser = (await run.service.lookup.match(FIRST_ID)).players[0]
    over = await run.service.play.resign(FIRST_ID, loser.id)
    await run.relay.boards.show(over, run.interaction(loser))
    (told,) = posts(run, "resigned")
    assert told.labels[0] == "Standings"
    assert read == ["of_match"]


async def test_a_list_of_matches_says_which_belong_to_a_tournament(run: Run) -> None:
    await begun(run)
    alone = (await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match.id
    queue = [running.match_id for running in await run.service.lookup.queue(ANN.id)]
    entries = own_entries(await run.service.lookup.with_places(queue), (), ANN.id)
    told = {entry.choice.value: ", tournament match" in entry.line for entry in entries}
    assert told == {f"match-{match_id}": match_id != alone for match_id in queue}
    assert len(told) == len(FOUR)


async def test_withdraw_below_an_old_answer_to_join_asks_once_the_tournament_has_begun(run: Run) -> None:
    tournament_id = await begun(run)
    answer = pressed(Client(run.service), ANN, CHANNEL, custom_id=custom_id("tournament-withdraw", tournament_id))
    await use(answer, answer.data)
    (asked,) = answer.answers.sent
    assert asked["edited"], "the answer to Join, which is out of date, is replaced"
    assert asked["content"].endswith("has begun. If you withdraw, you resign all your running matches in it.")
    assert [item.label for item in asked["view"].children] == ["Withdraw from the tournament", "Keep playing"]
    assert all(entrant.withdrawn_at is None for entrant in (await run.service.tournaments.of(tournament_id)).entrants)


async def test_move_below_the_pairings_shows_the_standings_once_the_tournament_is_over(run: Run) -> None:
    tournament_id = await begun(run)
    meetings = (await run.service.tournaments.of(tournament_id)).meetings
    for match in [await run.service.lookup.match(meeting.match_id or 0) for meeting in meetings if not meeting.over]:
        await run.service.play.resign(match.id, match.players[0].id)
    await run.quiet()
    assert (await run.service.tournaments.of(tournament_id)).tournament.status == "over"
    answer = pressed(Client(run.service), ANN, CHANNEL, custom_id=custom_id("tournament-move", tournament_id, 2, "0"))
    await use(answer, answer.data)
    (told,) = answer.answers.sent
    assert "has won the **Konane tournament**!\n-# 6 of 6 matches over" in told["content"]


@pytest.mark.parametrize("place", ["channel", "thread"])
@pytest.mark.parametrize("kind", ["groups", "knockout"])
async def test_a_withdrawal_posts_no_board_and_the_post_of_the_tournament_names_who_has_left(
    run: Run, kind: Format, place: Literal["channel", "thread"]
) -> None:
    await run.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place=place))
    tournament_id = await begun(run, kind=kind)
    meetings = (await run.service.tournaments.of(tournament_id)).meetings
    matches = [await run.service.lookup.match(meeting.match_id or 0) for meeting in meetings]
    first, *others = [match for match in matches if match.seat_of(ANN.id) is not None]
    await move(run, first.id)
    await run.quiet()
    before = [post.id for post in run.channels.messages.values()]
    await run.service.tournaments.withdraw(tournament_id, ANN.id)
    await run.quiet()
    assert [post.id for post in run.channels.messages.values()] == before
    opened, *_ = posts(run)
    assert opened.content.splitlines()[-1] == "Left: Ann"
    boards = [post for post in run.channels.messages.values() if "resigned before both had moved" in post.content]
    assert len(boards) == (1 if place == "channel" else 1 + len(others)), "what is shown changes in its place"
    assert all(called(board) == set() and board.labels[0] == "Standings" for board in boards)
    assert all([(await run.service.lookup.match(match.id)).over for match in (first, *others)])
    await run.service.privacy.forget(ANN.id)
    await run.quiet()
    assert "Ann" not in opened.content


async def test_the_end_of_a_tournament_and_of_a_match_say_whose_matches_do_not_count(run: Run) -> None:
    tournament_id = await begun(run)
    meetings = (await run.service.tournaments.of(tournament_id)).meetings
    for match in [await run.service.lookup.match(meeting.match_id or 0) for meeting in meetings]:
        if match.seat_of(ANN.id) is not None:
            await move(run, match.id)
    await run.quiet()
    await run.service.tournaments.withdraw(tournament_id, ANN.id)
    for meeting in (await run.service.tournaments.of(tournament_id)).meetings:
        if meeting.match_id is not None and not meeting.over:
            match = await run.service.lookup.match(meeting.match_id)
            await run.service.play.resign(match.id, match.players[0].id)
    await run.quiet()
    resigned = posts(run, "**Ann** resigned before both had moved")
    assert resigned
    for told in resigned:
        assert called(told) == set(), "nothing was played, and nothing is won"
        assert " leads " not in told.content
        assert "This match does not count in the tournament: a player has left it." in told.content
    (end,) = posts(run, "Ann left before playing half of their matches: none of these matches counts.")
    assert "**Konane tournament**" in end.content.splitlines()[0]
