"""Sets up positions from their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.ui.studies.pages import open_study
from games import GAMES
from matches.notation import Record
from matches.openings import set_up

if TYPE_CHECKING:
    from cogs.ui.context import Context


async def study_position(context: Context, game: str, code: str) -> None:
    """Open a position code as a study without moves. Raises Refusal."""
    await context.service.studies.count_import(context.me.id)
    position = set_up(GAMES[game], code)
    record = Record(game, position.chosen, position.info.rules_version, ("", ""), start=code)
    await open_study(context, *await context.service.studies.open(context.me.id, record))
