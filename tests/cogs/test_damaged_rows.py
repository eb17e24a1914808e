"""One row that cannot be read stops nothing but itself: a sentence, one line in the log, and the rest goes on."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints

import discord
import pytest

import tests.support.controls  # noqa: F401 (importing it registers all functions)
from cogs.buttons import use
from cogs.posts.relay import OutboxRelay
from cogs.ui.context import Context
from cogs.ui.pages.matches import own_page
from games import GAMES
from matches import clock, conditional, deliveries, model, ratings, settings, standing, studies
from matches.deliveries import Delivery
from matches.errors import Damaged
from matches.limits import Limits, Retention
from matches.notation import Record
from matches.puzzles import FIRST_MISSED
from matches.timecontrol import DAY
from service import Service
from storage.rows import hints_of
from storage.store import Store
from storage.tables import TABLES, ModelTable
from tests.support.channels import ChannelClient, Channels, answering
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed
from tests.support.rows import dicts_of
from tests.support.sample_rows import add_sample
from tests.support.shares import share
from tests.support.stores import file_of
from tests.support.tournaments import open_tournament

DEEP = "[" * 100_000
"""More brackets than JSON is read with."""
HUGE = 2**63 - 1
EARLY = -(2**36)
"""A time before all calendars."""
DANGLING = 2**40
"""The id of nothing and nobody."""
DAMAGE: list[tuple[str, str, object]] = [
    ("match", "game", "nothing known"),
    ("match", "options", "{"),
    ("match", "clock", "soon"),
    ("match", "rev", HUGE),
    ("match", "deadline", 2**40),
    ("match", "deadline", HUGE),
    ("alarm", "at", HUGE),
    ("match", "ending_fields", "[]"),
    ("move", "at", HUGE),
    ("event", "kind", "nothing known"),
    ("event", "at", HUGE),
    ("place", "channel_id", HUGE),
    ("challenge", "game", "nothing known"),
    ("challenge", "options", "null"),
    ("challenge", "options", '{"size": "nothing known"}'),
    ("challenge", "status", "nothing known"),
    ("challenge", "clock", "soon"),
    ("challenge", "expires_at", HUGE),
    ("condition", "path", "null"),
    ("condition", "path", DEEP),
    ("study", "record", "nothing known"),
    ("study", "lines", "{"),
    ("study", "lines", DEEP),
    ("study", "shared", "null"),
    ("player", "chosen", "null"),
    ("player", "chosen", '{"notifications": {"way": 5}}'),
    ("player", "chosen", DEEP),
    ("server", "chosen", '{"challenge_days": "x"}'),
    ("server", "chosen", DEEP),
    ("rating", "game", "nothing known"),
    ("tally", "game", "nothing known"),
    ("rating", "rating", float("inf")),
    ("rating", "rating", 1e7),
    ("rating", "deviation", 1e308),
    ("rating", "deviation", 0.0),
    ("rating", "volatility", 0.0),
    ("rating", "volatility", 1e8),
    ("rating_change", "rating", float("-inf")),
    ("rating_rank", "score", float("inf")),
    ("vacation", "ends_at", HUGE),
    ("outbox", "kind", "nothing known"),
    ("outbox", "wanted", "nothing known"),
    ("outbox", "rev", HUGE),
    ("alarm", "kind", "nothing known"),
    ("alarm", "subject", HUGE),
    ("memory", "value", "{"),
    ("tally", "won", HUGE),
    ("tally", "drawn", HUGE),
    ("rating_step", "people", HUGE),
    ("rating_step", "step", HUGE),
    ("rating", "matches", HUGE),
    ("match", "ended_no", HUGE),
    ("finished", "no", HUGE),
    ("finished", "match_id", DANGLING),
    ("match", "start", "nothing known"),
    ("match", "options", '{"size": "nothing known"}'),
    ("match", "first_id", DANGLING),
    ("match", "second_id", DANGLING),
    ("match", "created_at", EARLY),
    ("move", "at", EARLY),
    ("move", "text", "nothing known"),
    ("challenge", "start", "nothing known"),
    ("challenge", "challenger_id", DANGLING),
    ("challenge", "opponent_id", DANGLING),
    ("alarm", "subject", DANGLING),
    ("outbox", "subject", DANGLING),
    ("rating_change", "match_id", DANGLING),
]
"""What is written into a column of all rows of a table."""
NEWER = "of a newer version"


def words_of(kind: type) -> Iterator[str]:
    """The fields of a model class that hold a word, also those of the classes in it."""
    for name, hint in hints_of(kind).items():
        options = get_args(hint) or (hint,)
        if str in options or any(isinstance(option, str) for option in options):
            yield name
        elif get_origin(hint) is None:
            yield from words_of(hint)


WORDS = [
    (name, word, NEWER)
    for name, table in TABLES.items()
    if isinstance(table, ModelTable)
    for word in words_of(table._model)
    if word in table.columns
]
"""Each column of a model class that holds a word, with one that only a newer version knows."""
CHOICES = [
    (table, "chosen", json.dumps(chosen))
    for table, kind in (("player", settings.PlayerSettings), ("server", settings.ServerSettings))
    for chosen in (
        *({word: NEWER, "notifications": {}} for word in words_of(kind) if word in hints_of(kind)),
        *({"notifications": {word: NEWER}} for word in words_of(settings.Notifications)),
    )
]
"""Settings with a value that only a newer version knows."""


@dataclass
class Town:
    """A bot with matches of Ann and Bob, a challenge, a study, ratings and choices."""

    client: Client
    clock: StillClock
    running: int
    over: int
    challenge: int
    study: int
    tournament: int

    @property
    def service(self) -> Service:
        return self.client.service


def serving(store: Store, clock: StillClock) -> Service:
    """A service that remembers nothing and deletes what is old."""
    retention = Retention(matches=30, challenges=30, vacations=30, studies=None)
    return Service(store, clock, random.Random(1), limits=Limits.off(), retention=retention, rated_a_day=99)


@pytest.fixture
async def town(store: Store) -> Town:
    clock = StillClock()
    service = serving(store, clock)
    ids = []
    for _ in range(2):
        ids.append((await begin_game(service, clock="3d", rated=True)).match.id)
        await service.play.move(ids[-1], ANN.id, "d5")
    await service.conditional.prepare(ids[0], ANN.id, ["d4", "d7-d5"])
    await service.play.move(ids[1], BOB.id, "d4")
    await service.play.resign(ids[1], BOB.id)
    open_ = await service.challenges.invite("squalma", BOB, ANN, CHANNEL)
    game = GAMES["konane"]
    record = Record("konane", game.start().chosen, game.info.rules_version, ("Ann", "Bob"))
    study = (await service.studies.open(ANN.id, record, people=(ANN.id, BOB.id)))[0].id
    tournament = await service.tournaments.create(replace(open_tournament(clock), game="konane"))
    await service.visits.open(await service.visits.editor_link(ANN, "konane", CHANNEL))
    await service.visits.editor_link(ANN, "konane", CHANNEL)
    await service.settings.choose(ANN.id, await service.settings.of_player(ANN.id))
    with closing(sqlite3.connect(file_of(store))) as database:
        database.execute("INSERT OR IGNORE INTO server (guild_id, chosen) VALUES (?, '{}')", (CHANNEL.guild_id,))
        database.execute("INSERT INTO memory VALUES ('people swept', '0'), ('forgotten', '[]'), ('to forget', '[]')")
        database.commit()
    given: dict[str, object] = {
        "person_id": ANN.id,
        "match_id": ids[1],
        "tournament_id": tournament.id,
        "guild_id": CHANNEL.guild_id,
        "channel_id": CHANNEL.channel_id,
        "game": "konane",
        "started_at": clock.time - DAY,
        "ends_at": clock.time - 5,
        "wrong": "a8",
    }
    async with store.write() as tx:
        for table in TABLES.values():  # without those that stop Ann, or keep a match of a tournament
            if table.name not in {"ban", "block", "fixture"} and not await dicts_of(store, table.name):
                add_sample(tx.session, table, given)
    return Town(Client(serving(store, clock)), clock, ids[0], ids[1], open_.id, study, tournament.id)


def damage(path: Path, table: str, column: str, value: object) -> None:
    """Write this into all rows, whatever they refer to."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("PRAGMA ignore_check_constraints = ON")
        sql = f'UPDATE OR REPLACE "{table}" SET "{column}" = ? WHERE "{column}" IS NOT NULL'
        assert database.execute(sql, (value,)).rowcount


