"""What a visitor does on the board page: looking, waiting, moving, acting, preparing and studying."""

import asyncio
import json
from dataclasses import replace

import pytest

from games import GAMES
from matches.model import FIRST_ID, Person, Venue
from service import Service
from storage.store import Store
from tests.support.board_page import Page, page_of
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.rows import dicts_of
from tests.support.thinker import Puppet
from tests.support.tournaments import going_on, open_tournament

PATIENCE = 30.0


def first_steps(game: str, *played: str) -> list[str]:
    """The steps of the first legal move after these moves."""
    position = GAMES[game].start()
    for text in played:
        position = position.play(position.parse(text))
    return list(position.steps(position.legal_moves()[0]))


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_is_played_by_its_steps_and_queued_for_discord_at_once(
    service: Service, store: Store, page: Page, game: str
) -> None:
    match = (await begin_game(service, game)).match
    mover, other = match.players[match.turn], match.players[1 - match.turn]
    ann, bob = await page.open(service, mover, match.id), await page.open(service, other, match.id)
    path = f"/api/match/{match.code}"
    seen = (await ann.get(path)).body
    assert (bool(seen["steps"]), seen["ply"], seen["moves"], seen["seat"]) == (True, 0, [], match.turn)
    waiting = asyncio.create_task(bob.get(f"{path}?after={seen['rev']}"))
    while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
        await asyncio.sleep(0)
    played = await ann.post(f"{path}/move", {"rev": seen["rev"], "steps": first_steps(game)})
    assert played.status == 200, played
    told = await asyncio.wait_for(waiting, PATIENCE)
    assert (told.body["ply"], bool(told.body["steps"]), len(told.body["moves"])) == (1, True, 1)
    assert told.body["last"].startswith(f"{mover.name} ")
    (board,) = [row for row in await dicts_of(store, "outbox") if row["kind"] == "board"]
    assert (board["due_at"], board["claimed_by"]) == (service.clock.now(), None)
    earlier = (await bob.get(f"{path}/at/0?view=0")).body
    assert (earlier["ply"], earlier["steps"], earlier["moves"]) == (0, None, told.body["moves"])


