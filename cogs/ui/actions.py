"""Which function each control leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from cogs.ui.context import Context

Action = Callable[[Context], Awaitable[None]]

_actions: dict[str, Action] = {}
ACTIONS: Mapping[str, Action] = _actions
"""By the name that stands in the custom_id. A name that a posted message bears is never taken away."""


def control(name: str) -> Callable[[Action], Action]:
    """Let `name` in a custom_id lead to the decorated function. Raises ValueError if it leads to another one."""

    def register(action: Action) -> Action:
        known = _actions.get(name, action)  # an extension that is loaded anew defines the same function again
        if (known.__module__, known.__qualname__) != (action.__module__, action.__qualname__):
            raise ValueError(f"two functions for the control {name}")
        _actions[name] = action
        return action

    return register
