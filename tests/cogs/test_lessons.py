"""Where a lesson is offered, and what the profile says of those that are finished."""

from typing import Any

import pytest

from cogs.buttons import use
from cogs.posts.board_posts import describe_changes
from cogs.texts.standing import profile_text
from cogs.wire.controls import custom_id
from lessons import LESSONS
from service import Service
from storage.errors import Unavailable
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed, words_in
from tests.support.world import World


async def press(client: Client, control: str) -> dict[str, Any]:
    """Let Ann press a button. Returns the first answer."""
    interaction = pressed(client, ANN, CHANNEL, custom_id=control)
    await use(interaction, interaction.data)
    answer: dict[str, Any] = interaction.answers.sent[0]
    return answer


async def lose(client: Client, *, alone: bool = True) -> tuple[str, list[str], str]:
    """Let Ann resign a match of Konane, `alone` against the computer.

    Returns what she is told, the labels of its buttons, and what everybody reads below the last board.
    """
    service = client.service
    begun = service.practice.begin("konane", ANN, 1, CHANNEL, "first") if alone else begin_game(service)
    match = (await begun).match
    for text in ("d5", "d4"):
        match = (await service.play.move(match.id, match.players[match.turn].id, text)).match
    told = await press(client, custom_id("resign", match.id, match.rev))
    return (
        told["content"],
        list(words_in(told))[1:],
        await describe_changes(service, await service.lookup.match(match.id), None),
    )


async def learn(service: Service) -> None:
    for step in LESSONS["konane"]:
        await service.lessons.answer(ANN.id, "konane", step.key, step.answer(step.board("konane")))


async def test_a_first_loss_to_the_computer_offers_the_lesson_to_the_loser_alone(client: Client) -> None:
    told, labels, public = await lose(client)
    assert told.splitlines()[1:] == ["-# New to Konane? Learn it in 3 minutes."]
    assert labels == ["Learn it"]
    assert "earn" not in public
    told, labels, _ = await lose(client)
    assert ("earn" in told, labels) == (False, []), "it was not the first"


async def test_nobody_is_offered_a_lesson_after_a_match_that_a_person_won(client: Client) -> None:
    told, labels, public = await lose(client, alone=False)
    assert ("earn" in told + public, labels) == (False, [])


async def test_somebody_who_has_learned_the_game_is_told_nothing_and_the_profile_names_it(client: Client) -> None:
    service = client.service
    await learn(service)
    told, labels, _ = await lose(client)
    assert ("earn" in told, labels) == (False, [])
    assert "Learned: Konane." in profile_text(await service.standing.profile(ANN, BOB.id), [], [], own=False)
    assert "Learned" not in profile_text(await service.standing.profile(BOB, ANN.id), [], [], own=False)


async def test_play_keeps_offering_a_lesson_until_it_is_finished_and_each_game_its_own(client: Client) -> None:
    async def last_button(game: str) -> str:
        page = await press(client, custom_id("start", 0, 1, game, "1", "r", "", "", ""))
        return list(words_in(page))[-1]

    await lose(client)
    await lose(client)
    assert await last_button("konane") == "Learn it", "two matches are no lesson"
    await learn(client.service)
    assert await last_button("konane") == "Rules"
    assert await last_button("squalma") == "Learn it"


async def test_a_challenge_offers_the_lesson_until_it_is_finished_and_names_it_where_the_game_is_new(
    client: Client,
) -> None:
    async def challenged() -> tuple[bool, str]:
        challenge = await client.service.challenges.invite("konane", BOB, ANN, CHANNEL)
        _, shown = await client.relay.challenges._message(challenge)
        await client.service.challenges.withdraw(challenge.id, BOB.id)
        return "-# New to Konane? Learn it in 3 minutes." in shown["content"], shown["view"].children[2].label

    assert await challenged() == (True, "Learn it")
    await lose(client)
    assert await challenged() == (False, "Learn it")
    await learn(client.service)
    assert await challenged() == (False, "Rules")


async def test_nobody_has_joined_a_tournament_when_the_answer_says_that_nothing_has_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def locked(*_: object) -> bool:
        raise Unavailable

    async with world.client() as client:
        monkeypatch.setattr(client.service.lessons, "is_left", locked)
        joining = await world.press(client, "tournament-join")
        progress = await client.service.tournaments.of(world.scenes["tournament"].subject)
    assert joining.answers.text().startswith("I cannot save anything right now, so nothing has changed.")
    assert progress.entrant_of(CAROL.id) is None
