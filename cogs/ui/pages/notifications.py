"""The page where a person chooses how they are notified of their turn, and sets quiet hours."""

import re
from dataclasses import replace
from datetime import datetime
from functools import reduce

import language
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Control, Controls, Form, button, custom_id, select, text_field
from games.base import shorten
from language import Sentence, in_context, listing, mark, paragraph
from matches.errors import Refusal
from matches.hours import minutes_of, offset_zone, zone_name, zone_of
from matches.places import find_zones, fold_name
from matches.settings import Notifications, Way
from matches.words import fold, words

WAYS: dict[Way, str] = {
    "channel": mark("by a ping in the channel"),
    "dm": mark("by direct message"),
    "both": mark("by a ping in the channel and by direct message"),
    "digest": mark("in one direct message a day"),
}
CLOSED = mark(
    "**Discord refused my last direct message to you**, so I ping you in the channel for now. Allow direct "
    "messages from this server in your privacy settings, then press **Try direct messages again**."
)
OFF = "off"
"""The value that turns quiet hours off, used in place of a time of day."""
NO_QUIET = mark("No quiet hours")
OFF_TYPED = in_context("typed", "off, none, no")
USUAL_QUIET = 22 * 60, 7 * 60
"""The default start and end of quiet hours, in minutes after midnight, for whichever one was not chosen."""
HOURS = [f"{hour:02}:00" for hour in range(24)]
SUGGESTED = mark("{zone}: {time} there now")
"""The text that suggests a time zone. People may edit the text or send it unchanged."""
_SHOWN_TIME = re.compile(r"[(]|:(?!\d)")
"""Matches what separates a time zone from its time: `Berlin (22:10)`, `Europe/Berlin: 22:10 there now`."""


def notifications_page(chosen: Notifications, now: int) -> tuple[str, Controls]:
    """Return the page with a person's notification settings and select menus for changing them."""
    now_there = wall_clock(now, chosen.zone)
    foot: str = say("-# Your time zone is {zone} ({time} now).", zone=zone_name(chosen.zone), time=now_there)
    if chosen.way == "digest":
        foot = paragraph([foot, say("Reminders that your time is running out are sent at once.")])
    closed = [say(CLOSED)] if chosen.dm_closed else []
    text = "\n".join([say("### Your notifications"), in_words(chosen), *closed, foot])
    ways = [Choice(way, language.say("Tell me {way}", way=Sentence(name))) for way, name in WAYS.items()]
    lists: list[Control] = [
        select("tell", ways, 0, 0, "way", chosen=chosen.way),
        _times("from", mark("Quiet hours start at {time}"), chosen.quiet_from, none=language.say(NO_QUIET)),
    ]
    if chosen.quiet:
        lists.append(_times("to", mark("Quiet hours end at {time}"), chosen.quiet_to))
    if chosen.way == "digest":
        lists.append(_times("digest", mark("Daily message at {time}"), chosen.digest_at))
    lists.append(button("Time zone", "zone?"))
    if chosen.dm_closed:
        lists.append(button("Try direct messages again", "tell", 0, 0, "way", chosen.way))
    return text, Controls(*lists)


def in_words(chosen: Notifications) -> str:
    """Describe notification settings, as in `You are notified **by direct message**, at any time.`"""
    begin, end = chosen.quiet or (0, 0)
    facts = {
        "way": Sentence(WAYS[chosen.way]),
        "time": _wall(chosen.digest_at),
        "begin": _wall(begin),
        "end": _wall(end),
        "zone": zone_name(chosen.zone),
    }
    if chosen.way == "digest":
        if chosen.quiet:
            return say(
                "You are notified **{way}**, at **{time}**, except between **{begin}** and **{end}** ({zone}).", **facts
            )
        return say("You are notified **{way}**, at **{time}** ({zone}).", **facts)
    if chosen.quiet:
        return say("You are notified **{way}**, except between **{begin}** and **{end}** ({zone}).", **facts)
    return say("You are notified **{way}**, at any time.", **facts)


def zones_like(typed: str) -> list[str]:
    """Return time zones whose name or city contains the typed text, in any supported language.

    The best come first: this name, this city, cities that begin with the text.

    For an offset such as `UTC+2`, returns only its zone, because the names of these zones have the opposite sign.
    """
    if offset := offset_zone(typed):
        return [offset]
    wanted = fold_name(typed)
    ranked = []
    for zone, (name, *cities) in find_zones(wanted).items():
        if wanted == name or zone_name(zone) == zone:
            begins = any(city.startswith(wanted) for city in cities)
            ranked.append((name != wanted, wanted not in cities, not begins, "/" not in name, zone))
    return [zone for *_, zone in sorted(ranked)]


