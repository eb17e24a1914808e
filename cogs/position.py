"""`/setup`: sets up a position to study or to play from.

The position is entered as a code or set up on the board page.
"""

from discord import app_commands

from cogs.commands.options import BY_GAME, CLOCK, SIDE, as_choices, everywhere, example, extension, suggest_clocks
from cogs.texts.challenges import side_choices
from cogs.texts.practice import level_choices
from cogs.ui.acts.challenges import challenge, check_opponent
from cogs.ui.acts.practice import practice_at
from cogs.ui.context import Context
from cogs.ui.pages.board import link_editor
from cogs.ui.studies.imports import study_position
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction
from games.base import plain
from language import is_blank
from matches.errors import Refusal
from matches.model import Side


@example(game="konane", code="BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBW. 1")
@app_commands.command(name="setup", description="Set up a position, to study it or play from it")
@app_commands.describe(
    game="The game of the position",
    code="A position copied with More → Copy the position; leave it out to place the pieces yourself",
    opponent="Your opponent for an unrated match from there; leave it out to study the position",
    level="The computer's strength for a match from there; leave it out to study the position",
    side=SIDE,
    clock=CLOCK,
)
@app_commands.choices(
    game=BY_GAME,
    level=as_choices(level_choices()),
    side=as_choices(side_choices()),
)
@app_commands.autocomplete(clock=suggest_clocks)
@everywhere
async def set_up(
    interaction: Interaction,
    game: str,
    code: str | None = None,
    opponent: AnyUser | None = None,
    level: int | None = None,
    side: Side = "random",
    clock: str | None = None,
) -> None:
    context, start = Context(interaction), plain(code or "").strip()
    if is_blank(start):
        if opponent is None and level is None and context.client.board_url is not None:
            await link_editor(context, game)
            return
        raise Refusal(
            "Paste the text of a position. You get it under a private board: **More**, then **Copy the position**."
        )
    if opponent is not None and context.is_tidepool(opponent):
        opponent, level = None, level or await context.service.practice.level_for(context.me.id, game)
    if opponent is not None and level is not None:
        raise Refusal("Choose an opponent or a computer level, not both.")
    if level is not None:
        await practice_at(context, game, level, side, start)
    elif opponent is None:
        await study_position(context, game, start)
    else:
        check_opponent(context, opponent)
        await challenge(context, game, person_of(opponent), side, {}, clock=clock, rated=False, start=start)


setup = extension(set_up)
