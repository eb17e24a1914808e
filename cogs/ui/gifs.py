"""The GIF of a whole match, drawn by a helper process and kept for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import language
from cogs.posts.looks import personal_theme
from cogs.texts import matches as words
from cogs.texts.markdown import plural, say
from cogs.ui.actions import control
from cogs.ui.records import Document
from matches.errors import Refusal
from matches.results import result_of
from render.cache import Cache
from render.gif import draw_gif

if TYPE_CHECKING:
    from cogs.ui.context import Context
    from games import Seat
    from matches.records import Match

MOST_MOVES = 400
"""Moves of a match that is drawn: more would make too large a file."""
SECONDS = 120
"""How long a helper may draw."""
_kept = Cache("gifs", 8_000_000)
"""The GIFs that were asked for last."""


@control("gif")
async def show_gif(context: Context) -> None:
    """Draw a match that is over from one side, and send it to the one who asks."""
    match = await context.service.lookup.match(context.subject)
    if not match.over:
        raise Refusal("{match} still runs: its GIF is drawn when it is over.", match=words.title(match))
    if match.ply > MOST_MOVES:
        raise Refusal(
            "{match} has more than {most} moves: its GIF would be too large.", match=words.title(match), most=MOST_MOVES
        )
    view: Seat = 1 if context.one_of(0, ("0", "1", "letters")) == "1" else 0
    theme = await personal_theme(context.service, context.me.id, context.guild_id)
    key = f"{match.id} {match.board_rev} {view} {theme} {language.language()}".encode()
    drawn = _kept.get(key)
    if drawn is None:
        await context.tell(
            plural(
                "I am drawing {count} move of {match}: the GIF comes in a moment.",
                "I am drawing {count} moves of {match}: the GIF comes in a moment.",
                count=match.ply,
                match=words.title(match),
            )
        )
        drawn = await _drawn(context, match, view, theme)
        _kept.put(key, drawn)
    await context.tell(say("{match}, move by move.", match=words.title(match)), None, _named(match, drawn))


def _named(match: Match, drawn: bytes) -> Document:
    return Document(drawn, f"{match.game}-{match.code}.gif")


async def _drawn(context: Context, match: Match, view: Seat, theme: str) -> bytes:
    plies = await context.service.lookup.plies(match.id)
    return await context.compute(
        draw_gif,
        match.game,
        dict(match.options),
        [ply.text for ply in plies],
        (match.players[0].name, match.players[1].name),
        seconds=SECONDS,
        view=view,
        theme=theme,
        ended=result_of(match),
        void=match.void,
        language=language.language(),
    )
