"""The board editor: a position is changed piece by piece, then studied or played against the computer."""

import asyncio
from collections import Counter
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from games import GAMES
from matches.codes import id_of
from matches.errors import Refusal
from matches.limits import Limits
from matches.model import Venue
from matches.setups import put_piece
from service import Service
from storage.store import Store
from tests.support.board_page import Eyes, Page, Told, page_of
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.thinker import Puppet
from web.board.beginnings import IN_DOUBT, NO_MATCH_THERE


@pytest.mark.parametrize("game", GAMES)
async def test_a_position_is_set_up_and_becomes_a_study_or_a_match(service: Service, page: Page, game: str) -> None:
    match = (await begin_game(service, game)).match
    ann, path = await page.open(service, ANN, match.id), f"/api/setup/{game}"
    begun = (await ann.post(f"/api/match/{match.code}/setup", {"ply": 0})).body
    assert (await ann.post(path, {})).body["position"] == begun["position"]
    assert begun["whole"]
    assert len(begun["levels"]) > 1
    assert all(icon["icon"] for icon in begun["palette"])
    for entry in begun["palette"]:
        assert {name for name, _, _ in entry["icon"]} <= begun["new"]["drawings"].keys()

    async def edit(told: Any, edit: str, **more: str) -> Any:
        answered = await ann.post(f"{path}/edit", {"position": told["position"], "edit": edit, **more})
        assert answered.status == 200, answered.body
        return answered.body

    cleared = await edit(begun, "clear")
    kept = {entry["piece"] for entry in begun["palette"]} - {"A", "D", "B", "W"}
    assert bool(cleared["placed"]) == bool(kept & {"K", "WW"})
    if begun["palette"][0]["piece"] == "B":
        cell = begun["palette"][0]["cells"][0]
        one = await edit(cleared, "put", piece="B", cell=cell)
        assert one["placed"] == {cell: "B"}
        other = begun["palette"][0]["cells"][1]
        assert (await edit(one, "move", **{"from": cell, "cell": other}))["placed"] == {other: "B"}
        assert (await edit(one, "take-off", cell=cell))["placed"] == {}
        refused = await ann.post(f"{path}/edit", {"position": one["position"], "edit": "take-off", "cell": "c3"})
        assert refused.status == 409 or cell == "c3"

    study = (await ann.post(f"{path}/study", {"position": begun["position"]})).body["study"]
    assert (await ann.get(f"/api/study/{study}/0/0")).body["position"] == begun["position"]


async def test_why_nobody_can_play_is_said_in_words(service: Service, page: Page) -> None:
    match = (await begin_game(service, "squalma")).match
    ann, path = await page.open(service, ANN, match.id), "/api/setup/squalma"
    body = {"position": GAMES["squalma"].start().encode(), "edit": "take-off", "cell": "a1"}
    told = (await ann.post(f"{path}/edit", body)).body
    assert (told["state"], told["whole"], told["playable"]) == (
        "Each side has 16 discs. Now there are 15 black and 16 white discs.",
        False,
        False,
    )
    for act, more in (("study", {}), ("play", {"level": 1})):
        assert (await ann.post(f"{path}/{act}", {"position": told["position"], **more})).status == 409


async def test_the_computer_plays_from_there_but_not_the_board_of_a_running_match(service: Service, page: Page) -> None:
    match = (await begin_game(service, "brain_coral")).match
    ann, path = await page.open(service, ANN, match.id), "/api/setup/brain_coral"
    position = GAMES["brain_coral"].start()
    refused = await ann.post(f"{path}/play", {"position": position.encode(), "level": 1, "match": match.code})
    assert (refused.status, f"#{match.code}" in refused.body["said"]) == (409, True)
    one = put_piece(put_piece(position, "B", "a1"), "W", "a3")
    begun = await ann.post(f"{path}/play", {"position": one.encode(), "level": 1, "match": match.code})
    assert begun.status == 200, begun.body
    told = (await ann.get(f"/api/match/{begun.body['code']}")).body
    assert (told["practice"], told["position"], told["turn"]) == (True, one.encode(), told["seat"])


async def test_a_link_opens_the_editor_without_a_match(service: Service, page: Page) -> None:
    position = put_piece(put_piece(GAMES["brain_coral"].start(), "B", "a1"), "W", "a3").encode()
    begin = {"position": position, "level": 1}
    for venue in (None, CHANNEL):
        told = await page.post("/api/visit", {"link": await service.visits.editor_link(ANN, "brain_coral", venue)})
        assert told.body.items() >= {"game": "brain_coral", "plays": venue is not None}.items()
        ann = Page(page.url, page.client, told.body["visit"])
        assert (await ann.post("/api/setup/brain_coral", {})).status == 200
        begun = await ann.post("/api/setup/brain_coral/play", begin)
        assert begun.status == (409 if venue is None else 200), begun.body
    (shown,) = await service.lookup.with_places([id_of(begun.body["code"])])
    assert [(place.channel_id, place.guild_id) for place in shown.places] == [(CHANNEL.channel_id, CHANNEL.guild_id)]


