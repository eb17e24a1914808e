"""A stranger may use any control: nothing of others changes, nothing hidden is shown, and nothing hangs."""

import logging
import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.buttons import use
from cogs.ui.actions import CONTROLS
from cogs.wire.controls import Controls
from cogs.wire.pictures import Picture, games_picture
from matches.codes import code_of
from matches.model import Person, Venue
from render.theme import THEMES
from storage.store import Store
from tests.support.controls import form
from tests.support.matches import CHANNEL, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.stores import file_of

SLOWEST = 1.0
"""The most seconds of processor time for one use."""
EVE = Person(666, "Eve")
AMOS = Person(71, "Amos")
"""He plays with Beth, where Eve can look on."""
BETH = Person(72, "Beth")
"""She plays with Amos, where Eve can look on."""
YURI = Person(81, "Yuriqq")
"""He plays with Zoe, where Eve cannot look."""
ZOE = Person(82, "Zoeqq")
"""She plays with Yuri, where Eve cannot look."""
HIDDEN, DIRECT, THEIR_DIRECT = Venue(900, 10), Venue(901, None), Venue(902, None)
NUMBERS = ("0", "1", "2", "00", "-1", "99999", str(2**31), str(2**63 - 1), str(2**63), "9" * 70, "1e9", "٣", "", "x")
WORDS = (
    "d5", "d7-d5", "-", "0", "1", "0.0", "2f.3", "letters", "start", "newest", "konane", "squalma", "theme", "view",
    "way", "quiet", "digest", "place", "days", "dm", "usual", "Plain", "first", "random", "../../x", "@99", "=", "a=b",
    "size=6", "up", "same", "down", "\u202e", "'; DROP TABLE match; --", "x" * 60, "",
)  # fmt: skip
FIELD_VALUES = ("konane", "first", "3d", "none", "d5", "Europe/Berlin", "1", "81", "0", "", "x" * 4000, "\x00", "<@1>")


