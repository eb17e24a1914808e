"""Begins practice matches at a position in a study."""

from cogs.texts.practice import question_at
from cogs.ui.actions import MOMENT, Example, control
from cogs.ui.acts.challenges import check_beginning
from cogs.ui.acts.practice import level_buttons, practice_at
from cogs.ui.context import Context
from cogs.ui.studies.pages import args_of, current_position
from games import GAMES
from matches.errors import Refusal
from matches.model import Side
from matches.openings import LONGEST_CODE, playable


@control("study-against", about="study", example=Example("study", MOMENT, writes="own"))
async def ask_against(context: Context) -> None:
    """Ask which level the computer should play at when the person continues from this position.

    The person then plays the side whose turn it is.
    """
    await check_beginning(context)
    at, shown = await current_position(context)
    code = at.snapshot.position.encode()
    if len(code) > LONGEST_CODE:
        raise Refusal("The match is too long at this point to start another from it. Go back and try an earlier move.")
    position = playable(GAMES[at.study.record.game], code)
    side = position.info.side(position.turn)
    buttons = await level_buttons(context, at.study.record.game, "study-practice", at.study.id, args_of(at, shown))
    await context.tell(question_at(at.study.record.game, side), buttons)


@control("study-practice", about="study", example=Example("study", (*MOMENT, "1"), writes="own"))
async def play_on(context: Context) -> None:
    """Begin a public practice match from this position, at the chosen level."""
    at, _ = await current_position(context)
    position = at.snapshot.position
    side: Side = "second" if position.turn else "first"
    level, start = context.number(3), position.encode()
    await practice_at(context, at.study.record.game, level, side, start)
