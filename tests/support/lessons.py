"""How a lesson's picker is used: which of its choices lead to a move."""

from typing import Any

from cogs.ui.pages.tasks import GUIDED_WAYS
from cogs.ui.picker.stages import is_complete, stage
from games import Position
from sandbox import Answer


def leads(position: Position[Any], path: tuple[str, ...], move: Any) -> bool:
    """Whether these choices in the picker lead to a move, or make it."""
    here, steps = stage(position, path, GUIDED_WAYS), position.steps(move)
    if is_complete(position, path, here):
        return bool(here.move == move)
    left = steps[len(here.settled) :]
    follows = here.move == move or any(choice == left[: len(choice)] for choice in here.following)
    return follows and here.settled == steps[: len(here.settled)]


def choices_of(picker: Answer) -> dict[str, tuple[str, ...]]:
    """The choices that a picker offers, by label; none once a move was answered."""
    parts = {button.label: (button.custom_id or "").split(":")[1:] for button in picker.buttons}
    picked = {label: tuple(args[5:]) for label, args in parts.items() if args[:1] == ["lesson-pick"]}
    return {label: path for label, path in picked.items() if path and label != "Back"}
