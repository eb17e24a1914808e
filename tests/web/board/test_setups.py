"""The board editor: a position is changed piece by piece, then studied or played against the computer."""

from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from matches.codes import id_of
from matches.settings import ServerSettings
from matches.setups import put
from service import Service
from tests.support.board_page import Page
from tests.support.matches import ANN, CHANNEL, begin_game
from web.board.matches import NO_MATCH_THERE


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
    assert (told["state"], told["whole"], told["levels"]) == (
        "Each side has 16 discs. Now there are 15 black and 16 white discs.",
        False,
        [],
    )
    for act, more in (("study", {}), ("play", {"level": 1})):
        assert (await ann.post(f"{path}/{act}", {"position": told["position"], **more})).status == 409


async def test_the_computer_plays_from_there_but_not_the_board_of_a_running_match(service: Service, page: Page) -> None:
    match = (await begin_game(service, "brain_coral")).match
    ann, path = await page.open(service, ANN, match.id), "/api/setup/brain_coral"
    position = GAMES["brain_coral"].start()
    refused = await ann.post(f"{path}/play", {"position": position.encode(), "level": 1, "match": match.code})
    assert (refused.status, f"#{match.code}" in refused.body["said"]) == (409, True)
    one = put(put(position, "B", "a1"), "W", "a3")
    begun = await ann.post(f"{path}/play", {"position": one.encode(), "level": 1, "match": match.code})
    assert begun.status == 200, begun.body
    told = (await ann.get(f"/api/match/{begun.body['code']}")).body
    assert (told["practice"], told["position"], told["turn"]) == (True, one.encode(), told["seat"])


async def test_a_link_opens_the_editor_without_a_match(service: Service, page: Page) -> None:
    position = put(put(GAMES["brain_coral"].start(), "B", "a1"), "W", "a3").encode()
    begin = {"position": position, "level": 1}
    for venue in (None, CHANNEL):
        told = await page.post("/api/visit", {"link": await service.visits.editor_link(ANN, "brain_coral", venue)})
        assert told.body.items() >= {"game": "brain_coral", "plays": venue is not None}.items()
        ann = Page(page.url, page.client, told.body["visit"])
        assert (await ann.post("/api/setup/brain_coral", {})).status == 200
        begun = await ann.post("/api/setup/brain_coral/play", begin)
        assert begun.status == (409 if venue is None else 200), begun.body
    (shown,) = await service.lookup.shown([id_of(begun.body["code"])])
    assert [(place.channel_id, place.guild_id) for place in shown.places] == [(CHANNEL.channel_id, CHANNEL.guild_id)]


async def test_a_match_begins_only_where_the_server_allows_it(service: Service, page: Page) -> None:
    match = (await begin_game(service, "brain_coral")).match
    ann = await page.open(service, ANN, match.id)
    allowed = replace(ServerSettings(), channels=(CHANNEL.channel_id + 1,))
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, allowed)
    position = put(put(GAMES["brain_coral"].start(), "B", "a1"), "W", "a3").encode()
    refused = await ann.post("/api/setup/brain_coral/play", {"position": position, "level": 1, "match": match.code})
    assert (refused.status, refused.body["said"]) == (409, NO_MATCH_THERE)


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
