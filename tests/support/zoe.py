"""Zoe, a person whose id, name, note and private channels are found in every column that can hold them."""

import json
from dataclasses import replace
from typing import Any

from lessons import LESSONS
from matches.alarms import next_puzzle
from matches.ballots import BestMove
from matches.crowds import closes_at
from matches.model import Match, Person, Venue
from matches.movetext import MAIN, Line, RecordedMove
from matches.notation import Record
from matches.puzzles import number_of_day
from matches.settings import PlayerSettings, ServerSettings
from matches.timecontrol import DAY, HOUR
from service import Service
from storage.store import Store
from tests.support.matches import BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.rows import dicts_of, everything
from tests.support.tournaments import call_roll, open_tournament

ZOE = Person(777_000_777_000_777, "Zoe the Unmistakable")
NOTE = "meet me at the lighthouse"
INBOX = Venue(777_111_777_111_777, None)
"""Zoe's direct messages."""
FORMER = Venue(777_222_777_222_777, None)
"""Zoe's former direct messages: the channel of a match that has moved elsewhere."""
GROUP = Venue(777_333_777_333_777, None, guest=True)
"""A group in which Zoe plays the computer."""
OTHERS = Venue(501, None)
"""Somebody else's direct messages."""
SHOWN = ((ZOE, INBOX), (ZOE, CHANNEL), (BOB, Venue(101, 10)))
"""Who starts a match for show in which channel."""


async def marks_in(store: Store) -> set[tuple[str, str]]:
    """The tables and columns with Zoe's id, name, note or the number of one of her private channels."""
    marks = (str(ZOE.id), ZOE.name, NOTE, *(str(venue.channel_id) for venue in (INBOX, FORMER, GROUP)))
    return {
        (table, column)
        for table in await everything(store)
        for row in await dicts_of(store, table)
        for column, value in row.items()
        if any(mark in str(value) for mark in marks)
    }


