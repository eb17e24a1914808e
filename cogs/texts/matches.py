"""The sentences of a match as Discord shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from games import GAMES
from matches.results import result_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from games import Seat
    from matches.records import Challenge, Match, Person, Place, Snapshot


def plain(name: str) -> str:
    """A name as it was typed: no Markdown, no mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def literal(text: str) -> str:
    """A plain sentence as it reads: whatever would be Markdown or a mention in it, such as a name, is no more."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text, as_needed=True))


def mention(person: Person) -> str:
    return f"<@{person.id}>"


def game_name(key: str) -> str:
    return GAMES[key].info.name


def title(match: Match | Challenge) -> str:
    """`Konane #1f3k`"""
    return f"{game_name(match.game)} #{match.code}"


def seat_name(match: Match, seat: Seat) -> str:
    """`Alice (Black)`"""
    return f"{plain(match.players[seat].name)} ({GAMES[match.game].info.seats[seat]})"


def last_move(snapshot: Snapshot) -> str:
    """`Alice (Black) played d7-d5.`, or an empty text at the start; both moves where one was answered at once."""
    if snapshot.taken_back is not None:
        return f"{seat_name(snapshot.match, snapshot.match.turn)} took **{snapshot.taken_back}** back."
    if snapshot.before is None:
        return ""
    match, move, mover = snapshot.match, snapshot.before.format(snapshot.move), snapshot.before.turn
    if snapshot.answered is None:
        return f"{seat_name(match, mover)} played **{move}**."
    asker: Seat = 0 if mover == 1 else 1
    asked = f"{seat_name(match, asker)} played **{snapshot.answered}**"
    return f"{asked}, and {seat_name(match, mover)} answered **{move}** at once."


def offered(match: Match) -> str:
    """`Alice offers a draw.` where the offer was made before the move; an empty text where there is none."""
    if match.draw_by is None:
        return ""
    return f"{plain(match.players[match.draw_by].name)} offers a draw: **Draw / Take back** answers it."


def named(person: Person, called: Collection[int]) -> str:
    """A mention for those who are called, so that it pings them; the plain name for others."""
    return mention(person) if person.id in called else f"**{plain(person.name)}**"


def relative(at: int) -> str:
    """A moment as Discord shows it: `in 3 days`."""
    return f"<t:{at}:R>"


def time_left(match: Match) -> str:
    """`, due in 3 days`, or why the clock stands still; an empty text without a clock."""
    if match.deadline is not None:
        return f", due {relative(match.deadline)}"
    if match.paused is not None:
        return f", the clock waits while {plain(match.players[match.turn].name)} is away"
    return ""


def headline(snapshot: Snapshot, called: Collection[int]) -> str:
    """What matters most in one line, since a phone shows just that: whose turn it is, or how it ended."""
    match = snapshot.match
    if not match.over:
        mover = named(match.players[match.turn], called)
        return f"{mover}, your move in {title(match)}: move {match.ply + 1}{time_left(match)}"
    people = ", ".join(mention(player) for player in match.players if player.id in called)
    return f"{people}, {outcome(match)}" if people else outcome(match)


def outcome(match: Match) -> str:
    """How a match that is over ended: `Konane #1f3k is over: Alice (Black) wins (no legal move).`"""
    if match.winner is not None:
        how = f"{seat_name(match, match.winner)} wins"
    else:
        how = "no result" if match.void else "a draw"
    return f"{title(match)} is over: {how} ({result_of(match).phrase.said()})."


def options_line(options: Mapping[str, str]) -> str:
    """`size 8, throne always`; an empty text where a game has no options."""
    return ", ".join(f"{name} {value}" for name, value in options.items())


def pair(match: Match) -> str:
    """`Alice and Bob`"""
    return " and ".join(plain(player.name) for player in match.players)


def standing(snapshot: Snapshot) -> str:
    """Whose turn it is, or how it ended, without calling anybody."""
    match = snapshot.match
    if match.over:
        return outcome(match)
    return f"{title(match)}, move {match.ply + 1}: {seat_name(match, match.turn)} to move."


def list_entry(match: Match, reader: int) -> str:
    """A match in a list that one person reads: `#1f3k against Bob, move 12: your turn`. Plain text."""
    seat = match.seat_of(reader)
    if seat is None:
        against = " and ".join(player.name for player in match.players)
    else:
        against = f"against {match.players[1 - seat].name}"
    if match.over:
        state = "over"
    elif seat == match.turn:
        state = "your turn"
    else:
        state = f"{match.players[match.turn].name}'s turn"
    return f"#{match.code} {against}, move {match.ply + 1}: {state}"


def link(place: Place) -> str:
    """Where the newest board of a match can be found."""
    channel = f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
    return f"{channel}/{place.message_id}" if place.message_id else channel
