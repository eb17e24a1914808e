"""Pages showing a tournament's standings and a server's tournaments, with buttons for joining and withdrawing."""

from collections.abc import Sequence

import discord

import language
from cogs.posts.controls import learn_button, next_button
from cogs.posts.tournaments import BACK, POST, page_of, part_picture, parts, round_controls
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.texts.tournaments import (
    WITHDRAW,
    announced_note,
    announcement,
    ending,
    joined_text,
    level_lines,
    list_line,
    out_line,
    progress_of,
    result_line,
    terms,
    title,
    wanted_text,
)
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.moderators import moderated_server, moderates
from cogs.ui.pages.matches import show_own
from cogs.ui.picker.pages import picker_message, picker_panel
from cogs.wire.controls import Choice, Control, Controls, button, custom_id, number, page_buttons, select
from cogs.wire.pictures import Picture
from language import Sentence, in_context, paragraph
from matches.errors import NoTournament, Refusal
from matches.tournaments.model import FEWEST, Meeting
from matches.tournaments.progress import Progress

MOST_LINES = 12
"""The maximum number of matches listed on a page."""
MOST_LISTED = 10
"""The maximum number of tournaments listed."""
Message = tuple[str, Controls, Picture | None]


@control("tournament", about="tournament", example=Example("tournament", public=True))
async def show_standings(context: Context) -> None:
    """Show a tournament's standings privately. If the user acted on a private page, replace that page."""
    await open_standings(context, context.subject, context.number(0) if context.args else None)


@control("tournament-move", about="tournament", example=Example("tournament left", public=True))
async def move_next(context: Context) -> None:
    """Open the picker for the first tournament match awaiting this person's move.

    If there is no such match, lists the person's matches or, once the tournament is over, shows its standings.
    """
    own = await context.service.tournaments.running_of(context.subject, context.me.id)
    waiting = [pairing.match for pairing in own if pairing.match.seat_of(context.me.id) == pairing.match.turn]
    if not waiting:
        over = (await context.service.tournaments.of(context.subject)).tournament.status == "over"
        await (open_standings(context, context.subject) if over else show_own(context))
        return
    beside = [next_button(len(waiting) - 1, waiting[0].id)] if len(waiting) > 1 else []
    snapshot = await context.service.lookup.to_move(waiting[0].id, context.me.id)
    message = await picker_message(context, snapshot, (), beside=beside)
    await context.answer(*message, panel=picker_panel(snapshot.match))
    context.about(snapshot.match).passing()


async def open_standings(context: Context, tournament_id: int, page: int | None = None) -> None:
    """Show a page of a tournament's standings privately, by default the page the reader appears on.

    Raises NoTournament as `standings_page` does.
    """
    await context.answer(*await standings_page(context, tournament_id, page), panel=("tournament", tournament_id))


async def standings_page(context: Context, tournament_id: int, page: int | None = None) -> Message:
    """Return a page of a tournament's standings, by default the page the reader appears on.

    Raises NoTournament if there is no such tournament or the person may not see it.
    """
    progress = await gate.tournament(context, tournament_id)
    if not progress.meetings:
        acts = Controls(*await _acts(context, progress))
        if progress.tournament.status == "cancelled":
            return ending(progress), acts, None
        told = [announcement(progress, context.me.id, context.channel_id)]
        if await _manages(context, progress):
            told.append(wanted_text(progress))
        return "\n".join(filter(None, told)), acts, None
    shown = parts(progress)
    page = page_of(progress, context.me.id) if page is None else min(page, len(shown) - 1)
    image = await part_picture(progress, shown[page], await context.theme(), context.me.id)
    tournament = progress.tournament
    over = tournament.status in {"over", "cancelled"}
    head = ending(progress) if over else say("**{title}**", title=title(tournament))
    about = f"{progress_of(progress, progress.meetings)}{texts.SEPARATOR}{terms(tournament)}"
    meetings = shown[page].meetings
    lines = [out_line(progress, meetings), *level_lines(progress), *await _lines(context, progress, meetings)]
    controls = [
        *page_buttons("tournament", page, len(shown), subject=tournament.id, rev=POST),
        *await _acts(context, progress),
    ]
    return "\n".join(filter(None, [head, f"-# {about}", *lines])), Controls(*controls), image


