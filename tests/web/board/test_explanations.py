"""What the board page explains: the rules, why no move begins so, and the mistakes of a finished match."""

import asyncio

import pytest

from games import GAMES
from matches.model import Match
from matches.reviews import Review, Slip
from render.pages import pages
from service import Service
from tests.support.board_page import Page
from tests.support.matches import ANN, BOB, begin_game
from tests.support.thinker import Puppet
from web.board import matches as requests


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_those_of_discord(service: Service, page: Page, game: str) -> None:
    match = (await begin_game(service, game)).match
    ann = await page.open(service, ANN, match.id)
    told = await ann.get(f"/api/rules/{game}")
    assert told.body == {"rules": [{"heading": part.heading, "text": part.text} for part in pages(game)]}
    assert (await ann.get("/api/rules/chess")).status == 400
    assert (await page.get(f"/api/rules/{game}")).status == 401


@pytest.mark.parametrize(
    ("game", "steps", "said"),
    [
        ("konane", ["b2"], "The stone on b2 is not yours"),
        ("konane", ["d7", "d5"], "Nothing can jump yet: Black first takes a stone off the board"),
        ("squalma", ["zz"], "That move is not possible here"),
        ("squalma", [], "That move is not possible here"),
    ],
)
async def test_the_game_says_why_no_move_begins_so(
    service: Service, page: Page, game: str, steps: list[str], said: str
) -> None:
    match = (await begin_game(service, game)).match
    ann = await page.open(service, ANN, match.id)
    position = (await ann.get(f"/api/match/{match.code}")).body["position"]
    told = await ann.post(f"/api/setup/{game}/why", {"position": position, "steps": steps})
    assert told.status == 200
    assert told.body["said"].startswith(said)
    refused = await ann.post(f"/api/setup/{game}/why", {"position": "nonsense", "steps": steps})
    assert (refused.status, bool(refused.body["said"])) == (409, True)


async def test_a_finished_match_is_reviewed_in_words(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await begin_game(service)).match
    ann, path = await page.open(service, ANN, match.id), f"/api/match/{match.code}/review"
    for person, move in ((ANN, "d5"), (BOB, "d4")):
        await service.play.move(match.id, person.id, move)
    assert (await ann.post(path, {})).status == 409, "it is still running"
    await service.play.resign(match.id, BOB.id)
    position = GAMES["konane"].start()
    slips = (
        Slip(1, position, "d5", "e4", 0.9, 0.2, won=True),
        Slip(2, position.play(position.parse("d5")), "d4", "e5", 0.7, 0.1),
    )
    review = Review((0.9, 0.2, 0.2), slips, (31.4, 100))
    asked = []

    async def reviewed(match_id: int, person_id: int) -> tuple[Match, Review]:
        asked.append(person_id)
        return await service.lookup.match(match_id), review

    monkeypatch.setattr(service.advice, "review", reviewed)
    assert (await ann.post(path, {})).body == {
        "accuracies": "Accuracy: Ann 31%, Bob 100%.",
        "slips": [
            {"ply": 1, "said": "Move 1: d5. The chance to win fell from 90% to 20%. Better: e4. e4 forces a win."}
        ],
        "votes": [],
    }
    bob, path = await page.open(service, BOB, match.id), f"/api/match/{match.code}/review"
    assert [slip["ply"] for slip in (await bob.post(path, {})).body["slips"]] == [2], "each reads the own mistakes"
    assert asked == [ANN.id, BOB.id]


async def test_a_review_that_takes_long_is_asked_for_again(
    service: Service, page: Page, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await begin_game(service)).match
    ann, path = await page.open(service, ANN, match.id), f"/api/match/{match.code}/review"
    await service.play.move(match.id, ANN.id, "d5")
    await service.play.resign(match.id, BOB.id)
    puppet.gate.clear()
    monkeypatch.setattr(requests, "HELD", 0.01)
    assert [(await ann.post(path, {})).status for _ in range(2)] == [204, 204]
    monkeypatch.setattr(requests, "HELD", 60)
    waiting = asyncio.create_task(ann.post(path, {}))
    puppet.gate.set()
    judged = (await waiting).body
    assert judged == (await ann.post(path, {})).body
    assert puppet.judged <= 4, "it is judged once"
