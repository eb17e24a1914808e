"""Lets people vote on moves in a private picker, give reasons for their votes, and be notified when a vote opens."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord

import language
from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, say
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import asked_at, check_beginning
from cogs.ui.acts.draft import AGAINST_ME, TEAMS, Draft
from cogs.ui.context import Context
from cogs.ui.picker.forms import move_form
from cogs.ui.picker.pages import Purpose, picker_message
from cogs.ui.picker.stages import Steps, path_of_beginning
from cogs.wire.controls import Button, Controls, Form, button, custom_id, text_field
from games import GAMES, AmbiguousMove, RuleError, Seat
from games.base import shorten
from language import Sentence, is_blank, mark
from matches.computers import computer
from matches.crowds import ALSO_TOLD, LONGEST_REASON, Also, Vote, closes_at
from matches.errors import Refusal, Stale
from matches.model import Match, Snapshot
from service.crowds import Cast, NoTeam, Teams

LONGEST_NAME = 32
"""The maximum length of a server's name on boards, in characters. The same limit applies to people's names."""


async def begin_vote(context: Context, draft: Draft) -> None:
    """Begin a match played by vote on a draft's terms, responding with the match's first board."""
    await check_beginning(context)
    given = {TEAMS: None, AGAINST_ME: context.me}
    opponent = given[draft.whom] if draft.whom in given else computer(int(draft.whom[1:]))
    begun = await context.service.server_matches.begin(
        draft.game,
        context.me,
        await server_name(context),
        opponent,
        context.here,
        draft.side,
        draft.options,
        length=draft.round_length,
        asked_at=asked_at(context),
    )
    await _show_first(context, begun)


@control("vote-rematch", example=Example("vote over", where="elsewhere", public=True))
async def rematch(context: Context) -> None:
    """Begin a rematch of a match played by vote, with the sides swapped, responding with the rematch's first board."""
    if context.guild_id is None or context.here.guest:
        raise Refusal("People vote in a server's channel. Ask for a rematch below the board there.")
    await check_beginning(context)
    begin, name = context.service.server_matches.rematch, await server_name(context)
    await _show_first(context, await begin(context.subject, context.me, name, context.here))


async def _show_first(context: Context, snapshot: Snapshot) -> None:
    context.service.computer_turns.prepare(snapshot)
    await context.show(snapshot)


async def server_name(context: Context) -> str:
    """Return this server's name, truncated to the maximum length of a player's name.

    Raises Refusal if the interaction is not in a server of which the bot is a member.
    """
    if context.guild_id is None or context.here.guest:
        raise Refusal("Only a server that has added me can play by vote.")
    return short_name(await context.client.fetch_guild(context.guild_id, with_counts=False))


def short_name(guild: discord.Guild) -> str:
    """Return a server's name, truncated to the maximum length of a player's name.

    If the name is blank, returns a name such as `Server 1234`.
    """
    return f"Server {guild.id % 10_000:04}" if is_blank(guild.name) else shorten(guild.name, LONGEST_NAME)


def _purpose(match: Match, vote: Vote | None) -> Purpose:
    voted = "" if vote is None else say("You voted for {move}.", move=texts.bold(match.game, vote.move))
    return Purpose(
        pick="vote-pick",
        done="vote-done",
        typed="vote-type",
        args=(),
        heading=Sentence("{match}, move {number}", {"match": texts.game_name(match.game), "number": match.ply + 1}),
        yours=True,
        preview=Sentence("Vote for **{move}**?"),
        label=mark("Vote for {move}"),
        task=voted,
    )


@control("vote", example=Example("voting", public=True))
async def open_vote(context: Context) -> None:
    """Open the picker for voting or changing a vote."""
    try:
        cast = await _cast(context)
    except NoTeam:
        await _show_teams(context, await context.service.crowds.teams(context.subject, context.me.id))
        return
    except Stale:
        if not await _show_end(context):
            raise
        return
    purpose = _purpose(cast.snapshot.match, cast.vote)
    message = await picker_message(context, cast.snapshot, (), purpose)
    if context.from_private_message and context.args:  # the page of this person's vote
        await context.answer(*message, panel=("vote", context.subject))
    else:
        await context.tell(*message, panel=("vote", context.subject))
    context.passing()


async def _show_end(context: Context) -> bool:
    """Show the result of the vote that the button belongs to. Returns False if that vote has no result."""
    plies = await context.service.lookup.plies(context.subject) if context.args else []
    played = next((ply.text for ply in plies if str(ply.ply) == context.args[0]), None)
    if played is None:
        return False
    match = await context.service.lookup.match(context.subject)
    side = await context.service.crowds.side_of(match.id, context.me.id)
    told = say(
        "This vote is over: {move} was played in {match}.",
        move=texts.bold(match.game, played),
        match=texts.title(match),
    )
    again = button("Vote", "vote", match.id, match.rev, str(match.ply + 1), style="primary")
    await context.answer(told, Controls(*([again] if match.voting and side == match.turn else [])))
    return True


