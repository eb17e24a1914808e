"""A row that cannot be read stops only its own match: that match reports it, and lists leave it out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from cogs.ui.context import Context
from cogs.ui.matches import own_page
from games import GAMES
from matches.errors import Damaged
from matches.notation import Record
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed

if TYPE_CHECKING:
    from storage.store import Store


async def test_lists_leave_out_what_cannot_be_read(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    service = Service(store, StillClock(), random.Random(1))
    ids = []
    for _ in range(2):
        made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
        ids.append((await service.challenges.accept(made.id, BOB)).match.id)
    game = GAMES["konane"]
    record = Record("konane", game.start().chosen, game.info.rules_version, ("Ann", "Bob"))
    studies = [(await service.studies.open(ANN.id, record))[0].id for _ in range(2)]
    async with store.write() as tx:
        session = tx.matches._session
        session.change("UPDATE match SET options = '{' WHERE id = ?", ids[0])
        session.change("UPDATE study SET lines = '{' WHERE id = ?", studies[0])
    anew = Service(store, StillClock(), random.Random(1))
    with pytest.raises(Damaged, match="cannot be read"):
        await anew.lookup.match(ids[0])
    text, _ = await own_page(Context(pressed(Client(anew), ANN, CHANNEL)), 0)
    healthy = await anew.lookup.match(ids[1])
    assert f"#{healthy.code}" in text
    assert text.count("against") == 1
    assert [one.id for one in await anew.studies.all_of(ANN.id)] == studies[1:]
    assert not [record for record in caplog.records if record.exc_info]
