"""The weekly post of a server's leaderboards."""

from matches.alarms import WEEK, Alarm, next_weekly_post
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.hours import zone_of
from service.change import Change
from service.core import Core, alarm

DELIVERY_KINDS.declare("table", "server")


@alarm("table", "server")
async def post_leaderboards(_: Core, change: Change, due: Alarm) -> None:
    """Queue the weekly post of a server's leaderboards, and schedule the next one."""
    chosen = await change.tx.settings.of_server(due.subject)
    if chosen.table_channel is not None:
        week, channel_id = change.now // WEEK, chosen.table_channel
        await change.queue(Delivery("table", due.subject, rev=week, channel_id=channel_id, guild_id=due.subject))
        await change.arm(due.kind, due.subject, next_weekly_post(change.now, zone_of(chosen.zone)))
