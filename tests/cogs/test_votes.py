"""Votes by typed moves, and what the posts of a match by vote say."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.buttons import use
from cogs.commands.game import cog_of
from cogs.moderate import _ask_end
from cogs.posts.controls import turn_controls
from cogs.texts import posts
from cogs.ui.acts.votes import rematch, short_name
from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from cogs.ui.pages.matches import own_page
from cogs.wire.controls import custom_id
from games import GAMES
from language import languages, speaking
from matches.computers import computer
from matches.crowds import Ballot, closes_at
from matches.errors import Refusal
from matches.model import Match, Person, Place, Side, Snapshot, Venue
from matches.timecontrol import HOUR
from tests.support.controls import form
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed, words_in

SERVER = CHANNEL.guild_id or 0


async def against_bob(client: Client, side: Side = "first", game: str = "squalma") -> Match:
    """A match of the server against Bob; `side` is the server's."""
    return (await client.service.server_matches.begin(game, BOB, "Reef", BOB, CHANNEL, side)).match


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


def _first_move(snapshot: Snapshot) -> str:
    return snapshot.position.format(snapshot.position.legal_moves()[0])


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
    match = await against_bob(client, "second")
    await client.service.play.move(match.id, BOB.id, _first_move(await client.service.lookup.snapshot(match.id)))
    cog: Any = cog_of(GAMES["squalma"])
    interaction = pressed(client, ANN, CHANNEL)
    await cog.move.callback(cog, interaction, "a1-a9", None)
    (answer,) = interaction.answers.sent
    (vote,) = answer["view"].children
    press = pressed(client, ANN, CHANNEL, custom_id=vote.custom_id)
    await use(press, press.data)
    assert vote.label == "Vote"
    assert "move 2: Which disc moves?" in read(press.answers.sent), "the picker of the newest board"


async def test_of_refused_votes_only_the_last_stays_until_a_vote_counts(client: Client) -> None:
    match = await against_bob(client)
    cog: Any = cog_of(GAMES["squalma"])
    uses = [pressed(client, ANN, CHANNEL) for _ in range(3)]
    for interaction, move in zip(uses, ("a1-a9", "b1-b9", "a1-a2"), strict=True):
        await cog.move.callback(cog, interaction, move, None)
    assert [interaction.answers.deleted for interaction in uses] == [1, 1, 0]
    assert (await client.service.crowds.ballot(match)).voted == 1


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
    await client.service.server_matches.begin("squalma", BOB, "Reef", BOB, Venue(101, SERVER), "first")
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
    match = (await client.service.server_matches.begin("squalma", ANN, "Reef", None, CHANNEL)).match
    await client.service.moderation.end(match.id, SERVER)
    match = await client.service.lookup.match(match.id)
    controls: Any = turn_controls(match).children
    assert [item.label for item in controls] == ["Rematch", "Replay", "More"]
    press = pressed(client, CAROL, CHANNEL, private=False)
    await rematch(Context(press, match.id, match.rev))
    (shown,) = press.answers.sent
    assert [item.label for item in shown["view"].children] == ["Vote", "Join a team", "Board", "More"]


@pytest.mark.parametrize("venue", [Venue(900, None), Venue(900, SERVER, guest=True)], ids=["DM", "guest"])
async def test_who_asks_for_a_rematch_outside_its_server_reads_where_to_ask(client: Client, venue: Venue) -> None:
    match = (await client.service.server_matches.begin("squalma", ANN, "Reef", None, CHANNEL)).match
    await client.service.moderation.end(match.id, SERVER)
    press = pressed(client, CAROL, venue)
    with pytest.raises(Refusal, match=r"Ask for a rematch below the board there"):
        await rematch(Context(press, match.id, match.rev))


def test_a_server_whose_name_nobody_sees_is_told_by_its_number() -> None:
    for name, told in (("\u3164 \u200b", "Server 0042"), ("Reef", "Reef"), ("x" * 50, "x" * 31 + "…")):
        guild: Any = SimpleNamespace(name=name, id=770_042)
        assert short_name(guild) == told


async def used(client: Client, who: Person, match: Match, name: str, *args: str, **typed: str) -> Any:
    """The answers to the use of a control from the board of this match, as somebody saw it then."""
    return await used_in(CHANNEL, client, who, match, name, *args, **typed)


async def used_in(venue: Venue, client: Client, who: Person, match: Match, name: str, *args: str, **typed: str) -> Any:
    """As `used`, elsewhere."""
    text = custom_id(name, match.id, match.rev, *args)
    data: dict[str, Any] = {"components": form(typed)} if typed else {}
    interaction = pressed(client, who, venue, custom_id=text, **data)
    await use(interaction, interaction.data)
    return interaction.answers.sent


def read(sent: Any) -> str:
    return "\n".join(word for answer in sent for word in words_in(answer))


