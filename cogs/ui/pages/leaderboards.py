"""Shows a game's leaderboard, for one server or for all servers, with the reader's own rank."""

import language
from cogs.posts.leaderboards import leaderboards_picture
from cogs.texts import matches as texts
from cogs.texts.standing import leaderboard_text
from cogs.ui.actions import Example, control
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context, one_of
from cogs.wire.controls import Choice, Control, Controls, button, page_buttons, select
from cogs.wire.pictures import Picture
from games import GAMES
from language import mark
from looks import known_theme
from matches.standing import EVERYWHERE
from service.standing import Leaderboard

SCOPES = ("server", "everywhere")
MINE = 99999
"""The page number that stands for the page listing the reader."""


async def leaderboard_page(
    context: Context, game: str | None, scope: str, page: int
) -> tuple[str, Controls, Picture | None]:
    """Return a page of a game's leaderboard, or of the most popular game's if `game` is None."""
    if context.guild_id is None:
        scope = "everywhere"
    where = _where(context, scope)
    if game is None:
        game = next(iter(await context.service.standing.games(where, context.me.id)))
    standing = context.service.standing
    board = await standing.leaderboard(where, game, context.me.id, None if page == MINE else page)
    text = leaderboard_text(board, game, everywhere=where == EVERYWHERE)
    theme = await context.theme()
    image = await _picture(board, game, theme, everywhere=where == EVERYWHERE, reader=context.me.id)
    choices = [Choice(key, texts.game_name(key).said()) for key in GAMES]
    controls: list[Control] = [select("leaderboard-game", choices, 0, 0, scope, chosen=game)]
    controls += page_buttons("leaderboard", board.page, board.pages, game, scope)
    if board.pages > 1 and board.mine is not None:
        controls.append(button("My place", "leaderboard", 0, 0, game, scope, str(MINE)))
    if context.guild_id is not None:
        other = SCOPES[1 - SCOPES.index(scope)]
        label = mark("Everywhere") if other == "everywhere" else mark("This server")
        controls.append(button(label, "leaderboard", 0, 0, game, other, str(MINE), "scope"))
    if board.people:
        controls.append(button("Post it here", "leaderboard-all", 0, 0, game, scope, str(board.page)))
    else:
        controls.append(play_button())
    return text, Controls(*controls), image


@control("leaderboard", example=Example(args=("konane", "server", "0")))
async def show_leaderboard(context: Context) -> None:
    await show_page(context, context.one_of(0, GAMES), context.one_of(1, SCOPES), context.number(2))


@control("leaderboard-game", example=Example(args=("server",), chosen="konane"))
async def choose_game(context: Context) -> None:
    game, scope = one_of(context.value(), GAMES), context.one_of(0, SCOPES)
    await show_page(context, game, scope)


async def show_page(context: Context, game: str | None, scope: str, page: int = MINE) -> None:
    """Show a page of a leaderboard. The parameters are those of `leaderboard_page`."""
    await context.answer(*await leaderboard_page(context, game, scope, page), panel=("leaderboard", context.guild_id))


@control("leaderboard-all", example=Example(args=("konane", "server", "0"), writes="shared"))
async def show_everybody(context: Context) -> None:
    game, scope, page = context.one_of(0, GAMES), context.one_of(1, SCOPES), context.number(2)
    where = _where(context, scope)
    board = await context.service.standing.leaderboard(where, game, 0, page)
    theme = known_theme((await context.service.settings.of_server(context.guild_id)).theme)
    with context.to_everybody():
        text = leaderboard_text(board, game, everywhere=where == EVERYWHERE)
        image = await _picture(board, game, theme, everywhere=where == EVERYWHERE)
        await context.publish(text, None, image, people={rank.person_id for rank in board.lines})


async def _picture(board: Leaderboard, game: str, theme: str, *, everywhere: bool, reader: int = 0) -> Picture | None:
    """Draw a page of a leaderboard, or return None if the leaderboard is empty."""
    if not board.people:
        return None
    if everywhere:
        about = language.plural("all servers, {count} player", "all servers, {count} players", board.people)
    else:
        about = language.plural("this server, {count} player", "this server, {count} players", board.people)
    return await leaderboards_picture(texts.game_name(game).said(), about, {game: board.shown}, theme, reader)


def _where(context: Context, scope: str) -> int:
    """Return the ID of the server whose leaderboard to show, or EVERYWHERE for all servers."""
    return EVERYWHERE if scope == "everywhere" else context.guild_id or EVERYWHERE
