"""Registers each control's function."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Literal

from cogs.ui import gate
from cogs.ui.context import Context

Action = Callable[[Context], Awaitable[None]]
Scene = Literal[
    "running", "prepared", "played", "drawable", "draw offered", "take-back asked for", "abort proposed",
    "out of time", "long idle", "over", "practice", "practice over", "show", "voting", "voted", "vote over", "teams",
    "challenge", "study", "shared study", "Ann", "Bob", "server", "announcement", "puzzle", "tournament",
    "tournament full", "tournament left", "nothing",
]  # fmt: skip
"""The subjects in `tests/support/world.py`; those of the first two lines are matches of Ann."""
MOMENT = ("0", "2", "0")
"""The arguments that name a position in a study in an example: the line, the move, and how it is shown."""


@dataclass(frozen=True, slots=True)
class Example:
    """A valid use of a control. The tests forge it, use it when it is stale, and read its answer in every language."""

    scene: Scene = "running"
    """The custom_id's subject, and its revision."""
    args: tuple[str, ...] = ()
    """What follows the revision in the custom_id."""
    by: Literal["Ann", "Bob", "Carol", "the owner"] = "Ann"
    chosen: str = ""
    """The value chosen in a list. A scene in braces stands for its subject's ID."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The submitted form's fields."""
    public: bool = False
    """Whether the message with the control is public."""
    where: Literal["here", "elsewhere", "as guest"] = "here"
    """In the matches' channel, in another channel of that server, or in that channel while the bot is a guest there."""
    writes: Literal["nothing", "own", "shared"] = "nothing"
    """What any person may write with it: their `own` data, or the record of a `shared` post that names people."""


@dataclass(frozen=True, slots=True)
class Control:
    """An action's function, called only for people who may see the subject, and what `control` declares."""

    action: Action
    about: gate.Subject
    example: Example


_controls: dict[str, Control] = {}
CONTROLS: Mapping[str, Control] = _controls
"""Maps the action in a custom_id to its control.

An action on a posted message is never removed. If its function goes, the action maps to the replacement.
"""


def control(name: str, *older: str, about: gate.Subject = "match", example: Example) -> Callable[[Action], Action]:
    """Register the decorated function for the action `name`. Raises ValueError if the name is taken.

    `older` are the names of this action in earlier versions, whose messages may still have controls with them.

    `about` is the kind of subject in the custom_id. Because anybody can send any custom_id, a subject that the person
    may not see is refused before the call. Subject 0 means none. With the kind "owner", only the owner of the bot can
    use the control. The tests of all controls use the `example`.
    """

    def register(action: Action) -> Action:
        for label in (name, *older):
            known = _controls[label].action if label in _controls else action
            if (known.__module__, known.__qualname__) != (action.__module__, action.__qualname__):
                raise ValueError(f"two functions for the control {label}")
            _controls[label] = Control(_gated(action, about), about, example)  # again if an extension is reloaded
        return action

    return register


def _gated(action: Action, about: gate.Subject) -> Action:
    """Wrap the function so that it is called only for people who may see the subject."""
    check = gate.CHECKS.get(about)

    @wraps(action)
    async def gated(context: Context) -> None:
        if check is not None and (context.subject or about == "owner"):
            await check(context, context.subject)
        await action(context)

    return gated