@control("vote-teams", example=Example("teams", public=True))
async def open_teams(context: Context) -> None:
    """Show the two teams of a match, and let the person join one of them."""
    await _show_teams(context, await context.service.crowds.teams(context.subject, context.me.id))


async def _show_teams(context: Context, teams: Teams) -> None:
    """Show each team's size and, if the person is not on a team, buttons for joining either one."""
    match, panel = teams.match, ("teams", teams.match.id)
    about = (match.id, match.rev)
    first, second = teams.sizes
    sizes = say(
        "{first}: {count} · {second}: {other}",
        first=side_name(match, 0), count=first, second=side_name(match, 1), other=second,
    )  # fmt: skip
    if teams.own is None:
        seats: list[Seat] = [0, 1] if first <= second else [1, 0]
        join = [
            button(Sentence("Join {team}", {"team": side_name(match, seat)}), "vote-join", *about, str(seat),
                   style="success" if seat == seats[0] else "secondary")
            for seat in seats
        ]  # fmt: skip
        asked = say("Join a team to vote for its moves. You stay in it.")
        await context.answer(f"{asked}\n{sizes}", Controls(*join), panel=panel)
        return
    told = say("You vote for {team}.", team=side_name(match, teams.own))
    vote = Controls(_vote_button(*about)) if match.turn == teams.own else None
    await context.answer(f"{told}\n{sizes}", vote, panel=panel)


@control("vote-join", example=Example("teams", ("0",), writes="own"))
async def join_team(context: Context) -> None:
    seat: Seat = 0 if context.one_of(0, ("0", "1")) == "0" else 1
    await _show_teams(context, await context.service.crowds.join(context.subject, context.me, context.guild_id, seat))


def side_name(match: Match, seat: Seat) -> Sentence:
    """Return a side's name, such as `Black`."""
    return GAMES[match.game].info.side(seat)


@control("vote-pick", example=Example("voting"))
async def pick_vote(context: Context) -> None:
    """Make a choice, or undo the last one."""
    await _show_picker(context, context.args)


async def _show_picker(context: Context, path: Steps) -> None:
    cast = await _cast(context)
    purpose = _purpose(cast.snapshot.match, cast.vote)
    await context.answer(*await picker_message(context, cast.snapshot, path, purpose), panel=("vote", context.subject))


@control("vote-type", example=Example("voting"))
async def type_vote(context: Context) -> None:
    snapshot = (await _cast(context)).snapshot
    match = snapshot.match
    title = language.say("{match}, move {number}", match=texts.game_name(match.game), number=match.ply + 1)
    await context.form(move_form(title, custom_id("vote-typed", match.id, match.rev), snapshot.position))


@control("vote-typed", example=Example("voting", typed={"move": "a1-a2"}, writes="own"))
async def typed_vote(context: Context) -> None:
    await vote_for(context, context.field("move"))


async def vote_for(context: Context, text: str) -> None:
    """Vote for a typed move or, if only its start was typed, open the picker at that point in the move."""
    try:
        await _vote(context, text)
    except AmbiguousMove as beginning_of:
        position = (await _cast(context)).snapshot.position
        await _show_picker(context, path_of_beginning(position, beginning_of.moves))
    except RuleError as refusal:
        match = await context.service.lookup.match(context.subject)
        await context.refuse(escaped(refusal.sentence), Controls(_vote_button(match.id, match.rev)))
        context.passing()


@control("vote-done", example=Example("voting", ("a1-a2",), writes="own"))
async def vote(context: Context) -> None:
    """Vote for the move in the custom_id.

    The move's text may contain colons, which also separate the arguments.
    """
    await _vote(context, ":".join(context.args))


async def _vote(context: Context, text: str) -> None:
    cast = await context.service.crowds.vote(
        context.subject, context.me, await _server(context), text, rev=context.rev, member_since=_member_since(context)
    )
    await _show_vote(context, cast)
    await context.replace_older()


async def _show_vote(context: Context, cast: Cast, *saved: str) -> None:
    """Show the person's vote, with buttons for adding a reason and for voting on a draw or a takeback."""
    match, vote = cast.snapshot.match, cast.vote
    if vote is None:
        raise Refusal("Vote for a move first.")
    lines = [
        say(
            "You voted for {move} in {match}.",
            move=texts.bold(match.game, vote.move),
            match=texts.game_name(match.game),
        ),
        say("You can change it until the vote ends, {when} at the latest.", when=texts.moment(closes_at(match) or 0)),
    ]
    if reason := vote.reason_told():
        lines.append(escaped(reason))
    await context.answer("\n".join([*lines, *saved]), Controls(*_vote_buttons(cast, vote)))


