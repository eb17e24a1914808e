"""Sets up positions from their codes."""

from cogs.ui.context import Context
from cogs.ui.studies.pages import open_study
from games import GAMES
from matches.notation import Record
from matches.openings import set_up


async def study_position(context: Context, game: str, code: str) -> None:
    """Open a position code as a study without moves. Raises Refusal."""
    await context.service.quotas.count_stored("import", context.me.id)
    position = set_up(GAMES[game], code)
    record = Record(game, position.chosen, position.info.rules_version, ("", ""), start=code)
    await open_study(context, *await context.service.studies.open(context.me.id, record))
