"""What the texts of each lesson claim, checked for every move that they answer.

A module has the claims of a game's lesson: `CLAIMS` maps the key of each step to the claims of its praise and of its
kinds of wrong moves, in their order. `FEW` says why the game would not begin from such boards, and `FOLLOWS` names the
moves that lead from the step before the last one to the last.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from lessons import Tried

Claims: TypeAlias = Mapping[str, Sequence[Callable[[Tried], bool]]]


def reply(tried: Tried, text: str) -> Tried:
    """The opponent's reply with this text. Raises StopIteration if there is none."""
    return next(one for one in tried.replies if one.text == text)


def replies(tried: Tried) -> list[str]:
    return [one.text for one in tried.replies]
