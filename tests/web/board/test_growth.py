"""What the page keeps for visitors, matches and addresses is bounded, however many there were. Held by counts."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from matches.model import Person
from service import Service, lines, replay
from storage.store import Store
from tests.support.board_page import Page, page_of
from tests.support.matches import begin_game
from web.board import door, guard
from web.board.door import BoardDoor
from web.board.matches import MatchRequests

PEOPLE = 40


@pytest.fixture
async def doors(monkeypatch: pytest.MonkeyPatch) -> list[BoardDoor]:
    """The doors that are made in the test."""
    made = list[BoardDoor]()

    class Noted(BoardDoor):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]  # what BoardDoor takes
            made.append(self)

    monkeypatch.setattr("tests.support.board_page.BoardDoor", Noted)
    monkeypatch.setattr(guard, "MOST_KEYS", 10)
    monkeypatch.setattr(replay, "KEPT", 10)
    monkeypatch.setattr(lines, "KEPT", 10)
    for limit in ("ADDRESS", "STRANGER"):
        monkeypatch.setattr(door, limit, (10.0**9, 0.0))
    return made


@pytest.fixture
async def page(service: Service, doors: list[BoardDoor]) -> AsyncIterator[Page]:
    del doors  # which notes the page's
    async with page_of(service) as page:
        yield page


async def visited(service: Service, page: Page, number: int) -> None:
    """A person with a match of their own looks at it, supposes, waits for a change and sends what is refused."""
    first, second = Person(1000 + number, f"P{number}"), Person(2000 + number, f"Q{number}")
    match = (await begin_game(service, "konane", first, second)).match
    away = {"X-Forwarded-For": f"203.0.{number // 200}.{number % 200}"}
    path = f"/api/match/{match.code}"
    for person in (first, second):
        visitor = await page.open(service, person, match.id)
        told = (await visitor.get(path, **away)).body
        await visitor.get(f"{path}/at/0", **away)
        body = {"rev": told["rev"], "line": [list(steps) for steps in (told["steps"] or {"moves": []})["moves"][:1]]}
        await visitor.post(f"{path}/suppose", body, **away)
        await Page(page.url, page.client, "x" * 24).get(path, **away)
        held = asyncio.create_task(visitor.get(f"{path}?after={told['rev']}", **away))
        while not service.watching._seen:  # noqa: ASYNC110 (nothing announces it)
            await asyncio.sleep(0)
        next(iter(service.watching._seen)).set()  # the wait ends
        assert (await held).status == 204


async def test_nothing_is_kept_for_each_visitor_match_or_address(
    service: Service, store: Store, page: Page, doors: list[BoardDoor]
) -> None:
    del store
    for number in range(PEOPLE):
        await visited(service, page, number)
    (made,) = doors
    for budget in (made._addresses, made._people, made._strangers, made._work):
        assert len(budget._spent) == guard.MOST_KEYS
    granting = service.interactions.turns
    assert (granting._waiting, granting._rounds, granting._working) == ({}, {}, 0)
    assert (service.watching._seen, service.watching._core.watched) == ({}, {})
    assert MatchRequests._held == {}
    assert len(service.replays._snapshots) == replay.KEPT
    assert len(service.replays.lines._known) <= lines.KEPT
    assert not service.interactions._unanswered
