"""Lists of matches and open challenges, one line each, in pages that fit into a message."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cogs.texts import matches as texts
from cogs.texts.challenges import challenge_label, challenge_line
from cogs.texts.markdown import Markdown, escape, say, shown
from cogs.texts.posts import time_left
from cogs.wire import discord_limits
from cogs.wire.controls import Choice
from language import series
from matches.model import Challenge, Match, Place
from matches.results import bare_name, introduction
from service.lookup import ShownMatch

LONGEST_PAGE = discord_limits.MESSAGE - 300
"""The most characters of a page's entries, which leaves room for heading and foot."""
MOST_ENTRIES = 8
"""How many entries a page has. They fit into a message, and more would be tedious on a phone."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list, with its section's heading and its select option."""

    section: str
    line: str
    choice: Choice


def own_entries(shown: Iterable[ShownMatch], challenges: Sequence[Challenge], reader: int) -> list[Entry]:
    """The reader's matches, the watched matches that they started, and the challenges by and to them."""
    entries = []
    for item in shown:
        match = item.match
        seat = match.seat_of(reader)
        if seat is None:
            section = say("Computer matches that you started")
        else:
            section = say("Your turn") if seat == match.turn else say("Waiting for opponents")
        label = texts.list_entry(match, reader).said()
        seen = [place for place in item.places if place.seen_by(seat)]
        entries.append(Entry(section, f"- {match_line(match, seen, reader)}", Choice(f"match-{match.id}", label)))
    for challenge in challenges:
        choice = Choice(f"challenge-{challenge.id}", challenge_label(challenge, reader))
        entries.append(Entry(say("Open challenges"), challenge_line(challenge, reader), choice))
    return entries


def public_entries(shown: Iterable[ShownMatch], channels: Collection[int], reader: int) -> list[Entry]:
    """Another person's matches that are shown publicly in these channels."""
    entries = []
    for item in shown:
        match = item.match
        seen = [place for place in item.places if place.seat is None and place.channel_id in channels]
        if seen:
            label = texts.list_entry(match, reader).said()
            entries.append(Entry("", f"- {match_line(match, seen, None)}", Choice(f"match-{match.id}", label)))
    return entries


def match_line(match: Match, places: Sequence[Place], reader: int | None) -> str:
    """`Konane #1f3k against Bob, move 12, due in 2 days`, with a link to the newest board in these places."""
    name = f"**{shown(texts.title(match))}**"
    facts = {
        "match": Markdown(f"[{name}]({texts.link(places[-1])})" if places else name),
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
    parts = [what, *filter(None, [clock])]
    if seat is not None:
        if match.draw_by not in {None, seat}:
            parts.append(say("**draw offered**"))
        if match.takeback_by not in {None, seat}:
            parts.append(say("**take-back requested**"))
        if match.abort_by not in {None, seat}:
            parts.append(say("**abort proposed**"))
        if not places:
            parts.append(say("**channel gone**: choose it below"))
    return shown(series(parts))


def page_of(items: Sequence[Item], number: int) -> tuple[Sequence[Item], int, int]:
    """A page of a list (the last one if there are fewer), its number, and the number of pages (at least one)."""
    count = max(math.ceil(len(items) / MOST_ENTRIES), 1)
    number = min(number, count - 1)
    return items[number * MOST_ENTRIES :][:MOST_ENTRIES], number, count


def text_of(entries: Sequence[Entry]) -> str:
    """The lines under their sections' headings. If they are too long for a message, omits links and dates."""
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
