"""Private pages for puzzles.

Each control contains the number of its puzzle. Which puzzles a person has solved is stored in the database.
"""

from collections.abc import Sequence

from cogs.texts import puzzles as texts
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import await_advice
from cogs.ui.context import Context
from cogs.ui.pages.board import task_links
from cogs.ui.pages.tasks import TaskPages, check_opened
from cogs.ui.picker.pages import Buttons, Message
from cogs.ui.picker.stages import Steps
from cogs.ui.studies.pages import open_study
from cogs.wire.controls import Button, Controls, Style, button
from games import GAMES
from language import Sentence
from matches.puzzles import asked_for, day_of, game_of, origin_of, task_of
from matches.tasks import Task


async def show_next_puzzle(context: Context, game: str | None, after: int = 0) -> None:
    """Show the next puzzle not yet solved by the person.

    The puzzle is of `game`, or of any game if that is None. Raises Refusal if no puzzle is left.
    """
    number = await context.service.puzzles.following(context.me.id, game, after)
    await _show(context, number, origin_of(game))


async def _show(context: Context, number: int, came_from: int) -> None:
    """Show a puzzle's question in the private message that was used, or in a new one if there is none."""
    await context.answer(*await _page(context, number, came_from), panel=(PAGES.name, 0))


async def _page(context: Context, number: int, came_from: int) -> Message:
    """Return a message with a puzzle's question, picture and buttons, including **Again** if others are due."""
    puzzle = await context.service.puzzles.find(number)
    attempt = await context.service.puzzles.attempt(context.me.id, number)
    due = await context.service.puzzles.due_again(context.me.id)
    solve = button("Solve", "puzzle-pick", number, came_from, style="success")
    rules = button("Rules", "rules", 0, 0, puzzle.game)
    task = task_of(puzzle, number)
    links = await _linked(context, task, number, came_from)
    controls = Controls(solve, _next(number, came_from), *_repeat_button(due, number, came_from), rules, *links)
    return texts.question(puzzle, number, attempt, again=number in due), controls, await PAGES.draw(context, task)


def _next(number: int, came_from: int, style: Style = "secondary") -> Button:
    return button("Next puzzle", "puzzle-next", number, asked_for(came_from), style=style)


def _repeat_button(due: Sequence[int], number: int, came_from: int, style: Style = "secondary") -> Sequence[Button]:
    """Return a button that opens the other puzzles due for repetition, or [] if there are none."""
    others = sum(other != number for other in due)
    label = Sentence("Again ({count})", {"count": others})
    return [button(label, "puzzle-again", number, asked_for(came_from), style=style)] if others else []


@control("puzzle", about="puzzle", example=Example("puzzle"))
async def show(context: Context) -> None:
    """Replace the picker with the puzzle's question."""
    await check_opened(context)
    await _show(context, context.subject, context.rev or 0)


@control("puzzle-next", about="puzzle", example=Example("puzzle"))
async def show_next(context: Context) -> None:
    """Show the next puzzle of the chosen game.

    In messages of older versions, an argument of the control names the game.
    """
    await check_opened(context)
    game = context.args[0] if context.args and context.args[0] in GAMES else game_of(context.rev or 0)
    await show_next_puzzle(context, game, context.subject)


@control("puzzle-again", about="puzzle", example=Example("puzzle"))
async def show_again(context: Context) -> None:
    """Show the puzzle most overdue for repetition, other than the current one."""
    await check_opened(context)
    number = await context.service.puzzles.next_repeat(context.me.id, context.subject)
    await _show(context, number, context.rev or 0)


@control("puzzle-study", about="puzzle", example=Example("puzzle", writes="own"))
async def study(context: Context) -> None:
    """Open the position and its solution as a study."""
    await check_opened(context)
    await open_study(context, *await context.service.puzzles.study(context.me.id, context.subject), ply=0)


async def _answer(context: Context, text: str) -> None:
    """Check the person's move. If it is right, show the solution; if not, show the reply and let the person retry."""
    puzzles, number, came_from = context.service.puzzles, context.subject, context.rev or 0
    answer = await puzzles.answer(context.me, number, text, context.guild_id, day_of(came_from), context.opened_at)
    reply = await await_advice(context, "study hint", 0, puzzles.reply(answer, context.me.id))
    ways: list[Button] = []
    if answer.right:
        due = await puzzles.due_again(context.me.id)
        again = _repeat_button(due, number, came_from, "success" if answer.repeated else "secondary")
        following = _next(number, came_from, style="secondary" if answer.repeated and again else "success")
        ways = [following, *again, button("Try other moves", "puzzle-study", number, 0)]
    elif answer.daily is None:
        ways = [_next(number, came_from)]
    await PAGES.show(context, task_of(answer.puzzle, number), answer.response(reply), ways)


async def _find(context: Context) -> Task:
    return task_of(await context.service.puzzles.find(context.subject), context.subject)


async def _links(context: Context, task: Task, _: Steps = ()) -> Buttons:
    return await _linked(context, task, context.subject, context.rev or 0)


async def _linked(context: Context, task: Task, number: int, came_from: int) -> Buttons:
    return await task_links(context, task.position.info.key, f"puzzle/{number}/{came_from}")


PAGES = TaskPages("puzzle", _find, _answer, _links, leave="puzzle", single=True)
PAGES.register("puzzle", Example("puzzle"), "e3")
