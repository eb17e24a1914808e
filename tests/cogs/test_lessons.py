"""Where a lesson is offered, and what the profile says of those that are finished."""

import pytest

from cogs.posts.board_posts import describe_changes
from cogs.texts.challenges import invitation
from cogs.texts.standing import profile_text
from lessons import LESSONS
from service import Service
from storage.errors import Unavailable
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin_game
from tests.support.world import World


async def lose(service: Service, *, alone: bool = True) -> str:
    """What the last board of a match that Ann resigns, `alone` against the computer, says below its end."""
    begun = service.practice.begin("konane", ANN, 1, CHANNEL, "first") if alone else begin_game(service)
    match = (await begun).match
    for text in ("d5", "d4"):
        snapshot = await service.play.move(match.id, match.players[match.turn].id, text)
        match = snapshot.match
    return await describe_changes(service, (await service.play.resign(match.id, ANN.id)).match)


async def test_a_first_loss_to_the_computer_tells_the_loser_where_to_learn_the_game(store: Store) -> None:
    service = Service(store, StillClock())
    assert "-# Ann, `/learn` teaches you Konane in 3 minutes." in await lose(service)
    assert "/learn" not in await lose(service), "it was not the first"


async def test_nobody_is_told_below_a_match_that_the_opponent_won(store: Store) -> None:
    assert "/learn" not in await lose(Service(store, StillClock()), alone=False)


async def test_somebody_who_has_learned_the_game_is_told_nothing_and_the_profile_names_it(store: Store) -> None:
    service = Service(store, StillClock())
    for step in LESSONS["konane"]:
        await service.lessons.answer(ANN.id, "konane", step.key, step.answer(step.board("konane")))
    assert "/learn" not in await lose(service)
    assert "Learned: Konane." in profile_text(await service.standing.profile(ANN, BOB.id), [], [], own=False)
    assert "Learned" not in profile_text(await service.standing.profile(BOB, ANN.id), [], [], own=False)


async def test_a_challenge_offers_the_lesson_only_where_the_game_is_new(store: Store) -> None:
    service = Service(store, StillClock())
    challenge = await service.challenges.invite("konane", ANN, BOB, CHANNEL)
    assert "-# New to Konane? Learn it in 3 minutes." in invitation(challenge, learn=True)
    assert "New to" not in invitation(challenge)


async def test_nobody_has_joined_a_tournament_when_the_answer_says_that_nothing_has_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def locked(*_: object) -> bool:
        raise Unavailable

    async with world.client() as client:
        monkeypatch.setattr(client.service.lessons, "should_offer", locked)
        joining = await world.press(client, "tournament-join")
        progress = await client.service.tournaments.of(world.scenes["tournament"].subject)
    assert joining.answers.text().startswith("I cannot save anything right now, so nothing has changed.")
    assert progress.entrant_of(CAROL.id) is None
