"""Commands that reach the bot late, after Discord has told the person that nobody answered."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from discord.utils import time_snowflake

from cogs.ui.acts.play import play
from cogs.ui.context import Context
from cogs.wire.arrivals import KEPT, Arrivals
from matches.errors import Stale
from matches.model import Person
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed


async def test_a_late_command_does_not_play_on_a_board_that_is_newer_than_it(
    service: Service, clock: StillClock, client: Client
) -> None:
    match = (await begin_game(service)).match
    clock.time += 60
    client.arrivals.note(pressed(client, BOB, CHANNEL, private=False))
    late = Context(pressed(client, ANN, CHANNEL, private=False), match.id)
    clock.time += 4
    moves = {}
    for who in (ANN, BOB):
        position = (await service.lookup.snapshot(match.id)).position
        moves[who] = [position.format(move) for move in position.legal_moves()]
        await play(Context(pressed(client, who, CHANNEL, private=False), match.id), moves[who][0])
    position = (await service.lookup.snapshot(match.id)).position
    text = position.format(position.legal_moves()[0])
    with pytest.raises(Stale):
        await play(late, text)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == [moves[ANN][0], moves[BOB][0]]


@pytest.mark.parametrize("seconds", [-90, 90])
async def test_a_step_of_the_system_clock_refuses_no_typed_move(
    service: Service, clock: StillClock, client: Client, seconds: int
) -> None:
    match = (await begin_game(service)).match
    clock.time += 60

    async def plays(who: Person) -> None:
        clock.time += 1
        position = (await service.lookup.snapshot(match.id)).position
        # Discord's clock, from which an interaction gets its id, does not step.
        interaction = pressed(client, who, CHANNEL, private=False)
        client.arrivals.note(interaction)
        await play(Context(interaction, match.id), position.format(position.legal_moves()[0]))

    await plays(ANN)
    clock.step(seconds)
    await plays(BOB)
    await plays(ANN)
    assert (await service.lookup.match(match.id)).ply == 3


@pytest.mark.parametrize("apart", [-40, 0, 40])
def test_the_time_of_a_message_is_that_of_our_clock_and_not_of_discords(clock: StillClock, apart: int) -> None:
    arrivals = Arrivals(clock)

    def made() -> Any:
        return SimpleNamespace(id=time_snowflake(datetime.fromtimestamp(clock.time + apart, UTC)))

    late = made()
    clock.time += 5
    assert arrivals.sent_at(late) == clock.time, "there is nothing to compare it with"
    arrivals.note(late)
    arrivals.note(made())
    assert arrivals.sent_at(late) == clock.time - 5
    clock.time += 9
    for _ in range(KEPT):
        arrivals.note(late)
    assert arrivals.sent_at(late) == clock.time, "one of our clocks was set"