async def test_controls_of_a_round_that_is_over_say_so_and_change_nothing(client: Client, clock: StillClock) -> None:
    """An old client, or a second window, shows them still."""
    match = await against_bob(client)
    position = (await client.service.lookup.snapshot(match.id)).position
    first, other = [position.format(move) for move in position.legal_moves()[:2]]
    assert "You voted for" in read(await used(client, ANN, match, "vote-done", first))
    assert "You voted for" in read(await used(client, ANN, match, "vote-done", other)), "in the second window"
    opened = read(await used(client, ANN, match, "vote-why", "1"))
    assert "Why this move?" in opened
    assert (await client.service.crowds.ballot(match)).voted == 1
    clock.time = closes_at(match) or 0
    await client.service.schedule.act()
    assert (await client.service.lookup.match(match.id)).ply == 1
    over, older = "This vote is over. The newest board shows the result.", "That board is old. The newest one is after"
    for name, args, typed, told in [
        ("vote", (), {}, older),
        ("vote", ("again",), {}, older),
        ("vote-pick", (), {}, older),
        ("vote-done", (first,), {}, older),
        ("vote-typed", (), {"move": first}, older),
        ("vote-why", ("1",), {}, over),
        ("vote-said", ("1",), {"reason": "late"}, older),
        ("vote-name", ("1", "y"), {}, older),
        ("vote-also", ("1", "d"), {}, older),
    ]:
        for person in (ANN, CAROL):
            answer = read(await used(client, person, match, name, *args, **typed))
            assert told in answer, (name, answer)
    outcome = (await client.service.crowds.ballot(await client.service.lookup.match(match.id))).outcome
    assert outcome is not None
    assert ([share.move for share in outcome.shares], outcome.reasons) == ([other], [])


async def test_a_reason_is_changed_from_what_it_was_and_can_be_taken_back(client: Client) -> None:
    match = await against_bob(client)
    position = (await client.service.lookup.snapshot(match.id)).position
    await used(client, ANN, match, "vote-done", position.format(position.legal_moves()[0]))
    await used(client, ANN, match, "vote-said", "1", reason="It opens the corner")
    ((asked,),) = [await used(client, ANN, match, "vote-why", "1")]
    (field,) = asked["form"].to_dict()["components"]
    assert (field["component"]["value"], field["component"]["required"]) == ("It opens the corner", False)
    told = read(await used(client, ANN, match, "vote-said", "1", reason=""))
    assert "Shown with the result" not in told


@pytest.mark.parametrize("elsewhere", [Venue(900, None), Venue(901, 30)], ids=["DM", "third server"])
async def test_a_voter_elsewhere_votes_while_their_own_server_shows_them_the_match(
    client: Client, monkeypatch: pytest.MonkeyPatch, elsewhere: Venue
) -> None:
    service, lagoon, seen = client.service, Venue(700, 77), {CHANNEL.channel_id, 700}

    async def viewable(_: int, places: Iterable[Place]) -> set[int]:
        return seen & {place.channel_id for place in places}

    monkeypatch.setattr(client.viewers, "viewable", viewable)
    made = await service.server_matches.challenge("squalma", ANN, CHANNEL, "first", length=HOUR)
    match = (await service.server_matches.accept(made.invitation, CAROL, "Lagoon", lagoon, "Reef")).match
    assert "You voted for" in read(await used(client, BOB, match, "vote-done", "a1-a2"))
    assert "You voted for" in read(await used_in(elsewhere, client, BOB, match, "vote-done", "h2-g1"))
    seen.remove(CHANNEL.channel_id)
    for name, args in (("vote", ()), ("vote-done", ("a1-a2",)), ("vote-also", ("1", "d"))):
        answer = read(await used_in(elsewhere, client, BOB, match, name, *args))
        assert f"Only members of a server that plays match #{match.code} vote in it" in answer
    cast = await service.crowds.to_vote(match.id, BOB.id, SERVER)
    assert cast.vote is not None
    assert (cast.vote.move, cast.vote.also) == ("h2-g1", "")


@pytest.mark.parametrize("language", languages())
async def test_reasons_full_of_escaped_signs_leave_the_board_room_in_its_message(
    client: Client, clock: StillClock, language: str
) -> None:
    service, hostile = client.service, "*_" * 16
    made = await service.server_matches.challenge("coral_clash", ANN, CHANNEL, length=HOUR)
    venue = Venue(700, 77)
    match = (await service.server_matches.accept(made.invitation, CAROL, hostile, venue, hostile)).match
    server = match.players[match.turn].guild_id
    for number in range(8):
        voter, position = Person(100 + number, hostile), (await service.lookup.snapshot(match.id)).position
        moves = sorted(map(position.format, position.legal_moves()), key=len)
        await service.crowds.vote(match.id, voter, server, moves[-1 - number % 2])
        await service.crowds.explain(match.id, voter.id, 1, hostile * 4, named=True)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    snapshot, ballot, _ = await service.crowds.votes_to_show(await service.lookup.snapshot(match.id), server)
    with speaking(language):
        content = posts.content(snapshot, (), ballot)
    assert content.count("> **") >= 2
    assert len(content) < 1600  # an outage and the end of a match are told in the same message


