"""Forged, mutated, replayed and oversized requests change nothing, and none of them finds a bug."""

import json
import logging
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import ClientError

from service import Service
from storage.store import Store
from tests.support.board_page import Page, page_of
from tests.support.matches import ANN, BOB, CAROL, begin_game
from tests.support.rows import dicts_of
from web.board import door
from web.board.acts import ACTS

GETS = (
    *("/api/match/{own}", "/api/match/{code}", "/api/match/{code}/at/{number}", "/api/match/{code}/prepared"),
    *(
        "/api/study/{number}/{number}/{number}",
        "/api/rules/{word}",
        "/api/matches",
        "/api/changes?after={code}:{number},{own}:{number}",
        "/static/{word}/{word}",
        "/{word}",
    ),
)
WITH_BODY = ("move", "hint", "again", "suppose", "prepare", "cancel-prepared", "study", "review")
SETUP = ("setup", "setup/edit", "setup/study", "setup/play")
POSTS = (
    *(f"/api/match/{{{which}}}/{name}" for name in (*WITH_BODY, *SETUP) for which in ("own", "code")),
    *(f"/api/match/{{code}}/{act}" for act in ACTS),
    *(f"/api/setup/konane/{name}" for name in ("edit", "why", "study", "play")),
    *(f"/api/task/lesson/konane{name}" for name in ("", "/jump", "/jump/answer", "/play")),
    *(f"/api/task/puzzle/{{number}}/0{name}" for name in ("", "/answer", "/next", "/again", "/study")),
    *(f"/api/task/practise/{{{which}}}{name}" for name in ("", "/1", "/1/answer") for which in ("own", "code")),
    *("/api/study/{number}/move", "/api/visit"),
)
WORDS = ("", "a1", "d5", "../..", "%00", "%2e%2e%2f", "x" * 300, "<script>", "' OR 1=1 --", "\u202e", "🐢", "ﬁ", "null")
NUMBERS: tuple[Any, ...] = (0, 1, -1, 2**31, 2**53, 2**63, 10**40, 1.5, True, None, "1", [], {})
TABLES = ("match", "move", "event", "challenge", "condition", "study", "visit", "board_link", "player")


