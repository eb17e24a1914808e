"""Who may see what: the whole table of docs/security.md, asked at both doors."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from cogs.commands.tree import check_ban
from cogs.ui import gate
from cogs.ui.context import Context
from matches.codes import code_of
from matches.errors import Refusal
from matches.model import Person, Place, Venue
from matches.puzzles import FIRST_MISSED, MissedPuzzle
from matches.timecontrol import DAY, TimeControl
from matches.tournaments.model import Tournament
from puzzles import collection
from service import Service
from service.gate import Member
from storage.store import Store
from tests.support.board_page import Page, page_of
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed
from tests.support.thinker import Puppet

SERVER = CHANNEL.guild_id or 0
THREAD, PRIVATE, GROUP = Venue(110, SERVER), Venue(111, SERVER), Venue(112, None, guest=True)
STARTER, FOLLOWER, OTHER, BLIND, LEFT, BANNED = (
    Person(20 + number, name) for number, name in enumerate(("Sue", "Finn", "Olaf", "Ben", "Lea", "Bea"))
)
COLUMNS: Sequence[Person] = (ANN, STARTER, FOLLOWER, OTHER, BLIND, LEFT, BANNED, BOB)
"""The person of each column. Bob is forgotten at the end."""
CAN_VIEW = {FOLLOWER.id, OTHER.id, BANNED.id, BOB.id}
"""The people who can view the channel. A player, a starter and an owner see what is theirs without it."""
AT = {"both": (True, True), "Discord": (True, False), "no": (False, False)}
"""Whether somebody sees something in Discord, and on the page."""


def rows_of_table() -> Iterable[tuple[str, str, Sequence[str]]]:
    """What, where, and the cells of each row."""
    text = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
    lines = text.partition("## Who may see what")[2].partition("\n## ")[0].splitlines()
    for line in [line for line in lines if line.startswith("|")][2:]:
        what, where, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        yield what, where, cells


ROWS = {f"{what}, {where}": (what, where, cells) for what, where, cells in rows_of_table()}


class Views:
    """Stands in for the viewers: Discord's answer, where the bot can ask it."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        asked = [place for place in places if place.guild_id is not None and not place.guest and place.seat is None]
        return {place.channel_id for place in asked} if person_id in CAN_VIEW else set()

    async def may_begin(self, *_: object) -> bool:
        return False

    async def member(self, person_id: int, _: int) -> Member | None:
        return Member(f"Member {person_id}", None) if person_id in CAN_VIEW else None


@dataclass
class Setting:
    """A world with one subject, and both doors."""

    service: Service
    page: Page
    store: Store
    clock: StillClock
    client: Any = field(init=False)

    def __post_init__(self) -> None:
        self.client = Client(self.service)
        self.client.viewers = Views()

    async def match(self, venue: Venue = CHANNEL, also: Venue | None = None) -> int:
        match_id = (await begin_game(self.service, first=BOB, second=ANN, venue=venue, also=also)).match.id
        for person in (FOLLOWER, BLIND, LEFT, BANNED):
            await self.service.follows.follow(match_id, person, each_move=True)
        return match_id

    async def in_discord(self, subject: gate.Subject, number: int, who: Person, where: Venue) -> bool:
        """Whether somebody who asks there may use a control about this subject."""
        context = Context(pressed(self.client, who, where))
        try:
            await check_ban(context, "mine")
            await gate.CHECKS[subject](context, number)
        except Refusal:
            return False
        return True

    async def puzzle_on_page(self, number: int, who: Person) -> bool:
        """Whether a visit of this person by a link from the server, where they may not be any more, shows a puzzle."""
        link = await self.service.visits.editor_link(who, "konane", None, SERVER)
        opened = await self.page.post("/api/visit", {"link": link})
        mine = Page(self.page.url, self.page.client, opened.body.get("visit", ""))
        asked = (f"/api/task/puzzle/{number}/0{act}" for act in ("", "/answer"))
        told = [await mine.post(path, {"wrong": 0, "steps": ["none"]}) for path in asked]
        return [answer.status for answer in told] == [200, 409]  # it is no move

    async def on_page(self, subject: gate.Subject, number: int, who: Person) -> bool:
        """Whether a visit of this person shows it. Players and followers of a match use a link to it."""
        if subject == "puzzle":
            return await self.puzzle_on_page(number, who)
        own = (await self.service.practice.begin("konane", who, 1, Venue(10_000 + who.id, None))).match
        match = number if subject == "match" else own.id
        link = await self.service.visits.link(who.id, match if who in {ANN, FOLLOWER} else own.id)
        opened = await self.page.post("/api/visit", {"link": link})
        mine = Page(self.page.url, self.page.client, opened.body.get("visit", ""))
        path = f"/api/study/{number}/0/0" if subject == "study" else f"/api/match/{code_of(number)}"
        told = [await mine.get(each) for each in ([path] if subject == "study" else [path, f"{path}?after=0"])]
        assert len({answer.status for answer in told}) == 1
        return told[0].status == 200


