"""Texts of puzzles: the question, and what is said of a move."""

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from games import GAMES, other_side
from language import Sentence, mark
from matches.puzzles import Answer, Attempt, moves_of
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


def title(puzzle: Puzzle, number: int) -> Sentence:
    """`Konane puzzle 7`."""
    return Sentence("{game} puzzle {number}", {"game": texts.game_name(puzzle.game), "number": number})


def question(puzzle: Puzzle, number: int, attempt: Attempt) -> str:
    """The title with its stars, the question, and whether the person has solved it before."""
    stars = "★" * puzzle.stars + "☆" * (STARS - puzzle.stars)
    asked = say(QUESTIONS[puzzle.kind], side=_side(puzzle), moves=puzzle.moves)
    solved = say("-# You have solved this puzzle.") if attempt.solved_at is not None else ""
    return "\n".join(filter(None, [say("{puzzle} {stars}", puzzle=title(puzzle, number), stars=stars), asked, solved]))


def wrong(answer: Answer, reply: str | None) -> Markdown:
    """Why a move is not the answer, with the opponent's best reply if it is known."""
    puzzle = answer.puzzle
    facts = {"move": answer.move, "moves": puzzle.moves, "side": _side(puzzle, opponent=True)}
    if reply is None:
        return say(WRONG[puzzle.kind], **facts)
    return say(WRONG_WITH_REPLY[puzzle.kind], reply=reply, **facts)


def right(answer: Answer) -> str:
    """The number of tries, and the whole solution."""
    told = plural(
        "Solved at the first try! **{move}** is right.",
        "Solved at try {count}. **{move}** is right.",
        count=answer.attempt.tries,
        move=answer.move,
    )
    return f"{told}\n{say('{line}', line=moves_of(answer.puzzle.line))}"


def _side(puzzle: Puzzle, *, opponent: bool = False) -> Sentence:
    """The side that solves the puzzle, or its opponent."""
    turn = puzzle.board().turn
    return GAMES[puzzle.game].info.side(other_side(turn) if opponent else turn)
