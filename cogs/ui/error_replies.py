"""Responds to failed interactions with a clear private sentence, never a traceback."""

import logging
import re
from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.posts.controls import Buttons, end_buttons, move_button, prepare_button, stop_button, withdraw_button
from cogs.posts.spectators import seen_places
from cogs.texts import matches as texts
from cogs.texts.errors import NothingHere, sentence
from cogs.texts.markdown import Markdown, escaped, say
from cogs.ui.acts.follows import follow_buttons
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context
from cogs.ui.pages.rules import rules_select
from cogs.ui.views import after_end
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Controls
from cogs.wire.failures import FAILURES
from cogs.wire.permissions import answers_privately
from cogs.wire.pictures import Picture, picture
from language import mark
from matches.computers import Interrupted
from matches.errors import (
    AboutMatch,
    Ahead,
    AlreadyPosted,
    NoMistakes,
    NotAPlayer,
    NotYourTurn,
    OtherRuns,
    Over,
    OwnChallenge,
    Refusal,
    ShowRuns,
    Stale,
)
from matches.model import Match
from storage.errors import Unavailable, Unheard

log = logging.getLogger(__name__)

OURS = mark("Something went wrong. Your match is safe. Please try again in a moment.")
DISCORDS = mark("Discord rejected my answer. Your match is safe. Please try again in a moment.")
LOCKED = mark("I cannot save anything right now, so nothing has changed. Please try again in a minute.")
UNHEARD = mark(
    "I was interrupted while saving this, so I do not know whether it counts. Please look again in half a "
    "minute, and try again if nothing has changed."
)
LONG_NUMBER = re.compile(r"[0-9]{15,}")
"""Matches a number that may be a Discord ID and so must not be logged."""
BAD_REQUEST = 400
"""Discord's HTTP status for an invalid request. If an error code comes with it, the bot has a bug."""


async def answer_failure(context: Context, error: Exception) -> None:
    """Tell the person what went wrong, and log unexpected errors with their traceback."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if context.interaction.type is discord.InteractionType.autocomplete:
        if not isinstance(error, (*FAILURES, Unavailable, Refusal)):
            log.error("An autocomplete failed", exc_info=error)
        return
    try:
        match_id = error.match_id if isinstance(error, AboutMatch) else None
        if match_id is not None and await context.relay.boards.catch_up(match_id, context.interaction):
            return
        if isinstance(error, Ahead):
            for place in await context.service.places.of(error.match_id or 0):
                if place.channel_id == context.channel_id:  # it may show boards that the database no longer knows
                    await context.service.outbox.doubt(place)
        await _tell(context, error)
        if match_id is not None:
            context.client.last_answers.add(match_id, context.interaction)
    except (*FAILURES, Unavailable) as trouble:
        log.warning("Could not answer an interaction: %s", trouble)


async def _tell(context: Context, error: Exception) -> None:
    text, ways = await _sentence(context, error), await _ways_on(context, error)
    if isinstance(error, Over):  # no other button on a private page of the match works now
        await context.answer(text, ways, panel=("over", error.match_id))
    else:
        await context.tell(text, ways, await _newest_board(context, error))


async def _ways_on(context: Context, error: Exception) -> Controls | None:
    """Return buttons for what the person can do after the error, such as Play, Rules, Move or Withdraw."""
    match error:
        case NothingHere():
            return Controls(play_button(), rules_select())
        case OwnChallenge(challenge_id=challenge_id):
            return Controls(withdraw_button(challenge_id))
        case ShowRuns(match_id=int(match_id)):
            return Controls(stop_button(match_id))
        case Stale() | Over() | NotYourTurn() | NoMistakes() | NotAPlayer() if error.match_id is not None:
            buttons = await _buttons_about(context, error, await context.service.lookup.match(error.match_id))
            return Controls(*buttons) if buttons else None
    return None


async def _buttons_about(context: Context, error: AboutMatch, match: Match) -> Buttons:
    seat = match.seat_of(context.me.id)
    if isinstance(error, Stale) and not match.over and seat == match.turn:
        return [move_button(match)]
    if isinstance(error, NotYourTurn) and not match.practice and not match.over and seat is not None:
        return [prepare_button(match)]
    if isinstance(error, NoMistakes):
        return end_buttons(match, faultless=True)
    if isinstance(error, Over) and match.over:
        return await after_end(context, match)
    return await follow_buttons(context, match) if isinstance(error, NotAPlayer) else []


async def _newest_board(context: Context, error: Exception) -> Picture | None:
    """Return a picture of the newest board, if the user acted on an old board that the bot can no longer edit.

    That happens in servers where the bot is not a member: there it can edit its responses only for 15 minutes, so old
    boards keep their buttons. In all other cases, returns None.
    """
    if not (isinstance(error, Stale) and error.match_id is not None and context.here.guest):
        return None
    snapshot = await context.service.lookup.snapshot(error.match_id)
    return await picture(snapshot, **await context.look(snapshot.match))


async def _sentence(context: Context, error: Exception) -> str:
    match error:
        case Malformed():
            data: Mapping[str, object] = context.interaction.data or {}
            log.info("Malformed input: %.60r", LONG_NUMBER.sub("…", str(data.get("custom_id"))))
        case Interrupted():
            log.warning("A requested computation was interrupted: %s", error)
        case Stale() | OtherRuns() | AlreadyPosted():
            return await _with_link(context, error)
        case discord.HTTPException(status=status, code=code) if status != BAD_REQUEST or not code:
            log.warning("Discord refused an answer: %s", error)
            return say(DISCORDS)
        case discord.HTTPException():
            pass
        case _ if isinstance(error, FAILURES):
            log.warning("Discord is out of reach: %s", str(error) or "no answer")
            return say(DISCORDS)
        case Unheard():
            log.error("%s", error)
            return say(UNHEARD)
        case Unavailable():
            log.error("%s", error)
            return say(LOCKED)
    text = sentence(error)
    if text is None:
        log.error("An interaction failed", exc_info=error)
    return text or say(OURS)


async def _with_link(context: Context, refusal: AboutMatch | AlreadyPosted) -> str:
    if link := await _link(context, refusal):
        return say("{refusal} It is here: {link}", refusal=refusal.sentence, link=link)
    return escaped(refusal.sentence)


async def _link(context: Context, refusal: AboutMatch | AlreadyPosted) -> Markdown | None:
    """Return a link to the challenge or the match's newest board, or None if the person may not see it.

    There is no link where responses are forced to be private, because the board may not be posted there.
    """
    if isinstance(refusal, AlreadyPosted):
        challenge = await context.service.challenges.of(refusal.challenge_id)
        venue = challenge.venue
        return texts.address(venue.guild_id, venue.channel_id, challenge.message_id) if challenge.message_id else None
    if refusal.match_id is None or answers_privately(context.interaction):
        return None
    match = await context.service.lookup.match(refusal.match_id)
    seat = match.seat_of(context.me.id)
    places = [place for place in await context.relay.boards.places(refusal.match_id) if place.seen_by(seat)]
    here = [place for place in places if place.channel_id == context.channel_id]
    if not here:
        here = await seen_places(context.service, context.client.viewers, match, context.me.id, places)
    return texts.link(here[0]) if here else None
