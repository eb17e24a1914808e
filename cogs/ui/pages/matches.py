"""Private lists of a person's own matches and challenges, and of other people's public matches."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import language
from cogs.posts.controls import board_button, move_button, next_button, stop_button, withdraw_button
from cogs.texts import matches as texts
from cogs.texts.challenges import challenge_label, challenge_line, invitation
from cogs.texts.markdown import Markdown, escape, escaped, plural, say
from cogs.texts.posts import time_left
from cogs.texts.servers import invitation_text
from cogs.texts.tournaments import waiting_text
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context
from cogs.ui.pages.history import history_button
from cogs.ui.pages.links import page_links
from cogs.ui.pages.menu import LISTED
from cogs.ui.pages.rules import rules_select
from cogs.ui.picker.pages import picker_message, picker_panel
from cogs.wire import discord_limits
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Control, Controls, button, number, page_buttons, select
from cogs.wire.last_answers import Panel
from language import series
from matches.model import Challenge, Match, Place
from matches.results import bare_name, introduction
from service.lookup import ShownMatch

LONGEST_PAGE = discord_limits.MESSAGE - 300
"""The maximum length, in characters, of a page's list, which leaves room for the heading and the footer."""
MOST_ENTRIES = 8
"""The number of entries on a page. They fit into one message, and a longer page would be tedious on a phone."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in a list of matches: its section heading, line of text, and option in the select."""

    section: str
    line: str
    choice: Choice


def own_entries(matches: Iterable[ShownMatch], challenges: Sequence[Challenge], reader: int) -> list[Entry]:
    """Return list entries for the reader's matches, open votes, computer matches and challenges."""
    entries = []
    for item in matches:
        match = item.match
        seat = match.seat_of(reader)
        seen = [place for place in item.places if place.seen_by(seat)]
        if seat is not None:
            section = say("Your turn") if seat == match.turn else say("Waiting for opponents")
        elif match.by_vote:
            section = say("Open votes")
            seen = [place for place in seen if place.guild_id == match.players[match.turn].guild_id]
        else:
            section = say("Computer matches that you started")
        label = texts.list_entry(match, reader).said()
        line = match_line(match, seen, reader, in_tournament=item.in_tournament)
        entries.append(Entry(section, f"- {line}", Choice(f"match-{match.id}", label)))
    for challenge in challenges:
        choice = Choice(f"challenge-{challenge.id}", challenge_label(challenge, reader))
        entries.append(Entry(say("Open challenges"), challenge_line(challenge, reader), choice))
    return entries


def public_entries(matches: Iterable[ShownMatch], channels: Collection[int], reader: int) -> list[Entry]:
    """Return list entries for other people's matches that are shown publicly in one of these channels."""
    entries = []
    for item in matches:
        match = item.match
        seen = [place for place in item.places if place.seat is None and place.channel_id in channels]
        if seen:
            label = texts.list_entry(match, reader).said()
            line = match_line(match, seen, None, in_tournament=item.in_tournament)
            entries.append(Entry("", f"- {line}", Choice(f"match-{match.id}", label)))
    return entries


def match_line(match: Match, places: Sequence[Place], reader: int | None, *, in_tournament: bool) -> str:
    """Describe a match in one line, such as `Konane #1f3k against Bob, move 12, due in 2 days`.

    The line links to the match's newest board.
    """
    name = f"**{escaped(texts.title(match))}**"
    link = texts.newest_link(places)
    facts = {
        "match": Markdown(f"[{name}]({link})" if link is not None else name),
        "number": match.ply + 1,
    }
    seat = match.seat_of(reader) if reader is not None else None
    if seat is None:
        mover = bare_name(match, match.turn)
        what = say("{match} {players}, move {number}: {mover} to move", players=texts.pair(match), mover=mover, **facts)
    else:
        what = say("{match} against {opponent}, move {number}", opponent=introduction(match.players[1 - seat]), **facts)
    paused = match.deadline is None and match.paused is not None
    clock = say("your clock is paused while you are away") if paused and seat == match.turn else time_left(match)
    parts = [what, *([say(texts.IN_TOURNAMENT)] if in_tournament else []), *filter(None, [clock])]
    if seat is not None:
        if match.draw_by not in {None, seat}:
            parts.append(say("**draw offered**"))
        if match.takeback_by not in {None, seat}:
            parts.append(say("**takeback requested**"))
        if match.abort_by not in {None, seat}:
            parts.append(say("**abort proposed**"))
        if not places:
            parts.append(say("**channel gone**: choose it below"))
    return escaped(series(parts))


