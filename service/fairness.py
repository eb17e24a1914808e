"""What keeps the computer out of matches between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matches.errors import Refusal

if TYPE_CHECKING:
    from games import Position
    from matches.model import Match
    from service.core import Core


async def check_not_playing(core: Core, position: Position[Any], person_id: int, message: str) -> None:
    """Refuse the board of a match that this person plays against somebody; the message has its `code` as a field."""
    async with core.store.read() as view:
        running = await view.matches.running_in(person_id, position.info.key, position.turn)
    shown = position.diagram()
    for match in running:
        if not match.practice and await _board(core, match) == shown:
            raise Refusal(message, code=match.code)


async def _board(core: Core, match: Match) -> str | None:
    """What the board of a match shows; None where it cannot be replayed."""
    try:
        snapshot = core.replays.known(match) or await core.snapshot(match.id)
    except Refusal:
        return None
    return snapshot.position.diagram()
