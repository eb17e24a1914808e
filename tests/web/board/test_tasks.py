"""Puzzles, lessons and mistakes over the board page's door: who may see them, what they count, and where they lead."""

import asyncio
import gc
import json
from collections.abc import Sequence
from typing import Any

import pytest

from games import GAMES
from matches.alarms import next_puzzle
from matches.computers import Interrupted
from matches.errors import Refusal
from matches.model import Person
from matches.puzzles import FIRST_DAY, number_of_day, numbers_known, numbers_shown, origin_of
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from puzzles import collection
from render.theme import FRAME
from service import Service
from storage.store import Store
from tests.support.board_page import Eyes, Page, Told
from tests.support.critic import criticise, lost
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.rows import dicts_of
from tests.support.thinker import Puppet
from web.board.matches import wait_for

SERVER = CHANNEL.guild_id or 0


async def opened(service: Service, page: Page, person: Person = ANN, guild_id: int | None = SERVER) -> Page:
    """A visit by a link from a server in which no match may begin."""
    link = await service.visits.editor_link(person, "konane", None, guild_id)
    told = await page.post("/api/visit", {"link": link})
    return Page(page.url, page.client, told.body["visit"])


def steps(number: int, move: str) -> Sequence[str]:
    board = collection.puzzle(number).board()
    return list(board.steps(board.parse(move)))


async def answered(visitor: Page, number: int, move: str, origin: int = 0) -> Told:
    body = {"steps": steps(number, move), "wrong": 0}
    return await visitor.post(f"/api/task/puzzle/{number}/{origin}/answer", body)


def ways(told: Told) -> dict[str, str]:
    return {way["key"]: way["to"] for way in told.body["task"]["ways"]}


async def shown(visitor: Page, address: str, wrong: int = 0) -> Told:
    return await visitor.post(f"/api/task/{address}", {"wrong": wrong})


