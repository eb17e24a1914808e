"""Challenges between servers.

A moderator of one server gets a code, and a moderator of the other server enters it.
"""

import logging

import discord

import language
from cogs.posts.controls import withdraw_button
from cogs.texts import servers as texts
from cogs.texts.challenges import settled_text
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import asked_at, check_beginning
from cogs.ui.acts.draft import Draft
from cogs.ui.acts.votes import server_name, short_name
from cogs.ui.context import Context
from cogs.ui.moderators import moderated_server
from cogs.wire.controls import Button, Controls, Form, button, custom_id, text_field
from cogs.wire.failures import is_refused
from matches.errors import Refusal
from matches.model import Challenge
from service.server_matches import UNREACHABLE

log = logging.getLogger(__name__)

CODE = "K7QM-4XWD"
"""The code in the controls' examples."""


async def challenge_server(context: Context, draft: Draft) -> None:
    """Challenge another server on the chosen terms.

    The private response contains the code that a moderator of the other server enters.
    """
    await moderated_server(context)
    await check_beginning(context)
    made = await context.service.server_matches.challenge(
        draft.game,
        context.me,
        context.here,
        draft.side,
        draft.options,
        length=draft.round_length,
        asked_at=asked_at(context),
    )
    await context.answer(texts.invitation_text(made), Controls(withdraw_button(made.id)))


def code_button(row: int) -> Button:
    """Return a button that lets a moderator enter another server's challenge code."""
    return button("Enter a code", "server-code", 0, row=row)


@control("server-code", about="person", example=Example("nothing"))
async def ask_code(context: Context) -> None:
    await moderated_server(context)
    title = language.say("The other server's code")
    await context.form(Form(title, custom_id("server-typed", 0), text_field("code", title, limit=40)))


@control("server-typed", about="person", example=Example("nothing", typed={"code": CODE.lower()}))
async def show_challenge(context: Context) -> None:
    """Show the terms of the challenge with the code entered, and which server made it."""
    challenge, server = await _challenge(context, context.field("code"))
    about = (0, 0, challenge.invitation)
    accept = button("Accept", "server-accept", *about, style="success")
    await context.answer(
        texts.request_text(challenge, server), Controls(accept, button("Decline", "server-decline", *about))
    )


@control("server-accept", about="person", example=Example("nothing", (CODE,), where="elsewhere", writes="own"))
async def accept(context: Context) -> None:
    """Accept the other server's challenge, responding with the match's first board."""
    await check_beginning(context)
    challenge, server = await _challenge(context, "".join(context.args))
    own = await server_name(context)
    snapshot = await context.service.server_matches.accept(challenge.invitation, context.me, own, context.here, server)
    await context.show(snapshot)


@control("server-decline", about="person", example=Example("nothing", (CODE,), writes="own"))
async def decline(context: Context) -> None:
    challenge, _ = await _challenge(context, "".join(context.args))
    own = await server_name(context)
    declined = await context.service.server_matches.decline(challenge.invitation, own, context.here)
    await context.answer(settled_text(declined))


async def _challenge(context: Context, typed: str) -> tuple[Challenge, str]:
    """Return the open challenge with the typed code, along with the name of the server that made it.

    Raises Refusal if the code is wrong, the person does not moderate this server, or the other server's channel is
    closed to the bot.
    """
    guild_id = await moderated_server(context)
    challenge = await context.service.server_matches.challenge_with(typed, guild_id)
    venue, client = challenge.venue, context.client
    try:
        guild = await client.fetch_guild(venue.guild_id or 0, with_counts=False)
        await client.fetch_channel(venue.channel_id)
    except discord.HTTPException as error:
        if not is_refused(error):
            raise
        log.info("A server's challenge cannot be accepted: %s", error)
        raise Refusal(UNREACHABLE) from error
    return challenge, short_name(guild)
