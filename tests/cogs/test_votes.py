"""Votes by typed moves, and what the posts of a match by vote say."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.commands.game import cog_of
from cogs.posts.controls import turn_controls
from cogs.texts import posts
from cogs.ui.acts.votes import rematch
from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from games import GAMES
from matches.crowds import Ballot
from matches.errors import Refusal
from matches.model import Match, Person, Side, Venue
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed, words_in

SERVER = CHANNEL.guild_id or 0


async def against_bob(client: Client, side: Side = "first", game: str = "squalma") -> Match:
    """A match of the server against Bob; `side` is the server's."""
    return (await client.service.server_matches.begin_against_person(game, BOB, "Reef", CHANNEL, side)).match


async def typed(client: Client, move: str, who: Person = ANN, game: str = "squalma", code: str | None = None) -> str:
    """The answer to `/squalma move`."""
    cog: Any = cog_of(GAMES[game])
    interaction = pressed(client, who, CHANNEL)
    try:
        await cog.move.callback(cog, interaction, move, code)
    except Refusal as refusal:
        await answer_failure(Context(interaction), refusal)
    (answer,) = interaction.answers.sent
    return "\n".join(words_in(answer))


@pytest.mark.parametrize("game", GAMES)
async def test_a_typed_move_is_a_vote_in_a_channel_with_a_match_by_vote(client: Client, game: str) -> None:
    side: Side = "second" if GAMES[game].start().turn else "first"
    match = await against_bob(client, side, game)
    position = (await client.service.lookup.snapshot(match.id)).position
    move = position.format(position.legal_moves()[-1])
    assert "You voted for **" in await typed(client, move, game=game)
    cast = await client.service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert (cast.vote and cast.vote.move) == move
    assert "You voted for **" in await typed(client, "", game=game), "without a move, the picker opens"
    assert "You voted for **" in await typed(client, move, CAROL, game, f"#{match.code}")
    assert "turn in match" in await typed(client, move, BOB, game), "the opponent does not vote"
    assert (await client.service.crowds.ballot(match)).voted == 2


async def test_an_illegal_typed_vote_is_refused_with_a_button_to_the_picker(client: Client) -> None:
    await against_bob(client)
    answer = await typed(client, "a1-a9")
    assert answer.splitlines()[-1] == "Vote"


async def test_whoever_can_move_in_a_match_of_their_own_moves_there(client: Client) -> None:
    await against_bob(client)
    own = (await begin_game(client.service, "squalma")).match
    position = (await client.service.lookup.snapshot(own.id)).position
    await typed(client, position.format(position.legal_moves()[0]))
    assert (await client.service.lookup.match(own.id)).ply == 1


async def test_of_two_votes_in_a_channel_the_person_chooses_one(client: Client) -> None:
    first, second = [await against_bob(client) for _ in range(2)]
    answer = await typed(client, "a1-a2")
    assert "Which match do you mean?" in answer
    assert f"#{first.code}" in answer
    assert f"#{second.code}" in answer


async def test_who_types_a_move_while_the_opponent_thinks_reads_whose_turn_it_is(client: Client) -> None:
    await against_bob(client, "second")
    assert "It is Bob's turn" in await typed(client, "a1-a2")


async def test_other_channels_know_nothing_of_the_vote(client: Client) -> None:
    await client.service.server_matches.begin_against_person("squalma", BOB, "Reef", Venue(101, SERVER), "first")
    assert "It is not your turn in any SquAlma match in this channel." in await typed(client, "a1-a2")


async def test_the_post_says_that_a_vote_without_votes_was_extended_and_what_comes_of_none(client: Client) -> None:
    match = await against_bob(client)
    snapshot = await client.service.lookup.snapshot(match.id)
    extended = "nobody has voted, so the vote was extended: without a vote, the match ends <t:"
    assert extended in posts.headline(snapshot, (), Ballot(0, None, extended=True))
    assert extended not in posts.headline(snapshot, (), Ballot(1, None, extended=True))
    assert extended not in posts.headline(snapshot, (), Ballot(0, None))


async def test_the_post_tells_voters_that_a_takeback_has_dropped_their_votes(client: Client) -> None:
    match = await against_bob(client, "second")
    service = client.service
    position = (await service.lookup.snapshot(match.id)).position
    snapshot = await service.play.move(match.id, BOB.id, position.format(position.legal_moves()[0]))
    reply = snapshot.position.format(snapshot.position.legal_moves()[0])
    for person in (ANN, CAROL):
        await service.crowds.vote(match.id, person, SERVER, reply)
    snapshot = await service.agreements.take_back(match.id, BOB.id)
    text = posts.content(snapshot, (), await service.crowds.ballot(snapshot.match))
    assert "2 votes were for the answer to that move and no longer count." in text


async def test_a_finished_match_offers_a_rematch_with_one_press(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch_guild(*_: object, **__: object) -> Any:
        return SimpleNamespace(name="Reef")

    monkeypatch.setattr(client, "fetch_guild", fetch_guild)
    match = (await client.service.server_matches.begin_in_teams("squalma", ANN, "Reef", CHANNEL)).match
    await client.service.moderation.end(match.id, SERVER)
    match = await client.service.lookup.match(match.id)
    controls: Any = turn_controls(match).children
    assert [item.label for item in controls] == ["Rematch", "Replay", "More"]
    press = pressed(client, CAROL, CHANNEL, private=False)
    await rematch(Context(press, match.id, match.rev))
    (shown,) = press.answers.sent
    assert [item.label for item in shown["view"].children] == ["Vote", "Join a team", "Board", "More"]