async def press(town: Town, name: str, subject: int, *args: str) -> list[dict[str, Any]]:
    """What Ann is answered when she uses a control."""
    interaction = pressed(town.client, ANN, CHANNEL, custom_id=":".join(("t1", name, str(subject), "3", *args)))
    await use(interaction, interaction.data)
    sent: list[dict[str, Any]] = interaction.answers.sent
    return sent


@pytest.mark.parametrize(
    ("table", "column", "value"),
    share(5, (pytest.param(*damage, id="{}.{}-{!s:.30}".format(*damage)) for damage in [*DAMAGE, *WORDS, *CHOICES])),
)
async def test_what_cannot_be_read_leaves_no_traceback_and_stops_nothing_else(
    town: Town, store: Store, caplog: pytest.LogCaptureFixture, table: str, column: str, value: object
) -> None:
    damage(file_of(store), table, column, value)
    service = town.service
    for name, subject, args in (
        ("list", 0, ("0",)),
        ("mine", town.running, ()),
        ("more", town.running, ()),
        ("takeback", town.running, ()),
        ("if", town.running, ()),
        ("export", town.over, ()),
        ("export-all", 0, ()),
        ("gif", town.over, ("0",)),
        ("study-of", town.over, ()),
        ("leaderboard", 0, ("konane", "server", "0")),
        ("rematch", town.over, ()),
        ("accept", town.challenge, ()),
        ("study", town.study, ("0", "0", "0")),
        ("profile", BOB.id, ()),
        ("tournament", town.tournament, ()),
        ("puzzle", FIRST_MISSED + town.over, ()),
        ("history", ANN.id, ("0", "-", "-")),
        ("resign", town.running, ()),
    ):
        assert await press(town, name, subject, *args), name
    await service.schedule.beat()
    town.clock.time += DAY  # deadlines move by it
    await service.schedule.start()
    for _ in range(4):
        await service.schedule.act()
        for task in list(town.client.relay._tasks):
            await task
        town.clock.time += 20 * DAY
    await service.privacy.forget(BOB.id)
    match = (await begin_game(service, "konane", ANN, CAROL)).match
    await service.play.move(match.id, ANN.id, "d5")
    faults = [record for record in caplog.records if record.exc_info]
    assert not faults, faults[0].exc_info