class World:
    """Matches and challenges of others, in sight of Eve and hidden from her, and the uses that she sends."""

    def __init__(self, client: Client, database: sqlite3.Connection, seed: int) -> None:
        self.client, self.database, self.chance = client, database, random.Random(seed)
        self.subjects: list[int] = []
        self.hidden: list[int] = []

    async def begin(self) -> None:
        """Let the others challenge each other and play.

        The picture of all games is drawn in advance: the first one paints all pieces, which takes long.
        """
        for theme in THEMES:
            await games_picture(theme)
        for one, other, venue, hidden in (
            (AMOS, BETH, CHANNEL, False),
            (YURI, ZOE, HIDDEN, True),
            (YURI, ZOE, DIRECT, True),
        ):
            for running in (True, True, False):
                self.subjects.append(await self._match(one, other, venue, running=running))
            for opponent in (other, None) if hidden else (other,):  # she is allowed to accept a challenge in sight
                made = await self.client.service.challenges.invite("konane", one, opponent, venue)
                self.subjects.append(made.id)
            if hidden:
                self.hidden += self.subjects[-5:]
        self.before = self.rows()

    async def _match(self, one: Person, other: Person, venue: Venue, *, running: bool) -> int:
        service = self.client.service
        also = THEIR_DIRECT if venue.direct else None
        match = (await begin_game(service, "konane", one, other, venue, clock="3d soft", also=also)).match
        await service.play.move(match.id, one.id, "d5")
        await service.conditional.prepare(match.id, one.id, ["d4", "d7-d5"])
        if not running:
            await service.play.resign(match.id, other.id)
        return match.id

    def rows(self) -> set[tuple[object, ...]]:
        """Every row of the database."""
        known = self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        tables = {name for (name,) in known} - {"sqlite_sequence"}
        return {(name, *row) for name in tables for row in self.database.execute(f'SELECT * FROM "{name}"')}

    def version(self) -> int:
        """A number that differs after each change by the service."""
        (found,) = self.database.execute("PRAGMA data_version").fetchone()
        return int(found)

    def custom_id(self) -> tuple[str, int | None]:
        """A custom_id, and its subject where it has one."""
        chance = self.chance
        subject = chance.choice(self.subjects)
        name = chance.choice([*CONTROLS, "nothing"])
        said = str(subject) if chance.random() < 0.8 else chance.choice(NUMBERS)
        rev = str(chance.randrange(8)) if chance.random() < 0.8 else chance.choice(NUMBERS)
        args = [chance.choice((*WORDS, str(subject))) for _ in range(chance.choice((0, 0, 1, 1, 2, 2, 3, 5)))]
        if name in CONTROLS and chance.random() < 0.3:
            args = list(CONTROLS[name].example.args)
        text = ":".join(("t1", name, said, rev, *args))
        if chance.random() < 0.03:
            text = text[: chance.randrange(len(text))]
        return text, subject if said == str(subject) else None

    def data(self) -> dict[str, Any]:
        """Chosen values, or the fields of a form, or neither."""
        chance, kind = self.chance, self.chance.random()
        if kind < 0.3:
            subject = chance.choice(self.subjects)
            known = (f"match-{subject}", f"challenge-{subject}", f"match-{chance.choice(NUMBERS)}", "match", *WORDS)
            return {"values": [chance.choice(known) for _ in range(chance.choice((1, 1, 1, 0, 2)))]}
        if kind < 0.6:
            fields = dict(chance.choice([used.example.typed for used in CONTROLS.values() if used.example.typed]))
            fields |= {"opponent": str(YURI.id), "level": "1"}
            fields |= {name: chance.choice(FIELD_VALUES) for name in fields if chance.random() < 0.3}
            return {"components": form(fields)}
        return {}

    async def use(self) -> str:
        """Let Eve use one control. Returns what it was; its first word is the name of the control.

        Fails if she gets something that she may not have.
        """
        text, subject = self.custom_id()
        data = self.data()
        name = text.split(":")[1] if text.count(":") else ""
        sent = f"{name} {text} {data}"
        where = self.chance.choice([CHANNEL, CHANNEL, Venue(903, None), Venue(904, 10), Venue(905, 12, guest=True)])
        pressing = pressed(self.client, EVE, where, private=self.chance.random() < 0.7, custom_id=text, **data)
        pressing.permissions = discord.Permissions(view_channel=True, use_external_apps=True)
        # Where the bot is a guest, any use also shows the boards queued there, of matches that she began herself.
        version, began = self.version(), time.process_time()
        self.client.channel.posted.clear()
        await use(pressing, pressing.data)
        assert time.process_time() - began < SLOWEST, sent
        if self.version() != version:
            now = self.rows()
            assert self.before <= now, (sent, self.before - now)
            assert where.guest or CONTROLS[name].example.writes != "nothing", (sent, now - self.before)
        shown = "\n".join(everything_shown([*pressing.answers.sent, *self.client.channel.posted]))
        for secret in (YURI.name, ZOE.name, *(f"-{code_of(one)}" for one in self.hidden)):
            assert secret not in shown, (sent, shown)
        example = CONTROLS[name].example if name in CONTROLS else None
        about_match = example and example.scene not in {"nothing", "Bob"} and example.writes != "own"
        if subject in self.hidden and about_match and not where.guest:
            assert not any("file" in answer or answer.get("attachments") for answer in pressing.answers.sent), sent
        return sent


def everything_shown(answers: Sequence[dict[str, Any]]) -> Iterator[str]:
    """All texts of messages and forms."""
    for answer in answers:
        yield str(answer.get("content", ""))
        if form := answer.get("form"):
            yield str(form.to_dict())
        if isinstance(controls := answer.get("view"), Controls):
            yield str(controls.to_components())
        for file in [answer.get("file"), *answer.get("attachments", ())]:
            if isinstance(file, discord.File | Picture):
                yield f"{file.filename} {getattr(file, 'description', '')}"


@pytest.mark.parametrize("cases", [2000, pytest.param(20_000, marks=pytest.mark.long)])
async def test_a_stranger_changes_nothing_and_learns_nothing(
    client: Client, store: Store, caplog: pytest.LogCaptureFixture, cases: int
) -> None:
    caplog.set_level(logging.WARNING)
    setattr(client, "create_dm", _no_dm)  # noqa: B010 (Eve can be reached directly by nobody)
    with closing(sqlite3.connect(file_of(store))) as database:
        world = World(client, database, seed=cases)
        await world.begin()
        used = set()
        for _ in range(cases):
            sent = await world.use()
            used.add(sent.split(" ")[0])
            assert not [record for record in caplog.records if record.exc_info], sent
    assert used >= CONTROLS.keys()


async def _no_dm(person: Any) -> Any:
    return SimpleNamespace(id=903 if person.id == EVE.id else 10_000 + person.id % 10_000, send=_refuse)


async def _refuse(*_: object, **__: object) -> None:
    raise trouble(50007, 403)
