"""The moves that are suggested while somebody types a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.wire import discord_limits
from games.base import squash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games import Position


def complete(typed: str, moves: Iterable[str]) -> list[str]:
    """The moves that contain what was typed: first the move itself, then those that begin with it, then the others."""
    wanted = squash(typed)
    ranked = []
    for number, move in enumerate(moves):
        squashed = squash(move)
        if wanted in squashed:
            ranked.append((squashed != wanted, not squashed.startswith(wanted), number, move))
    return [move for *_, move in sorted(ranked)]


def move_choices(typed: str, positions: Sequence[Position[Any]]) -> list[app_commands.Choice[str]]:
    """The suggestions for a typed beginning of a move: the moves that fit, or their next steps if they are too many."""
    moves = dict.fromkeys(position.format(move) for position in positions for move in position.legal_moves())
    fitting = complete(typed, moves)
    if len(fitting) > discord_limits.CHOICES:
        steps = dict.fromkeys(step for position in positions for step in position.completions(typed))
        fitting = _groups(list(steps), typed) or fitting
    return [app_commands.Choice(name=text, value=text) for text in fitting[: discord_limits.CHOICES]]


def _groups(steps: list[str], typed: str) -> list[str]:
    """The steps; where Discord cannot show so many, only one letter more than was typed, such as their columns."""
    if len(steps) <= discord_limits.CHOICES:
        return steps
    return list(dict.fromkeys(_begun(step, len(squash(typed)) + 1) for step in steps))


def _begun(step: str, length: int) -> str:
    """The shortest beginning of a step that has so many letters and digits; dashes do not count."""
    return next((step[:end] for end in range(len(step)) if len(squash(step[:end])) >= length), step)