def page_of(items: Sequence[Item], number: int) -> tuple[Sequence[Item], int, int]:
    """Return one page of `items`, with its page number and the total number of pages.

    If `number` is too high, returns the last page.
    """
    count = max(math.ceil(len(items) / MOST_ENTRIES), 1)
    number = min(number, count - 1)
    return items[number * MOST_ENTRIES :][:MOST_ENTRIES], number, count


def text_of(entries: Sequence[Entry]) -> str:
    """Return the entries as lines grouped under section headings, omitting links and dates if they do not fit."""
    text = _text(entries, [entry.line for entry in entries])
    if len(text) <= LONGEST_PAGE:
        return text
    return _text(entries, [f"- {escape(entry.choice.label)}" for entry in entries])


def _text(entries: Sequence[Entry], entry_lines: Sequence[str]) -> str:
    lines: list[str] = []
    section = ""
    for entry, line in zip(entries, entry_lines, strict=True):
        if entry.section != section:
            section = entry.section
            lines.append(f"**{section}**")
        lines.append(line)
    return "\n".join(lines)


async def own_page(context: Context, number: int) -> tuple[str, Controls]:
    """Return a page of the person's own matches and challenges.

    If the number is too high, returns the last page.
    """
    service, reader = context.service, context.me.id
    running = await service.lookup.queue(reader)
    turns = sum(entry.own_turn for entry in running)
    votes, shows = await service.lookup.votes(reader), await service.lookup.shows(reader)
    matches = [*(entry.match_id for entry in (*running, *votes)), *(match.id for match in shows)]
    items: list[int | Challenge] = [*matches, *await service.challenges.open_of(reader)]
    on_page, number, count = page_of(items, number)
    shown = await service.lookup.with_places(item for item in on_page if isinstance(item, int))
    context.relay.boards.replace_deleted([item.match for item in shown], reader)
    page = own_entries(shown, [item for item in on_page if isinstance(item, Challenge)], reader)
    joined = [waiting_text(tournament) for tournament in await service.tournaments.awaited_by(reader)]
    if not page:
        empty = say("You have no matches or challenges. Start one with `/play`.")
        return "\n".join([empty, *joined]), Controls(play_button(), history_button(reader), rules_select())
    controls: list[Control] = [
        _entries(page, str(number)),
        *([next_button(turns)] if turns else []),
        *page_buttons("list", number, count),
        history_button(reader),
    ]
    told = [_turns(turns, len(running))] if running or not votes else []
    told += joined if number == 0 else []
    return _page(say("Your matches"), [*told, text_of(page)], number, count), Controls(*controls)


def _turns(turns: int, running: int) -> str:
    """Return a sentence saying in how many running matches it is the reader's turn."""
    if not running:
        return say("You have no running matches.")
    if not turns:
        return plural(
            "You have 1 running match. It is your opponent's turn.",
            "It is your turn in **none** of {count} running matches.",
            count=running,
        )
    return plural(
        "You have 1 running match. It is your turn.",
        "It is your turn in **{turns}** of {count} running matches.",
        count=running,
        turns=turns,
    )


def _page(heading: str, lines: list[str], number: int, count: int) -> str:
    foot = [say("-# Page {number} of {count}", number=number + 1, count=count)] if count > 1 else []
    return "\n".join([f"### {heading}", *lines, *foot])


async def public_page(context: Context, person_id: int, name: str | None, number: int) -> tuple[str, Controls]:
    """Return a page of another person's matches that the reader can see in this server.

    If `name` is None, the person's name is taken from the matches.
    """
    lookup, guild_id = context.service.lookup, context.guild_id
    inside = [] if guild_id is None else await lookup.public_places(person_id, guild_id)
    places = await gate.places(context, inside)
    visible = {place.match_id for place in places}
    listed = [entry.match_id for entry in await lookup.queue(person_id) if entry.match_id in visible]
    on_page, number, count = page_of(listed, number)
    shown = await lookup.with_places(on_page)
    names = [player.name for item in shown for player in item.match.players if player.id == person_id]
    name = name or next(iter(names), language.say("This person"))
    if not shown:
        empty = say("{player} has no running matches in this server.", player=name)
        return empty, Controls(play_button(person_id))
    entries = public_entries(shown, {place.channel_id for place in places}, context.me.id)
    text = _page(say("{player}'s matches in this server", player=name), [text_of(entries)], number, count)
    turn = page_buttons("theirs", number, count, after=[str(person_id)])
    return text, Controls(_entries(entries, str(number), str(person_id)), *turn)


