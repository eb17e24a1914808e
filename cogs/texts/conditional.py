"""Texts about a player's planned replies: the prompts for entering a line of moves, and the list of all lines."""

from collections.abc import Mapping, Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import fitting_lines, plural, say
from cogs.wire import discord_limits
from games import worded
from language import Sentence, mark
from matches.conditional import Condition
from matches.model import Match

NOTHING = mark(
    "{match}: no planned replies. Choose a move that your opponent may play and your reply. I play the reply at "
    "once if that move comes. Nobody else sees it."
)
LONGEST_TREE = discord_limits.MESSAGE - 300
"""The maximum length, in characters, of the tree, which leaves room for the rest of the message."""


def heading(match: Match, line: Sequence[str]) -> Sentence:
    """Return the prompt for entering the move that follows this line of moves."""
    return Sentence(HEADINGS[len(line)], {"match": texts.title(match), **_moves(match.game, line)})


def preview(match: Match, line: Sequence[str]) -> Sentence:
    """Return a sentence asking the player to confirm the move that follows this line of moves.

    The caller fills in the field `move`.
    """
    return Sentence(PREVIEWS[len(line)], {"match": texts.title(match), **_moves(match.game, line)})


HEADINGS = (
    mark("Plan a reply in {match}. Your opponent's move"),
    mark("{match}, your reply to **{first}**"),
    mark("{match}, their move after **{first}** and **{second}**"),
    mark("{match}, your reply to **{third}**, after **{first}** and **{second}**"),
)
"""The questions asking for the next move, indexed by the number of moves already in the line."""
PREVIEWS = (
    mark("{match}: plan a reply to **{move}**?"),
    mark("{match}: if they play **{first}**, you reply **{move}**? I then play it at once. Only you see this plan."),
    mark("{match}: if they play **{first}**, you reply **{second}**. Plan a reply to **{move}** after that?"),
    mark(
        "{match}: if they play **{first}**, you reply **{second}**; then, if they play **{third}**, "
        "you reply **{move}**? I then play it at once. Only you see this plan."
    ),
)
"""The questions asking the player to confirm a move, indexed by the number of moves before it in the line."""


def _moves(game: str, line: Sequence[str]) -> Mapping[str, Sentence]:
    """Return a line's moves as a dict with the keys `first` to `fourth`."""
    return dict(zip(("first", "second", "third", "fourth"), (worded(game, move) for move in line), strict=False))


def line_sentence(game: str, line: Sequence[str]) -> Sentence:
    """Describe a line of moves: `if they play a1-a3, you reply b1-b3; then, if they play c1-c3, you reply d1-d3`."""
    if len(line) <= 2:
        return Sentence("if they play {first}, you reply {second}", _moves(game, line))
    return Sentence(
        "if they play {first}, you reply {second}; then, if they play {third}, you reply {fourth}", _moves(game, line)
    )


def tree(match: Match, conditions: Sequence[Condition]) -> str:
    """Return the planned replies as an indented list in which each reply is followed by its continuations."""
    if not conditions:
        return say(NOTHING, match=texts.title(match))
    lines = []
    for condition in conditions:
        indent = "  " * (len(condition.path) // 2)
        facts = {
            "move": worded(match.game, condition.path[-1]),
            "answer": worded(match.game, condition.answer),
        }
        lines.append(indent + say("- if **{move}**, you reply **{answer}**", **facts))
    shown = [*fitting_lines(lines, LONGEST_TREE)]
    if len(shown) < len(lines):
        shown.append(plural("- … and {count} more", "- … and {count} more", count=len(lines) - len(shown)))
    return "\n".join([say("{match}: your planned replies. Only you can see them.", match=texts.title(match)), *shown])