async def test_lists_leave_out_what_cannot_be_read(town: Town, store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async with store.write() as tx:
        session = tx.matches._session
        session.change("UPDATE match SET options = '{' WHERE id = ?", town.running)
    with pytest.raises(Damaged, match=r"Match #\w+ cannot be read"):
        await town.service.lookup.match(town.running)
    text, _ = await own_page(Context(pressed(town.client, ANN, CHANNEL)), 0)
    assert text.count("against") == 0
    assert [match.id for match in (await town.service.standing.finished_matches(ANN.id)).matches] == [town.over]
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_challenge_whose_position_is_of_older_rules_is_withdrawn_and_its_message_says_so(store: Store) -> None:
    clock = StillClock()
    channels, service = Channels(clock), serving(store, clock)
    outbox = OutboxRelay(cast("Any", ChannelClient(channels, service)), service)
    start = GAMES["konane"].start().encode()
    old, new = [await service.challenges.invite("konane", ANN, BOB, CHANNEL, start=start) for _ in range(2)]
    for challenge in (old, new):
        await outbox.challenges.post(challenge)
    async with store.write() as tx:
        tx.matches._session.change("UPDATE challenge SET start = 'of older rules' WHERE id = ?", old.id)
    await service.schedule.start()
    assert [(await service.challenges.of(one.id)).status for one in (old, new)] == ["withdrawn", "open"]
    await outbox.deliver_due()
    await asyncio.gather(*outbox._tasks)
    first, second = channels.messages.values()
    assert first.content.startswith("Ann's **Konane** challenge was withdrawn. The rules changed")
    assert (first.buttons, len(second.buttons)) == ([], 3)
    assert await service.outbox.of("challenge", old.id) == []


async def test_a_study_that_cannot_be_read_is_one_sentence_and_one_line(
    town: Town, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async with store.write() as tx:
        tx.matches._session.change("UPDATE study SET lines = '{'")
    (answer,) = await press(town, "study", town.study, "0", "0", "0")
    assert answer["content"].startswith("This study cannot be read")
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1
    assert await town.service.studies.all_of(ANN.id) == []


async def test_a_study_that_cannot_be_read_keeps_no_name_of_somebody_who_is_forgotten(town: Town, store: Store) -> None:
    async with store.write() as tx:
        tx.matches._session.change("UPDATE study SET lines = '{'")
    await town.service.privacy.forget(BOB.id)
    async with store.read() as view:
        assert await view.studies._session.rows("SELECT * FROM study") == []


async def test_a_match_that_cannot_be_read_is_deleted_in_its_time(town: Town, store: Store) -> None:
    async with store.write() as tx:
        tx.matches._session.change("UPDATE match SET options = '{' WHERE id = ?", town.over)
    await town.service.challenges.invite("konane", ANN, CAROL, CHANNEL)
    await town.service.schedule.start()
    town.clock.time += 40 * DAY
    await town.service.schedule.act()
    async with store.read() as view:
        rows = await view.matches._session.rows("SELECT id FROM match WHERE id = ?", town.over)
        assert not list(rows)


async def test_all_records_at_once_leave_out_one_that_cannot_be_read(town: Town, store: Store) -> None:
    await town.service.play.resign(town.running, ANN.id)
    async with store.write() as tx:
        tx.matches._session.change("UPDATE move SET at = ? WHERE match_id = ?", HUGE, town.running)
    (answer,) = await press(town, "export-all", 0)
    assert answer["content"] == "The record of your 1 finished match."


async def test_a_delivery_that_cannot_be_read_is_due_no_more(town: Town, store: Store) -> None:
    async with store.write() as tx:
        tx.matches._session.change("UPDATE outbox SET kind = 'nothing known', due_at = 1")
    assert await town.service.outbox.take() == []
    assert await town.service.outbox.next_due() is None


@pytest.mark.parametrize("column", ["about", "way"])
@pytest.mark.parametrize("way", ["dm", "channel", "digest", "use"])
async def test_a_notice_of_a_newer_version_is_the_only_one_that_is_not_sent(
    store: Store, way: str, column: str
) -> None:
    clock = StillClock()
    channels, service = Channels(clock), serving(store, clock)
    client = cast("Any", ChannelClient(channels, service))
    outbox = OutboxRelay(client, service)
    matches = [(await begin_game(service, clock="3d")).match for _ in range(2)]
    async with store.write() as tx:
        for match in matches:
            due_at = None if way == "use" else clock.time
            notice = Delivery("notice", match.id, str(match.id), match.rev, BOB.id, "lost", way, due_at=due_at)
            await tx.outbox.save(notice)
        tx.matches._session.change(
            f"UPDATE outbox SET {column} = 'of a newer version' WHERE kind = 'notice' AND key = ?", str(matches[0].id)
        )
    before, told = await service.settings.of_player(BOB.id), []
    for _ in range(2):
        use = answering(client, BOB, CHANNEL)
        await outbox.notices.show_waiting(use)
        with suppress(discord.NotFound):  # nothing was waiting
            told.append((await use.original_response()).content)
        await outbox.deliver_due()
        await asyncio.gather(*outbox._tasks)
        clock.time += DAY
    told += [message.content for message in channels.messages.values()]
    (lost,) = [text for text in told if "move-here" in text]
    assert matches[1].code in lost
    assert matches[0].code not in lost
    assert await service.settings.of_player(BOB.id) == before


@pytest.mark.parametrize(
    "kind",
    [
        *(model.Match, model.Challenge, model.Ply, model.Event, model.Place, model.Follow),
        *(conditional.Condition, deliveries.Delivery, ratings.Rating, settings.PlayerSettings),
        *(settings.ServerSettings, standing.RatingChange, standing.Ended, studies.Study, studies.ListedStudy),
        clock.Vacation,
    ],
)
def test_every_field_of_a_record_can_be_checked(kind: type) -> None:
    assert get_type_hints(kind)
