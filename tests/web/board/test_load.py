"""What one visitor asks of the page delays neither Discord nor other visitors. Counted in steps, never in seconds."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import pytest

from games import GAMES
from matches.model import Match
from service import Service, turns
from storage.store import Store, Tables
from tests.support.board_page import Page, Told, page_of
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.shares import share
from web.board import door, guard

GAME = "coral_clash"
"""The game with the slowest rules."""
PATIENCE = 120.0
LONG = 60
"""The moves of a supposed line."""


def line_of(match: Match, length: int, choice: int = 0) -> list[list[str]]:
    """The steps of a line from the start of a match. Lines of different choices differ from the first move on."""
    position = GAMES[match.game].start()
    line = []
    for number in range(length):
        moves = sorted(position.legal_moves(), key=position.format)
        move = moves[choice % len(moves)] if number == 0 else moves[number % len(moves)]
        line.append(list(position.steps(move)))
        position = position.play(move)
        if position.result() is not None:
            return line
    return line


@pytest.fixture
async def page(service: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Page]:
    """The page without limits."""
    for limit in ("ADDRESS", "PERSON", "WORK"):
        monkeypatch.setattr(door, limit, (10.0**9, 0.0))
    monkeypatch.setattr(door, "MOST_WAITING", 1000)
    async with page_of(service) as page:
        yield page


@contextmanager
def computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Notes each computation of legal moves, and makes each step a slice of its own."""
    game: Any = GAMES[GAME]
    steps, legal = list[str](), game.legal_moves
    with monkeypatch.context() as patched:

        def noted(position: Any) -> Any:
            steps.append(GAME)
            return legal(position)

        patched.setattr(game, "legal_moves", noted)
        patched.setattr("service.replay.SLICE", -1.0)
        yield steps


async def opened(service: Service, page: Page) -> tuple[Match, Page]:
    """A match, with the page of the player who waits for the other's first move."""
    match = (await begin_game(service, GAME, first=ANN, second=BOB)).match
    return match, await page.open(service, match.players[1 - match.turn], match.id)


async def until(steps: list[str], number: int) -> None:
    """Wait for so many steps."""
    async with asyncio.timeout(PATIENCE):
        while len(steps) < number:  # noqa: ASYNC110 (the games have no event for it)
            await asyncio.sleep(0)


