"""Fairness: the computer must not help in matches between people."""

from typing import Any

from games import Position
from matches.errors import Refusal
from matches.model import Match
from service.core import Core


async def check_not_playing(core: Core, position: Position[Any], person_id: int, message: str) -> None:
    """Refuse if this person is playing the same board against somebody. The refusal can name the match's `code`."""
    async with core.store.read() as view:
        running = await view.matches.running_in(person_id, position.info.key, position.turn)
    shown = position.diagram()
    for match in running:
        if not match.practice and await _board(core, match) == shown:
            raise Refusal(message, code=match.code)


async def _board(core: Core, match: Match) -> str | None:
    """The diagram of a match's board; None if the match cannot be replayed."""
    try:
        snapshot = core.replays.known(match) or await core.snapshot(match.id)
    except Refusal:
        return None
    return snapshot.position.diagram()
