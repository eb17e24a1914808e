"""A person reads one language: what is private is wholly in theirs, and a public post wholly in the server's.

Every control is pressed, and in `test_every_command.py` every command used, where both languages differ. Neither is
English, so nothing is left untranslated.
"""

from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.posts.controls import turn_controls
from cogs.ui.actions import CONTROLS
from cogs.ui.context import Context
from cogs.ui.pages import rules
from cogs.ui.pages.rules import leaves, turn_page
from cogs.wire import languages
from games import GAMES
from language import say, speaking
from matches.computers import computer
from tests.support.brackets import BRACKETED, OF_SERVERS, bracket_apart, left_out, misspoken
from tests.support.catalogue import messages
from tests.support.controls import NAMES
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed, words_in
from tests.support.records import a_match
from tests.support.samples import spread
from tests.support.shares import share
from tests.support.world import NO_SCENE, World

RULES_PAGES = {"rules", "page"}
"""Controls that show a page of the docs, which is translated as a whole."""


@pytest.mark.parametrize("name", share(2, [(name,) for name in NAMES if name not in RULES_PAGES]))
async def test_every_answer_to_a_control_is_in_the_language_of_its_readers(
    world: World, failures: list[Exception], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bracket_apart(monkeypatch)
    async with world.client() as client:
        interaction = await world.press(client, name)
    assert failures == [], f"{name} {NO_SCENE}"
    assert misspoken(interaction.answers.sent, on_private=not CONTROLS[name].example.public) == []
    posted = [text for post in client.channel.posted for text in words_in(post)]  # also in direct messages
    assert {text: words for text in posted if (words := left_out(text, BRACKETED, OF_SERVERS))} == {}
    assert [text for answer in (*interaction.answers.sent, *client.channel.posted) for text in words_in(answer) if text]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({"content": "⟦Move⟧", "ephemeral": True}, []),
        ({"content": "Move", "ephemeral": True}, ["Move"]),
        ({"content": "⟪Move⟫", "ephemeral": True}, ["⟪Move⟫"]),
        ({"content": "⟦To ⟪Move⟫⟧", "ephemeral": True}, []),
        ({"content": "⟪Move⟫"}, []),
        ({"content": "Move"}, ["Move"]),
        ({"content": "⟦Move⟧"}, ["⟦Move⟧"]),
        ({"content": "⟪To ⟦Move⟧⟫"}, ["⟪To ⟦Move⟧⟫"]),
        (
            {"content": "⟦Move⟧", "ephemeral": True, "view": turn_controls(a_match())},
            ["Move", "My board", "Resign", "More"],
        ),
        ({"content": "⟦Move⟧", "edited": True}, []),
    ],
)
def test_a_button_of_another_language_than_its_text_is_seen(answer: dict[str, Any], wrong: list[str]) -> None:
    assert misspoken([answer], on_private=True) == wrong


@pytest.mark.parametrize(("key", "spoken"), spread(GAMES, [("de", "en"), ("en", "ja"), ("fr", "es")]))
async def test_the_rules_name_the_button_below_the_board_as_it_stands_there(
    client: Client, monkeypatch: pytest.MonkeyPatch, key: str, spoken: tuple[str, str]
) -> None:
    own, server = spoken
    monkeypatch.setattr(languages, "of_server", lambda _: server)
    monkeypatch.setattr(rules, "draw_in_thread", AsyncMock(return_value=b""))  # nobody looks at the pictures
    with speaking(server):
        there = f"**{say('Move')}**"
    with speaking(own):
        told = ""
        for number in range(len(leaves(key))):
            interaction = pressed(client, ANN, CHANNEL)
            await turn_page(Context(interaction, args=(key, str(number))))
            told += str(interaction.answers.sent[0]["content"])
        assert there in told
        assert f"**{say('Move')}**" not in told


def test_a_private_text_names_no_public_button_in_its_own_words() -> None:
    """`Context.as_posted` quotes it. The first is private, as is the board with its button; the others are posts."""
    match = a_match(ply=2)
    practice = replace(match, players=(ANN, computer(1)))
    boards = [match, practice, replace(match, game="squalma"), replace(match, status="over")]
    public = {
        item["label"] for match in boards for row in turn_controls(match).to_components() for item in row["components"]
    }
    assert {"Move", "More", "Hint", "Resign", "Rematch"} <= public
    assert sorted(text[:40] for text in messages() if any(f"**{label}**" in text for label in public)) == [
        "Paste the text of a position. You get it",
        "{count} match of the **{game} tournament",
        "{count} matches of the **{game} tourname",
        "{player} offers a draw. Choose **More** ",
        "{player} proposes to abort the match. Ch",
    ]
