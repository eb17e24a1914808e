"""A lesson's private pages. Each step has a picture, a task, and a response to the chosen move.

The controls name the game, the step and, in place of a revision, how many wrong moves were tried. Nothing is therefore
stored while a step is open, and nobody is shown how often they tried.
"""

import language
from cogs.texts.markdown import escaped, say
from cogs.ui.actions import Example, control
from cogs.ui.acts.draft import Draft
from cogs.ui.context import Context, one_of
from cogs.ui.pages.board import task_links
from cogs.ui.pages.tasks import TaskPages
from cogs.ui.picker.pages import Buttons, Message
from cogs.ui.picker.stages import Steps
from cogs.wire.controls import Choice, Controls, button, select
from cogs.wire.pictures import games_picture
from games import GAMES
from lessons import LESSONS
from matches.computers import EASIEST
from matches.lessons import Learned, aim_of, last_side, lesson, step_of, task_of
from matches.tasks import Task


async def open_lesson(context: Context, game: str) -> None:
    """Open a lesson in a new message, at the step where the person left off."""
    await context.tell(*await _opened(context, game), panel=(PAGES.name, game))


async def choose_lesson(context: Context) -> None:
    """Ask which game the person wants to learn, showing their progress in each game's lesson."""
    known = await context.service.lessons.all(context.me.id)
    text = say("Learn a game by playing it, in about three minutes. Which one?")
    choices = [Choice(game, language.say(GAMES[game].info.name), _progress(known.get(game))) for game in LESSONS]
    games = select("learn", choices, placeholder=language.say("Learn …"))
    await context.tell(text, Controls(games), await games_picture(await context.theme()), panel=("learn", 0))


def _progress(learned: Learned | None) -> str:
    if learned is None:
        return ""
    if learned.finished_at is not None:
        return language.say("Learned")
    facts = {"number": len(learned.keys), "count": len(lesson(learned.game))}
    return language.say("{number} of {count} steps", **facts)


@control("learn", example=Example(args=("konane",), writes="own"))
async def learn(context: Context) -> None:
    """Open the chosen lesson, or the list of lessons if none was chosen."""
    if context.values or context.args:
        await open_lesson(context, one_of(context.value() if context.values else context.arg(0), LESSONS))
    else:
        await choose_lesson(context)


async def _opened(context: Context, game: str) -> Message:
    learned = await context.service.lessons.open(context.me.id, game)
    step = learned.next or lesson(game)[0]
    if learned.keys:
        return await PAGES.picker(context, task_of(game, step), (game, step.key), 0)
    aim = aim_of(game)
    start = button("First step", "lesson-pick", 0, 0, game, step.key, style="success")
    controls = Controls(start, *await _links(context, aim, (game,)))
    return f"**{escaped(aim.title)}**\n{escaped(aim.question)}", controls, await PAGES.draw(context, aim)


async def _find(context: Context) -> Task:
    game = context.one_of(0, LESSONS)
    return task_of(game, step_of(game, context.arg(1)))


async def _answer(context: Context, text: str) -> None:
    """Check the person's move. If it is right, show the result and offer the next step; if not, explain the mistake."""
    game, step = context.one_of(0, LESSONS), step_of(context.arg(0), context.arg(1))
    answer = await context.service.lessons.answer(context.me.id, game, step.key, text, context.opened_at)
    following = answer.learned.next
    if not answer.right:
        ways = []
    elif following is not None:
        ways = [button("Next", "lesson-pick", 0, 0, game, following.key, style="success")]
    else:
        ways = [
            button(
                "Play the computer", "start-go", 0, 0, *Draft(game, str(EASIEST), last_side(game)).args, style="success"
            ),
            button("Puzzle", "puzzle-next", 0, list(GAMES).index(game) + 1),
            button("Rules", "rules", 0, 0, game),
        ]
    await PAGES.show(context, task_of(game, step), answer.response(step), ways)


async def _links(context: Context, _: Task, named: Steps) -> Buttons:
    return await task_links(context, named[0], f"lesson/{named[0]}")


PAGES = TaskPages("lesson", _find, _answer, _links, named=2, guided=True, low=True, plates=False, retried=True)
PAGES.register("match", Example("nothing", ("konane", "jump")), "b3-d3")
