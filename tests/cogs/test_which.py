"""Which match a command means: the named one, the only possible one, or one that the person is asked for.

Also the suggestions while somebody types.
"""

from typing import Any, cast

import pytest

from cogs.buttons import use
from cogs.commands.game import cog_of
from cogs.match import MOVE_HERE
from cogs.texts.errors import NothingHere
from cogs.ui.context import Context
from cogs.ui.which import Act, chosen_context, suggest_matches
from cogs.wire.controls import custom_id
from games import GAMES
from language import Sentence
from matches.errors import Refusal
from matches.model import Match, Person, Side, Venue
from matches.settings import ServerSettings
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed

ELSEWHERE = Venue(101, CHANNEL.guild_id)
MOVE = Act(Sentence("None to move here."), lambda match, seat: match.turn == seat)
WAIT = Act(Sentence("None to wait for here."), lambda match, seat: match.turn != seat)
ANY = Act(Sentence("None here."))


async def begin(client: Client, game: str = "konane", venue: Venue = CHANNEL, clock: str = "none") -> Match:
    """A match between Ann, who begins, and Bob."""
    return (await begin_game(client.service, game, venue=venue, clock=clock)).match


async def practice(client: Client, side: Side = "first") -> Match:
    """A match of Ann against the computer, which moves when the test lets it."""
    return (await client.service.practice.begin("konane", ANN, 1, CHANNEL, side)).match


def context(client: Client, who: Person = ANN, where: Venue = CHANNEL) -> Context:
    return Context(pressed(client, who, where, private=False))


async def meant(client: Client, act: Act, who: Person = ANN, code: str | None = None) -> int | list[str] | None:
    """The match that the command means, or the labels among which the person has to choose."""
    interaction = pressed(client, who, CHANNEL, private=False)
    about = await chosen_context(Context(interaction), act, code, "draw")
    if about is not None:
        return about.subject
    (asked,) = interaction.answers.sent
    return [item.label for item in asked["view"].children]


async def offered(client: Client, act: Act, who: Person = ANN, typed: str = "", game: str | None = None) -> list[str]:
    """The codes that are suggested."""
    return [choice.value for choice in await suggest_matches(context(client, who), act, typed, game)]


async def test_the_only_match_in_which_it_is_possible_is_meant(client: Client) -> None:
    first, second = await begin(client), await begin(client)
    await client.service.play.move(second.id, ANN.id, "d5")
    assert await meant(client, MOVE) == first.id
    assert await meant(client, WAIT) == second.id


async def test_of_several_one_is_asked_about_the_possible_ones(client: Client) -> None:
    first, second, third = [await begin(client) for _ in range(3)]
    await client.service.play.move(second.id, ANN.id, "d5")
    labels = await meant(client, MOVE)
    assert isinstance(labels, list)
    assert [first.code in label or third.code in label for label in labels] == [True, True]


async def test_where_it_is_possible_in_none_the_only_match_here_explains_why(client: Client) -> None:
    match = await begin(client)
    assert await meant(client, MOVE, BOB) == match.id
    await begin(client)
    with pytest.raises(Refusal, match="None to move here") as refused:
        await meant(client, MOVE, BOB)
    assert not isinstance(refused.value, NothingHere)  # that would ask somebody who plays here to begin


async def test_who_plays_nothing_here_is_shown_how_to_begin(client: Client) -> None:
    await begin(client)
    with pytest.raises(NothingHere, match="None to move here"):
        await meant(client, MOVE, CAROL)


async def test_a_move_is_refused_for_what_is_missing_beside_matches_of_others_turn(client: Client) -> None:
    await begin(client)
    await begin(client)
    with pytest.raises(Refusal, match="not your turn in any Konane match in this channel"):
        await meant(client, cog_of(GAMES["konane"]).to_move, BOB)


async def test_who_uses_the_commands_of_another_game_is_told_which_to_use(client: Client) -> None:
    match = await begin(client, "squalma")
    told = f"You have no Konane match in this channel, but you have SquAlma #{match.code}. Use the SquAlma commands."
    with pytest.raises(Refusal, match=told) as refused:
        await chosen_context(context(client), cog_of(GAMES["konane"]).to_move, None, "draw", game="konane")
    assert not isinstance(refused.value, NothingHere)
    with pytest.raises(NothingHere, match="not your turn in any Konane match"):
        await chosen_context(context(client, BOB), cog_of(GAMES["konane"]).to_move, None, "draw", game="konane")


