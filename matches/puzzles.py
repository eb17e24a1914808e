"""A person's puzzle results, and how the next puzzle and each day's puzzle are chosen."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from games import GAMES, SEATS, RuleError, merit, other_side, worded
from language import Sentence, counted, mark, series
from matches.ratings import Rating
from matches.results import game_name
from matches.tasks import Response, Task
from puzzles import collection
from puzzles.collection import Kind, Puzzle

STARS = 3
"""The number of stars of the hardest puzzles."""
MOST_TRIES = 3
"""The number of tries that a person has at a puzzle of the day."""
FIRST_MISSED = 1_000_000
"""Added to a match's ID to number a puzzle from that match. The numbers of the collection's puzzles are lower."""
RESERVED = 200
"""The days before and after a puzzle of the day on which it is offered only to people who have solved all others."""
FIRST_DAY = 20_783
"""The first day with a puzzle of the day, counted in days since 1970. It is 2026-11-26."""
QUESTIONS: Mapping[Kind, str] = {
    "only": mark("{side} to move. **Find the only move that wins.**"),
    "fastest": mark("{side} to move. **Find the win in {moves} moves.**"),
}
GOALS: Mapping[Kind, str] = {"only": mark("find the win"), "fastest": mark("win in {moves} moves")}
WRONG: Mapping[Kind, str] = {
    "only": mark("**{move}** does not win."),
    "fastest": mark("**{move}** may win, but not in {moves} moves."),
}
WRONG_WITH_REPLY: Mapping[Kind, str] = {
    "only": mark("**{move}** does not win: {side} answers **{reply}**."),
    "fastest": mark("**{move}** may win, but not in {moves} moves: {side} answers **{reply}**."),
}
WRONG_WITH_LIKELY_REPLY: Mapping[Kind, str] = {
    "only": mark("**{move}** does not win. {side} may answer **{reply}**."),
    "fastest": mark("**{move}** may win, but not in {moves} moves. {side} may answer **{reply}**."),
}
"""The sentences for a reply that the computer chose. Such a reply is not proven to be the best."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle."""

    person_id: int
    puzzle: int
    """The puzzle's number, in the collection or as a puzzle from a match."""
    tries: int = 0
    """The number of moves that the person has tried, including the right one."""
    solved_at: int | None = None
    last: str = ""
    """The last move that the person tried. Moves after the right one do not count."""


@dataclass(frozen=True, slots=True)
class MissedPuzzle:
    """A puzzle taken from a server's match in which a player failed to find the right move."""

    match_id: int
    guild_id: int
    puzzle: str
    """The puzzle, written as a line of the collection."""

    @property
    def number(self) -> int:
        return FIRST_MISSED + self.match_id


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """A server's post of a puzzle of the day."""

    guild_id: int
    day: int
    """The day in the server's time zone, counted in days since 1970."""
    puzzle: int
    channel_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A person's tries at a server's puzzle of one day."""

    guild_id: int
    day: int
    person_id: int
    tries: int = 0
    solved_at: int | None = None
    wrong: str | None = None
    """The person's first wrong move."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's results with a server's daily puzzles."""

    name: str
    solved: int
    first: int
    """The number of puzzles solved on the first try."""
    streak: int
    """The number of latest posts solved in a row. The open one counts once it is solved."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A server's puzzle of the day, with the results so far."""

    post: PuzzlePost
    open: bool
    """Whether it is still the server's latest puzzle."""
    tried: int
    first: int
    names: Sequence[str]
    """The names of people who have solved it, earliest first. People who do not want to be named are left out."""
    before: PuzzlePost | None
    """The server's previous puzzle of the day."""
    trap: str | None
    """The wrong first move that most people tried at the previous puzzle of the day."""


def check_line(line: str) -> str:
    """Return a stored puzzle after checking that this version of the bot can read it.

    If the version cannot read it, raises ValueError, TypeError or LookupError.
    """
    puzzle = Puzzle.from_line(line)
    puzzle.board()
    if puzzle.kind not in get_args(Kind):
        raise ValueError(f"{puzzle.kind!r} is unknown")
    return line


def task_of(puzzle: Puzzle, number: int) -> Task:
    """Return a puzzle as a task.

    Its title is like `Konane puzzle 7` or, for a puzzle from a match, `Konane: a missed win`.
    """
    game, position = game_name(puzzle.game), puzzle.board()
    title = Sentence("{game} puzzle {number}", {"game": game, "number": number})
    if number > FIRST_MISSED:
        title = Sentence("{game}: a missed win", {"game": game})
    facts: dict[str, object] = {"side": position.info.side(position.turn), "moves": puzzle.moves}
    asked, goal = (Sentence(texts[puzzle.kind], facts) for texts in (QUESTIONS, GOALS))
    return Task(title, asked, position, position.turn, goal)


