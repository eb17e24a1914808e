"""Names and notes full of Markdown, mentions, links and reversed text reach Discord as plain text."""

import random
from collections.abc import Iterator
from typing import Any

import discord
import pytest

import tests.support.controls  # noqa: F401 (importing it registers all functions)
from cogs.buttons import use
from cogs.texts.markdown import escape
from cogs.ui.context import Context
from cogs.ui.files.records import suggested_records
from cogs.wire.controls import Controls
from language import DIRECTIONS, one_line
from matches.limits import Limits
from matches.model import Match, Person
from matches.notation import read
from render.text import drawable
from service import Service
from storage.store import Store
from tests.support.matches import CHANNEL, StillClock
from tests.support.presses import Client, pressed

CASES = 12
PIECES = (
    "<t:0:R>", "<#1>", "</konane move:2>", "<@1>", "<@&1>", "<:e:1>", "1. x", "12) y", "- item", "# big", "-# small",
    "> quoted", "https://a.example", "[a](https://b.example)", "**b**", "__u__", "~~s~~", "||spoiler||", "`code`",
    "```py", "@everyone", "@here", "\u202eevil", "\u2067turned", "two\nlines", "back\\slash", "{player}", "%s", "&amp;",
)  # fmt: skip
LIVE = (
    "<t:0:R>", "<#1>", "</konane move:2>", "<@1>", "<@&1>", "s://a.example", "s://b.example", "||", "@everyone",
    "@here",
)  # fmt: skip
"""Matches what Discord would show as a mention, a time, a link or a spoiler."""
PLAYER = ("more", "mine", "letters", "agree", "resign?", "abort?", "draw", "takeback", "bump", "move")
"""Controls of the player to move that show something of the match."""


class Wire:
    """Records everything that is sent to Discord, by the way in which it is read there; an export is a record."""

    def __init__(self) -> None:
        self.markdown: list[str] = []
        self.plain: list[str] = []
        self.records: list[str] = []

    def take(self, answer: dict[str, Any]) -> None:
        """Record one message or form."""
        if content := answer.get("content"):
            self.markdown.append(str(content))
        if isinstance(controls := answer.get("view"), Controls):
            self.plain += _labels(controls.to_components())
        if form := answer.get("form"):
            self.plain += [form.title, *_labels(form.to_dict()["components"])]
        for file in [answer.get("file"), *(answer.get("attachments") or ())]:
            if isinstance(file, discord.File):
                self.plain += [file.filename, file.description or ""]
                if file.filename.endswith(".txt"):
                    self.records.append(file.fp.read().decode())


def _labels(parts: Any) -> Iterator[str]:
    for part in parts if isinstance(parts, list) else [parts]:
        for name, value in part.items():
            if name in {"label", "description", "placeholder", "content"} and isinstance(value, str):
                yield value
            elif name in {"components", "options"}:
                yield from _labels(value)
            elif name == "component":
                yield from _labels([value])


def strange(chance: random.Random, limit: int) -> str:
    """A text of some pieces in random order."""
    return " ".join(chance.sample(PIECES, chance.randint(1, 3)))[:limit].strip()


async def course(client: Client, wire: Wire, players: tuple[Person, Person], note: str) -> Match:
    """A challenge with a note, a match with some offers in it, and its end."""
    service = client.service
    one, other = players

    async def press(who: Person, text: str, **data: Any) -> None:
        pressing = pressed(client, who, CHANNEL, custom_id=f"t1:{text}", **data)
        await use(pressing, pressing.data)
        for answer in pressing.answers.sent:
            wire.take(answer)

    made = await service.challenges.invite("konane", one, other, CHANNEL, "first", {"size": "6"}, note=note)
    asked = pressed(client, one, CHANNEL)
    await client.relay.challenges.answer(asked, made)
    wire.take(asked.answers.sent[0])
    await press(other, "list:0:0:0")
    await press(other, "entry:0:0:0", values=[f"challenge-{made.id}"])
    await press(other, f"accept:{made.id}:0")
    about = f"{made.id}:9"
    for name in PLAYER:
        await press(one, f"{name}:{about}")
    await press(one, f"confirm:{about}:d3")
    for name in ("more", "mine", "agree", "takeback-no", "draw-no", "abort-no"):
        await press(other, f"{name}:{about}")
    await press(one, "list:0:0:0")
    await press(one, "entry:0:0:0", values=[f"match-{made.id}"])
    await press(one, f"at:{about}:0:0:start")
    stranger = Person(5, "Stranger")
    for text in (f"move:{about}", f"more:{about}", f"mine:{about}", f"theirs:0:0:0:{one.id}", f"profile:{one.id}:0"):
        await press(stranger, text)
    await press(other, f"resign:{about}")
    await press(one, f"mine:{about}")
    await press(other, f"export:{about}")
    await press(one, f"rematch:{about}")
    await press(one, f"history:{one.id}:0:0")
    for choice in await suggested_records(Context(asked), ""):
        wire.plain.append(choice.name)
    for post in client.channel.posted:
        wire.take(post)
    client.channel.posted.clear()
    return await service.lookup.match(made.id)


@pytest.mark.parametrize("seed", range(CASES))
async def test_names_are_shown_as_typed(store: Store, seed: int) -> None:
    chance = random.Random(seed)
    client = Client(Service(store, StillClock(), chance, limits=Limits.off()))
    names = strange(chance, 32), strange(chance, 32)
    note = strange(chance, 200)
    wire = Wire()
    await course(client, wire, (Person(71, names[0]), Person(72, names[1])), note)
    everything = "\n".join(wire.markdown + wire.plain)
    assert not DIRECTIONS.search(everything)
    said = "\n".join(wire.markdown)
    for typed in sorted({*names, note}, key=len, reverse=True):
        assert escape(typed) in said, "it is shown"
        said = said.replace(escape(typed), "▢")
    for typed in (*names, note):
        if escape(typed) != one_line(typed):
            assert typed not in said
            assert one_line(typed) not in said
            assert not any(str(escape(typed)) in text for text in wire.plain), (
                "where no Markdown is read none is written"
            )
    assert any(one_line(names[0])[:12] in text for text in wire.plain)
    assert wire.records
    for text in wire.records:
        assert not DIRECTIONS.search(text)
        assert read(text).players == tuple(map(one_line, names))
    for meant in LIVE:
        assert meant not in said


@pytest.mark.parametrize("piece", PIECES)
def test_no_picture_turns_a_name_round_or_breaks_its_line(piece: str) -> None:
    drawn = drawable(f"x {piece} y")
    assert drawn is None or not (DIRECTIONS.search(drawn) or "\n" in drawn)
