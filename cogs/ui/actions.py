"""Registers the handler of each control."""

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
"""The subjects in `tests/support/world.py`. Those in the first two lines are Ann's matches."""
MOMENT = ("0", "2", "0")
"""An example's arguments for a position in a study: the line, the move, and how the position is shown."""


@dataclass(frozen=True, slots=True)
class Example:
    """A valid use of a control (a button, select or form) that the tests replay.

    The tests also try it outdated, forged, and in every language.
    """

    scene: Scene = "running"
    """The subject in the custom_id, which also determines the revision."""
    args: tuple[str, ...] = ()
    """The arguments after the revision in the custom_id."""
    by: Literal["Ann", "Bob", "Carol", "the owner"] = "Ann"
    chosen: str = ""
    """The value chosen in a select. A scene in braces is replaced with its subject's ID."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The values submitted in a form, by field name."""
    public: bool = False
    """Whether the control is on a public message."""
    where: Literal["here", "elsewhere", "as guest"] = "here"
    """Where the control is used: in the matches' channel, elsewhere in that server, or where the bot is a guest."""
    writes: Literal["nothing", "own", "shared"] = "nothing"
    """What anybody may write with the control: nothing, their `own` data, or a `shared` post's record of names."""


@dataclass(frozen=True, slots=True)
class Control:
    """A registered control: its handler function and the arguments passed to the `control` decorator."""

    action: Action
    about: gate.Subject
    example: Example


_controls: dict[str, Control] = {}
CONTROLS: Mapping[str, Control] = _controls
"""The control for each action in a custom_id.

An action on a posted message is never removed. If its function goes, the action maps to the replacement.
"""


def control(name: str, *older: str, about: gate.Subject = "match", example: Example) -> Callable[[Action], Action]:
    """Return a decorator that registers a function as the handler for controls named `name`.

    Raises ValueError if another function already has this name.

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
            # a reloaded extension registers its controls again
            _controls[label] = Control(_check_access(action, about), about, example)
        return action

    return register


def _check_access(action: Action, about: gate.Subject) -> Action:
    """Wrap a control's handler so that it runs only if the person may see the match or other item it refers to."""
    check = gate.CHECKS.get(about)

    @wraps(action)
    async def gated(context: Context) -> None:
        if check is not None and (context.subject or about == "owner"):
            await check(context, context.subject)
        await action(context)

    return gated
