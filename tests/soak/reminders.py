"""The reminders that stand in channels, and whether they show the running deadlines."""

import re
from collections.abc import Collection

from matches.codes import id_of
from sandbox import Sandbox
from tests.soak.ledger import Ledger

REMINDER = re.compile(r"your move against .* is due <t:(?P<due>\d+):R> · \w.* #(?P<code>\w+)")
"""A line that reminds somebody: the code of its match, and the deadline."""


def standing(sandbox: Sandbox, ledger: Ledger, closed: Collection[str]) -> tuple[list[str], list[str]]:
    """The reminders that show the running deadline of a match, and those that do not.

    A reminder disappears with its turn, and is edited after an outage. In channels that are `closed` to the bot it
    cannot do that.
    """
    deadlines = {match["id"]: match["deadline"] for match in ledger.running()}
    right, wrong = list[str](), list[str]()
    for channel in sandbox.world.channels.values():
        if channel.id in closed:
            continue
        for post in sandbox.world.messages_of(channel.id):
            for line in REMINDER.finditer(post.content) if post.author_id == sandbox.world.bot.id else ():
                deadline = deadlines.get(id_of(line["code"]))
                if deadline == int(line["due"]):
                    right.append(line[0])
                else:
                    wrong.append(f"{line[0]} says not {deadline}")
    return right, wrong
