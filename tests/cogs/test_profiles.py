"""What a profile says, with matches of people and with practice."""

from cogs.buttons import use
from cogs.ui.context import Context
from cogs.ui.pages.history import ALL, history_page
from cogs.ui.pages.profiles import open_profile
from cogs.wire.controls import custom_id
from matches.model import Match
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed, words_in


async def practised(client: Client, level: int = 3) -> Match:
    """A match against the computer that Ann has resigned."""
    begun = await client.service.practice.begin("konane", ANN, level, CHANNEL, "first")
    return (await client.service.play.resign(begun.match.id, ANN.id)).match


async def played(client: Client, *, void: bool = False) -> Match:
    """A match against Bob that Ann has resigned, or that was called off."""
    match = (await begin_game(client.service)).match
    end = client.service.agreements.abort if void else client.service.play.resign
    return (await end(match.id, ANN.id)).match


async def profile(client: Client) -> tuple[list[str], list[str]]:
    """The lines of Ann's own profile, and everything that she reads in it."""
    interaction = pressed(client, ANN, CHANNEL)
    await open_profile(Context(interaction), ANN)
    (answer,) = interaction.answers.sent
    return answer["content"].splitlines(), list(words_in(answer))


async def test_practice_stands_under_a_heading_of_its_own(client: Client) -> None:
    match = await played(client)
    mine = [await practised(client, level) for level in (1, 2, 3, 4)]
    lines, words = await profile(client)
    assert lines.count("**Last matches**") == lines.count("**Against the computer**") == 1
    people, computer = lines.index("**Last matches**"), lines.index("**Against the computer**")
    (only,) = lines[people + 1 : computer]
    assert f"#{match.code}" in only
    listed = lines[computer + 1 : -1]
    assert [f"#{one.code}" in line for one, line in zip(reversed(mine), listed, strict=False)] == [True] * 3
    assert len(listed) == 3
    assert "against Surge (computer, level 4): **lost**" in listed[0]
    assert f"Konane #{mine[3].code} against Surge (computer, level 4): lost" in words
    assert "Lost the last match." in lines


async def test_somebody_who_has_only_practised_is_told_so_and_can_challenge(client: Client) -> None:
    await practised(client)
    lines, words = await profile(client)
    assert lines[1] == "You have not finished a match against another person yet."
    assert lines[2] == "**Against the computer**"
    assert len(lines) == 4
    assert "Play" in words


async def test_matches_without_a_result_stand_under_their_heading(client: Client) -> None:
    match = await played(client, void=True)
    lines, _ = await profile(client)
    assert lines[1:3] == ["You have not finished a match against another person yet.", "**Last matches**"]
    assert f"#{match.code}" in lines[3]
    assert len(lines) == 4


async def test_a_profile_shown_to_everybody_tells_practice_apart_too(client: Client) -> None:
    await played(client)
    await practised(client)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("profile-all", ANN.id))
    await use(interaction, interaction.data)
    (answer,) = interaction.answers.sent
    lines = answer["content"].splitlines()
    assert lines.index("**Last matches**") + 2 == lines.index("**Against the computer**")


async def test_a_history_without_a_match_names_the_person_as_far_as_the_bot_knows_them(client: Client) -> None:
    for person in (ANN, CAROL):
        text, _ = await history_page(Context(pressed(client, BOB, CHANNEL)), person.id, 0, ALL, ALL)
        assert text.splitlines() == ["### Finished matches", "No finished matches here."]
    await client.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    text, _ = await history_page(Context(pressed(client, BOB, CHANNEL)), ANN.id, 0, ALL, ALL)
    assert text.startswith("### Ann's finished matches in this server\n")
