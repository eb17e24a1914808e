"""Looking at a board privately, from either side, and stepping back through the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs import _words as words
from cogs._controls import Controls, Press, button, control
from cogs._errors import whisper
from cogs._looks import private_look, private_theme
from cogs._pictures import Picture, picture

if TYPE_CHECKING:
    import discord

    from cogs._tidepool import Interaction
    from games import Seat
    from matches.records import Table

LETTERS = "letters"
"""In place of a seat: the board exactly in letters instead of a picture from that seat's side."""

NEWEST = 99999
"""Beyond the moves of any match: the newest board, however many moves there are by then."""


async def show_board(interaction: Interaction, table: Table, *, as_text: bool = False) -> None:
    """Show the newest board to this person alone, as a picture or exactly in letters, with the way back."""
    match = table.match
    if as_text:
        text, ways = _letters(table, match.ply)
        await whisper(interaction, text, view=ways)
        return
    look = await private_look(interaction, match)
    image = await picture(table, **look)
    await whisper(interaction, _moment(table, match.ply), file=image.file(), view=_ways(table, match.ply, look["view"]))


@control("at")
async def look_at(press: Press) -> None:
    """Another moment of the match, or the other side of the board; the picture stays a picture, letters letters."""
    interaction, (seen, shown, *_) = press.interaction, press.args
    matches = interaction.client.matches
    newest = (await matches.match(press.subject)).ply
    ply = min(int(seen), newest)
    table = await (matches.table(press.subject) if ply == newest else matches.table_at(press.subject, ply))
    if shown == LETTERS:
        text, ways = _letters(table, ply)
        await interaction.response.edit_message(content=text, view=ways)
        return
    view: Seat = 1 if shown == "1" else 0
    image = await picture(table, view, theme=await private_theme(interaction))
    await interaction.response.edit_message(
        attachments=[Picture(image.png, image.alt, f"{table.match.game}-{table.match.code}-at-{ply}.png").file()],
        content=_moment(table, ply),
        view=_ways(table, ply, view),
    )


def _letters(table: Table, ply: int) -> tuple[str, Controls]:
    position = table.position
    text = f"{_moment(table, ply)}\n```\n{position.diagram()}\n```\n-# {position.info.legend}"
    return text, Controls(*_steps(table, ply, LETTERS))


def _ways(table: Table, ply: int, view: Seat) -> Controls:
    """The way through the moves, and to the other side of the board."""
    other = button("Turn the board", "at", table.match.id, table.match.rev, str(ply), str(1 - view))
    return Controls(*_steps(table, ply, str(view)), other)


def _moment(table: Table, ply: int) -> str:
    """What is seen: the newest board and whose turn it is, or an earlier one and after which move."""
    match = table.match
    if ply == match.ply:
        first = words.standing(table)
    elif ply:
        first = f"{words.title(match)} after move {ply} of {match.ply}."
    else:
        first = f"{words.title(match)} at the start; {match.ply} move{'' if match.ply == 1 else 's'} followed."
    return "\n".join(filter(None, [first, words.last_move(table)]))


def _steps(table: Table, ply: int, shown: str) -> list[discord.ui.Button[Controls]]:
    """The way through the moves; the last word of a custom_id only tells apart what leads to the same moment."""
    match = table.match

    def step(label: str, to: int, name: str, *, at_end: bool) -> discord.ui.Button[Controls]:
        return button(label, "at", match.id, match.rev, str(to), shown, name, disabled=at_end)

    return [
        step("◀◀ Start", 0, "start", at_end=ply == 0),
        step("◀ Back", max(ply - 1, 0), "back", at_end=ply == 0),
        step("▶ On", ply + 1, "on", at_end=ply == match.ply),
        step("▶▶ Newest", NEWEST, "newest", at_end=ply == match.ply),
    ]
