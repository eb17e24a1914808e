"""`/privacy` on Discord: the page, the file, and two questions before somebody is forgotten."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Room


async def test_somebody_takes_their_data_along_and_is_forgotten(room: Room, shared_house: House) -> None:
    match = await room.match()
    page = await room.alice.slash("/privacy")
    assert page.private
    assert "**1 match** with its moves" in page.content
    assert "1 match of yours is running" in page.content
    handed = await room.alice.click(page, "Export")
    assert handed.private
    assert handed.message is not None
    held = json.loads(await room.sandbox.png(handed.message.attachments[0]))
    assert held["person"] == int(room.alice.user.id)
    assert [row["id"] for row in held["held"]["match"]] == [match.id]

    asked = await room.alice.click(page, "Forget me")
    assert "cannot be undone" in asked.content
    kept = await room.alice.click(asked, "Keep everything")
    assert "What Tidepool holds" in kept.content
    asked = await room.alice.click(kept, "Forget me")
    done = await room.alice.click(asked, "Forget me for good")
    assert "You are forgotten" in done.content
    board = await match.post(2)
    assert room.alice.user.global_name not in board.content
    assert room.alice.user.id not in board.content
    await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND ending = 'aborted_first'", match.id)
    assert not shared_house.rows("SELECT 1 FROM person WHERE id = ?", int(room.alice.user.id))