async def test_a_move_that_was_sent_twice_or_too_late_counts_once(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann = await page.open(service, ANN, match.id)
    path = f"/api/match/{match.code}"
    body = {"rev": match.rev, "steps": first_steps("konane")}
    statuses = [told.status for told in await asyncio.gather(*(ann.post(f"{path}/move", body) for _ in range(5)))]
    assert sorted(statuses) == [200, 409, 409, 409, 409]
    refused = await ann.post(f"{path}/move", {**body, "steps": ["a1", "h8"]})
    assert refused.status == 409
    assert refused.body["said"]
    assert (await service.lookup.match(match.id)).ply == 1


async def test_an_impossible_move_is_refused(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann, bob = await page.open(service, ANN, match.id), await page.open(service, BOB, match.id)
    path = f"/api/match/{match.code}/move"
    for steps in ([], ["a1", "a3"], ["nowhere"], [""] * 100):
        told = await ann.post(path, {"rev": match.rev, "steps": steps})
        assert (told.status, told.body["said"]) == (409, "That move is not possible here. Choose again."), steps
    told = await bob.post(path, {"rev": match.rev, "steps": first_steps("konane")})
    assert told.status == 409
    assert "Ann" in told.body["said"]


async def test_a_resignation_before_both_have_moved_gives_a_point_in_a_tournament(
    service: Service, clock: StillClock, page: Page
) -> None:
    tournament = await service.tournaments.create(replace(open_tournament(clock), game="konane"))
    for number in range(1, 5):
        await service.tournaments.join(tournament.id, Person(number, f"Player {number}"))
    clock.time = tournament.begins_at
    await going_on(service, clock)
    match = await service.lookup.match(FIRST_ID)
    who = await page.open(service, match.players[0], match.id)
    path = f"/api/match/{match.code}"
    (asked,) = [act["question"] for act in (await who.get(path)).body["acts"] if act["act"] == "resign"]
    assert asked.startswith("Resign this match? Your opponent gets the point in the tournament.")
    assert asked.endswith("it does not count for ratings.")
    told = await who.post(f"{path}/resign", {"rev": match.rev})
    assert told.body["over"]
    assert "resigned before both had moved (not for ratings)" in json.dumps(told.body)


async def test_the_page_says_abort_in_a_rated_match_until_both_have_moved(service: Service, page: Page) -> None:
    match = (await begin_game(service, rated=True)).match
    who, path = await page.open(service, ANN, match.id), f"/api/match/{match.code}"
    for label, move in (("Abort (no result)", "d5"), ("Abort (no result)", "d4"), ("Resign", "")):
        (act,) = [act for act in (await who.get(path)).body["acts"] if act["act"] == "resign"]
        assert (act["label"], act["question"].split()[0]) == (label, label.split()[0])
        if move:
            match = (await service.play.move(match.id, match.players[match.turn].id, move)).match


async def test_players_agree_on_the_page(service: Service, page: Page) -> None:
    match = (await begin_game(service, "coral_clash")).match
    mover, other = match.players[match.turn], match.players[1 - match.turn]
    ann, bob = await page.open(service, mover, match.id), await page.open(service, other, match.id)
    path = f"/api/match/{match.code}"

    async def offered(who: Page) -> list[str]:
        return [act["act"] for act in (await who.get(path)).body["acts"] if act["open"]]

    async def act(who: Page, name: str) -> dict[str, object]:
        told = await who.post(f"{path}/{name}", {"rev": (await who.get(path)).body["rev"]})
        assert told.status == 200, told
        return dict(told.body)

    assert await offered(ann) == ["offer-draw", "resign"]
    await ann.post(f"{path}/move", {"rev": match.rev, "steps": first_steps("coral_clash")})
    assert "take-back" in await offered(ann)
    assert (await act(ann, "take-back"))["ply"] == 0
    assert (await act(ann, "offer-draw"))["warnings"] == [f"{mover.name} offers a draw."]
    assert await offered(ann) == ["resign"]
    assert await offered(bob) == ["accept-draw", "decline-draw", "resign"]
    assert (await act(bob, "decline-draw"))["warnings"] == []
    assert (await act(ann, "resign"))["over"]
    assert await offered(ann) == []
    refused = await bob.post(f"{path}/resign", {"rev": 999})
    assert refused.status == 409
    assert (await bob.post(f"{path}/win", {"rev": 999})).status == 404


async def test_the_list_has_the_matches_on_turn_first(service: Service, page: Page) -> None:
    theirs, mine = [
        (await begin_game(service, first=first, second=second)).match for first, second in ((BOB, ANN), (ANN, BOB))
    ]
    ann = await page.open(service, ANN, mine.id)
    told = (await ann.get("/api/matches")).body
    assert told["waiting"] == 1
    assert [(match["code"], match["your_turn"]) for match in told["matches"]] == [
        (mine.code, True),
        (theirs.code, False),
    ]


async def test_players_learn_that_the_board_in_a_chat_cannot_follow(service: Service, page: Page) -> None:
    group = Venue(700, None, guest=True)
    for match, said in (
        ((await begin_game(service, venue=group)).match, "Your opponent gets them by direct message."),
        ((await service.practice.begin("konane", ANN, 1, group, "first")).match, "when you use the bot there."),
        ((await begin_game(service)).match, ""),
    ):
        ann = await page.open(service, ANN, match.id)
        told = (await ann.get(f"/api/match/{match.code}")).body["chat"]
        assert told.endswith(said)
        assert bool(told) == bool(said)
        over = (await service.play.resign(match.id, ANN.id)).match
        assert not (await ann.get(f"/api/match/{over.code}")).body["chat"]


async def test_a_clock_counts_down(service: Service, page: Page, clock: StillClock) -> None:
    match = (await begin_game(service, clock="3d")).match
    ann = await page.open(service, ANN, match.id)
    clock.time += 60
    assert (await ann.get(f"/api/match/{match.code}")).body["clock"]["seconds"] == 3 * 24 * 3600 - 60


async def test_the_computer_gives_hints_and_another_match(service: Service, page: Page, puppet: Puppet) -> None:
    puppet.gate.set()
    match = (await service.practice.begin("konane", ANN, 2, CHANNEL, "first")).match
    ann = await page.open(service, ANN, match.id)
    path = f"/api/match/{match.code}"
    hint = await ann.post(f"{path}/hint", {"rev": match.rev})
    assert hint.status == 200
    assert (await ann.post(f"{path}/move", {"rev": match.rev, **hint.body})).body["ply"] == 1
    rev = (await ann.get(path)).body["rev"]
    over = (await ann.post(f"{path}/resign", {"rev": rev})).body
    assert [level["level"] for level in over["levels"]] == [1, 2, 3, 4, 5]
    begun = await ann.post(f"{path}/again", {"level": 3})
    assert begun.status == 200
    assert (await ann.get(f"/api/match/{begun.body['code']}")).body["players"][0]["level"] == 3
    assert (await ann.post(f"{path}/again", {"level": 9})).status == 409


async def test_replies_are_prepared_on_a_supposed_board(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    bob = await page.open(service, BOB, match.id)
    path = f"/api/match/{match.code}"
    theirs = first_steps("konane")
    text = GAMES["konane"].start().format(GAMES["konane"].start().legal_moves()[0])
    mine = first_steps("konane", text)
    supposed = await bob.post(f"{path}/suppose", {"rev": match.rev, "line": [theirs]})
    assert (supposed.status, supposed.body["line"], supposed.body["ply"]) == (200, [text], 1)
    prepared = (await bob.post(f"{path}/prepare", {"rev": match.rev, "line": [theirs, mine]})).body["prepared"]
    assert [reply["path"] for reply in prepared] == [[text]]
    assert (await bob.get(f"{path}/prepared")).body == {"prepared": prepared}
    ann = await page.open(service, ANN, match.id)
    assert (await ann.get(f"{path}/prepared")).body == {"prepared": []}
    assert (await ann.post(f"{path}/suppose", {"rev": match.rev, "line": [theirs]})).status == 409
    assert (await bob.post(f"{path}/prepare", {"rev": match.rev, "line": [theirs]})).status == 409
    assert (await bob.post(f"{path}/cancel-prepared", {"path": [text]})).body == {"prepared": []}


async def test_lines_are_tried_in_a_study_of_a_finished_match(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann, bob = await page.open(service, ANN, match.id), await page.open(service, BOB, match.id)
    path = f"/api/match/{match.code}"
    assert (await ann.post(f"{path}/study", {})).status == 409
    steps = first_steps("konane")
    await ann.post(f"{path}/move", {"rev": match.rev, "steps": steps})
    await service.play.resign(match.id, BOB.id)
    study = f"/api/study/{(await ann.post(f'{path}/study', {})).body['study']}"
    at_start = (await ann.get(f"{study}/0/0")).body
    assert (at_start["ply"], len(at_start["moves"])) == (0, 1)
    position = GAMES["konane"].start()
    other = list(position.steps(position.legal_moves()[1]))
    tried = (await ann.post(f"{study}/move", {"line": 0, "ply": 0, "steps": other})).body
    assert (tried["line"], tried["ply"]) == (1, 1)
    assert [following["line"] for following in (await ann.get(f"{study}/0/0")).body["following"]] == [0, 1]
    assert (await bob.get(f"{study}/0/0")).status == 404


async def test_the_look_is_kept(service: Service, page: Page) -> None:
    match = (await begin_game(service)).match
    ann = await page.open(service, ANN, match.id)
    path = f"/api/match/{match.code}"
    assert (await ann.post("/api/settings", {"theme": "nothing"})).status == 400
    assert (await ann.post("/api/settings", {"view": "upside down"})).status == 400
    assert (await ann.post("/api/settings", {"view": []})).status == 400
    assert (await ann.post("/api/settings", {"theme": "dark", "view": "second"})).status == 200
    look = (await ann.get(path)).body["look"]
    assert (look["theme"], look["view"]) == ("dark", 1)
    assert (await ann.get(f"{path}?view=0")).body["look"]["view"] == 0
    assert (await ann.get(f"{path}?view=2")).status == 400


async def test_names_are_text(service: Service, page: Page) -> None:
    evil = Person(ANN.id, "<img src=x onerror=alert(1)>\u202e")
    match = (await begin_game(service, first=evil)).match
    bob = await page.open(service, BOB, match.id)
    told = await bob.get(f"/api/match/{match.code}")
    assert told.headers["Content-Type"].startswith("application/json")
    assert told.body["players"][0]["name"] == "<img src=x onerror=alert(1)>"
    too_early = await bob.post(f"/api/match/{match.code}/move", {"rev": match.rev, "steps": ["a1"]})
    for answer in (told, too_early, await bob.get("/api/matches")):
        assert "onerror" in str(answer.body)
        assert "\u202e" not in json.dumps(answer.body, ensure_ascii=False), "it would turn the rest of the sentence"


async def test_any_process_answers_and_a_change_in_one_wakes_those_who_wait_in_another(
    store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.watching.POLL", 0.01)
    one, other = [Service(store, clock, alone=False) for _ in range(2)]
    match = (await begin_game(one)).match
    path = f"/api/match/{match.code}"
    async with page_of(one) as page, page_of(other) as second:
        mine = await page.open(one, ANN, match.id)
        here = Page(second.url, second.client, mine.visit)
        waiting = asyncio.create_task(here.get(f"{path}?after={match.rev}"))
        while not other.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
            await asyncio.sleep(0)
        await mine.post(f"{path}/move", {"rev": match.rev, "steps": first_steps("konane")})
        assert (await asyncio.wait_for(waiting, PATIENCE)).body["ply"] == 1


@pytest.mark.parametrize("game", GAMES)
async def test_the_page_gets_only_what_it_lacks_and_a_move_is_small(service: Service, page: Page, game: str) -> None:
    match = (await begin_game(service, game)).match
    ann = await page.open(service, match.players[match.turn], match.id)
    path = f"/api/match/{match.code}"
    first = (await ann.get(path)).body
    known = {"X-Known": ",".join([*first["new"]["grids"], *first["new"]["drawings"]])}
    assert (await ann.get(path, **known)).body["new"] == {"grids": {}, "drawings": {}}
    steps = max(first["steps"]["moves"], key=len)
    told = await ann.post(f"{path}/move", {"rev": match.rev, "steps": steps}, **known)
    assert told.status == 200
    assert int(told.headers["Content-Length"]) <= 8_000
    used = {name for name, *_ in told.body["stamps"]}
    assert used <= first["new"]["drawings"].keys() | told.body["new"]["drawings"].keys()


async def test_one_request_waits_for_several_matches(service: Service, page: Page) -> None:
    first, second, hidden = [(await begin_game(service, first=person)).match for person in (ANN, ANN, Person(9, "Zoe"))]
    ann = await page.open(service, ANN, first.id)
    path = f"/api/changes?after={first.code}:{first.rev},{second.code}"
    assert (await ann.get(f"{path}:0")).body == {"changed": {second.code: second.rev}}
    waiting = asyncio.create_task(ann.get(f"{path}:{second.rev}"))
    while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
        await asyncio.sleep(0)
    now = (await service.play.move(second.id, ANN.id, "d5")).match
    assert (await asyncio.wait_for(waiting, PATIENCE)).body == {"changed": {second.code: now.rev}}
    assert (await ann.get(f"{path}:{now.rev},{hidden.code}:{hidden.rev},zzzz:1")).body == {
        "changed": {hidden.code: None, "zzzz": None}
    }
    for wrong in ("", "after=", "after=1f3k", "after=a:1", "after=" + ",".join(["1f3k:1"] * 25)):
        assert (await ann.get(f"/api/changes?{wrong}")).status == 400