class Attacker:
    """Sends requests that the page never sends."""

    def __init__(self, seed: int, visit: str, link: str, own: str, foreign: list[str]) -> None:
        """It has a visit, the used link to it, its own match, and the codes of other people's matches."""
        self._random = random.Random(seed)
        self._secrets, self._own, self._foreign = [visit] * 3 + [link], own, foreign

    def value(self, depth: int = 0) -> Any:
        """Anything that JSON can say."""
        choice = self._random.randrange(6 if depth < 3 else 3)
        if choice < 2:
            return self._random.choice(NUMBERS)
        if choice == 2:
            return self._random.choice(WORDS)
        if choice == 3:
            return [self.value(depth + 1) for _ in range(self._random.randrange(4))]
        return {self._random.choice(("rev", "steps", "line", "link", "x")): self.value(depth + 1) for _ in range(3)}

    def body(self) -> bytes:
        """A body: of the right form with wrong values, of any other form, broken, or too large."""
        names = ("rev", "steps", "wrong", "line", "ply", "path", "level", "link", "theme", "view", "edit", "position")
        made: Any = {
            name: self._random.choice((1, 2, ["a1"], [["a1"]], "a1", self.value()))
            for name in names
            if self._random.random() < 0.9
        }
        if self._random.random() < 0.2:
            made = self.value()
        text = json.dumps(made).encode()
        match self._random.randrange(10):
            case 0:
                return text[: self._random.randrange(len(text) + 1)]
            case 1:
                return b"[" * self._random.choice((10, 2000, 4000))
            case 2:
                return text + b" " * self._random.choice((5_000, 100_000))
            case 3:
                return bytes(self._random.randrange(256) for _ in range(50))
        return text

    def requests(self, count: int) -> Iterator[tuple[str, str, bytes | None, dict[str, str]]]:
        """The method, path, body and headers of so many requests."""
        for _ in range(count):
            method, paths = self._random.choice((("GET", GETS), ("POST", POSTS), ("POST", POSTS)))
            path = self._random.choice(paths).format(
                own=self._own,
                code=self._random.choice((*self._foreign, "zzzz", "0000000000", "A1B2", *WORDS[:4])),
                number=self._random.choice((0, 1, 99999, 10**15, "x")),
                word=self._random.choice(WORDS[1:5]),
            )
            if self._random.random() < 0.2:
                path += "?" + self._random.choice(
                    ("after=x", "after=-1", "after=" + "9" * 30, "view=2", "view=0&view=1", "%")
                )
            if self._random.random() < 0.1:
                method = self._random.choice(("PUT", "HEAD", "PATCH", "DELETE"))
            headers = {"X-Forwarded-For": f"203.0.113.{self._random.randrange(256)}"}
            if secret := self._secret():
                headers["Authorization"] = secret
            if method != "GET":
                headers["Content-Type"] = self._random.choice(("application/json",) * 9 + ("text/plain", "x", "a/b;c"))
            yield method, path, None if method in {"GET", "HEAD"} else self.body(), headers

    def _secret(self) -> str:
        """The header of a visitor, often a forged one."""
        secret = self._random.choice(self._secrets)
        match self._random.randrange(10):
            case 0:
                return ""
            case 1:
                return f"Bearer {secret[:-1]}{self._random.choice('AQgw-_')}"
            case 2:
                return f"Bearer {''.join(self._random.choices('abcXYZ019-_', k=24))}"
            case 3:
                return self._random.choice(
                    ("Basic eDp5", "Bearer", f"bearer {secret}", f"Bearer  {secret}", "Bearer \xff")
                )
        return f"Bearer {secret}"


@pytest.mark.parametrize("count", [600, pytest.param(5000, marks=pytest.mark.long)])
async def test_attacks_change_nothing(
    service: Service, store: Store, count: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "PERSON", (10.0**9, 1.0))  # so that the limits do not stop the attack
    monkeypatch.setattr(door, "ADDRESS", (10.0**9, 1.0))
    monkeypatch.setattr(door, "STRANGER", (10.0**9, 1.0))
    caplog.set_level(logging.WARNING)
    own = (await begin_game(service, first=CAROL)).match
    foreign = [(await begin_game(service, first=ANN, second=BOB)).match for _ in range(2)]
    used = await service.visits.link(CAROL.id, own.id)
    visit, _ = await service.visits.open(used)
    before = {table: await dicts_of(store, table) for table in TABLES}
    statuses = Counter[int]()
    attacker = Attacker(count, visit, used, own.code, [match.code for match in foreign])
    async with page_of(service) as page:
        for method, path, body, headers in attacker.requests(count):
            try:
                async with page.client.request(method, page.url + path, data=body, headers=headers) as response:
                    await response.read()
                    statuses[response.status] += 1
            except (ClientError, ValueError):  # it closed the connection, or the client refuses to send that
                statuses[0] += 1
    assert {status for status in statuses if status >= 500} == set(), statuses
    assert {400, 401, 404, 405, 409, 413} <= statuses.keys(), statuses
    assert not caplog.records
    assert {table: await dicts_of(store, table) for table in TABLES} == before


async def test_replayed_requests_count_once(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann = await page.open(service, ANN, match.id)
    position = (await service.lookup.snapshot(match.id)).position
    body = {"rev": match.rev, "steps": list(position.steps(position.legal_moves()[0]))}
    statuses = Counter[int]()
    for _ in range(20):
        statuses[(await ann.post(f"/api/match/{match.code}/move", body)).status] += 1
    assert statuses == {200: 1, 409: 19}
    assert (await service.lookup.match(match.id)).ply == 1
