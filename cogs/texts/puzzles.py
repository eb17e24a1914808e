"""Texts of puzzles: the question, and what is said of a move."""

from collections.abc import Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from games import GAMES, other_side
from language import Sentence, listing, mark
from matches.model import Match
from matches.puzzles import FIRST_MISSED, MOST_TRIES, Answer, Attempt, DailyPuzzle, Standing, moves_of, solution
from matches.results import names
from puzzles.collection import Puzzle

STARS = 3
QUESTIONS = {
    "only": mark("{side} to move. **Find the only move that wins.**"),
    "fastest": mark("{side} to move. **Find the win in {moves} moves.**"),
}
WRONG = {
    "only": mark("**{move}** does not win."),
    "fastest": mark("**{move}** may win, but not in {moves} moves."),
}
WRONG_WITH_REPLY = {
    "only": mark("**{move}** does not win: {side} answers **{reply}**."),
    "fastest": mark("**{move}** may win, but not in {moves} moves: {side} answers **{reply}**."),
}


WRONG_WITH_LIKELY_REPLY = {
    "only": mark("**{move}** does not win. {side} may answer **{reply}**."),
    "fastest": mark("**{move}** may win, but not in {moves} moves. {side} may answer **{reply}**."),
}
"""For a reply that the computer chose, which is not proven to be best."""
MOST_NAMED = 15
"""The most people named under a puzzle of the day."""


def title(puzzle: Puzzle, number: int) -> Sentence:
    """`Konane puzzle 7`, or for one from a match `Konane: a missed win`."""
    if number > FIRST_MISSED:
        return Sentence("{game}: a missed win", {"game": texts.game_name(puzzle.game)})
    return Sentence("{game} puzzle {number}", {"game": texts.game_name(puzzle.game), "number": number})


def question(puzzle: Puzzle, number: int, attempt: Attempt) -> str:
    """The title with its stars, the question, and whether the person has solved it before."""
    head = say("{puzzle} {stars}", puzzle=title(puzzle, number), stars=_stars(puzzle))
    solved = say("-# You have solved this puzzle.") if attempt.solved_at is not None else ""
    return "\n".join(filter(None, [head, task(puzzle), solved]))


def daily_question(daily: DailyPuzzle, puzzle: Puzzle, before: Puzzle | None) -> str:
    """The post of a puzzle of the day: the question, who solved it, and the solution of the one `before`."""
    game = texts.game_name(puzzle.game)
    head = say("**Puzzle of the day** · {game} {stars}", game=game, stars=_stars(puzzle))
    lines: list[str] = [head, task(puzzle)]
    if daily.tried:
        counted = plural(
            "{count} tried, {first} solved it at the first try.",
            "{count} tried, {first} solved it at the first try.",
            count=daily.tried,
            first=daily.first,
        )
        names = say("Solved by {names}.", names=listing(daily.names, most=MOST_NAMED)) if daily.names else ""
        lines.append(f"-# {' '.join(filter(None, [counted, names if daily.open else '']))}")
    if before is not None and daily.open:
        solution = say(
            "-# Yesterday's solution ({game}): {line}", game=texts.game_name(before.game), line=moves_of(before.line)
        )
        trap = say("Most missed it with {move}.", move=daily.trap) if daily.trap is not None else ""
        lines.append(" ".join(filter(None, [solution, trap])))
    return "\n".join(lines)


def missed_question(puzzle: Puzzle, match: Match, *, named: bool) -> str:
    """The post of a puzzle from a match: the question, and the players' names if they agreed."""
    head = say("**Somebody missed this** · {game} {stars}", game=texts.game_name(puzzle.game), stars=_stars(puzzle))
    first, second = names(match)
    source = (
        say("-# From the match of {first} against {second}.", first=first, second=second)
        if named
        else say("-# From a match in this server.")
    )
    return f"{head}\n{task(puzzle)}\n{source}"


def puzzle_line(solved: int, streak: int) -> str:
    """A line of a profile; empty for somebody who has solved no puzzle of the day here."""
    if not solved:
        return ""
    told = plural("{count} puzzle of the day solved here", "{count} puzzles of the day solved here", count=solved)
    row = say(", the last {count} in a row", count=streak) if streak > 1 else ""
    return f"\n{told}{row}."


def weekly_puzzles(standings: Sequence[Standing]) -> str:
    """Who solved most of the last seven puzzles of the day, a line each; empty if nobody did."""
    if not standings:
        return ""
    lines = [say("**Puzzles of the day**: solved, at the first try, in a row")]
    for standing in standings:
        facts = {"solved": standing.solved, "first": standing.first, "streak": standing.streak}
        lines.append(say("- {player}: {solved}, {first}, {streak}", player=standing.name, **facts))
    return "\n".join(["", *lines])


def wrong(answer: Answer, reply: str | None) -> Markdown:
    """Why a move is not the answer, with a reply to it if one is known, and how many tries are left."""
    puzzle = answer.puzzle
    facts = {"move": answer.move, "moves": puzzle.moves, "side": _side(puzzle, opponent=True)}
    if reply is None:
        told = say(WRONG[puzzle.kind], **facts)
    elif answer.move in puzzle.replies:
        told = say(WRONG_WITH_REPLY[puzzle.kind], reply=reply, **facts)
    else:
        told = say(WRONG_WITH_LIKELY_REPLY[puzzle.kind], reply=reply, **facts)
    if answer.daily is None:
        return told
    left = MOST_TRIES - answer.daily.tries
    tries = (
        plural("You have {count} more try.", "You have {count} more tries.", count=left)
        if left
        else say("That was your last try. Tomorrow's post brings the solution.")
    )
    return Markdown(f"{told} {tries}")


def right(answer: Answer) -> str:
    """The number of tries, and the whole solution."""
    told = plural(
        "Solved at the first try! **{move}** is right.",
        "Solved at try {count}. **{move}** is right.",
        count=(answer.daily or answer.attempt).tries,
        move=answer.move,
    )
    return f"{told}\n{say('{line}', line=moves_of(solution(answer.puzzle, answer.move)))}"


def _stars(puzzle: Puzzle) -> str:
    return "★" * puzzle.stars + "☆" * (STARS - puzzle.stars)


def task(puzzle: Puzzle) -> Markdown:
    """Which move to find: `Black to move. **Find the only move that wins.**`"""
    return say(QUESTIONS[puzzle.kind], side=_side(puzzle), moves=puzzle.moves)


def _side(puzzle: Puzzle, *, opponent: bool = False) -> Sentence:
    """The side that solves the puzzle, or its opponent."""
    turn = puzzle.board().turn
    return GAMES[puzzle.game].info.side(other_side(turn) if opponent else turn)
