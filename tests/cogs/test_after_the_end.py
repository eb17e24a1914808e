"""What belonged to a match that has ended says so in its own place, and offers what can be done now."""

from typing import Any

import pytest

from cogs.buttons import use
from cogs.ui.actions import CONTROLS
from cogs.wire.controls import custom_id
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.presses import pressed
from tests.support.world import AS_GUEST, World

DEAD = (
    "abort", "abort?", "abort-no", "abort-offer", "abort-yes", "agree", "claim", "confirm", "draw", "draw-no",
    "draw-yes", "follow", "hint", "hint-move", "if", "if-both", "if-cancel", "if-done", "if-line", "if-pick", "if-type",
    "if-typed", "keep", "keep-on", "move", "move-here", "pick", "play", "resign", "resign?", "takeback", "takeback-no",
    "takeback-yes", "type", "typed", "vote", "vote-done", "vote-join", "vote-pick", "vote-teams",
)  # fmt: skip
"""Controls that do nothing once their match is over."""


async def privately(interaction: Any) -> None:
    interaction.message.flags.ephemeral = True


def labels(answer: Any) -> list[str]:
    return [item.label for item in answer["view"].children] if answer.get("view") else []


@pytest.mark.parametrize("name", DEAD)
async def test_a_private_page_of_a_match_that_is_over_is_replaced_by_its_end_and_the_ways_on(
    world: World, name: str
) -> None:
    match_id = world.scenes[CONTROLS[name].example.scene].subject
    async with world.client() as client:
        await client.service.moderation.end(match_id, CHANNEL.guild_id or 0)
        (answer,) = (await world.press(client, name, privately)).answers.sent
        assert answer["edited"], "no further message"
        assert "is over. No result: a moderator ended the match." in answer["content"]
        assert answer["attachments"] == [], "no picture of an earlier board"
        assert labels(answer)[:1] == (["Replay"] if name == "follow" else ["Rematch"])


@pytest.mark.parametrize(
    ("who", "scene", "buttons"),
    [
        (ANN, "over", ["Rematch", "Review"]),
        (BOB, "over", ["Rematch", "Review"]),
        (ANN, "practice over", ["Rematch", "Review", "Practise mistakes"]),
        (CAROL, "over", ["Replay"]),
        (CAROL, "vote over", ["Rematch", "Review"]),
    ],
)
async def test_who_played_gets_a_rematch_and_a_spectator_the_replay(
    world: World, who: Any, scene: str, buttons: list[str]
) -> None:
    async with world.client() as client:
        about = world.scenes[scene]
        interaction = pressed(client, who, CHANNEL, custom_id=custom_id("move", about.subject, about.rev))
        await use(interaction, interaction.data)
        assert labels(interaction.answers.sent[0]) == buttons


async def test_a_match_of_a_tournament_leads_to_the_standings(world: World) -> None:
    async with world.client() as client:
        (own, *_) = await client.service.tournaments.running_of(world.scenes["tournament left"].subject, ANN.id)
        over = await client.service.play.resign(own.match.id, ANN.id)
        interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("draw", over.match.id, over.match.rev))
        await use(interaction, interaction.data)
        assert labels(interaction.answers.sent[0])[:1] == ["Standings"]


@pytest.mark.parametrize("where", [CHANNEL, AS_GUEST])
async def test_below_an_old_public_board_one_private_message_says_it(world: World, where: Any) -> None:
    """As an older client, or a server where the bot is a guest, still shows the buttons of a running match."""
    about = world.scenes["over"]
    async with world.client() as client:
        presses = [
            pressed(client, ANN, where, private=False, custom_id=custom_id(name, about.subject, about.rev - 1))
            for name in ("move", "resign?")
        ]
        for interaction in presses:
            await use(interaction, interaction.data)
            (answer,) = interaction.answers.sent
            assert answer["ephemeral"]
            assert labels(answer) == ["Rematch", "Review"]
        assert [interaction.answers.deleted for interaction in presses] == [1, 0], "the later one replaces the other"
