"""A small world in which every control has something to do. It is made once, and each test borrows a copy of it."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from cogs.buttons import use
from cogs.commands.recent_errors import RecentErrors
from cogs.ui.actions import CONTROLS
from cogs.wire.controls import custom_id
from cogs.wire.people import Owners
from games import GAMES, Position
from matches.computers import Judgement, computer
from matches.foreign import abstractplay
from matches.imports import RecordList
from matches.model import Match, Person, Venue
from matches.notation import Record
from matches.puzzle_ratings import Repeat
from matches.puzzles import MissedPuzzle, numbers_shown
from matches.standing import EVERYWHERE
from matches.timecontrol import DAY, TimeControl
from puzzles import collection
from service import Service
from storage.backups import BackupFolder
from storage.store import Store
from tests.support.controls import form
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.presses import Client, pressed
from tests.support.rows import everything
from tests.support.stores import Stores, file_of
from tests.support.thinker import Puppet
from tests.support.tournaments import going_on, open_tournament

DAN = Person(4, "Dan")
"""Somebody who is blocked by Ann, and shut out of the server and of the bot."""
EVE = Person(5, "Eve")
"""Somebody of whom nothing is known."""
BOSS = Person(50, "Boss")
"""The owner of the bot; CHANNEL is in the server with the owner's commands."""
ELSEWHERE = Venue(101, 10)
"""Another channel of the same server."""
AS_GUEST = Venue(CHANNEL.channel_id, CHANNEL.guild_id, guest=True)
"""The channel in a server where the bot is a guest. There it cannot ask Discord who can view the channel."""
SERVER = 123456789012345678
"""A server that the bot can leave."""
INVITATION = "K7QM-4XWD"
"""The secret of a challenge by another server, as in the examples of `cogs/ui/acts/servers.py`."""
OPENING = ("d5", "d4", "d7-d5", "d2-d4")
"""The first moves of the matches in which something was played."""
BAD = GAMES["konane"].start().play(GAMES["konane"].start().parse(OPENING[0]))
"""The position after a move that reviews call bad."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a control is about: a match, a challenge, a study, a person, a server or an announcement."""

    subject: int = 0
    rev: int = 0


WON = Record("konane", {"size": "6"}, 1, ("Ann", "Bob"), (), "1-0", begun=0, ended=60)
RECORDS = RecordList([" ".join(abstractplay.write(WON).split())] * 2, 0).text.encode()
"""The file of the message whose controls are used."""


async def _records() -> bytes:
    return RECORDS


PEOPLE: Mapping[str, Person] = {"Ann": ANN, "Bob": BOB, "Carol": CAROL, "the owner": BOSS}
PLACES: Mapping[str, Venue] = {"here": CHANNEL, "elsewhere": ELSEWHERE, "as guest": AS_GUEST}
"""Whom and where the examples of controls name."""


NO_SCENE = "was refused: its example needs a scene (tests/support/world.py) in which it has something to do"


class Critic(Puppet):
    """Thinks that the first move of these matches lost much."""

    def _judgement(self, position: Position[Any]) -> Judgement:
        line = tuple(position.format(move) for move in position.legal_moves()[:1])
        return Judgement((0.2, 0.8) if position == BAD else (0.6, 0.4), line, certain=False)


class World:
    """The world, of which tests borrow copies."""

    def __init__(self, stores: Stores, scenes: Mapping[str, Scene], time: int) -> None:
        """`stores` lends copies of the database that `make` has filled; `time` is the time there."""
        self._stores, self.scenes, self._time = stores, scenes, time

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        """A bot in a copy of the world."""
        async with self._stores.lent(Store) as store:
            clock = StillClock()
            clock.time = self._time
            yield client_of(_service(store, clock, seed=2))

    async def press(
        self,
        client: Client,
        name: str,
        forge: Callable[[Any], Awaitable[None]] | None = None,
        stranger: tuple[Person, Venue] | None = None,
        **how: Any,
    ) -> Any:
        """Use a control as somebody does for whom it has something to do; wait for all that follows.

        `how` is for `pressed`; `forge` changes the interaction before it is used. A `stranger` uses it elsewhere in
        place of that person. Returns the interaction.
        """
        example = CONTROLS[name].example
        about = self.scenes[example.scene]
        who, where = stranger or (PEOPLE[example.by], PLACES[example.where])
        text = custom_id(name, about.subject, about.rev, *example.args)
        data: dict[str, Any] = {}
        if example.chosen:
            data["values"] = [example.chosen.format(**{key: scene.subject for key, scene in self.scenes.items()})]
        if example.typed:
            data["components"] = form(example.typed)
        interaction = pressed(client, who, where, private=not example.public, custom_id=text, **data, **how)
        interaction.message.components = [SimpleNamespace(children=[SimpleNamespace(custom_id=text)])]
        interaction.message.attachments = [SimpleNamespace(size=len(RECORDS), read=_records)]
        if forge is not None:
            await forge(interaction)
        await use(interaction, interaction.data)
        while tasks := list(client.relay._tasks):
            await asyncio.gather(*tasks)
        return interaction


