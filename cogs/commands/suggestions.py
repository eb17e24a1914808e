"""Suggests moves while a person types a move."""

from collections.abc import Iterable, Sequence
from typing import Any

from discord import app_commands

from cogs.wire import discord_limits
from games import Position
from games.base import squash


def complete(typed: str, moves: Iterable[str]) -> list[str]:
    """Return the moves that contain the typed text.

    An exact match comes first, followed by the moves that start with the text.
    """
    wanted = squash(typed)
    ranked = []
    for number, move in enumerate(moves):
        squashed = squash(move)
        if wanted in squashed:
            ranked.append((squashed != wanted, not squashed.startswith(wanted), number, move))
    return [move for *_, move in sorted(ranked)]


def move_choices(typed: str, positions: Sequence[Position[Any]]) -> list[app_commands.Choice[str]]:
    """Suggest ways to complete a partly typed move.

    Suggests whole moves or, if there are too many, only the next step.
    """
    moves = dict.fromkeys(position.format(move) for position in positions for move in position.legal_moves())
    fitting = complete(typed, moves)
    if len(fitting) > discord_limits.CHOICES:
        steps = dict.fromkeys(step for position in positions for step in position.completions(typed))
        fitting = _groups(list(steps), typed) or fitting
    return [
        app_commands.Choice(name=positions[0].worded(text).said() if text in moves else text, value=text)
        for text in fitting[: discord_limits.CHOICES]
    ]


def _groups(steps: list[str], typed: str) -> list[str]:
    """Return the possible next steps of a partly typed move, or shorter prefixes if there are too many steps."""
    if len(steps) <= discord_limits.CHOICES:
        return steps
    return list(dict.fromkeys(_prefix(step, len(squash(typed)) + 1) for step in steps))


def _prefix(step: str, length: int) -> str:
    """Return the shortest prefix of a step that has at least `length` characters, not counting dashes."""
    return next((step[:end] for end in range(len(step)) if len(squash(step[:end])) >= length), step)