def _entries(entries: Sequence[Entry], *page: str) -> Control:
    """Return the select that opens one of these entries."""
    hint = language.say("Choose a match to open")
    return select("entry", [entry.choice for entry in entries], 0, 0, *page, placeholder=hint)


def list_panel(person_id: int) -> Panel:
    """Return the key of the private page that lists a person's matches."""
    return "matches", person_id


@control("list", example=Example(args=("0",)))
async def show_list(context: Context) -> None:
    await show_own(context, context.number(0))


async def show_own(context: Context, number: int = 0) -> None:
    """Show a page of the person's own matches and challenges."""
    await context.answer(*await own_page(context, number), panel=list_panel(context.me.id))


@control("theirs", example=Example(args=("0", "2")))
async def show_theirs(context: Context) -> None:
    await show_public(context, context.number(1), None, context.number(0))


async def show_public(context: Context, person_id: int, name: str | None, number: int = 0) -> None:
    """Show a page of another person's matches. The parameters are those of `public_page`."""
    await context.answer(*await public_page(context, person_id, name, number), panel=list_panel(person_id))


@control("entry", example=Example(chosen="match-{running}"))
async def show_entry(context: Context) -> None:
    kind, _, subject = context.value().partition("-")
    shown = {"match": _match_entry, "challenge": _challenge_entry}.get(kind)
    if shown is None:
        raise Malformed
    text, controls = await shown(context, number(subject))
    controls.append(button("Back to the list", "list" if len(context.args) == 1 else "theirs", 0, 0, *context.args))
    whose = context.number(1) if len(context.args) > 1 else context.me.id
    await context.answer(text, Controls(*controls), panel=list_panel(whose))


async def _match_entry(context: Context, match_id: int) -> tuple[str, list[Control]]:
    service, reader = context.service, context.me.id
    match = await gate.match(context, match_id)
    seat = match.seat_of(reader)
    places = [place for place in await service.places.of(match_id) if place.seen_by(seat)]
    if seat is None:
        places = await gate.places(context, places)
    about = (match.id, match.rev)
    controls: list[Control] = []
    if not match.over:
        if seat == match.turn:
            controls.append(move_button(match))
        elif match.voting and match.turn == await service.crowds.side_of(match_id, reader):
            controls.append(button("Vote", "vote", *about, style="primary"))
        if match.watched:
            controls.append(stop_button(*about))
        own = board_button(match) if seat is None else button("My board", "mine", *about)
        controls += [own, button("More", "more", *about, LISTED)]
        if seat is not None and context.channel_id not in {place.channel_id for place in places}:
            controls.append(button("Move it here", "move-here", *about))
    controls += await page_links(context, match)
    if match.over:
        return escaped(texts.ending(match)), controls
    in_tournament = await service.tournaments.with_match(match_id) is not None
    return match_line(match, places, reader, in_tournament=in_tournament), controls


async def _challenge_entry(context: Context, challenge_id: int) -> tuple[str, list[Control]]:
    challenge = await gate.challenge(context, challenge_id)
    if challenge.challenger.id == context.me.id:
        told = invitation_text(challenge) if challenge.invitation else invitation(challenge)
        return told, [withdraw_button(challenge.id)]
    return invitation(challenge), [
        button("Accept", "accept", challenge.id, style="success"),
        button("Decline", "decline", challenge.id),
    ]


@control("next", example=Example())
async def next_match(context: Context) -> None:
    """Open the picker for the next match awaiting this person's move.

    If there is no such match, shows the list of the person's matches instead. Replaces the private message with the
    button, unless other messages have followed it.
    """
    used, last_answers = context.interaction.message, context.client.last_answers
    hidden = used is not None and last_answers.hidden(used.id, context.interaction)
    show = context.tell if hidden else context.answer
    if not hidden:
        last_answers.note_edit(context.interaction, next_match=True)
    service, reader = context.service, context.me.id
    waiting = [entry.match_id for entry in await service.lookup.queue(reader) if entry.own_turn]
    following = _next_match(waiting, context.subject)
    if following is None:
        await show(*await own_page(context, 0), panel=list_panel(context.me.id))
        return
    beside = [next_button(len(waiting) - 1, following)] if len(waiting) > 1 else []
    snapshot = await service.lookup.to_move(following, reader)
    await show(*await picker_message(context, snapshot, (), beside=beside), panel=picker_panel(snapshot.match))
    context.about(snapshot.match).passing()


def _next_match(waiting: list[int], match_id: int) -> int | None:
    """Return the next ID in the circular list: the first if `match_id` is missing, and None if it is empty."""
    if not waiting:
        return None
    return waiting[(waiting.index(match_id) + 1) % len(waiting)] if match_id in waiting else waiting[0]