UNLIKE = {"place": ["message_id"], "publication": ["message_id"], "challenge": ["message_id"], "memory": ["value"]}
"""Columns in which the same act leaves different values: the ids of messages, and salts."""


async def held(client: Client) -> Mapping[str, Sequence[tuple[object, ...]]]:
    """What the database holds, without those columns, and without what Discord is still to show."""
    kept = await everything(client.service.play._core.store, UNLIKE)
    return {table: rows for table, rows in kept.items() if table != "outbox"}


def client_of(service: Service) -> Client:
    """A bot whose owner is known, to whom Discord shows every channel."""
    client: Any = Client(service)

    async def application_info() -> Any:
        return SimpleNamespace(owner=SimpleNamespace(id=BOSS.id), team=None, approximate_guild_count=2)

    async def fetch_guild(_: int, **__: object) -> Any:
        async def leave() -> None: ...

        return SimpleNamespace(name="12", leave=leave)

    async def fetch_channel(channel_id: int) -> Any:
        return SimpleNamespace(id=channel_id)

    async def viewable(_: int, places: Iterable[Any]) -> set[int]:
        return {place.channel_id for place in places}

    async def yes(*_: object) -> bool:
        return True

    async def deleted(*_: object) -> set[int]:
        return set()

    client.build = {"version": "1", "python": "2", "library": "3", "format": "4"}
    client.recent_errors = RecentErrors()
    client.http = SimpleNamespace(token=None)
    client.application_info, client.fetch_guild, client.fetch_channel = application_info, fetch_guild, fetch_channel
    client.owners = Owners(client, service.clock, CHANNEL.guild_id)
    client.viewers = SimpleNamespace(viewable=viewable, sees_one=yes, is_member=yes, find_deleted=deleted)
    return client  # type: ignore[no-any-return]  # it is a Client


def _service(store: Store, clock: StillClock, seed: int) -> Service:
    path = file_of(store)
    folder = BackupFolder(path.parent / "backups", path)
    return Service(store, clock, random.Random(seed), thinker=Critic(), backups=folder)


