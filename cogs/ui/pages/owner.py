"""The owner's private pages, which show a match or a person, or ask the owner to confirm a command."""

import re

from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.texts.owner import announcement, inspection
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.files.records import hand_out
from cogs.wire.controls import Controls, Form, button, custom_id, text_field
from cogs.wire.failures import FAILURES
from matches.errors import Refusal

LONGEST_ANNOUNCEMENT = 1700
"""The maximum length, in characters, of an announcement, which leaves room for the lines around it."""
NUMBER = re.compile(r"[0-9]{15,19}")
"""Matches a Discord ID."""


def server_id(context: Context, text: str) -> int:
    """Parse a server ID. Raises Refusal if the text is not an ID or is the ID of the owner's own server."""
    if not NUMBER.fullmatch(text.strip()):
        raise Refusal(
            "“{text}” is not a server ID. Turn on Developer Mode in Discord and choose **Copy Server ID**.",
            text=text,
        )
    if int(text) == context.client.owners.server:
        raise Refusal("This server has the owner's commands, so it cannot be left.")
    return int(text)


@control("owner-match", about="owner", example=Example(by="the owner"))
async def show_match(context: Context) -> None:
    inspected = await context.service.owner.inspect(context.subject)
    end = [] if inspected.match.over else [button("End the match", "owner-end?", context.subject, style="danger")]
    repair = button("Repair", "owner-repair", context.subject)
    await context.answer(inspection(inspected, context.service.clock.now()), Controls(repair, *end))


@control("owner-repair", about="owner", example=Example(by="the owner"))
async def repair(context: Context) -> None:
    match = await context.service.owner.repair(context.subject)
    told = say(
        "{match} was rebuilt from its moves, its timers were reset, and its board is posted again.",
        match=texts.title(match),
    )
    await context.answer(told, Controls(button("Look again", "owner-match", context.subject)))


@control("owner-end?", about="owner", example=Example(by="the owner"))
async def ask_end(context: Context) -> None:
    match = await context.service.moderation.match_in(context.subject, None)
    end = button("End the match", "owner-end", match.id, style="danger")
    go_on = button("Let it continue", "owner-match", match.id)
    await context.answer(texts.end_question(match), Controls(end, go_on))


@control("owner-end", about="owner", example=Example(by="the owner"))
async def end(context: Context) -> None:
    match = await context.service.moderation.end(context.subject, None)
    await context.answer(say("You ended {match}.", match=texts.title(match)))


@control("owner-end-all", about="owner", example=Example("Bob", by="the owner"))
async def end_all(context: Context) -> None:
    count = await context.service.moderation.end_all(context.subject, None)
    await context.answer(plural("You ended {count} match.", "You ended {count} matches.", count=count))


def announcement_form() -> Form:
    label, about = say("Your announcement"), say("Markdown works; nobody is pinged.")
    text = text_field("text", label, about=about, limit=LONGEST_ANNOUNCEMENT, long=True)
    return Form(say("An announcement"), custom_id("owner-announce"), text)


@control("owner-announce", about="owner", example=Example("nothing", by="the owner", typed={"text": "`Tea at five.`"}))
async def preview(context: Context) -> None:
    text = context.field("text").strip()
    if not text:
        raise Refusal("The announcement is empty.")
    number, places = await context.service.announcements.draft(text)
    asked = plural(
        "This will be posted in **{count} channel** where a match is running, without pings or direct messages:",
        "This will be posted in **{count} channels** where matches are running, without pings or direct messages:",
        count=places,
    )
    go, stay = button("Announce it", "owner-send", number, style="danger"), button("Do not announce it", "owner-no")
    await context.answer(f"{asked}\n{announcement(text)}", Controls(go, stay))


@control("owner-send", about="owner", example=Example("announcement", by="the owner"))
async def send(context: Context) -> None:
    places = await context.service.announcements.send(context.subject)
    told = plural(
        "Sending it to {count} channel. A restart does not interrupt this.",
        "Sending it to {count} channels, one after another. A restart does not interrupt this.",
        count=places,
    )
    await context.answer(told)


@control("owner-leave", about="owner", example=Example("server", by="the owner"))
async def leave(context: Context) -> None:
    server = server_id(context, str(context.subject))
    try:
        await (await context.client.fetch_guild(server)).leave()
    except FAILURES as error:
        raise Refusal("Discord did not let the bot leave: {reason}", reason=str(error)[:300]) from error
    stranded = await context.service.owner.leave_server(server)
    told = plural(
        "The bot has left the server. {count} match has no channel now. The players will be told.",
        "The bot has left the server. {count} matches have no channel now. The players will be told.",
        count=stranded,
    )
    await context.answer(told)


@control("owner-no", about="owner", example=Example("nothing", by="the owner"))
async def leave_alone(context: Context) -> None:
    await context.answer(say("Nothing has changed."))


async def person_page(context: Context, name: str) -> None:
    """Show the owner how much data is stored about a person. Raises Refusal if none is stored."""
    stored = await context.service.privacy.extent(context.subject)
    if not stored.known:
        raise Refusal("Tidepool stores nothing about {name}.", name=name)
    lines = [
        say("### {name} ({number})", name=name, number=str(context.subject)),
        plural("{count} match is stored.", "{count} matches are stored.", count=stored.matches),
        plural("{count} of them is running.", "{count} of them are running.", count=stored.running),
    ]
    export = button("Export", "owner-export", context.subject)
    forget = button("Forget this person", "owner-forget?", context.subject, style="danger")
    await context.answer("\n".join(lines), Controls(export, forget))


@control("owner-export", about="owner", example=Example("Ann", by="the owner"))
async def export(context: Context) -> None:
    told = say("Here is everything that Tidepool stores about this person. Give it to nobody else.")
    await hand_out(context, context.subject, told, "owner-export")


@control("owner-forget?", about="owner", example=Example("Ann", by="the owner"))
async def ask_forget(context: Context) -> None:
    question = say(
        "**This cannot be undone.** It ends this person's running matches and deletes their name, settings, blocks, "
        "notes and ratings."
    )
    forget = button("Forget for good", "owner-forget", context.subject, style="danger")
    await context.answer(question, Controls(forget, button("Keep it all", "owner-no")))


@control("owner-forget", about="owner", example=Example("Ann", by="the owner"))
async def forget(context: Context) -> None:
    await context.service.privacy.forget(context.subject)
    await context.answer(say("Done. Tidepool no longer stores anything about this person."))
