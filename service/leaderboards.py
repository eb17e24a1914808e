"""The weekly post of a server's leaderboards."""

from matches.alarms import Alarm
from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.timecontrol import DAY, HOUR
from service.change import Change
from service.core import Core, alarm

DELIVERY_KINDS.declare(DeliveryKind("table", "server"))

WEEK = 7 * DAY
FIRST_WEEKLY_POST = 4 * DAY + 9 * HOUR
"""The epoch of weekly posts, in UTC seconds: a Monday at 09:00."""


def next_weekly_post(now: int) -> int:
    """The next time of weekly posts: Monday at 09:00 UTC."""
    return (now - FIRST_WEEKLY_POST) // WEEK * WEEK + WEEK + FIRST_WEEKLY_POST


@alarm("table", "server")
async def post_leaderboards(_: Core, change: Change, due: Alarm) -> None:
    """Owe a server its weekly leaderboards, and schedule the next ones."""
    chosen = await change.tx.settings.of_server(due.subject)
    if chosen.table_channel is not None:
        week, channel_id = change.now // WEEK, chosen.table_channel
        await change.owe(Delivery("table", due.subject, rev=week, channel_id=channel_id, guild_id=due.subject))
        await change.arm(due.kind, due.subject, next_weekly_post(change.now))