async def make(store: Store) -> tuple[Mapping[str, Scene], int]:
    """Fill an empty store with the world. Returns its scenes by name, and the time when it is ready."""
    clock = StillClock()
    service = _service(store, clock, seed=1)
    scenes = {"nothing": Scene(), "Ann": Scene(ANN.id), "Bob": Scene(BOB.id), "server": Scene(SERVER)}

    async def match(game: str = "konane", time: str = "none", moves: Iterable[str] = (), **more: Any) -> Match:
        made = await service.challenges.invite(game, ANN, BOB, CHANNEL, "first", clock=TimeControl.parse(time), **more)
        snapshot = await service.challenges.accept(made.id, BOB)
        for text in moves:
            snapshot = await service.play.move(made.id, snapshot.match.players[snapshot.match.turn].id, text)
        return snapshot.match

    async def keep(name: str, match_id: int) -> None:
        scenes[name] = Scene(match_id, (await service.lookup.match(match_id)).rev)

    async def let_pass(days: int) -> None:
        clock.time += days * DAY
        await service.schedule.act()

    idle = await match(moves=OPENING)
    await let_pass(31)
    late = await match(time="1d soft", moves=OPENING)
    voted = await service.server_matches.begin("squalma", BOB, "Reef", computer(3), CHANNEL, "first")
    for person in (CAROL, ANN):
        await service.crowds.vote(voted.match.id, person, CHANNEL.guild_id, "a1-a2")
    await let_pass(2)
    await service.moderation.end(voted.match.id, CHANNEL.guild_id or 0)
    await service.ballots.review(voted.match.id, ANN.id)
    await keep("vote over", voted.match.id)
    await keep("long idle", idle.id)
    await keep("out of time", late.id)

    over = await match(moves=OPENING, rated=True)
    await service.play.resign(over.id, BOB.id)
    await keep("over", over.id)
    study, _ = await service.studies.open_match(ANN.id, over.id, CHANNEL.guild_id)
    await service.studies.play(study.id, ANN.id, 0, 1, "c5")
    await service.studies.share(study.id, ANN.id, 0)
    scenes["study"] = scenes["shared study"] = Scene(study.id)
    missed = MissedPuzzle(over.id, CHANNEL.guild_id or 0, service.puzzles.of(1).to_line())
    async with store.write() as tx:
        tx.puzzles.add_missed(missed)
        again = next(number for number in collection.active_numbers() if number not in numbers_shown(clock.time // DAY))
        tx.puzzle_ratings.save_repeat(Repeat(ANN.id, again, 0))
    await service.puzzles.answer(ANN, missed.number, service.puzzles.of(1).answers[0], missed.guild_id)
    scenes["puzzle"] = Scene(missed.number)
    draft = open_tournament(clock)
    tournament = await service.tournaments.create(replace(draft, game="konane", begins_at=clock.time + 365 * DAY))
    await service.tournaments.join(tournament.id, ANN)
    scenes["tournament"] = Scene(tournament.id)
    full = await service.tournaments.create(replace(draft, game="konane", begins_at=clock.time + 365 * DAY))
    for person in (ANN, BOB, CAROL, Person(7, "Fay")):
        await service.tournaments.join(full.id, person)
    scenes["tournament full"] = Scene(full.id)

    running = await match(time="3d soft")
    await service.follows.follow(running.id, CAROL, each_move=True)
    await keep("running", running.id)
    prepared = await match()
    await service.conditional.prepare(prepared.id, BOB.id, ["d5", "d4"])
    await keep("prepared", prepared.id)
    await keep("played", (await match(moves=OPENING)).id)
    await keep("drawable", (await match("squalma", moves=["a1-a2"])).id)
    offered = await match("squalma", moves=["a1-a2"])
    await service.agreements.offer_draw(offered.id, ANN.id)
    await keep("draw offered", offered.id)
    asked = await match(moves=["d5"])
    clock.time += 120  # at once it would be taken back without consent
    await service.agreements.take_back(asked.id, ANN.id)
    await keep("take-back asked for", asked.id)
    proposed = await match(moves=OPENING)
    await service.agreements.offer_abort(proposed.id, ANN.id)
    await keep("abort proposed", proposed.id)

    scenes["challenge"] = Scene((await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")).id)
    # On a board of its own: for one that Ann plays against Bob there is no hint.
    practice = await service.practice.begin("konane", ANN, 3, CHANNEL, "first", {"size": "6"})
    await keep("practice", practice.match.id)
    practised = await service.practice.begin("konane", ANN, 3, CHANNEL, "first")
    await service.play.move(practised.match.id, ANN.id, OPENING[0])
    await service.play.resign(practised.match.id, ANN.id)
    await keep("practice over", practised.match.id)
    await keep("show", (await service.practice.show("konane", ANN, (1, 2), ELSEWHERE)).match.id)
    for name in ("voting", "voted"):
        begun = await service.server_matches.begin("squalma", BOB, "Reef", computer(3), CHANNEL, "first")
        for person in (CAROL, ANN) if name == "voted" else ():
            await service.crowds.vote(begun.match.id, person, CHANNEL.guild_id, "a1-a2")
        await keep(name, begun.match.id)
    elsewhere = Venue(102, CHANNEL.guild_id)
    begun = await service.server_matches.begin("squalma", BOB, "Reef", None, elsewhere)
    await keep("teams", begun.match.id)
    made = await service.server_matches.challenge("squalma", BOB, Venue(103, SERVER + 1))
    async with store.write() as tx:
        await tx.challenges.add(replace(made, invitation=INVITATION))
    await service.challenges.withdraw(made.id, BOB.id)
    await service.vacations.start(CAROL.id, 2)
    await service.blocks.add(ANN, DAN)
    await service.moderation.ban(CHANNEL.guild_id or 0, DAN)
    await service.moderation.ban(EVERYWHERE, DAN)
    left = await service.tournaments.create(replace(open_tournament(clock, places=4), game="konane"))
    for person in (ANN, BOB, CAROL, Person(7, "Fay")):
        await service.tournaments.join(left.id, person)
    await going_on(service, clock)
    own = (await service.tournaments.running_of(left.id, ANN.id))[0].match
    await service.places.note_absence(own.id, own.seat_of(ANN.id) or 0, CHANNEL.guild_id or 0, absent=True)
    scenes["tournament left"] = Scene(left.id)
    number, _ = await service.announcements.draft("`Tea at five.`")
    scenes["announcement"] = Scene(number)
    return scenes, clock.time