async def test_a_vote_that_is_over_is_told_with_its_move_and_the_next_one_is_offered(
    client: Client, clock: StillClock
) -> None:
    match, service = await against_bob(client), client.service
    position = (await service.lookup.snapshot(match.id)).position
    move = position.format(position.legal_moves()[0])
    voted = read(await used(client, CAROL, match, "vote-done", move))
    assert f"<t:{closes_at(match)}:f> at the latest" in voted, "a relative time would be `6 minutes ago` later"
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    over = f"This vote is over: **{move}** was played in SquAlma #{match.code}."
    assert read(await used(client, CAROL, match, "vote", "1")) == over
    position = (await service.lookup.snapshot(match.id)).position
    await service.play.move(match.id, BOB.id, position.format(position.legal_moves()[0]))
    assert read(await used(client, CAROL, match, "vote", "1")) == f"{over}\nVote"
    assert over not in read(await used(client, CAROL, match, "vote")), "the button below an old board"


async def test_whoever_has_voted_is_told_for_whom_they_vote(client: Client) -> None:
    match = await against_bob(client)
    assert read(await used(client, CAROL, match, "mine")).startswith("You are watching Reef and Bob.")
    await typed(client, "a1-a2", CAROL)
    assert read(await used(client, CAROL, match, "mine")).startswith("You vote for Reef.")


async def listed(client: Client, who: Person) -> str:
    text, _ = await own_page(Context(pressed(client, who, CHANNEL)), 0)
    return text


async def test_matches_lists_the_open_vote_of_ones_side_to_whoever_has_voted(client: Client, clock: StillClock) -> None:
    match, service = await against_bob(client), client.service
    assert f"#{match.code}" not in await listed(client, CAROL)
    await typed(client, "a1-a2", CAROL)
    lines = (await listed(client, CAROL)).splitlines()
    assert lines[:2] == ["### Your matches", "**Open votes**"]
    assert f"#{match.code}" in lines[2]
    assert lines[2].endswith(f"the vote ends <t:{closes_at(match)}:R>")
    interaction = pressed(client, CAROL, CHANNEL, custom_id=custom_id("entry", 0, 0, "0"), values=[f"match-{match.id}"])
    await use(interaction, interaction.data)
    assert "Vote" in read(interaction.answers.sent).splitlines()
    assert f"#{match.code}" not in await listed(client, ANN), "who has not voted is no voter yet"
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    assert f"#{match.code}" not in await listed(client, CAROL), "now Bob is to move"
    position = (await service.lookup.snapshot(match.id)).position
    await service.play.move(match.id, BOB.id, position.format(position.legal_moves()[0]))
    assert f"#{match.code}" in await listed(client, CAROL)


@pytest.mark.parametrize(
    ("starts", "opponent", "moderates", "ending"),
    [
        (BOB, BOB, True, "moderated"),
        (BOB, BOB, False, None),
        (ANN, computer(1), False, "stopped"),
        (ANN, None, False, "stopped"),
        (ANN, None, True, "moderated"),
        (CAROL, None, False, None),
    ],
)
async def test_more_has_the_end_of_a_vote_for_moderators_and_for_whoever_started_it(
    client: Client, starts: Person, opponent: Person | None, *, moderates: bool, ending: str | None
) -> None:
    begin = client.service.server_matches.begin
    match = (await begin("squalma", starts, "Reef", opponent, CHANNEL, "first")).match

    async def press(action: str, rev: int) -> Any:
        interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(action, match.id, rev))
        interaction.permissions = discord.Permissions(manage_guild=moderates)
        await use(interaction, interaction.data)
        return interaction.answers.sent[-1]

    ways = [item.label for item in (await press("more", match.rev))["view"].children]
    may = ending is not None
    assert ("End the match" in ways) == may
    assert ("It will end at once" in (await press("moderate-ask", match.rev))["content"]) == may
    await press("moderate-end", match.rev)
    assert (await client.service.lookup.match(match.id)).ending == ending


async def test_whoever_plays_against_a_server_resigns_and_does_not_end_the_match(client: Client) -> None:
    match = await against_bob(client)
    for action in ("moderate-ask", "moderate-end"):
        interaction = pressed(client, BOB, CHANNEL, custom_id=custom_id(action, match.id, match.rev))
        interaction.permissions = discord.Permissions.none()
        await use(interaction, interaction.data)
        assert "Only people with **Manage Server**" in read(interaction.answers.sent)
    assert not (await client.service.lookup.match(match.id)).over


async def test_nobody_learns_from_moderate_end_whether_a_match_exists(client: Client) -> None:
    match = await against_bob(client)
    for match_id in (match.id, match.id + 1):
        interaction = pressed(client, ANN, CHANNEL)
        interaction.permissions = discord.Permissions.none()
        with pytest.raises(Refusal, match="Only people with"):
            await _ask_end(Context(interaction), match_id)
