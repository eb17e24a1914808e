"""Texts about puzzles: their questions, posts and results."""

from collections.abc import Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, plural, say
from games import worded
from language import listing, paragraph
from matches.model import Match
from matches.puzzles import (
    FIRST_MISSED,
    Attempt,
    DailyPuzzle,
    Standing,
    moves_of,
    solved_note,
    stars_of,
    task_of,
    with_stars,
)
from matches.results import names
from puzzles.collection import Puzzle

MOST_NAMED = 15
"""The maximum number of people named below a puzzle of the day."""


def question(puzzle: Puzzle, number: int, attempt: Attempt, *, again: bool = False) -> str:
    """Return a puzzle's title, stars and question.

    If the reader has already solved or missed the puzzle, a note says so.
    """
    note, task = solved_note(attempt, again=again), with_stars(puzzle, number)
    lines = [escaped(task.title), escaped(task.question)]
    return "\n".join(lines if note is None else [*lines, f"-# {escaped(note)}"])


def daily_question(daily: DailyPuzzle, puzzle: Puzzle, before: Puzzle | None) -> str:
    """Return the text of the puzzle-of-the-day post.

    The post has the question and the names of the people who solved the puzzle. While the puzzle is open, it also has
    the solution to the previous one, `before`, and afterwards its own.
    """
    game = texts.game_name(puzzle.game)
    head = say("**Puzzle of the day** · {game} {stars}", game=game, stars=stars_of(puzzle))
    lines: list[str] = [head, escaped(task_of(puzzle, daily.post.puzzle).question)]
    if daily.tried:
        counted = plural(
            "{count} tried, {first} solved it at the first try.",
            "{count} tried, {first} solved it at the first try.",
            count=daily.tried,
            first=daily.first,
        )
        names = say("Solved by {names}.", names=listing(daily.names, limit=MOST_NAMED)) if daily.names else ""
        lines.append(f"-# {paragraph([counted, names])}")
    if not daily.open:
        lines.append(say("-# Solution: {line}", line=moves_of(puzzle.game, puzzle.line)))
    if before is not None and daily.open:
        solution = say(
            "-# Yesterday's solution ({game}): {line}",
            game=texts.game_name(before.game),
            line=moves_of(before.game, before.line),
        )
        trap = (
            say("Most missed it with {move}.", move=worded(before.game, daily.trap)) if daily.trap is not None else ""
        )
        lines.append(paragraph([solution, trap]))
    return "\n".join(lines)


def missed_question(puzzle: Puzzle, match: Match, *, named: bool) -> str:
    """Return the text of a post with a puzzle taken from a match.

    The text includes the question and, if `named` is true, the players' names.
    """
    head = say("**Somebody missed this** · {game} {stars}", game=texts.game_name(puzzle.game), stars=stars_of(puzzle))
    first, second = names(match)
    source = (
        say("-# From the match of {first} against {second}.", first=first, second=second)
        if named
        else say("-# From a match in this server.")
    )
    return f"{head}\n{escaped(task_of(puzzle, FIRST_MISSED + match.id).question)}\n{source}"


def puzzle_line(solved: int, streak: int) -> str:
    """Return a profile's line saying how many puzzles of the day the person has solved in this server.

    Returns "" if there are none.
    """
    if not solved:
        return ""
    told = plural("{count} puzzle of the day solved here", "{count} puzzles of the day solved here", count=solved)
    row = say(", the last {count} in a row", count=streak) if streak > 1 else ""
    return f"\n{told}{row}."


def weekly_puzzles(standings: Sequence[Standing]) -> str:
    """List, one per line, the people who solved the most of the last seven puzzles of the day.

    Returns "" if nobody is ranked.
    """
    if not standings:
        return ""
    lines = [say("**Puzzles of the day**: solved, at the first try, in a row")]
    for standing in standings:
        facts = {"solved": standing.solved, "first": standing.first, "streak": standing.streak}
        lines.append(say("- {player}: {solved}, {first}, {streak}", player=standing.name, **facts))
    return "\n".join(["", *lines])