async def test_while_somebody_in_discord_waits_the_page_computes_nothing(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", PATIENCE)
    match, visitor = await opened(service, page)
    path, lines = f"/api/match/{match.code}/suppose", [line_of(match, LONG, choice) for choice in range(8)]
    with computed(monkeypatch) as steps:
        bodies = [{"rev": match.rev, "line": line} for line in lines]
        asked = [asyncio.create_task(visitor.post(path, body)) for body in bodies]
        at = 0
        for interaction in range(10):
            await until(steps, at + 15)
            service.interactions.expect(interaction)
            at = len(steps)
            for _ in range(100):  # what an answer takes, with the database and Discord
                await asyncio.sleep(0)
            assert len(steps) - at <= turns.AT_ONCE
            service.interactions.note_answered(interaction)
        assert [told.status for told in await asyncio.gather(*asked)] == [200] * len(lines)


@pytest.mark.parametrize("kind", share(4, [("boards",), ("lines",), ("positions",), ("moments",)]))
async def test_another_visitor_is_answered_after_a_few_steps_of_a_flood(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    match, flooding = await opened(service, page)
    other = (await begin_game(service, "konane", first=CAROL)).match
    carol, board = await page.open(service, CAROL, other.id), f"/api/match/{other.code}"
    path, position = f"/api/match/{match.code}", GAMES[GAME].start().encode()
    asked: dict[str, Any] = {
        "boards": lambda _: flooding.get(path),
        "lines": lambda n: flooding.post(f"{path}/suppose", {"rev": match.rev, "line": line_of(match, LONG, n % 8)}),
        "positions": lambda _: flooding.post(f"/api/setup/{GAME}/edit", {"position": position, "edit": "show"}),
        "moments": lambda n: flooding.get(f"{path}/at/{n}"),
    }
    await carol.get(board)  # so that it has been planned
    with computed(monkeypatch) as steps:
        flood = [asyncio.create_task(asked[kind](number)) for number in range(40)]
        while not service.interactions.turns._waiting:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0)
        at, before = len(steps), sum(task.done() for task in flood)
        told = await asyncio.wait_for(carol.get(board, **{"X-Forwarded-For": "203.0.113.9"}), PATIENCE)
        assert told.status == 200
        assert before < 15
        assert len(steps) - at <= 40
        assert sum(task.done() for task in flood) <= 15
        assert {told.status for told in await asyncio.gather(*flood)} == {200}


@pytest.mark.parametrize("flood", ["secrets", "links", "files", "no visit"])
async def test_a_flood_of_strangers_gives_way_to_discord_and_to_visitors_at_their_address(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch, flood: str
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", PATIENCE)
    match, visitor = await opened(service, page)
    path, answered, granted, waits = f"/api/match/{match.code}", list[str](), list[Hashable](), list[int]()
    wait = service.interactions.turns.wait

    async def counted(person: Hashable, *, started: bool) -> None:
        before = len(granted)
        await wait(person, started=started)
        if person == match.players[1 - match.turn].id or person == ("visit", visitor.visit):
            waits.append(len(granted) - before)
        granted.append(person)

    monkeypatch.setattr(service.interactions.turns, "wait", counted)
    asked: dict[str, Callable[[], Awaitable[Told]]] = {
        "secrets": lambda: page.get(path, Authorization=f"Bearer {'x' * 24}"),
        "links": lambda: page.post("/api/visit", {"link": "x"}),
        "files": lambda: page.get("/"),
        "no visit": lambda: page.get(path),
    }

    async def answer(who: str, request: Awaitable[Told]) -> None:
        await request
        answered.append(who)

    service.interactions.expect(1)
    tasks = [asyncio.create_task(answer("stranger", asked[flood]())) for _ in range(90)]
    await until_waiting(service, 90)
    tasks.append(asyncio.create_task(answer("visitor", visitor.get(path))))
    await until_waiting(service, 91)
    assert answered == []
    service.interactions.note_answered(1)
    await asyncio.gather(*tasks)
    assert len(granted) > 90
    assert len(waits) >= 2, "one turn to be admitted, one to be answered"
    assert max(waits) <= 4, "the others' turns before each of the visitor's"


async def test_strangers_who_wait_for_a_turn_make_room_for_others(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", PATIENCE)
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 10)
    match = (await begin_game(service)).match
    async with page_of(service) as page:
        visitor, path = await page.open(service, ANN, match.id), f"/api/match/{match.code}"
        held = asyncio.create_task(visitor.get(f"{path}?after={match.rev}"))
        async with asyncio.timeout(PATIENCE):
            while not service.watching._seen:  # noqa: ASYNC110 (nothing announces it)
                await asyncio.sleep(0)
        service.interactions.expect(1)
        strangers = [asyncio.create_task(page.get("/api/matches")) for _ in range(9)]
        await until_waiting(service, 9)
        asked = asyncio.create_task(visitor.get(path))
        await until_waiting(service, 10)
        service.interactions.note_answered(1)
        assert (await asked).status == 200
        assert len(service.watching._seen) == 1, "a request that has had its turn keeps its connection"
        service.watching.stop()
        assert (await held).status == 204
        await asyncio.gather(*strangers, return_exceptions=True)


async def until_waiting(service: Service, count: int) -> None:
    """Wait until so many requests wait for a turn."""
    async with asyncio.timeout(PATIENCE):
        while sum(map(len, service.interactions.turns._waiting.values())) < count:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0)


async def test_few_requests_read_the_database_at_once(
    service: Service, store: Store, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So what Discord needs waits behind few readings, however many requests arrive together."""
    match, visitor = await opened(service, page)
    reading, most = 0, 0

    def counted(begin: Callable[[], AbstractAsyncContextManager[Tables]]) -> Any:
        @asynccontextmanager
        async def read() -> AsyncIterator[Tables]:
            nonlocal reading, most
            reading += 1
            most = max(most, reading)
            try:
                async with begin() as view:
                    yield view
            finally:
                reading -= 1

        return read

    for name in ("read", "read_once"):
        monkeypatch.setattr(store, name, counted(getattr(store, name)))
    await asyncio.gather(*(visitor.get(f"/api/match/{match.code}") for _ in range(40)))
    assert 0 < most <= turns.AT_ONCE


async def test_a_supposed_line_continues_the_one_before(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, visitor = await opened(service, page)
    path, line, counts = f"/api/match/{match.code}/suppose", line_of(match, LONG), list[int]()
    with computed(monkeypatch) as steps:
        for length in (len(line) - 1, len(line), len(line) - 1):
            steps.clear()
            told = await visitor.post(path, {"rev": match.rev, "line": line[:length]})
            assert (told.status, len(told.body["line"])) == (200, length)
            counts.append(len(steps))
    assert counts[0] > LONG / 2
    assert max(counts[1:]) <= 4


async def test_most_of_what_one_person_sends_at_once_is_refused(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_WAITING", 5)
    match, visitor = await opened(service, page)
    path = f"/api/match/{match.code}"
    with computed(monkeypatch):
        bodies = [{"rev": match.rev, "line": line_of(match, LONG, number % 8)[: LONG - number]} for number in range(30)]
        asked = [visitor.post(f"{path}/suppose", body) for body in bodies]
        statuses = Counter(told.status for told in await asyncio.gather(*asked))
    assert statuses[200] >= 5
    assert statuses[429] >= 10
    assert (await visitor.get(path)).status == 200


async def test_requests_that_wait_for_a_change_take_no_turns(service: Service, page: Page) -> None:
    match, visitor = await opened(service, page)
    path = f"/api/match/{match.code}"
    held = [asyncio.create_task(visitor.get(f"{path}?after={match.rev}")) for _ in range(turns.AT_ONCE + 2)]
    async with asyncio.timeout(PATIENCE):
        while len(service.watching._seen) < len(held):  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0)
        assert (await visitor.get(path)).status == 200
    service.watching.stop()
    await asyncio.gather(*held)


async def test_requests_that_wait_for_a_hint_take_no_turns(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await service.practice.begin("konane", CAROL, 1, CHANNEL, "first")).match
    visitor, asked, never = await page.open(service, CAROL, match.id), list[int](), asyncio.Event()

    async def hint(match_id: int, *_: object, **__: object) -> None:
        asked.append(match_id)
        await never.wait()

    monkeypatch.setattr(service.advice, "hint", hint)
    path = f"/api/match/{match.code}"
    hints = [asyncio.create_task(visitor.post(f"{path}/hint", {"rev": match.rev})) for _ in range(turns.AT_ONCE + 1)]
    async with asyncio.timeout(PATIENCE):
        while len(asked) < len(hints):  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0)
        assert (await visitor.get(path)).status == 200
    for one in hints:
        one.cancel()
    never.set()
    await asyncio.gather(*hints, return_exceptions=True)


@pytest.mark.parametrize("kind", ["match", "study"])
async def test_a_step_back_replays_only_a_few_moves(
    service: Service, page: Page, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    match, _ = await opened(service, page)
    position = GAMES[GAME].start()
    for number in range(LONG):
        moves = sorted(position.legal_moves(), key=position.format)
        text = position.format(moves[number % len(moves)])
        await service.play.move(match.id, match.players[position.turn].id, text)
        position = position.play(position.parse(text))
    visitor, path = await page.open(service, ANN, match.id), f"/api/match/{match.code}/at"
    if kind == "study":
        await service.play.resign(match.id, ANN.id)
        study, _ = await service.studies.open_match(ANN.id, match.id, None)
        path = f"/api/study/{study.id}/0"
    with computed(monkeypatch) as steps:
        assert (await visitor.get(f"{path}/{LONG - 1}")).status == 200
        for ply in range(LONG - 2, 0, -7):
            steps.clear()
            told = await visitor.get(f"{path}/{ply}")
            assert (told.status, told.body["ply"]) == (200, ply)
            assert len(steps) <= 20


async def test_what_costs_much_counts_much(service: Service, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WORK", (2.0 * LONG, 0.0))
    match, _ = await opened(service, page)
    path = f"/api/match/{match.code}"
    async with page_of(service) as limited:
        visitor = await limited.open(service, match.players[1 - match.turn], match.id)
        other = await limited.open(service, match.players[match.turn], match.id)
        with computed(monkeypatch):
            bodies = [{"rev": match.rev, "line": line_of(match, LONG, choice)} for choice in range(8)]
            statuses = Counter(
                told.status
                for told in await asyncio.gather(*(visitor.post(f"{path}/suppose", body) for body in bodies))
            )
            assert statuses[200] + statuses[429] == len(bodies)
            assert statuses[200] <= 1
            assert (await other.get(path)).status == 200
            assert (await visitor.get(path)).status == 429
