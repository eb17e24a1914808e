"""Commands that open pages, such as `/play`, `/matches` and `/profile`, and the user command **Challenge**."""

import discord
from discord import app_commands

from cogs.commands.options import BY_GAME, as_choices, everywhere, example, extension
from cogs.texts.markdown import say
from cogs.ui.acts.play_page import open_play, play_button
from cogs.ui.context import Context
from cogs.ui.pages.history import ALL
from cogs.ui.pages.history import show_page as show_history
from cogs.ui.pages.leaderboards import show_page as show_leaderboard
from cogs.ui.pages.lessons import choose_lesson, open_lesson
from cogs.ui.pages.matches import show_own, show_public
from cogs.ui.pages.profiles import open_profile
from cogs.ui.pages.puzzles import show_next_puzzle
from cogs.ui.pages.rules import rules_select
from cogs.ui.studies.imports import import_record, list_studies
from cogs.wire.controls import Controls, button
from cogs.wire.people import AnyUser, person_of, player_of
from cogs.wire.pictures import games_picture
from cogs.wire.replies import Interaction
from games import GAMES
from language import mark
from lessons import LESSONS

HELP = mark("""\
**Tidepool** hosts six board games, against people or the computer.
**Play** or `/play`: begin a match.
{move} below the board: choose a move. You can take it back for a minute.
{more} there: everything else.
`/matches`: all your matches. `/puzzle`: find the move that wins.
`/tournament show`, `/leaderboard`: this server's tournaments and best players.
`/settings`, `/notifications`, `/vacation`: your preferences.\
""")
RESULTS = {
    "won": "Only matches won",
    "lost": "Only matches lost",
    "drawn": "Only draws",
    "void": "Only matches without a result",
}


@app_commands.command(description="Choose a game and an opponent, and start")
@everywhere
async def play(interaction: Interaction) -> None:
    await open_play(Context(interaction))


@app_commands.context_menu(name="Challenge")
@everywhere
async def challenge(interaction: Interaction, user: AnyUser) -> None:
    await open_play(Context(interaction), user)


@app_commands.command(description="Your matches and challenges, your turns first")
@app_commands.describe(user="Whose matches in this server to show instead")
@everywhere
async def matches(interaction: Interaction, user: AnyUser | None = None) -> None:
    context = Context(interaction)
    if user is None or user.id == context.me.id:
        await show_own(context)
    else:
        await show_public(context, user.id, person_of(user).name)


@app_commands.command(description="Your finished matches with replays, or someone else's")
@app_commands.describe(user="Whose matches to show instead of yours", game="Only this game", result="Only this result")
@app_commands.choices(game=BY_GAME, result=as_choices(RESULTS))
@everywhere
async def history(interaction: Interaction, user: AnyUser | None = None, game: str = ALL, result: str = ALL) -> None:
    context = Context(interaction)
    person = context.me if user is None else player_of(user)
    await show_history(context, person.id, 0, game, result)


@app_commands.command(description="Ratings, results and recent matches of you or someone else")
@app_commands.describe(user="Whose profile to show")
@everywhere
async def profile(interaction: Interaction, user: AnyUser | None = None) -> None:
    context = Context(interaction)
    await open_profile(context, context.me if user is None else player_of(user))


@app_commands.command(description="The strongest players of a game, in this server or everywhere")
@app_commands.describe(
    game="The game: the most played one here unless you choose",
    scope="In this server, or in all servers (people listed by choice in /settings)",
)
@app_commands.choices(game=BY_GAME, scope=as_choices({"server": "In this server", "everywhere": "In all servers"}))
@everywhere
async def leaderboard(interaction: Interaction, game: str | None = None, scope: str = "server") -> None:
    await show_leaderboard(Context(interaction), game, scope)


@app_commands.command(description="A puzzle: find the move that wins")
@app_commands.describe(game="The game: any unless you choose")
@app_commands.choices(game=BY_GAME)
@everywhere
async def puzzle(interaction: Interaction, game: str | None = None) -> None:
    await show_next_puzzle(Context(interaction), game)


@app_commands.command(description="Learn a game in three minutes by playing it")
@app_commands.describe(game="The game to learn")
@app_commands.choices(game=as_choices({key: GAMES[key].info.name for key in LESSONS}))
@everywhere
async def learn(interaction: Interaction, game: str | None = None) -> None:
    context = Context(interaction)
    if game is None:
        await choose_lesson(context)
    else:
        await open_lesson(context, game)


@app_commands.command(name="help", description="What Tidepool is and how to play")
@everywhere
async def help_(interaction: Interaction) -> None:
    context = Context(interaction)
    picture = await games_picture(await context.theme())
    text = say(HELP, move=context.as_posted("Move"), more=context.as_posted("More"))
    controls = Controls(play_button(), button("Learn a game", "learn"), rules_select())
    await context.tell(text, controls, picture, panel=("help", 0))


@example(text='[Game "konane"]\n\n1. d5 2. d4 *')
@app_commands.command(name="import", description="Open a game record as a private study")
@app_commands.describe(file="The record as a file", text="The record as text, in one line or more")
@everywhere
async def import_(interaction: Interaction, file: discord.Attachment | None = None, text: str = "") -> None:
    await import_record(Context(interaction), file, text)


@app_commands.command(description="Your studies: records and your own lines")
@everywhere
async def studies(interaction: Interaction) -> None:
    await list_studies(Context(interaction))


setup = extension(play, challenge, matches, history, profile, leaderboard, puzzle, learn, help_, import_, studies)