def with_stars(puzzle: Puzzle, number: int) -> Task:
    """Return a puzzle as a task with the puzzle's stars in its title, as in `Konane puzzle 7 ★★☆`."""
    task = task_of(puzzle, number)
    return replace(task, title=Sentence("{puzzle} {stars}", {"puzzle": task.title, "stars": stars_of(puzzle)}))


def stars_of(puzzle: Puzzle) -> str:
    return "★" * puzzle.stars + "☆" * (STARS - puzzle.stars)


def solved_note(attempt: Attempt, *, again: bool) -> Sentence | None:
    """Return a sentence about how the person did on this puzzle before, or None if it is new to them.

    If `again` is set, it says that they missed the puzzle; otherwise, that they have solved it.
    """
    if again:
        return Sentence("You missed this puzzle before.")
    return None if attempt.solved_at is None else Sentence("You have solved this puzzle.")


def origin_of(game: str | None) -> int:
    """Return the origin of a series of puzzles for use in controls and URLs: a game's number, or 0 for any game.

    A higher origin is the day of a puzzle of the day.
    """
    return 0 if game is None else list(GAMES).index(game) + 1


def game_of(origin: int) -> str | None:
    """Return the game that an origin stands for, or None if it stands for any game or for a puzzle of the day."""
    return dict(enumerate(GAMES, 1)).get(origin)


def day_of(origin: int) -> int:
    """Return the day that an origin stands for, or 0 if it does not stand for a puzzle of the day."""
    return origin if origin > len(GAMES) else 0


def asked_for(origin: int) -> int:
    """Return the origin of the next puzzles: 0 (any game) after a puzzle of the day, and otherwise the same origin."""
    return 0 if day_of(origin) else origin


def number_of_day(day: int) -> int:
    """Return the number of this day's puzzle.

    The games alternate from day to day, and each game's puzzles come in order. No puzzle is repeated before the
    collection is used up, even if the collection grows or puzzles are retired.
    """
    games = collection.games()
    turn, place = divmod(day - FIRST_DAY, len(games))
    numbers = collection.active_numbers(games[place])
    return numbers[turn % len(numbers)]


def numbers_shown(day: int) -> set[int]:
    """Return the puzzle numbers of all daily puzzles that may be open in some server during this UTC day.

    A server's day may be the previous or the next one, and a puzzle is open until the next one is posted.
    """
    return {number_of_day(other) for other in range(day - 2, day + 2)}


def numbers_known(day: int) -> set[int]:
    """Return the puzzle numbers of the daily puzzles from the RESERVED days before this one.

    Their solutions have been posted.
    """
    return {number_of_day(other) for other in range(max(FIRST_DAY, day - RESERVED), day)}


def trap_of(wrong: Sequence[str]) -> str | None:
    """Return the most common first wrong move, or None.

    It must be that of at least two people and more than half of them.
    """
    counts = Counter(wrong).most_common(1)
    return counts[0][0] if counts and counts[0][1] > max(1, len(wrong) / 2) else None


