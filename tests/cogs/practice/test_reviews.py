"""The pages of a review: from mistake to mistake, of a match and of a study."""

import asyncio
from typing import Any

import pytest

from cogs.wire.controls import custom_id
from matches.model import Match
from tests.support.critic import MOVES as LONGER
from tests.support.critic import buttons, criticise, file_of, press
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client
from tests.support.thinker import Puppet

MOVES = LONGER[:4]


@pytest.fixture(autouse=True)
def critic(puppet: Puppet, monkeypatch: pytest.MonkeyPatch) -> None:
    criticise(puppet, monkeypatch, 0.5, len(MOVES))


async def over(client: Client) -> Match:
    snapshot = await begin_game(client.service)
    for text in MOVES:
        match = snapshot.match
        snapshot = await client.service.play.move(match.id, match.players[match.turn].id, text)
    return (await client.service.play.resign(snapshot.match.id, ANN.id)).match


async def test_a_review_leads_from_the_first_mistake_to_the_last_and_to_the_graph(client: Client) -> None:
    match = await over(client)
    first = await press(client, custom_id("review", match.id, match.rev))
    assert first["content"].splitlines()[0].startswith("**Your 2 costliest mistakes.** Ann ")
    assert "Mistake 1 of 2, move 1 (yours)." in first["content"]
    assert file_of(first).filename == f"konane-{match.code}-review-1.png"
    assert "d5, played." in file_of(first).description
    ways = buttons(first)
    assert list(ways) == ["◀ Graph", "▶ Next mistake", "Replay"]
    second = await press(client, ways["▶ Next mistake"])
    assert second["edited"]
    assert "Mistake 2 of 2, move 3 (yours)." in second["content"]
    assert not buttons(second)["▶ Next mistake"]
    assert (await press(client, buttons(second)["◀ Back"]))["content"] == first["content"]
    graph = await press(client, ways["◀ Graph"])
    assert file_of(graph).filename == f"konane-{match.code}-review.png"
    assert (await press(client, buttons(graph)["▶ First mistake"]))["content"] == first["content"]
    before = await press(client, buttons(second)["Replay"])
    assert "after move 2 of 4" in before["content"]


@pytest.mark.parametrize(("args", "values"), [(("3", "played"), []), (("3", "better"), []), ((), ["3"])])
async def test_the_controls_of_earlier_reviews_open_that_mistake(
    client: Client, args: tuple[str, ...], values: list[str]
) -> None:
    match = await over(client)
    extra: dict[str, Any] = {"values": values} if values else {}
    answer = await press(client, custom_id("slip", match.id, match.rev, *args), **extra)
    assert "Mistake 2 of 2, move 3 (yours)." in answer["content"]


async def test_a_player_reads_about_ones_own_mistakes_and_can_turn_to_both(client: Client) -> None:
    match = await over(client)
    asked = custom_id("review", match.id, match.rev)
    graph = await press(client, asked, person=BOB)
    assert graph["content"].startswith("**You made no mistakes.** Ann ")
    assert list(buttons(graph)) == ["Both players", "Replay"]
    both = await press(client, buttons(graph)["Both players"] or "", person=BOB)
    assert both["content"].startswith("**2 mistakes.** Ann ")
    assert list(buttons(both)) == ["▶ First mistake", "My mistakes", "Replay"]
    first = await press(client, buttons(both)["▶ First mistake"] or "", person=BOB)
    assert "Mistake 1 of 2, move 1 by Ann (Black)." in first["content"]
    second = await press(client, buttons(first)["▶ Next mistake"] or "", person=BOB)
    assert "Mistake 2 of 2, move 3 by Ann (Black)." in second["content"], "the next page shows both players', too"
    mine = await press(client, buttons(second)["My mistakes"] or "", person=BOB)
    assert mine["content"] == graph["content"]
    from_earlier_versions = await press(client, custom_id("review", match.id, match.rev, "3"), person=BOB)
    assert "Mistake 2 of 2, move 3 by Ann (Black)." in from_earlier_versions["content"]


async def test_a_spectator_reads_about_both_players(client: Client) -> None:
    match = await over(client)
    first = await press(client, custom_id("review", match.id, match.rev), person=CAROL)
    assert first["content"].startswith("**2 mistakes.** Ann ")
    assert "Mistake 1 of 2, move 1 by Ann (Black)." in first["content"]
    assert list(buttons(first)) == ["◀ Graph", "▶ Next mistake", "Replay"]


async def test_both_players_ask_for_a_review_at_once_and_each_reads_it_in_own_words(
    client: Client, puppet: Puppet
) -> None:
    match = await over(client)
    asked = custom_id("review", match.id, match.rev)
    ann, bob = await asyncio.gather(press(client, asked), press(client, asked, person=BOB))
    judged = puppet.judged
    assert ann["content"].startswith("**Your 2 costliest mistakes.**")
    assert bob["content"].startswith("**You made no mistakes.**")
    assert (await press(client, asked))["content"] == ann["content"]
    assert puppet.judged == judged, "it was computed once"


async def test_a_study_is_reviewed_as_a_match_is(client: Client) -> None:
    match = await over(client)
    study, _ = await client.service.studies.open_match(ANN.id, match.id, CHANNEL.guild_id)
    moment = ("0", "0", "0")
    first = await press(client, custom_id("study-review", study.id, 0, *moment))
    assert "Mistake 1 of 2, move 1 by Ann (Black)." in first["content"]
    assert first["content"].endswith(" · Study of Konane, Ann and Bob")
    second = await press(client, buttons(first)["▶ Next mistake"])
    assert second["edited"]
    assert "Mistake 2 of 2" in second["content"]
    before = await press(client, buttons(second)["Replay"])
    assert "after move 2 of 4" in before["content"]


async def test_the_reason_of_a_hint_in_a_study_says_for_which_side_it_speaks(client: Client) -> None:
    match = await over(client)
    study, _ = await client.service.studies.open_match(ANN.id, match.id, CHANNEL.guild_id)
    for ply, move, side in (("2", "d7-d5", "Black"), ("3", "d2-d4", "White")):
        told = await press(client, custom_id("study-hint-move", study.id, 0, "0", ply, "0", move))
        assert f"**{move}**. Why ({side}): it" in told["content"]


async def test_the_review_of_a_study_does_not_help_in_a_running_match(client: Client) -> None:
    match = await over(client)
    study, _ = await client.service.studies.open_match(ANN.id, match.id, CHANNEL.guild_id)
    running = (await begin_game(client.service)).match
    asked = custom_id("study-review", study.id, 0, "0", "0", "0")
    assert "Mistake 1 of 2" in (await press(client, asked))["content"]
    for text in MOVES[:2]:
        running = (await client.service.play.move(running.id, running.players[running.turn].id, text)).match
    refused = (await press(client, asked))["content"]
    assert refused == f"You are playing this position in match #{running.code}, so there is no hint for it."