def _vote_buttons(cast: Cast, vote: Vote) -> Sequence[Button]:
    """Return the buttons below a person's vote."""
    match = cast.snapshot.match
    about = (match.id, match.rev)
    buttons = [
        button("Change my vote", "vote", *about, str(vote.ply)),
        button("Say why", "vote-why", *about, str(vote.ply)),
    ]
    if vote.reason:
        named = mark("Hide my name") if vote.named else mark("Show my name")
        buttons.append(button(named, "vote-name", *about, str(vote.ply), "n" if vote.named else "y"))
    other = 1 - match.turn
    if match.takeback_by == other:
        label = mark("Decline the takeback") if vote.also == "take back" else mark("Allow the takeback")
        buttons.append(button(label, "vote-also", *about, str(vote.ply), "n" if vote.also == "take back" else "t"))
    if cast.snapshot.position.info.draws:
        label = mark("Keep playing") if vote.also == "draw" else mark("Vote for a draw")
        buttons.append(button(label, "vote-also", *about, str(vote.ply), "n" if vote.also == "draw" else "d"))
    if cast.notified:
        buttons.append(button("Stop telling me", "vote-quiet", *about))
    else:
        buttons.append(button("Tell me when a vote opens", "vote-tell", *about))
    return buttons


@control("vote-why", example=Example("voted", ("1",)))
async def ask_why(context: Context) -> None:
    ply = context.number(0)
    vote = await context.service.crowds.own_vote(context.subject, context.me.id, ply)
    form_id = custom_id("vote-said", context.subject, context.rev or 0, str(ply))
    label = language.say("One line, shown with the result")
    reason = text_field("reason", label, limit=LONGEST_REASON, value=vote.reason)
    await context.form(Form(language.say("Why this move?"), form_id, reason))


@control("vote-said", example=Example("voted", ("1",), typed={"reason": "corner"}, writes="own"))
async def say_why(context: Context) -> None:
    cast = await _cast(context)
    named = cast.vote is not None and cast.vote.named
    vote = await context.service.crowds.explain(
        context.subject, context.me.id, context.number(0), context.field("reason"), named=named
    )
    await _show_vote(context, replace(cast, vote=vote))


@control("vote-name", example=Example("voted", ("1", "y"), writes="own"))
async def show_name(context: Context) -> None:
    """Show or hide a voter's name next to their reason."""
    named, cast = context.one_of(1, ("y", "n")) == "y", await _cast(context)
    reason = cast.vote.reason if cast.vote is not None else ""
    vote = await context.service.crowds.explain(context.subject, context.me.id, context.number(0), reason, named=named)
    await _show_vote(context, replace(cast, vote=vote))


ALSO: Mapping[str, Also] = {"n": "", "d": "draw", "t": "take back"}


@control("vote-also", example=Example("voted", ("1", "d"), writes="own"))
async def vote_also(context: Context) -> None:
    """Set or clear the person's vote for a draw or a takeback."""
    also, cast = ALSO[context.one_of(1, ALSO)], await _cast(context)
    vote = await context.service.crowds.set_also(context.subject, context.me.id, context.number(0), also)
    await _show_vote(context, replace(cast, vote=vote), say(ALSO_TOLD[also]))


@control("vote-tell", example=Example("voted", writes="own"))
async def tell_of_votes(context: Context) -> None:
    """Turn on direct messages that tell this person when a vote opens.

    The messages continue for as long as the person votes each time.
    """
    await context.service.crowds.notify(context.subject, context.me.id, notified=True)
    told = say("You will get a DM when the next vote opens, as long as you vote each time.")
    await context.tell(told, Controls(button("Stop telling me", "vote-quiet", context.subject, context.rev or 0)))


@control("vote-quiet", example=Example("voted", writes="own"))
async def stop_telling(context: Context) -> None:
    await context.service.crowds.notify(context.subject, context.me.id, notified=False)
    await context.tell(say("You will no longer be told when a vote opens."))


def _vote_button(match_id: int, rev: int) -> Button:
    return button("Vote", "vote", match_id, rev, style="primary")


async def _cast(context: Context) -> Cast:
    """Return the match and this person's current vote. Raises Refusal if they may not vote right now."""
    return await context.service.crowds.to_vote(
        context.subject, context.me.id, await _server(context), context.rev, _member_since(context)
    )


async def _server(context: Context) -> int | None:
    """Return the ID of the server for which this person votes. Raises Refusal if they cannot view the match there."""
    match = await context.service.lookup.match(context.subject)
    viewable = partial(gate.places, context)
    return await context.service.gate.votes_in(match, context.me.id, context.guild_id, viewable)


def _member_since(context: Context) -> int | None:
    """Return the time (UTC seconds) at which this person joined the server, or None if Discord does not say."""
    user = context.interaction.user
    joined = user.joined_at if isinstance(user, discord.Member) else None
    return None if joined is None else int(joined.timestamp())
