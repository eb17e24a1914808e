"""No message is longer than Discord accepts, however long the names of people are."""

from cogs.ui.context import Context
from cogs.ui.pages.history import ALL, history_page
from cogs.ui.pages.profiles import open_profile
from cogs.wire import discord_limits
from games import GAMES
from matches.model import Person, Venue
from service import Service
from tests.support.matches import ANN, BOB, begin_game
from tests.support.outbox import show
from tests.support.presses import Client, pressed

APART = "**Against the computer**"
LARGE = 1_574_016_717_326_123_009
"""An id of Discord with the most digits."""
ONE, OTHER = Person(LARGE, "*" * 32), Person(LARGE + 1, "<@" * 16)
WHERE = Venue(LARGE + 2, LARGE + 3)


async def finish(service: Service, game: str, number: int, one: Person = ONE, other: Person = OTHER) -> None:
    """A match that is over, with the message of its last board."""
    begun = await begin_game(service, game, one, other, WHERE)
    await resign(service, begun.match.id, number, one)


async def practise(service: Service, number: int, one: Person = ONE) -> None:
    """The same against the computer."""
    begun = await service.practice.begin("branching_coral", one, 5, WHERE, "first", {"pie": "on"})
    await resign(service, begun.match.id, number, one)


async def resign(service: Service, match_id: int, number: int, one: Person) -> None:
    over = await service.play.resign(match_id, one.id)
    await show(service, over.match, LARGE + 100 + number, WHERE.channel_id, called=())


async def test_pages_of_matches_fit_into_a_message(client: Client) -> None:
    for number, game in enumerate([*GAMES, *["squalma"] * 10]):
        await finish(client.service, game, number)
    for number in range(3):
        await practise(client.service, 50 + number)
    for who, other in ((ONE, OTHER), (OTHER, ONE)):
        for whose in (who, other):
            interaction = pressed(client, who, WHERE, private=False)
            context = Context(interaction)
            text, _ = await history_page(context, whose.id, 0, ALL, ALL)
            assert 500 < len(text) <= discord_limits.MESSAGE
            assert len(text.splitlines()) == 11
            assert ("against Maelstrom (computer, level 5)" in text) == (whose is ONE)
            await open_profile(context, whose)
            assert 500 < len(interaction.answers.text()) <= discord_limits.MESSAGE
            assert (APART in interaction.answers.text()) == (whose is ONE)


async def test_the_last_matches_of_a_profile_and_a_history_have_links(client: Client) -> None:
    """They have those of people with usual names, and with the longest ones still the first of them."""
    for one, other, linked, listed in ((ANN, BOB, 7, 10), (ONE, OTHER, 4, 3)):
        for number, game in enumerate([*GAMES, *["branching_coral"] * 5]):
            await finish(client.service, game, number, one, other)
        for number in range(3):
            await practise(client.service, 50 + number, one)
        interaction = pressed(client, one, WHERE)
        await open_profile(Context(interaction), one)
        assert interaction.answers.text().count("](https://discord.com/channels/") >= linked
        text, _ = await history_page(Context(interaction), one.id, 0, ALL, ALL)
        assert text.count("](https://discord.com/channels/") >= listed