async def _lines(context: Context, progress: Progress, meetings: Sequence[Meeting]) -> list[str]:
    """Return a line for each match, up to MOST_LINES: the reader's own first, then other running ones."""
    own = progress.entrant_of(context.me.id)

    def order(meeting: Meeting) -> tuple[bool, bool, int]:
        return own is None or not meeting.involves(own.number), meeting.over, -meeting.fixture.stage

    ordered, lines = sorted(meetings, key=order), []
    for meeting in ordered[:MOST_LINES]:
        link: Markdown | None = None
        if meeting.match_id is not None:
            link = texts.newest_link(await context.service.places.of(meeting.match_id))
        lines.append(result_line(progress, meeting, link))
    if len(ordered) > MOST_LINES:
        more = len(ordered) - MOST_LINES
        lines.append(language.plural("-# and {count} more match", "-# and {count} more matches", more))
    return lines


async def _acts(context: Context, progress: Progress) -> list[Control]:
    """Return buttons for what this person can do in a tournament, such as joining it."""
    tournament, entrant = progress.tournament, progress.entrant_of(context.me.id)
    about = (tournament.id, POST)
    acts: list[Control] = []
    if tournament.status == "joining" and entrant is None:
        acts.append(button("Join", "tournament-join", *about, style="success"))
    elif tournament.status == "joining":
        acts.append(button(WITHDRAW, "tournament-withdraw", *about))
    elif tournament.status == "running" and entrant is not None:
        if entrant.vanished:
            acts.append(button("I am back", "tournament-back", tournament.id, BACK))
        elif entrant.withdrawn_at is None:
            acts.append(button(WITHDRAW, "tournament-leave?", *about))
    if await _manages(context, progress):
        if tournament.status == "joining" and len(progress.entrants) >= FEWEST:
            acts.append(button("Start now", "tournament-start", *about, style="primary"))
        if progress.entrants:
            acts.append(button("Remove a player", "tournament-remove?", *about))
        acts.append(button("End the tournament", "tournament-end?", *about, style="danger"))
    return acts


async def _manages(context: Context, progress: Progress) -> bool:
    """Return whether this person may manage a tournament, that is, start it, end it, and remove players."""
    tournament = progress.tournament
    here = context.guild_id == tournament.guild_id
    return tournament.status in {"joining", "running"} and here and await moderates(context)


@control("tournament-join", about="tournament", example=Example("tournament", by="Carol", public=True, writes="own"))
async def join(context: Context) -> None:
    """Join a tournament, or link to it if it has begun and the person has already joined it."""
    progress = await context.service.tournaments.of(context.subject)
    tournament, entrant = progress.tournament, progress.entrant_of(context.me.id)
    if tournament.status == "running" and entrant is not None and entrant.withdrawn_at is None:
        told = [say("The {title} has begun, and you are in it.", title=title(tournament))]
        if tournament.channel_id:
            told.append(texts.address(tournament.guild_id, tournament.channel_id, tournament.message_id))
        await context.answer("\n".join(told), round_controls(tournament.id, POST))
        return
    learn = await context.service.lessons.is_left(context.me.id, tournament.game)
    tournament = (await context.service.tournaments.join(context.subject, context.me)).tournament
    await context.answer(
        joined_text(tournament),
        Controls(
            *([learn_button(tournament.game)] if learn else []),
            button(WITHDRAW, "tournament-withdraw", context.subject, POST),
        ),
    )


@control("tournament-withdraw", about="tournament", example=Example("tournament", public=True))
async def withdraw_before(context: Context) -> None:
    """Withdraw from a tournament, after asking for confirmation if it has begun."""
    progress = await context.service.tournaments.of(context.subject)
    if progress.tournament.status == "running":
        await ask_to_leave(context)
    else:
        await leave(context)


@control("tournament-leave?", about="tournament", example=Example("tournament"))
async def ask_to_leave(context: Context) -> None:
    progress = await context.service.tournaments.of(context.subject)
    leave = button("Withdraw from the tournament", "tournament-leave", context.subject, POST, style="danger")
    stay = button("Keep playing", "tournament", context.subject, POST)
    question = say(
        "The {title} has begun. If you withdraw, you resign all your running matches in it.",
        title=title(progress.tournament),
    )
    await context.answer(question, Controls(leave, stay))


@control("tournament-leave", about="tournament", example=Example("tournament"))
async def leave(context: Context) -> None:
    progress = await context.service.tournaments.withdraw(context.subject, context.me.id)
    await context.answer(say("You have withdrawn from the {title}.", title=title(progress.tournament)))


