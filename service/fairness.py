"""What keeps the computer out of matches between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matches.errors import Refusal

if TYPE_CHECKING:
    from games import Position
    from service.core import Core


async def check_not_playing(core: Core, position: Position[Any], person_id: int, message: str) -> None:
    """Refuse the board of a match that this person plays against somebody; the message has its `code` as a field."""
    async with core.store.read() as view:
        running = await view.matches.running_of(person_id)
    for match in running:
        if match.game == position.info.key and not match.practice:
            board = (await core.snapshot(match.id)).position
            if (board.turn, board.diagram()) == (position.turn, position.diagram()):
                raise Refusal(message, code=match.code)
