"""A moment of a finished match that somebody shows to everybody."""

from dataclasses import replace

import pytest

from cogs.buttons import use
from cogs.wire.controls import custom_id
from matches.model import Venue
from tests.support.matches import ANN, CHANNEL, begin_game
from tests.support.presses import Client, pressed, words_in


@pytest.mark.parametrize(
    ("venue", "replay"),
    [
        (CHANNEL, True),
        (replace(CHANNEL, channel_id=102), True),
        (Venue(channel_id=101, guild_id=11), False),
        (Venue(channel_id=103, guild_id=None, guest=True), False),
    ],
    ids=["where it was played", "in the same server", "in another server", "in a group"],
)
async def test_a_shared_moment_opens_the_match_only_where_others_see_it(
    client: Client, venue: Venue, *, replay: bool
) -> None:
    begun = await begin_game(client.service)
    match = (await client.service.play.resign(begun.match.id, ANN.id)).match
    interaction = pressed(client, ANN, venue, custom_id=custom_id("share", match.id, match.rev, "0", "letters"))
    await use(interaction, interaction.data)
    (answer,) = interaction.answers.sent
    assert "Bob wins: Ann resigned." in answer["content"]
    assert ("Replay" in words_in(answer)) == replay