def streak(posts: Sequence[int], solved: Collection[int]) -> int:
    """Return how many of the latest daily puzzles a person has solved in a row.

    `posts` lists all days with a post, newest first. If the newest has not been solved yet, the count starts at the one
    before it.
    """
    counted = posts if posts and posts[0] in solved else posts[1:]
    return next((number for number, day in enumerate(counted) if day not in solved), len(counted))


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a person tried at a puzzle."""

    puzzle: Puzzle
    attempt: Attempt
    """The person's record with the puzzle after this move."""
    move: str
    right: bool
    daily: PuzzleTry | None = None
    """The person's record with the puzzle of the day after this move, or None for other puzzles."""
    rated: tuple[Rating, Rating] | None = None
    """The person's puzzle rating before and after this answer, if it counts for the rating."""
    repeated: bool = False
    """Whether the puzzle was due again because the person had got it wrong."""
    comes_again: int | None = None
    """The number of days after which the puzzle is due again, if this answer has decided that."""

    def response(self, reply: str | None = None) -> Response:
        """Return the response to a move.

        It shows the solution if the move is right, and otherwise a reply to it, if one is known. For a puzzle of the
        day, the right move is never shown, because the post shows it later.
        """
        if self.right:
            line, why = solution(self.puzzle, self.move), explain(self.puzzle, self.move)
            reason = [] if why is None else [Sentence("Why: {reason}.", {"reason": why})]
            said = [[self._solved(), *reason], [_outcome(self.puzzle, line)]]
            return Response(True, said, line, notes=self._notes())
        line = [self.move, *([] if reply is None else [reply])]
        if self.daily is None:
            said, answer = [[self._wrong(reply)]], self.puzzle.answers[0]
            return Response(False, said, line, answer, self._notes(), self.attempt.tries)
        left = MOST_TRIES - self.daily.tries
        tries = counted("You have {count} more try.", "You have {count} more tries.", count=left)
        if not left:
            tries = Sentence("That was your last try. Tomorrow's post will show the solution.")
        return Response(False, [[self._wrong(reply), tries]], line, notes=self._notes(), last=not left)

    def _solved(self) -> Sentence:
        move = worded(self.puzzle.game, self.move)
        if self.repeated:
            return Sentence("Right this time: **{move}**.", {"move": move})
        return counted(
            "Solved at the first try! **{move}** is right.",
            "Solved at try {count}. **{move}** is right.",
            count=(self.daily or self.attempt).tries,
            move=move,
        )

    def _wrong(self, reply: str | None) -> Sentence:
        puzzle, info = self.puzzle, GAMES[self.puzzle.game].info
        move = worded(puzzle.game, self.move)
        facts = {"move": move, "moves": puzzle.moves, "side": info.side(other_side(puzzle.board().turn))}
        if reply is None:
            return Sentence(WRONG[puzzle.kind], facts)
        told = WRONG_WITH_REPLY if self.move in puzzle.replies else WRONG_WITH_LIKELY_REPLY
        return Sentence(told[puzzle.kind], {**facts, "reply": worded(puzzle.game, reply)})

    def _notes(self) -> Sequence[Sentence]:
        """Return phrases saying how the person's puzzle rating changed and when the puzzle will be repeated."""
        notes = list[Sentence]()
        if self.rated is not None:
            before, after = self.rated
            notes.append(Sentence("Puzzle rating: {before} → {after}", {"before": str(before), "after": after.told}))
            if not self.right:
                notes.append(Sentence("Only the first try counts for it"))
        if self.comes_again is not None:
            notes.append(
                counted(
                    "This puzzle comes back tomorrow", "This puzzle comes back in {count} days", count=self.comes_again
                )
            )
        return notes


def solution(puzzle: Puzzle, answer: str) -> Sequence[str]:
    """Return a puzzle's solution, starting with this right answer.

    If the other moves of the stored solution do not fit the answer, return the stored solution.
    """
    line = [answer, *puzzle.line[1:]]
    position = puzzle.board()
    try:
        for text in line:
            position = position.play(position.parse(text))
    except RuleError:
        return puzzle.line
    return line


def explain(puzzle: Puzzle, text: str) -> Sentence | None:
    """Return a phrase saying what a right move achieves, or None if nothing that tells it from others can be named.

    Threats and checks can. If all other moves lose, so can a gain that none of the likely wrong moves brings.
    """
    board = puzzle.board()
    move = board.parse(text)
    why, gain = merit(board, move), board.gain(move)
    if why is None or gain is None or why.message != gain.message:
        return why
    if puzzle.kind == "fastest":
        in_check = board.play(move).after_null_move() is None
        return gain if in_check else None
    others = [board.gain(board.parse(wrong)) for wrong in puzzle.replies]
    return None if any(other is not None and other.message == gain.message for other in others) else gain


def _outcome(puzzle: Puzzle, line: Sequence[str]) -> Sentence:
    """Return the moves of a solution and how it ends: `d4-d7, g6-e8, c3-c6. Black wins: White has no jump left.`"""
    position, moves = puzzle.board(), moves_of(puzzle.game, line)
    for text in line:
        position = position.play(position.parse(text))
    result = position.result()
    if result is None:
        return moves
    sides = [position.info.side(seat) for seat in SEATS]
    return Sentence("{moves}. {outcome}.", {"moves": moves, "outcome": result.sentence(sides)})


def moves_of(game: str, line: Sequence[str]) -> Sentence:
    """Return the moves of a line as a sentence, such as `d4-d7, g6-e8, c3-c6`."""
    return series([worded(game, text) for text in line])
