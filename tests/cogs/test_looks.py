"""A player's board never turns between its post and the confirmed move."""

from typing import get_args

import pytest

from games.base import Seat
from looks import personal_look, posted_look
from matches.settings import OwnView, PlayerSettings, ServerSettings, ServerView
from service import Service
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game

SEATS: dict[ServerView, tuple[Seat, Seat]] = {"first": (0, 0), "second": (1, 1), "mover": (0, 1)}
"""The side at the bottom while the first and while the second side is to move."""


@pytest.mark.parametrize("view", get_args(ServerView))
async def test_a_private_board_stands_like_posts_that_never_turn_or_has_ones_own_side_below(
    service: Service, view: ServerView
) -> None:
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(view=view))
    match = (await begin_game(service)).match
    for seat, text in zip(SEATS[view], ("d5", "d4"), strict=True):
        (posting,) = await service.places.postings(match)
        look = posted_look(match, posting)
        assert look["view"] == seat
        for own, person in enumerate((ANN, BOB)):
            expected = own if view == "mover" else look["view"]
            assert (await personal_look(service, match, person.id, CHANNEL.guild_id))["view"] == expected
        assert await personal_look(service, match, CAROL.id, CHANNEL.guild_id) == look
        match = (await service.play.move(match.id, match.players[match.turn].id, text)).match


@pytest.mark.parametrize(("view", "seat"), [("own", 1), ("mover", 0), ("first", 0), ("second", 1)])
async def test_private_boards_follow_the_choice_of_their_reader(service: Service, view: OwnView, seat: Seat) -> None:
    match = (await begin_game(service)).match
    await service.settings.choose(BOB.id, PlayerSettings(view=view))
    assert (await personal_look(service, match, BOB.id, CHANNEL.guild_id))["view"] == seat


async def test_outside_servers_everybody_has_their_own_side_at_the_bottom(service: Service) -> None:
    match = (await begin_game(service)).match
    assert [(await personal_look(service, match, person.id))["view"] for person in (ANN, BOB)] == [0, 1]
