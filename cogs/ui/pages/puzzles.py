"""The private pages of a puzzle. Each control names its number; what a person has solved is in the database."""

from dataclasses import replace
from typing import Any

from cogs.posts.puzzles import puzzle_picture, puzzle_snapshot
from cogs.texts import puzzles as texts
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import advised
from cogs.ui.context import Context
from cogs.ui.picker.forms import move_form
from cogs.ui.picker.pages import Message, Purpose, picker_message
from cogs.ui.picker.stages import Steps, path_of_beginning
from cogs.ui.studies.pages import open_study
from cogs.wire.controls import Button, Controls, Style, button, custom_id
from cogs.wire.pictures import Picture
from games import GAMES, AmbiguousMove, Position
from language import Sentence, mark
from matches.computers import Interrupted
from matches.errors import Refusal
from matches.movetext import RecordedMove
from matches.notation import Record
from matches.puzzles import Answer, solution
from puzzles.collection import Puzzle


def origin(game: str | None) -> int:
    """The revision in the custom_ids of a puzzle that somebody asked for: the game's number, or 0 for any game.

    A higher one is the day of a puzzle of the day.
    """
    return 0 if game is None else list(GAMES).index(game) + 1


def _game(context: Context) -> str | None:
    """The game that the person asked for; None for any."""
    return dict(enumerate(GAMES, 1)).get(context.rev or 0)


def _day(context: Context) -> int:
    """The day of a puzzle of the day; 0 for any other puzzle."""
    return context.rev if context.rev is not None and context.rev > len(GAMES) else 0


async def next_puzzle(context: Context, game: str | None, after: int = 0) -> Message:
    """The next puzzle, of a game or of any, that the person has not solved. Raises Refusal if none is left."""
    number = await context.service.puzzles.next(context.me.id, game, after)
    if number is not None:
        return await _page(context, number, origin(game))
    if game is None:
        raise Refusal("You have solved all puzzles.")
    raise Refusal("You have solved all puzzles of {game}.", game=Sentence(GAMES[game].info.name))


async def _page(context: Context, number: int, came_from: int) -> Message:
    """The question with its picture, **Solve**, and **Next puzzle**."""
    puzzle = await context.service.puzzles.find(number)
    attempt = await context.service.puzzles.attempt(context.me.id, number)
    solve = button("Solve", "puzzle-pick", number, came_from, style="success")
    controls = Controls(solve, _next(number, came_from))
    return texts.question(puzzle, number, attempt), controls, await _drawn(context, puzzle, puzzle.board())


def _next(number: int, came_from: int, style: Style = "secondary") -> Button:
    asked_for = came_from if came_from <= len(GAMES) else 0
    return button("Next puzzle", "puzzle-next", number, asked_for, style=style)


@control("puzzle", about="puzzle", example=Example("puzzle"))
async def show(context: Context) -> None:
    """The question again, in place of the picker."""
    await context.answer(*await _page(context, context.subject, context.rev or 0))


@control("puzzle-next", about="puzzle", example=Example("puzzle"))
async def show_next(context: Context) -> None:
    """The next puzzle of the game that was asked for; older messages name it in an argument."""
    game = context.args[0] if context.args and context.args[0] in GAMES else _game(context)
    await context.answer(*await next_puzzle(context, game, context.subject))


@control("puzzle-pick", about="puzzle", example=Example("puzzle"))
async def pick(context: Context) -> None:
    await _show_picker(context, context.args)


@control("puzzle-done", about="puzzle", example=Example("puzzle", ("e3",), writes="own"))
async def picked(context: Context) -> None:
    await _answer(context, ":".join(context.args))


@control("puzzle-type", about="puzzle", example=Example("puzzle"))
async def type_move(context: Context) -> None:
    puzzle = await context.service.puzzles.find(context.subject)
    form_id = custom_id("puzzle-typed", context.subject, context.rev or 0)
    await context.form(move_form(texts.title(puzzle, context.subject).said(), form_id, puzzle.board()))