async def held_of(service: Service, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """A person's exported rows, by table."""
    return rows_in((await service.privacy.export(person_id)).text)


def rows_in(text: str) -> dict[str, list[dict[str, Any]]]:
    """The rows in an export file, by table."""
    held: dict[str, list[dict[str, Any]]] = json.loads(text)["held"]
    return held


async def lived(service: Service, clock: StillClock) -> dict[str, int]:
    """A course of acts that leaves something in every table. Returns the matches by how they ended."""
    await voted(service, clock)
    won = await play_all(service, await begin(service, ZOE, BOB, size="4", rated=True), "1 1 1 1")
    lost = await play_all(service, await begin(service, BOB, ZOE, size="4", rated=True), "1 1 1 1")
    begun = await begin(service, ZOE, BOB, clock="3d")
    going = await play_all(service, await begin(service, BOB, ZOE, clock="3d"), "1 1 1 1")
    direct = await play_all(service, await begin(service, CAROL, ZOE, venue=INBOX, also=OTHERS), "1 1 1 1")
    await service.challenges.invite("heap", ZOE, None, CHANNEL, note=NOTE)
    await service.challenges.invite("heap", BOB, ZOE, CHANNEL)
    await service.conditional.prepare(begun.match.id, BOB.id, ["take 1", "take 1"])
    record = Record("konane", {}, 1, (ZOE.name, BOB.name), [RecordedMove("d5"), RecordedMove("d4")])
    await service.studies.open(BOB.id, replace(record, lines={1: Line(MAIN, 1, ["e5"])}))
    await service.studies.open(BOB.id, record, won.match.id, (ZOE.id, BOB.id))
    await service.studies.open(ZOE.id, replace(record, players=("White", "Black")))
    await service.studies.open(CAROL.id, record, lost.match.id, (BOB.id, ZOE.id))
    await service.quotas.count_stored("import", ZOE.id)
    await service.follows.follow((await begin(service, BOB, CAROL)).match.id, ZOE, each_move=True)
    await service.settings.choose(ZOE.id, replace(PlayerSettings(), listed=True))
    await service.vacations.start(ZOE.id, 3)
    await lived_in_private(service, direct.match)
    await lived_in_tournament(service, clock)
    await service.blocks.add(ZOE, CAROL)
    await service.blocks.add(CAROL, ZOE)
    clock.time += 60
    return {
        "won": won.match.id,
        "lost": lost.match.id,
        "begun": begun.match.id,
        "going": going.match.id,
        "direct": direct.match.id,
    }


async def lived_in_tournament(service: Service, clock: StillClock) -> None:
    """A tournament in which Zoe is, just before its first match begins."""
    tournament = await service.tournaments.create(replace(open_tournament(clock), begins_at=clock.time + 60))
    for person in (ZOE, *(Person(number, "Player") for number in (5, 6, 7))):
        await service.tournaments.join(tournament.id, person)
    clock.time += 60
    await service.schedule.act()
    await call_roll(service, tournament.id)
    await service.schedule.act()


async def voted(service: Service, clock: StillClock) -> None:
    """A counted vote of Zoe with her reason in a match of her server against Bob, and one that is still open."""
    begun = await service.server_matches.begin("heap", BOB, "Reef", BOB, CHANNEL, "first", length=HOUR)
    match_id, server = begun.match.id, CHANNEL.guild_id
    await service.crowds.vote(match_id, ZOE, server, "take 1")
    await service.crowds.explain(match_id, ZOE.id, 1, NOTE, named=True)
    await service.crowds.notify(match_id, ZOE.id, notified=True)
    clock.time = closes_at(begun.match) or 0
    await service.schedule.act()
    await service.play.move(match_id, BOB.id, "take 1")
    await service.crowds.vote(match_id, ZOE, server, "take 1")
    await service.ballots._store(match_id, [BestMove(match_id, 1, "take 1")])


async def lived_in_private(service: Service, match: Match) -> None:
    """Acts in Zoe's direct messages, where a match with Carol is shown, and in a group."""
    await service.challenges.invite("heap", CAROL, ZOE, INBOX)
    lost = (await service.practice.begin("heap", ZOE, 1, INBOX)).match
    await service.play.resign(lost.id, ZOE.id)
    await service.practice.begin("heap", ZOE, 1, INBOX)
    await service.practice.begin("heap", ZOE, 1, GROUP)
    shown = (await service.practice.show("heap", ZOE, (1, 2), INBOX)).match
    await service.practice.stop(shown.id, ZOE.id)
    await service.practice.show("heap", ZOE, (1, 2), INBOX)
    moved = (await service.practice.begin("heap", ZOE, 1, FORMER)).match
    (place,) = await service.places.of(moved.id)
    await service.outbox.board_shown(moved, place, 700_001, ())
    await service.places.move_here(moved.id, ZOE.id, CHANNEL)
    for message_id, people in enumerate(([CAROL.id, ZOE.id], [CAROL.id]), 700_002):
        await service.privacy.record_mentions(message_id, INBOX.channel_id, None, people)
    await service.privacy.record_mentions(700_004, OTHERS.channel_id, None, [ZOE.id, CAROL.id])
    for place in await service.places.of(match.id):
        await service.outbox.board_shown(match, place, 700_005 + (place.seat or 0), ())
        await service.outbox.doubt(place)


async def tried_puzzle_of_day(service: Service, clock: StillClock) -> None:
    """A puzzle of the day at which Zoe has tried a wrong move."""
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    clock.time = next_puzzle(clock.time, CHANNEL.guild_id or 0, ServerSettings().puzzle_hour)
    await service.schedule.act()
    number, day = number_of_day(clock.time // DAY), clock.time // DAY
    wrong = next(iter(service.puzzles.of(number).replies))
    await service.puzzles.answer(ZOE, number, wrong, CHANNEL.guild_id, day)


async def learned(service: Service) -> None:
    """A lesson that Zoe has finished."""
    for step in LESSONS["konane"]:
        await service.lessons.answer(ZOE.id, "konane", step.key, step.answer(step.board("konane")))