async def test_a_match_begins_only_where_its_player_may_begin_one_now(
    service: Service, page: Page, eyes: Eyes, puppet: Puppet
) -> None:
    puppet.gate.set()
    over = await service.practice.begin("brain_coral", ANN, 1, CHANNEL, "first")
    await service.play.resign(over.match.id, ANN.id)
    ann = await page.open(service, ANN, over.match.id)
    link = await service.visits.editor_link(ANN, "brain_coral", CHANNEL)
    editor = Page(page.url, page.client, (await page.post("/api/visit", {"link": link})).body["visit"])
    position = put_piece(put_piece(GAMES["brain_coral"].start(), "B", "a1"), "W", "a3").encode()
    body, play = {"position": position, "level": 1}, "/api/setup/brain_coral/play"

    async def begin() -> list[Told]:
        again = await ann.post(f"/api/match/{over.match.code}/again", {"level": 1})
        return [again, await ann.post(play, {**body, "match": over.match.code}), await editor.post(play, body)]

    before = len(await service.lookup.running(ANN.id))
    eyes.gone.add(ANN.id)
    for refused in await begin():
        assert (refused.status, refused.body["said"]) == (409, NO_MATCH_THERE)
    eyes.gone.clear()
    with patch.object(eyes, "may_begin", AsyncMock(return_value=None)):
        for refused in await begin():
            assert (refused.status, refused.body["said"]) == (409, IN_DOUBT)
    assert len(await service.lookup.running(ANN.id)) == before
    assert [told.status for told in await begin()] == [200, 200, 200]
    await service.moderation.ban(CHANNEL.guild_id or 0, ANN)
    link = await service.visits.link(ANN.id, over.match.id)
    assert (await page.post("/api/visit", {"link": link})).status == 409


async def test_a_ban_while_discord_is_asked_counts(service: Service, page: Page, eyes: Eyes, puppet: Puppet) -> None:
    puppet.gate.set()
    over = await service.practice.begin("konane", ANN, 1, CHANNEL, "first")
    await service.play.resign(over.match.id, ANN.id)
    ann, may_begin = await page.open(service, ANN, over.match.id), eyes.may_begin

    async def banning(person_id: int, venue: Venue) -> bool:
        await service.moderation.ban(CHANNEL.guild_id or 0, ANN)
        return await may_begin(person_id, venue)

    with patch.object(eyes, "may_begin", banning):
        assert (await ann.post(f"/api/match/{over.match.code}/again", {"level": 1})).status == 401
    assert await service.lookup.running(ANN.id) == []


async def test_people_begin_one_match_after_another(service: Service, page: Page, eyes: Eyes, puppet: Puppet) -> None:
    puppet.gate.set()
    link = await service.visits.editor_link(ANN, "konane", CHANNEL)
    ann = Page(page.url, page.client, (await page.post("/api/visit", {"link": link})).body["visit"])
    at_once, most, may_begin = 0, 0, eyes.may_begin

    async def counting(person_id: int, venue: Venue) -> bool:
        nonlocal at_once, most
        at_once, most = at_once + 1, max(most, at_once + 1)
        await asyncio.sleep(0.01)
        at_once -= 1
        return await may_begin(person_id, venue)

    body = {"position": GAMES["konane"].start().encode(), "level": 1}
    with patch.object(eyes, "may_begin", counting):
        told = await asyncio.gather(*(ann.post("/api/setup/konane/play", body) for _ in range(30)))
    assert Counter(answer.status for answer in told) == {200: 20, 409: 10}
    assert (most, len(eyes.asked)) == (1, 20)


async def test_beginnings_count_in_the_limits_of_discord_and_beyond_them_discord_is_not_asked(
    store: Store, clock: StillClock, puppet: Puppet, eyes: Eyes
) -> None:
    service = Service(store, clock, thinker=puppet, limits=Limits(starts=3))
    puppet.gate.set()
    over = await service.practice.begin("konane", ANN, 1, CHANNEL, "first")
    await service.practice.show("konane", BOB, (1, 1), CHANNEL)
    async with page_of(service, eyes) as page:
        ann = await page.open(service, ANN, over.match.id)
        begun, statuses = over.match, list[int]()
        for _ in range(4):
            await service.play.resign(begun.id, ANN.id)
            told = await ann.post(f"/api/match/{begun.code}/again", {"level": 1})
            statuses.append(told.status)
            if told.status != 200:
                break
            begun = await service.lookup.match(id_of(told.body["code"]))
        assert statuses == [200, 200, 409]
        assert told.body["said"].startswith("You have started 3 matches with the computer in the last hour")
        assert eyes.asked == [ANN.id] * 2
    with pytest.raises(Refusal, match="You have started 3 matches"):
        await service.practice.begin("konane", ANN, 1, CHANNEL)
    clock.time += 3600
    await service.practice.begin("konane", ANN, 1, CHANNEL)
    service.computer_turns.stop()


async def test_a_forged_position_is_refused(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann, path = await page.open(service, ANN, match.id), "/api/setup/konane"
    for code in ("", "nothing", "B" * 3000, GAMES["squalma"].start().encode()):
        told = await ann.post(f"{path}/edit", {"position": code, "edit": "show"})
        assert told.status == 409, code
    start = GAMES["konane"].start().encode()
    put = {"position": start, "edit": "put", "piece": "B", "cell": "a1"}
    assert (await ann.post(f"{path}/edit", put)).status == 409
    assert (await ann.post(f"{path}/edit", {**put, "edit": "burn"})).status == 400
