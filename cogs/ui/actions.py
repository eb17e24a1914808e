"""Which function each control leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Literal

from cogs.ui import gate
from cogs.ui.context import Context

Action = Callable[[Context], Awaitable[None]]
Subject = Literal["match", "challenge", "person", "owner", "study", "shared study"]

_actions: dict[str, Action] = {}
ACTIONS: Mapping[str, Action] = _actions
"""The functions of controls, by the name that stands in the custom_id.

A name that a posted message bears is never taken away: where its function goes, it leads to what took its place.
"""


def control(name: str, *, about: Subject = "match") -> Callable[[Action], Action]:
    """Let `name` in a custom_id lead to the decorated function. Raises ValueError if it leads to another one.

    `about` is what the subject in the custom_id is. A match, a challenge or a study that the person may not see is
    refused before the function is called: anybody can send any custom_id. The subject 0 stands for none. What is about
    "owner" is for the owner of the bot alone, whatever its subject is.
    """

    def register(action: Action) -> Action:
        known = _actions.get(name, action)  # an extension that is loaded anew defines the same function again
        if (known.__module__, known.__qualname__) != (action.__module__, action.__qualname__):
            raise ValueError(f"two functions for the control {name}")
        _actions[name] = _gated(action, about)
        return action

    return register


_GATES: Mapping[Subject, Callable[[Context, int], Awaitable[object]]] = {
    "match": gate.may_act,
    "challenge": gate.challenge,
    "owner": gate.owner,
    "study": gate.study,
    "shared study": gate.shared_study,
}


def _gated(action: Action, about: Subject) -> Action:
    """The function, which is called only for people who may see the subject."""
    check = _GATES.get(about)

    @wraps(action)
    async def gated(context: Context) -> None:
        if check is not None and (context.subject or about == "owner"):
            await check(context, context.subject)
        await action(context)

    return gated