async def of_today(service: Service, clock: StillClock) -> tuple[int, int]:
    """Let a puzzle of the day come. Returns its number and its day."""
    clock.time = (FIRST_DAY + 30) * DAY
    await service.settings.choose_for_server(SERVER, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    clock.time = next_puzzle(clock.time, SERVER, ServerSettings().puzzle_hour)
    await service.schedule.act()
    return number_of_day(clock.time // DAY), clock.time // DAY


async def test_a_puzzle_of_the_day_counts_its_three_tries_by_either_door(
    service: Service, page: Page, clock: StillClock, store: Store
) -> None:
    number, day = await of_today(service, clock)
    puzzle, visitor = collection.puzzle(number), await opened(service, page)
    first, second, third, *_ = puzzle.replies
    told = await answered(visitor, number, first, day)
    assert "You have 2 more tries." in told.body["task"]["said"]
    assert list(ways(told)) == ["retry"]
    await service.puzzles.answer(ANN, number, second, SERVER, day)
    told = await answered(visitor, number, third)  # as if it were any puzzle
    assert "That was your last try." in told.body["task"]["said"]
    assert list(ways(told)) == ["next-puzzle"]
    assert told.body["task"]["hinted"] == []
    told = await answered(visitor, number, puzzle.answers[0], day)
    assert (told.status, told.body["said"]) == (
        409,
        "You have used your three tries. The next puzzle of the day comes with the solution.",
    )
    (row,) = await dicts_of(store, "puzzle_try")
    assert (row["guild_id"], row["tries"], row["wrong"]) == (SERVER, 3, first)


@pytest.mark.parametrize("why", ["left", "direct message"])
async def test_a_puzzle_of_the_day_counts_only_for_those_who_are_in_its_server(
    service: Service, page: Page, clock: StillClock, store: Store, eyes: Eyes, why: str
) -> None:
    number, day = await of_today(service, clock)
    visitor = await opened(service, page, guild_id=SERVER if why == "left" else None)
    eyes.gone = {ANN.id} if why == "left" else set()
    for origin, said in ((day, "This puzzle of the day is over."), (0, "This is a puzzle of the day now.")):
        told = await answered(visitor, number, collection.puzzle(number).answers[0], origin)
        assert told.status == 409
        assert told.body["said"].startswith(said)
    assert await dicts_of(store, "puzzle_try") == []


async def test_only_a_wrong_answer_is_drawn_in_orange(service: Service, page: Page, clock: StillClock) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    visitor = await opened(service, page)
    number = next(number for number in collection.active_numbers("konane") if collection.puzzle(number).replies)
    puzzle = collection.puzzle(number)
    wrong, right = [await answered(visitor, number, move) for move in (next(iter(puzzle.replies)), puzzle.answers[0])]
    orange = FRAME["played"][0]
    assert orange in json.dumps(wrong.body)
    assert orange not in json.dumps(right.body)


async def test_missed_puzzles_come_again_and_lead_on(service: Service, page: Page, clock: StillClock) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    hidden = numbers_known(FIRST_DAY + 90) | numbers_shown(FIRST_DAY + 90)
    one, other = [number for number in collection.active_numbers("konane") if number not in hidden][:2]
    visitor, origin = await opened(service, page), origin_of("konane")
    for number in (one, other):
        await answered(visitor, number, next(iter(collection.puzzle(number).replies)), origin)
    clock.time += DAY - 1
    visitor = await opened(service, page)
    assert list(ways(await shown(visitor, f"puzzle/{one}/{origin}"))) == ["next-puzzle"]
    clock.time += 2
    visitor = await opened(service, page)
    told = await shown(visitor, f"puzzle/{one}/{origin}")
    assert told.body["task"]["said"] == "You missed this puzzle before."
    told = await shown(visitor, ways(told)["again"])
    assert told.body["task"]["at"] == f"puzzle/{other}/{origin}"
    told = await answered(visitor, other, collection.puzzle(other).answers[0], origin)
    assert told.body["task"]["said"].startswith("Right this time:")
    assert list(ways(told)) == ["again", "next-puzzle", "study"]
    assert (await shown(visitor, ways(told)["again"])).body["task"]["at"] == f"puzzle/{one}/{origin}"
    following = await shown(visitor, ways(told)["next-puzzle"])
    assert following.body["key"] == "konane"
    assert "study" in (await shown(visitor, ways(told)["study"])).body
    refused = await shown(visitor, f"puzzle/{one}/{origin}/study")
    assert (refused.status, refused.body["said"]) == (409, "Solve the puzzle first. Its study shows the solution.")


async def test_after_forgetting_a_task_answers_that_the_visit_is_over_and_nothing_is_stored(
    service: Service, page: Page, clock: StillClock
) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    visitor, number = await opened(service, page), collection.active_numbers("konane")[0]
    assert (await shown(visitor, "lesson/konane")).status == (await shown(visitor, f"puzzle/{number}/0")).status == 200
    await service.privacy.forget(ANN.id)
    start = {"steps": ["d3"], "wrong": 0}
    for told in (
        await visitor.post("/api/task/lesson/konane/start/answer", start),
        await answered(visitor, number, collection.puzzle(number).answers[0]),
        await shown(visitor, "lesson/konane"),
        await shown(visitor, "practise/1000"),
    ):
        assert (told.status, told.body["said"][:23]) == (401, "Your session has ended.")
    assert not (await service.privacy.extent(ANN.id)).known


async def test_mistakes_are_practised_by_the_player_alone(
    service: Service, page: Page, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    criticise(puppet, monkeypatch, 0.6)
    match = await lost(service, puppet)
    other = (await begin_game(service, second=BOB)).match
    bob, ann = await page.open(service, BOB, other.id), await page.open(service, ANN, match.id)
    board = GAMES["konane"].start()
    body: dict[str, Any] = {"steps": list(board.steps(board.legal_moves()[-1])), "wrong": 0}
    for address in ("", "/1", "/1/answer"):
        told = await bob.post(f"/api/task/practise/{match.code}{address}", body)
        assert told.status == 404
    told = await bob.post(f"/api/task/practise/{other.code}", body)
    assert (told.status, "against the computer" in told.body["said"]) == (409, True)
    told = await shown(ann, f"practise/{match.code}")
    assert told.body["task"]["at"] == f"practise/{match.code}/1"
    told = await ann.post(f"/api/task/practise/{match.code}/1/answer", body)
    assert ways(told) == {"next-step": f"practise/{match.code}/3"}
    assert (await shown(ann, f"practise/{match.code}/2")).status == 404


async def test_a_review_that_takes_long_is_asked_for_again(
    service: Service, page: Page, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    criticise(puppet, monkeypatch, 0.6)
    match = await lost(service, puppet)
    ann = await page.open(service, ANN, match.id)
    puppet.gate.clear()
    monkeypatch.setattr("web.board.matches.HELD", 0.05)
    assert (await shown(ann, f"practise/{match.code}")).status == 204
    puppet.gate.set()
    monkeypatch.setattr("web.board.matches.HELD", 60.0)
    assert (await shown(ann, f"practise/{match.code}")).status == 200


async def test_long_work_that_is_refused_after_the_visitor_has_left_is_not_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.board.matches.HELD", 0.01)
    for error, logged in ((Refusal("no"), 0), (Interrupted("stops"), 0), (ValueError("a bug"), 1)):
        gate = asyncio.Event()

        async def work(gate: asyncio.Event = gate, error: Exception = error) -> int:
            await gate.wait()
            raise error

        assert await wait_for(work()) is None
        gate.set()
        await asyncio.sleep(0.01)
        gc.collect()  # asyncio logs an error that nobody has read once its task is collected
        assert len(caplog.records) == logged


async def test_long_work_that_is_refused_just_as_the_visitor_leaves_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    gate = asyncio.Event()

    async def work() -> int:
        await gate.wait()
        raise Refusal("no")

    waiting = asyncio.create_task(wait_for(work()))
    await asyncio.sleep(0.01)
    gate.set()
    await asyncio.sleep(0)  # the work has ended, and its visitor has not been told
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0.01)
    del waiting
    gc.collect()
    assert not caplog.records


async def test_a_finished_lesson_offers_a_match_only_where_one_may_begin(service: Service, page: Page) -> None:
    visitor = await opened(service, page)
    here = await page.post("/api/visit", {"link": await service.visits.editor_link(BOB, "konane", CHANNEL)})
    allowed = Page(page.url, page.client, here.body["visit"])
    body = {"steps": ["a6", "e6"], "wrong": 0}
    for one, expected in ((visitor, ["next-step"]), (allowed, ["next-step"])):
        assert list(ways(await one.post("/api/task/lesson/konane/last/answer", body))) == expected
    for step in ("start", "jump", "jump-on", "stuck", "safe", "save"):
        for person in (ANN, BOB):
            move = {
                "start": "d3",
                "jump": "b3-d3",
                "jump-on": "b3-f3",
                "stuck": "b1-d1",
                "safe": "a4-e4",
                "save": "d3-f3",
            }
            await service.lessons.answer(person.id, "konane", step, move[step])
    for one, expected in ((visitor, ["next-puzzle"]), (allowed, ["play", "next-puzzle"])):
        told = await one.post("/api/task/lesson/konane/last/answer", body)
        assert list(ways(told)) == expected
        assert told.body["task"]["said"].endswith("\nYou have learned Konane.")
        assert told.body["task"]["home"] == "lesson/konane"
