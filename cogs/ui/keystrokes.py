"""Answers only the last keystroke of a person who types quickly."""

from collections.abc import Callable

from cogs.ui.context import Context

MOST_PEOPLE = 1000
"""The most people whose last keystroke is remembered; the least recent are dropped."""

_last: dict[int, int] = {}
"""Maps each person to the interaction of their last keystroke, most recent last."""


def typed_on(context: Context) -> Callable[[], bool]:
    """Note a keystroke. The returned function tells whether there was a later one, which makes an answer useless."""
    me, mine = context.me.id, context.interaction.id
    _last.pop(me, None)
    while len(_last) >= MOST_PEOPLE:
        del _last[next(iter(_last))]
    _last[me] = mine
    return lambda: _last.get(me, mine) != mine