async def test_where_none_is_shown_here_those_elsewhere_are_asked_about(client: Client) -> None:
    match = await begin(client, venue=ELSEWHERE)
    assert await meant(client, MOVE) == [f"Konane #{match.code} against Bob, move 1: your turn"]
    with pytest.raises(Refusal, match="None to move here"):
        await meant(client, MOVE, CAROL)


async def in_thread(client: Client) -> Match:
    """A match between Ann, who begins, and Bob, in a thread below the channel."""
    await client.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place="thread"))
    made = await client.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await client.service.outbox.challenge_shown(made.id, 500 + made.id)
    return (await client.service.challenges.accept(made.id, BOB)).match


async def test_a_match_in_a_thread_below_the_channel_is_meant(client: Client) -> None:
    match = await in_thread(client)
    (place,) = await client.service.places.of(match.id)
    assert place.thread_of == CHANNEL.channel_id
    assert await meant(client, MOVE) == match.id
    assert await meant(client, MOVE, BOB) == match.id, "it explains why"
    newest = await client.service.lookup.newest(ANN.id, "konane", CHANNEL.channel_id)
    assert newest == match
    assert await offered(client, MOVE_HERE) == [f"#{match.code}"], "it can still move into the channel"
    other = await in_thread(client)
    labels = await meant(client, MOVE)
    assert isinstance(labels, list)
    assert [other.code in labels[0], match.code in labels[1]] == [True, True]


async def test_strangers_learn_nothing_of_a_match_that_is_shown_elsewhere(client: Client) -> None:
    here, there = await begin(client), await begin(client, venue=ELSEWHERE)
    assert await meant(client, ANY, CAROL, f"#{here.code}") == here.id
    with pytest.raises(Refusal, match="that you can see"):
        await meant(client, ANY, CAROL, there.code)
    assert await meant(client, ANY, ANN, there.code) == there.id


async def test_all_of_ones_own_matches_are_suggested_those_of_this_channel_first(client: Client) -> None:
    there, here = await begin(client, venue=ELSEWHERE), await begin(client, "squalma")
    assert await offered(client, ANY) == [f"#{here.code}", f"#{there.code}"]
    assert await offered(client, ANY, game="konane") == [f"#{there.code}"]
    assert await offered(client, ANY, typed="squ") == [f"#{here.code}"]
    assert await offered(client, ANY, CAROL) == []
    assert await offered(client, MOVE_HERE) == [f"#{there.code}"]


async def test_only_matches_in_which_it_is_possible_are_suggested(client: Client) -> None:
    first, second = await begin(client), await begin(client)
    await client.service.play.move(second.id, ANN.id, "d5")
    assert await offered(client, MOVE) == [f"#{first.code}"]
    assert await offered(client, MOVE, BOB) == [f"#{second.code}"]
    assert await offered(client, WAIT) == [f"#{second.code}"]


async def pressed_move(client: Client, match: Match, who: Person) -> dict[str, Any]:
    """Press **Move** below a match's board. Returns the answer."""
    interaction = pressed(client, who, CHANNEL, private=False, custom_id=custom_id("move", match.id, match.rev))
    await use(interaction, interaction.data)
    (answer,) = interaction.answers.sent
    return cast("dict[str, Any]", answer)


async def test_move_below_a_match_of_others_opens_the_only_own_turn_here_or_asks_for_one(client: Client) -> None:
    theirs = await begin(client)

    async def answered() -> tuple[str, list[str]]:
        answer = await pressed_move(client, theirs, CAROL)
        return answer["content"], [item.label for item in answer["view"].children]

    said, labels = await answered()
    assert "you are watching" in said
    assert "Follow" in labels
    elsewhere = (await client.service.practice.begin("konane", CAROL, 1, ELSEWHERE, "first")).match
    said, labels = await answered()
    assert said.endswith("you are watching.\nOr do you mean this one?")
    assert [elsewhere.code in label for label in labels] == [True]
    here = (await client.service.practice.begin("konane", CAROL, 1, CHANNEL, "first")).match
    said, _ = await answered()
    assert said.startswith(f"Konane #{here.code} against Ripple, move 1")
    second = (await client.service.practice.begin("konane", CAROL, 1, CHANNEL, "first")).match
    said, labels = await answered()
    assert said.endswith("Or do you mean one of these?")
    assert {here.code in label or second.code in label for label in labels} == {True}
