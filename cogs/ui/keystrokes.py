"""Keystrokes: while somebody types quickly, only the last one is answered with suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.ui.context import Context

MOST_PEOPLE = 1000
"""The most people whose last keystroke is known: where there are more, those who typed longest ago are forgotten."""

_last: dict[int, int] = {}
"""The interaction of each person's last keystroke, who typed last at the end."""


def typed_on(context: Context) -> Callable[[], bool]:
    """Note a keystroke; returns what tells later whether the person has typed on, so that nobody sees its answer."""
    me, mine = context.me.id, context.interaction.id
    _last.pop(me, None)
    while len(_last) >= MOST_PEOPLE:
        del _last[next(iter(_last))]
    _last[me] = mine
    return lambda: _last.get(me, mine) != mine
