"""`/notifications`: sets how and when a person is notified of their turn."""

from discord import app_commands

import language
from cogs.commands.options import as_choices, everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.notifications import HOURS, NO_QUIET, OFF, SUGGESTED, WAYS, keep, show_page, wall_clock, zones_like
from cogs.wire import discord_limits
from cogs.wire.replies import Interaction
from matches.hours import zone_name
from matches.words import fold

WELL_KNOWN = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Athens", "Europe/Istanbul",
    "Europe/Moscow", "Africa/Lagos", "Africa/Cairo", "Africa/Johannesburg", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Mexico_City", "America/Sao_Paulo", "Asia/Dubai", "Asia/Kolkata",
    "Asia/Shanghai", "Asia/Tokyo", "Asia/Seoul", "Australia/Sydney", "Pacific/Auckland", "Pacific/Honolulu",
)  # fmt: skip
"""The time zones suggested before anything is typed."""


@app_commands.command(description="How and when you are told that it is your turn")
@app_commands.describe(
    way="How you are told",
    quiet_from="When your quiet hours begin, like 22:30, or off",
    quiet_to="When your quiet hours end, like 07:00",
    zone="Your time zone: type a city",
    digest="When the daily message comes, like 09:00",
)
@app_commands.choices(way=as_choices(WAYS))
@everywhere
async def notifications(
    interaction: Interaction,
    way: str | None = None,
    quiet_from: str | None = None,
    quiet_to: str | None = None,
    zone: str | None = None,
    digest: str | None = None,
) -> None:
    given = {"way": way, "from": quiet_from, "to": quiet_to, "zone": zone, "digest": digest}
    wanted = [(what, value) for what, value in given.items() if value is not None]
    context = Context(interaction)
    if wanted:
        chosen = await keep(context, *wanted)
    else:
        chosen = (await context.service.settings.of_player(context.me.id)).notifications
    await show_page(context, chosen)


@notifications.autocomplete("quiet_from")
async def _quiet_from(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    off = language.say(NO_QUIET)
    none = {OFF: off} if fold(typed) in f"{OFF} {fold(off)}" else {}
    return [*as_choices(none), *_hours_like(typed)]


@notifications.autocomplete("quiet_to")
@notifications.autocomplete("digest")
async def _times(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return _hours_like(typed)


@notifications.autocomplete("zone")
async def _zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    now = Context(interaction).service.clock.now()
    offered = zones_like(typed)[: discord_limits.CHOICES] if typed.strip() else WELL_KNOWN
    return [
        app_commands.Choice(
            name=language.say(SUGGESTED, zone=zone_name(zone), time=wall_clock(now, zone)),
            value=zone,
        )
        for zone in offered
    ]


def _hours_like(typed: str) -> list[app_commands.Choice[str]]:
    """Suggest on-the-hour times containing the typed text, such as 09:00 and 19:00 for “9”."""
    return as_choices({hour: hour for hour in HOURS if typed.strip() in hour})


setup = extension(notifications)
