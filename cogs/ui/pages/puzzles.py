"""A puzzle's private pages. Each control names the puzzle's number. The database stores what people have solved."""

from collections.abc import Sequence

from cogs.texts import puzzles as texts
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import advised
from cogs.ui.context import Context
from cogs.ui.pages.tasks import TaskPages
from cogs.ui.picker.pages import Message
from cogs.ui.studies.pages import open_study
from cogs.wire.controls import Button, Controls, Style, button
from games import GAMES
from language import Sentence
from matches.errors import Refusal
from matches.movetext import RecordedMove
from matches.notation import Record
from matches.puzzles import task_of
from matches.tasks import Task


def origin(game: str | None) -> int:
    """Return the revision for custom_ids of puzzles in a game: the game's number, or 0 for any game.

    A higher one is the day of a puzzle of the day.
    """
    return 0 if game is None else list(GAMES).index(game) + 1


def _game(context: Context) -> str | None:
    """Return the game that the person asked for, or None for any game."""
    return dict(enumerate(GAMES, 1)).get(context.rev or 0)


def _day(context: Context) -> int:
    """Return the day if this is a puzzle of the day, else 0."""
    return context.rev if context.rev is not None and context.rev > len(GAMES) else 0


async def next_puzzle(context: Context, game: str | None, after: int = 0) -> Message:
    """Return the next puzzle, in this game or any, that the person has not solved. Raises Refusal if none is left."""
    number = await context.service.puzzles.next(context.me.id, game, after)
    if number is not None:
        return await _page(context, number, origin(game))
    if game is None:
        raise Refusal("You have solved all puzzles.")
    raise Refusal("You have solved all puzzles of {game}.", game=Sentence(GAMES[game].info.name))


async def _page(context: Context, number: int, came_from: int) -> Message:
    """Return the question with its picture and buttons. They include **Again** if another puzzle is due again."""
    puzzle = await context.service.puzzles.find(number)
    attempt = await context.service.puzzles.attempt(context.me.id, number)
    due = await context.service.puzzles.again(context.me.id)
    solve = button("Solve", "puzzle-pick", number, came_from, style="success")
    rules = button("Rules", "rules", 0, 0, puzzle.game)
    controls = Controls(solve, _next(number, came_from), *_again(due, number, came_from), rules)
    text = texts.question(puzzle, number, attempt, again=number in due)
    return text, controls, await PAGES.drawn(context, task_of(puzzle, number))


def _next(number: int, came_from: int, style: Style = "secondary") -> Button:
    return button("Next puzzle", "puzzle-next", number, _asked_for(came_from), style=style)


def _again(due: Sequence[int], number: int, came_from: int, style: Style = "secondary") -> Sequence[Button]:
    """Return the button for the other puzzles that are due again, or no button if there are none."""
    others = sum(other != number for other in due)
    label = Sentence("Again ({count})", {"count": others})
    return [button(label, "puzzle-again", number, _asked_for(came_from), style=style)] if others else []


def _asked_for(came_from: int) -> int:
    """Return what the person asked for. A puzzle of the day counts as any game."""
    return came_from if came_from <= len(GAMES) else 0


@control("puzzle", about="puzzle", example=Example("puzzle"))
async def show(context: Context) -> None:
    """Show the question again instead of the picker."""
    await context.answer(*await _page(context, context.subject, context.rev or 0))


@control("puzzle-next", about="puzzle", example=Example("puzzle"))
async def show_next(context: Context) -> None:
    """Show the next puzzle in the requested game. Older messages name the game in an argument."""
    game = context.args[0] if context.args and context.args[0] in GAMES else _game(context)
    await context.answer(*await next_puzzle(context, game, context.subject))


@control("puzzle-again", about="puzzle", example=Example("puzzle"))
async def show_again(context: Context) -> None:
    """Show the puzzle, other than this one, that has been due again the longest."""
    due = await context.service.puzzles.again(context.me.id)
    number = next((number for number in due if number != context.subject), None)
    if number is None:
        raise Refusal("No other puzzle that you missed comes again yet.")
    await context.answer(*await _page(context, number, context.rev or 0))


@control("puzzle-study", about="puzzle", example=Example("puzzle", writes="own"))
async def study(context: Context) -> None:
    """Open the position and its solution as a study."""
    puzzle = await context.service.puzzles.find(context.subject)
    if (await context.service.puzzles.attempt(context.me.id, context.subject)).solved_at is None:
        raise Refusal("Solve the puzzle first. Its study shows the solution.")
    info, moves = GAMES[puzzle.game].info, tuple(map(RecordedMove, puzzle.line))
    record = Record(puzzle.game, puzzle.board().chosen, info.rules_version, ("", ""), moves, "*", start=puzzle.position)
    await open_study(context, *await context.service.studies.open(context.me.id, record), ply=0)


async def _answer(context: Context, text: str) -> None:
    """Try a move. If it is right, show the solution, otherwise the reply to it and another try."""
    puzzles, number, came_from = context.service.puzzles, context.subject, context.rev or 0
    answer = await puzzles.answer(context.me, number, text, context.guild_id, _day(context))
    reply = await advised(context, "study hint", 0, puzzles.reply(answer, context.me.id))
    ways: list[Button] = []
    if answer.right:
        due = await puzzles.again(context.me.id)
        again = _again(due, number, came_from, "success" if answer.repeated else "secondary")
        following = _next(number, came_from, style="secondary" if answer.repeated and again else "success")
        ways = [following, *again, button("Study it", "puzzle-study", number, 0)]
    elif answer.daily is None:
        ways = [_next(number, came_from)]
    await PAGES.show(context, task_of(answer.puzzle, number), answer.response(reply), ways)


async def _find(context: Context) -> Task:
    return task_of(await context.service.puzzles.find(context.subject), context.subject)


PAGES = TaskPages("puzzle", _find, _answer, leave="puzzle")
PAGES.register("puzzle", Example("puzzle"), "e3")