@control("tell", example=Example(args=("way",), chosen="dm", writes="own"))
async def choose(context: Context) -> None:
    await show_page(context, await keep(context, context.choice()))


@control("zone?", example=Example())
async def ask_zone(context: Context) -> None:
    chosen = (await context.service.settings.of_player(context.me.id)).notifications
    await context.form(zone_form(language.say("Your time zone"), "zone", chosen.zone))


def zone_form(title: str, action: str, zone: str) -> Form:
    """Return a form with the field `zone`, whose placeholder is the current time zone."""
    label, about = language.say("City or time zone"), language.say("A city in it, such as Berlin")
    return Form(title, custom_id(action), text_field("zone", label, about=about, placeholder=zone_name(zone), limit=60))


@control("zone", example=Example(typed={"zone": "Europe/Berlin"}, writes="own"))
async def choose_zone(context: Context) -> None:
    await show_page(context, await keep(context, ("zone", context.field("zone"))))


async def show_page(context: Context, chosen: Notifications) -> None:
    """Show the person's notification settings. If the user acted on a private page, replace that page."""
    await context.answer(*notifications_page(chosen, context.service.clock.now()), panel=("notifications", 0))


async def keep(context: Context, *wanted: tuple[str, str]) -> Notifications:
    """Store changes to the person's notification settings, and return the updated settings.

    Raises Refusal if quiet hours would begin and end at the same time.
    """
    service, me = context.service, context.me.id
    settings = await service.settings.of_player(me)
    chosen = reduce(_chosen, wanted, settings.notifications)
    if chosen.quiet_from is not None and chosen.quiet_from == chosen.quiet_to:
        raise Refusal("Quiet hours cannot start and end at the same time.")
    return (await service.settings.choose(me, replace(settings, notifications=chosen))).notifications


def _chosen(chosen: Notifications, choice: tuple[str, str]) -> Notifications:
    usual_from, usual_to = USUAL_QUIET
    match choice:
        case "way", way:
            return replace(chosen, way=one_of(way, WAYS))
        case (("from" | "to"), time) if fold(time) in words(OFF_TYPED) | {OFF, fold(language.say(NO_QUIET))}:
            return replace(chosen, quiet_from=None, quiet_to=None)
        case "from", time:
            end = usual_to if chosen.quiet_to is None else chosen.quiet_to
            return replace(chosen, quiet_from=minutes_of(time), quiet_to=end)
        case "to", time:
            begin = usual_from if chosen.quiet_from is None else chosen.quiet_from
            return replace(chosen, quiet_from=begin, quiet_to=minutes_of(time))
        case "zone", zone:
            return replace(chosen, zone=read_zone(zone))
        case "digest", time:
            return replace(chosen, digest_at=minutes_of(time))
    raise Malformed


def read_zone(typed: str) -> str:
    """Parse a typed time zone. Raises Refusal unless the text matches exactly one."""
    name = fold_name(_SHOWN_TIME.split(fold(typed), maxsplit=1)[0])
    fitting = zones_like(name) if name else []
    if fitting and (len(fitting) == 1 or name in find_zones(name)[fitting[0]]):
        return fitting[0]
    if not fitting:
        zone_of(typed)
    raise Refusal(
        "“{typed}” could mean several time zones. Type one of these: {zones}.",
        typed=shorten(typed),
        zones=listing(fitting, last="or", limit=5),
    )


def _times(what: str, label: str, minute: int | None, *, none: str = "") -> Control:
    """Return a select that offers every full hour, with any other current time as its placeholder."""
    choices = [Choice(time, language.say(label, time=time)) for time in HOURS]
    if none:
        choices.insert(0, Choice(OFF, none))
    if minute is None:
        return select("tell", choices, 0, 0, what, chosen=OFF)
    time = _wall(minute)
    return select("tell", choices, 0, 0, what, chosen=time, placeholder=language.say(label, time=time))


def _wall(minute: int) -> str:
    """Format a number of minutes since midnight as a time of day, such as `22:30`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def wall_clock(time: int, zone: str) -> str:
    """Convert a time in UTC seconds to the local time of day in a time zone, such as `14:05`."""
    return f"{datetime.fromtimestamp(time, zone_of(zone)):%H:%M}"
