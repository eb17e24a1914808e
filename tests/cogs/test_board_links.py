"""The private link to the board page: where it stands, for whom, and what it opens."""

from typing import Any

import pytest

from cogs.ui.context import Context
from cogs.ui.pages.board import link_editor
from cogs.ui.pages.links import page_links
from language import speaking
from matches.settings import ServerSettings
from tests.support.matches import ANN, BOB, CAROL, CHANNEL
from tests.support.presses import pressed
from tests.support.world import World

URL = "https://board.example.org"


def links_in(interaction: Any) -> list[str]:
    """The addresses of the link buttons in the only answer."""
    (answer,) = interaction.answers.sent
    return [item.url for item in answer["view"].children if getattr(item, "url", None)]


@pytest.mark.parametrize("control", ["mine", "letters", "at", "jump", "move", "entry"])
async def test_a_private_board_has_a_link_that_opens_it_once(world: World, control: str) -> None:
    async with world.client() as client:
        client.board_url = URL
        (link,) = links_in(await world.press(client, control))
        address, _, secret = link.partition("#")
        assert address == f"{URL}/"
        _, visit = await client.service.visits.open(secret)
        assert visit.person_id == ANN.id
        assert (await client.service.lookup.match(visit.match_id)).seat_of(ANN.id) is not None


@pytest.mark.parametrize("control", ["mine", "move", "entry"])
async def test_without_a_page_there_is_no_link(world: World, control: str) -> None:
    async with world.client() as client:
        assert links_in(await world.press(client, control)) == []


async def test_only_players_and_followers_get_a_link(world: World) -> None:
    async with world.client() as client:
        client.board_url = URL
        match = await client.service.lookup.match(world.scenes["running"].subject)

        async def count(person: Any) -> int:
            return len(await page_links(Context(pressed(client, person, CHANNEL)), match))

        await client.service.follows.unfollow(match.id, CAROL.id)
        assert [await count(person) for person in (ANN, BOB, CAROL)] == [1, 1, 0]
        await client.service.follows.follow(match.id, CAROL, each_move=False)
        assert await count(CAROL) == 1


async def test_the_editor_opens_without_a_match_and_begins_one_only_where_matches_begin(world: World) -> None:
    async with world.client() as client:
        client.board_url = URL
        for channels, begins in (((), CHANNEL.channel_id), ((CHANNEL.channel_id + 1,), None)):
            await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(channels=channels))
            with speaking("de"):
                await link_editor(Context(asked := pressed(client, ANN, CHANNEL)), "squalma")
            (link,) = links_in(asked)
            _, visit = await client.service.visits.open(link.partition("#")[2])
            assert (visit.game, visit.channel_id) == ("squalma", begins)
        (answer,) = asked.answers.sent
        assert answer["view"].children[0].label == "Im Browser"
