"""Rematches of matches by vote: who begins one, on which terms, and where it is shown."""

from dataclasses import replace

import pytest

from matches.computers import computer
from matches.errors import OtherRuns, Refusal
from matches.model import Match, Venue
from matches.settings import ServerSettings
from matches.timecontrol import DAY, HOUR
from service import Service
from tests.support.matches import ANN, BOB, CAROL, CHANNEL

SERVER = CHANNEL.guild_id or 0


async def ended(service: Service, match: Match) -> Match:
    await service.moderation.end(match.id, SERVER)
    return await service.lookup.match(match.id)


async def test_anybody_begins_a_rematch_against_the_computer_with_sides_swapped(service: Service) -> None:
    begin = service.server_matches.begin
    begun = await begin("heap", ANN, "Reef", computer(3), CHANNEL, "first", {"size": "40"}, length=HOUR)
    with pytest.raises(Refusal, match="is not over yet"):
        await service.server_matches.rematch(begun.match.id, BOB, "Reef", CHANNEL)
    first = await ended(service, begun.match)
    again = (await service.server_matches.rematch(first.id, BOB, "The Reef", CHANNEL)).match
    assert [(player.crowd, player.level) for player in again.players] == [(False, 3), (True, None)]
    assert (again.players[1].id, again.players[1].name) == (first.players[0].id, "The Reef")
    assert (again.options, again.clock, again.rated) == (first.options, first.clock, False)
    with pytest.raises(OtherRuns):
        await service.server_matches.rematch(first.id, CAROL, "Reef", CHANNEL)
    third = (await service.server_matches.rematch((await ended(service, again)).id, ANN, "Reef", CHANNEL)).match
    assert third.players[0].crowd
    await ended(service, third)
    assert (await service.server_matches.rematch(first.id, CAROL, "Reef", CHANNEL)).match.players[1].crowd


async def test_only_the_one_who_played_all_others_asks_for_a_rematch(service: Service) -> None:
    begin = service.server_matches.begin
    match = await ended(service, (await begin("heap", BOB, "Reef", BOB, CHANNEL, "second")).match)
    with pytest.raises(Refusal, match="Only Bob can ask for a rematch"):
        await service.server_matches.rematch(match.id, ANN, "Reef", CHANNEL)
    again = (await service.server_matches.rematch(match.id, replace(BOB, name="Bobby"), "Reef", CHANNEL)).match
    assert [player.name for player in again.players] == ["Reef", "Bobby"]
    assert again.voting


async def test_two_teams_are_joined_anew_for_a_rematch(service: Service) -> None:
    match = (await service.server_matches.begin("heap", ANN, "Reef", None, CHANNEL)).match
    await service.crowds.join(match.id, BOB, SERVER, 1)
    match = await ended(service, match)
    again = (await service.server_matches.rematch(match.id, CAROL, "Reef", CHANNEL)).match
    assert again.in_teams
    assert (await service.crowds.teams(again.id, BOB.id)).sizes == (0, 0)
    await service.crowds.join(again.id, BOB, SERVER, 0)


async def test_a_rematch_counts_against_the_limits_and_stays_in_its_server(service: Service) -> None:
    begin = service.server_matches.begin
    match = await ended(service, (await begin("heap", ANN, "Reef", computer(1), CHANNEL)).match)
    with pytest.raises(Refusal, match="Only members of a server"):
        await service.server_matches.rematch(match.id, ANN, "Elsewhere", Venue(300, SERVER + 1))
    with pytest.raises(Refusal):
        await service.server_matches.rematch(match.id, ANN, "Elsewhere", Venue(300, None))
    for _ in range(2):
        await begin("heap", ANN, "Reef", computer(1), CHANNEL)
    with pytest.raises(Refusal, match="2 running matches in this channel"):
        await service.server_matches.rematch(match.id, ANN, "Reef", CHANNEL)


async def test_a_rematch_of_a_match_in_a_thread_is_begun_in_its_channel(service: Service) -> None:
    await service.settings.choose_for_server(SERVER, ServerSettings(place="thread"))
    begun = await service.server_matches.begin("heap", ANN, "Reef", computer(1), CHANNEL, length=DAY)
    (place,) = await service.places.of(begun.match.id)
    thread = await service.places.in_thread(replace(place, message_id=500))
    assert (thread.channel_id, thread.thread_of) == (500, CHANNEL.channel_id)
    match = await ended(service, begun.match)
    again = (await service.server_matches.rematch(match.id, ANN, "Reef", Venue(500, SERVER))).match
    (place,) = await service.places.of(again.id)
    assert place.thread_of == CHANNEL.channel_id
    assert place.channel_id != 500
