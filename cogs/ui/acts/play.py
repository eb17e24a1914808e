"""Moves, typed or step by step, and resignation."""

from contextlib import suppress
from dataclasses import replace

import language
from cogs.posts.controls import move_button
from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, say
from cogs.ui.actions import Example, control
from cogs.ui.acts.agreements import ask_to_abort, on_any_board
from cogs.ui.acts.votes import open_vote, vote_for
from cogs.ui.context import Context
from cogs.ui.picker.forms import move_form
from cogs.ui.picker.pages import lesson_after, open_picker, show_after_move
from cogs.ui.picker.stages import path_of_beginning, path_to
from cogs.ui.views import after_end
from cogs.ui.which import own_turn
from cogs.wire.controls import Controls, button, custom_id
from games import AmbiguousMove, RuleError
from language import Sentence, mark
from matches.errors import Ahead, NotAPlayer, NotYourTurn, Refusal, Stale
from matches.model import Snapshot
from matches.results import FORFEITS, introduction, result_of
from service.play import PreviewFirst


@control("move", example=Example(public=True))
async def choose_move(context: Context) -> None:
    """Open the picker for the person to choose a move.

    If they are not a player but their server votes on the moves, opens the vote instead. If it is their turn in other
    matches, those are meant.
    """
    try:
        snapshot = await _to_move(context)
    except NotAPlayer as refusal:
        if await _by_vote(context):
            await open_vote(context)
        elif (own := await own_turn(context, refusal)) is not None:
            await open_picker(context, await context.service.lookup.to_move(own.id, context.me.id), coded=True)
    else:
        await open_picker(context, snapshot)


async def _to_move(context: Context) -> Snapshot:
    """Return the newest board, even if an older board's button was used. Raises the same errors as `Lookup.to_move`."""
    lookup, me = context.service.lookup, context.me.id
    try:
        return await lookup.to_move(context.subject, me, context.rev)
    except Ahead:
        raise
    except Stale:
        if context.from_guest_board:  # there the refusal shows the newest board to everybody
            raise
        with suppress(NotYourTurn):
            return await lookup.to_move(context.subject, me)
        raise


async def _by_vote(context: Context) -> bool:
    return (await context.service.lookup.match(context.subject)).by_vote


async def play(context: Context, text: str) -> None:
    """Play a typed move and show the new board, after a preview if the player has asked for previews.

    In a match by vote, this casts the vote of a person who is not a player. The start of a move opens the picker at
    that stage. An illegal move is refused with a button that opens the picker.
    """
    service, me = context.service, context.me.id
    try:
        try:
            sent_at = context.client.arrivals.sent_at(context.interaction)
            played = await service.play.move(context.subject, me, text, rev=context.rev, sent_at=sent_at, previews=True)
        except PreviewFirst:
            snapshot = await service.lookup.to_move(context.subject, me, context.rev)
            position = snapshot.position
            await open_picker(context, snapshot, path_to(position, position.parse(text)))
            return
        await show_after_move(context, played)
    except AmbiguousMove as beginning:
        snapshot = await service.lookup.to_move(context.subject, me, context.rev)
        await open_picker(context, snapshot, path_of_beginning(snapshot.position, beginning.moves))
    except RuleError as refusal:
        await refuse(context, refusal.sentence)
    except NotAPlayer:
        if not await _by_vote(context):
            raise
        await vote_for(context, text)


async def refuse(context: Context, why: Sentence) -> None:
    """Explain why a typed move cannot be played, and offer a button that opens the picker."""
    await context.refuse(escaped(why), Controls(move_button(await context.service.lookup.match(context.subject))))
    context.passing()


@control("play", example=Example(args=("d5",)))
async def play_in_chosen_match(context: Context) -> None:
    # The person means this move even if the match has changed since the choice was offered.
    await play(replace(context, rev=None), ":".join(context.args))


@control("type", example=Example())
async def type_move(context: Context) -> None:
    snapshot = await context.service.lookup.to_move(context.subject, context.me.id, context.rev)
    match = snapshot.match
    title = language.say("{match}, move {number}", match=texts.game_name(match.game), number=match.ply + 1)
    form_id = custom_id("typed", match.id, match.rev)
    await context.form(move_form(title, form_id, snapshot.position, mark("Your move")))


@control("typed", example=Example(typed={"move": "d5"}))
async def typed_move(context: Context) -> None:
    await play(context, context.field("move"))


@control("resign?", example=Example(public=True))
async def ask_to_resign(context: Context) -> None:
    """Ask the player to confirm their resignation or, where nobody would lose by it, that the match is aborted.

    The button also works below an older board. Where the bot is a guest, that shows the newest board instead.
    """
    match = await context.service.lookup.match(context.subject)
    seat = match.seat_of(context.me.id)
    if seat is None:
        raise Refusal("You are not playing in {match}, so you cannot resign it.", match=texts.title(match))
    match, result = await on_any_board(context, context.service.play.resignable)
    if result.winner is None:
        await ask_to_abort(context)
        return
    opponent = introduction(match.players[1 - seat])
    facts = {"match": texts.title(match), "opponent": opponent}
    if result.key in FORFEITS:
        question = say(
            "Resign {match}? {opponent} gets the point in the tournament. Not both players have moved, so it does "
            "not count for ratings.",
            **facts,
        )
    else:
        question = say("Resign {match}? {opponent} will win.", **facts)
    resign = button("Resign", "resign", match.id, match.rev, style="danger")
    keep = button("Keep playing", "keep", match.id, match.rev)
    await context.tell(question, Controls(resign, keep), panel=("resign", match.id))
    context.passing()


@control("resign", example=Example())
async def resign(context: Context) -> None:
    snapshot = await context.service.play.resign(context.subject, context.me.id)
    match = snapshot.match
    ended = say("You aborted {match}.", match=texts.title(match))
    lost = result_of(match).winner is not None
    told = say("You resigned {match}.", match=texts.title(match)) if lost else ended
    hint, lesson = await lesson_after(context, match)
    await context.show(snapshot, "\n".join(filter(None, [told, hint])), Controls(*lesson) if lesson else None)
    await context.replace_older()


@control("keep", "moderate-no", example=Example())
async def keep_playing(context: Context) -> None:
    """Tell a player who decided against resigning, aborting or ending the match that it goes on, or how it ended."""
    if context.subject and (match := await context.service.lookup.match(context.subject)).over:
        await context.answer(escaped(texts.ending(match)), Controls(*await after_end(context, match)))
    else:
        await context.answer(say("The match continues."))