Made = tuple[gate.Subject, int]


async def match_in(setting: Setting, venue: Venue) -> Made:
    return "match", await setting.match(venue)


async def match_in_direct_messages(setting: Setting) -> Made:
    match_id = await setting.match()
    await setting.service.places.move_here(match_id, ANN.id, Venue(10_001, None), other_venue=Venue(10_002, None))
    return "match", match_id


async def watched_match(setting: Setting) -> Made:
    match_id = (await setting.service.practice.show("konane", STARTER, (1, 1), CHANNEL)).match.id
    for person in (FOLLOWER, BLIND, LEFT, BANNED):
        await setting.service.follows.follow(match_id, person, each_move=True)
    return "match", match_id


async def finished_match(setting: Setting) -> Made:
    match_id = await setting.match()
    await setting.service.play.resign(match_id, BOB.id)
    return "match", match_id


async def challenge(setting: Setting) -> Made:
    made = await setting.service.challenges.invite("konane", ANN, BOB, CHANNEL, clock=TimeControl.parse("none"))
    return "challenge", made.id


async def tournament(setting: Setting) -> Made:
    control, begins_at = TimeControl(3 * DAY, 3 * DAY, 3 * DAY), setting.clock.time + DAY
    draft = Tournament("konane", {}, "groups", control, True, 16, begins_at, SERVER, CHANNEL.channel_id)
    made = await setting.service.tournaments.create(draft)
    for person in (ANN, BOB):
        await setting.service.tournaments.join(made.id, person)
    return "tournament", made.id


async def study(setting: Setting) -> Made:
    _, match_id = await finished_match(setting)
    made, _ = await setting.service.studies.open_match(ANN.id, match_id, None)
    return "study", made.id


async def missed_puzzle(setting: Setting) -> Made:
    _, match_id = await finished_match(setting)
    async with setting.store.write() as tx:
        tx.puzzles.add_missed(MissedPuzzle(match_id, SERVER, collection.puzzle(1).to_line()))
    return "puzzle", FIRST_MISSED + match_id


async def puzzle(_: Setting) -> Made:
    return "puzzle", 1


MAKE: Mapping[str, Callable[[Setting], Awaitable[Made]]] = {
    "match, channel": lambda setting: match_in(setting, CHANNEL),
    "match, thread": lambda setting: match_in(setting, THREAD),
    "match, private thread": lambda setting: match_in(setting, PRIVATE),
    "match, direct messages": match_in_direct_messages,
    "match, group": lambda setting: match_in(setting, GROUP),
    "match between computers, channel": watched_match,
    "finished match, channel": finished_match,
    "challenge, channel": challenge,
    "tournament, channel": tournament,
    "study, –": study,
    "puzzle of the collection, –": puzzle,
    "puzzle from a match, its server": missed_puzzle,
}


@pytest.fixture
async def setting(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Setting]:
    service = Service(store, clock, random.Random(7), thinker=puppet)
    async with page_of(service, Views()) as page:
        yield Setting(service, page, store, clock)
    service.computer_turns.stop()


def asks_in(row: str, who: Person) -> Venue:
    """Where somebody asks: who can see the group there, others by direct message, where nothing is in sight.

    A puzzle is asked for in the server by those who are there, also by somebody who is banned.
    """
    if row == "match, group" and who.id in CAN_VIEW:
        return GROUP
    if row.startswith("puzzle") and who.id in CAN_VIEW:
        return Venue(199, SERVER)
    return Venue(10_000 + who.id, None)


@pytest.mark.parametrize("row", ROWS)
async def test_both_doors_show_what_the_table_says(setting: Setting, row: str) -> None:
    subject, number = await MAKE[row](setting)
    assert len(ROWS[row][2]) == len(COLUMNS)
    await setting.service.moderation.ban(SERVER, BANNED)
    await setting.service.privacy.forget(BOB.id)
    seen = {}
    for who, cell in zip(COLUMNS, ROWS[row][2], strict=True):
        if cell != "–":
            on_page = await setting.on_page(subject, number, who)
            seen[who.name] = (await setting.in_discord(subject, number, who, asks_in(row, who)), on_page)
    assert seen == {who.name: AT[cell] for who, cell in zip(COLUMNS, ROWS[row][2], strict=True) if cell != "–"}


def test_the_table_has_every_kind_of_subject_that_not_everybody_sees() -> None:
    named = {word for what, *_ in ROWS.values() for word in what.split()}
    assert set(ROWS) == set(MAKE)
    assert set(gate.CHECKS) - {"owner", "shared study"} <= named
