"""Lists of matches and open challenges: a line each, in pages that one message can hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.texts import matches as words
from cogs.texts.challenges import challenge_list
from cogs.ui import limits
from cogs.ui.controls import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matches.records import Challenge, Match, Place
    from service.lookup import Standing

LONGEST_PAGE = limits.MESSAGE - 300
"""Characters of the entries of a page, with room for what stands above and below."""
MOST_ENTRIES = 12
"""Entries of a page: more are tedious on a phone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list, under the heading of its section, and how it can be chosen."""

    section: str
    line: str
    choice: Choice


def own_entries(standings: Iterable[Standing], challenges: Sequence[Challenge], reader: int) -> list[Entry]:
    """The matches of the one who reads, those where it is their turn first, and the challenges by and to them."""
    entries = []
    for one in standings:
        seat = one.match.seat_of(reader)
        section = "Your turn" if seat == one.match.turn else "Waiting for the others"
        label = f"{words.game_name(one.match.game)} {words.list_entry(one.match, reader)}"
        seen = [place for place in one.places if place.seat in {None, seat}]
        entries.append(Entry(section, match_line(one.match, seen, reader), Choice(f"match-{one.match.id}", label)))
    for challenge, line in zip(challenges, challenge_list(list(challenges), reader), strict=True):
        entries.append(Entry("Open challenges", line, Choice(f"challenge-{challenge.id}", _label(challenge, reader))))
    return entries


def public_entries(standings: Iterable[Standing], guild_id: int | None, person_id: int) -> list[Entry]:
    """The matches of somebody else that are shown to everybody in this server."""
    entries = []
    for one in standings:
        seen = [place for place in one.places if place.seat is None and place.guild_id == guild_id is not None]
        if seen:
            label = f"{words.game_name(one.match.game)} {words.list_entry(one.match, person_id)}"
            entries.append(Entry("", match_line(one.match, seen, None), Choice(f"match-{one.match.id}", label)))
    return entries


def match_line(match: Match, places: Sequence[Place], reader: int | None) -> str:
    """`- Konane #1f3k against Bob, move 12, due in 2 days`, with a link to the newest of the boards that are seen."""
    name = f"**{words.title(match)}**"
    where = f"[{name}]({words.link(places[-1])})" if places else name
    seat = match.seat_of(reader) if reader is not None else None
    if seat is None:
        who = f"{words.pair(match)}, move {match.ply + 1}: {words.plain(match.players[match.turn].name)} to move"
    else:
        who = f"against {words.plain(match.players[1 - seat].name)}, move {match.ply + 1}"
    parts = [f"- {where} {who}{words.time_left(match)}"]
    if seat is not None:
        parts += [asked for by, asked in _asked(match) if by not in {None, seat}]
        if not places:
            parts.append("**its channel is gone**: choose it below")
    return ", ".join(parts)


def _asked(match: Match) -> list[tuple[int | None, str]]:
    return [(match.draw_by, "**a draw is offered**"), (match.takeback_by, "**a move is asked back**")]


def _label(challenge: Challenge, reader: int) -> str:
    """A challenge as a line of a list to choose from. Plain text."""
    what = f"{words.game_name(challenge.game)} #{challenge.code}"
    if challenge.challenger.id != reader:
        return f"{what}: {challenge.challenger.name} challenges you"
    return f"{what}: you challenged {challenge.opponent.name if challenge.opponent else 'anyone'}"


def paged(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries in pages, at least one."""
    pages: list[list[Entry]] = [[]]
    for entry in entries:
        page = pages[-1]
        if len(page) == MOST_ENTRIES or len(text_of([*page, entry])) > LONGEST_PAGE:
            page = []
            pages.append(page)
        page.append(entry)
    return pages


def text_of(entries: Sequence[Entry]) -> str:
    """The lines, each section under its heading."""
    lines: list[str] = []
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            lines.append(f"**{section}**")
        lines.append(entry.line)
    return "\n".join(lines)