@control("puzzle-typed", about="puzzle", example=Example("puzzle", typed={"move": "a2"}, writes="own"))
async def typed_move(context: Context) -> None:
    """Answer with the typed move. The beginning of a move opens the picker at that stage."""
    try:
        await _answer(context, context.field("move"))
    except AmbiguousMove as beginning_of:
        position = (await context.service.puzzles.find(context.subject)).board()
        await _show_picker(context, path_of_beginning(position, beginning_of.moves))


@control("puzzle-study", about="puzzle", example=Example("puzzle", writes="own"))
async def study(context: Context) -> None:
    """Open the position with its solution as a study."""
    puzzle = await context.service.puzzles.find(context.subject)
    if (await context.service.puzzles.attempt(context.me.id, context.subject)).solved_at is None:
        raise Refusal("Solve the puzzle first. Its study shows the solution.")
    info, moves = GAMES[puzzle.game].info, tuple(map(RecordedMove, puzzle.line))
    record = Record(puzzle.game, puzzle.board().chosen, info.rules_version, ("", ""), moves, "*", start=puzzle.position)
    await open_study(context, *await context.service.studies.open(context.me.id, record), ply=0)


async def _show_picker(context: Context, path: Steps) -> None:
    puzzle, number = await context.service.puzzles.find(context.subject), context.subject
    shown = puzzle_snapshot(puzzle, puzzle.board())
    purpose = Purpose(
        pick="puzzle-pick",
        done="puzzle-done",
        typed="puzzle-type",
        args=(),
        heading=texts.title(puzzle, number),
        yours=True,
        preview=Sentence("Is it **{move}**?"),
        label=mark("Answer {move}"),
        leave="puzzle",
        view=shown.position.turn,
        task=texts.task(puzzle),
    )
    snapshot = replace(shown, match=replace(shown.match, id=number, rev=context.rev or 0))
    await context.answer(*await picker_message(context, snapshot, path, purpose))


async def _answer(context: Context, text: str) -> None:
    """Try a move: the solution if it is right, otherwise the reply to it and another try."""
    day = _day(context)
    post = (context.guild_id, day) if day and context.guild_id is not None else None
    answer = await context.service.puzzles.answer(context.me, context.subject, text, post)
    puzzle, number, came_from = answer.puzzle, context.subject, context.rev or 0
    if answer.right:
        study_it = button("Study it", "puzzle-study", number, 0)
        controls = Controls(_next(number, came_from, style="success"), study_it)
        await context.answer(
            texts.right(answer), controls, await _drawn(context, puzzle, *_played(puzzle, answer.move))
        )
        return
    position = puzzle.board()
    move = position.parse(answer.move)
    after = position.play(move)
    reply = await _reply(context, answer, after)
    retry = [button("Try again", "puzzle-pick", number, came_from, style="success")]
    if answer.daily is not None:
        again = Controls(*([] if answer.daily.used_up else retry))
    else:
        again = Controls(*retry, _next(number, came_from))
    last = after, position, move
    if reply is not None:
        answered = after.parse(reply)
        last = after.play(answered), after, answered
    await context.answer(texts.wrong(answer, reply), again, await _drawn(context, puzzle, *last))


async def _reply(context: Context, answer: Answer, after: Position[Any]) -> str | None:
    """The best reply to a wrong move; None if the game is over or the computer cannot be asked."""
    known = answer.puzzle.replies.get(answer.move)
    if known is not None or after.result() is not None:
        return known
    try:
        thought = context.service.advice.best(after, context.me.id, 0)
        return (await advised(context, "study hint", 0, thought)).line[0]
    except (Refusal, Interrupted):
        return None


def _played(puzzle: Puzzle, answer: str) -> tuple[Position[Any], Position[Any], Any]:
    """The position at the end of the solution after this answer, the one before, and the move between them."""
    before = position = puzzle.board()
    move = None
    for text in solution(puzzle, answer):
        before, move = position, position.parse(text)
        position = position.play(move)
    return position, before, move


async def _drawn(context: Context, puzzle: Puzzle, position: Position[Any], *last: Any) -> Picture:  # noqa: ANN401 (the position before and the move)
    return await puzzle_picture(puzzle, await context.theme(), position, *last)