@control("tournament-back", about="tournament", example=Example("tournament left"))
async def come_back(context: Context) -> None:
    progress = await context.service.tournaments.come_back(context.subject, context.me.id)
    await context.answer(say("Welcome back to the {title}.", title=title(progress.tournament)))


@control("tournament-start", about="tournament", example=Example("tournament full"))
async def start_now(context: Context) -> None:
    await _check_manages(context)
    tournament = await context.service.tournaments.start_now(context.subject)
    begins = say("The {title} begins now.", title=title(tournament))
    await context.answer(paragraph([begins, announced_note(tournament, context.channel_id)]))


@control("tournament-end?", about="tournament", example=Example("tournament"))
async def ask_to_end(context: Context) -> None:
    await _check_manages(context)
    end = button("End the tournament", "tournament-end", context.subject, POST, style="danger")
    go_on = button("Let it continue", "tournament", context.subject, POST)
    await context.answer(say("End this tournament without a winner? Running matches go on."), Controls(end, go_on))


@control("tournament-end", about="tournament", example=Example("tournament"))
async def end(context: Context) -> None:
    await _check_manages(context)
    await context.service.tournaments.end(context.subject)
    await open_standings(context, context.subject)


@control("tournament-remove?", about="tournament", example=Example("tournament"))
async def ask_whom_to_remove(context: Context) -> None:
    progress = await _check_manages(context)
    list_id, hint = custom_id("tournament-remove", context.subject, POST), language.say("Choose a player")
    people = discord.ui.UserSelect[Controls](custom_id=list_id, placeholder=hint)
    question = say(
        "Who should be removed from the {title}? Their running matches will end.", title=title(progress.tournament)
    )
    await context.answer(question, Controls(people, button("Back", "tournament", context.subject, POST)))


@control("tournament-remove", about="tournament", example=Example("tournament", chosen="{Ann}"))
async def remove(context: Context) -> None:
    progress = await _check_manages(context)
    person_id = number(context.value())
    entrant = progress.entrant_of(person_id)
    if entrant is None:
        raise Refusal("That person is not in this tournament.")
    await context.service.tournaments.withdraw(context.subject, person_id, by_moderator=True)
    await open_standings(context, context.subject)


async def show_list(context: Context) -> None:
    """Show a page that lists the server's latest tournaments. Raises Refusal if there are none."""
    shown = await _of_server(context)
    choices = [Choice(str(progress.tournament.id), _label(progress)) for progress in shown]
    listed = select("tournament-choose", choices, placeholder=language.say("Choose a tournament"))
    text = "\n".join(map(list_line, shown))
    await context.answer(text, Controls(listed), panel=("tournaments", context.guild_id))


@control("tournament-choose", about="person", example=Example("nothing", chosen="{tournament}"))
async def choose(context: Context) -> None:
    await open_standings(context, number(context.value()))


async def open_newest(context: Context) -> None:
    """Show the standings of the server's latest tournament. Raises Refusal if there is none."""
    shown = await _of_server(context)
    await open_standings(context, shown[0].tournament.id)


async def _of_server(context: Context) -> list[Progress]:
    """Return those of the server's latest tournaments the person may see. Raises Refusal if there are none."""
    if context.guild_id is None:
        raise Refusal("Tournaments belong to servers. Use this in a channel of a server.")
    known = await context.service.tournaments.in_server(context.guild_id, MOST_LISTED)
    candidates = [await context.service.tournaments.of(tournament.id) for tournament in known]
    placed = [progress.tournament.venue.place(0) for progress in candidates if progress.tournament.channel_id]
    viewable = {place.channel_id for place in await gate.places(context, placed)} | {0}
    shown = [
        progress
        for progress in candidates
        if progress.tournament.channel_id in viewable or progress.entrant_of(context.me.id)
    ]
    if not shown:
        raise Refusal("This server has had no tournament yet. `/tournament create` opens one.")
    return shown


def _label(progress: Progress) -> str:
    named = {
        "joining": Sentence("open"),
        "running": Sentence("running"),
        "over": in_context("tournament", "over"),
        "cancelled": Sentence("ended"),
    }
    return language.say("{title}, {status}", title=title(progress.tournament), status=named[progress.tournament.status])


async def _check_manages(context: Context) -> Progress:
    """Return the control's tournament. Raises Refusal if this person does not moderate its server."""
    progress = await context.service.tournaments.of(context.subject)
    if await moderated_server(context) != progress.tournament.guild_id:
        raise NoTournament
    return progress
