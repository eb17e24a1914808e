"""The terms of a match in words, and the texts of a challenge from the question to the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.texts import matches as words
from games import GAMES
from language import say
from matches.timecontrol import CLOCKS, DAY, HOUR, TimeControl, clock_text

if TYPE_CHECKING:
    from games import GameInfo
    from matches.records import Challenge

USUAL_CLOCK = "3d"
"""The clock of a challenge that names none."""


def clock_name(clock: TimeControl | None) -> str:
    """`3 days per move`, `bank: 72 h + 12 h per move, at most 96 h`, `no clock`."""
    if clock is None:
        return "no clock"
    if clock.start == clock.increment == clock.cap and clock.cap % DAY == 0:
        days = clock.cap // DAY
        name = f"{days} day{'' if days == 1 else 's'} per move"
    else:
        start, increment, cap = (seconds // HOUR for seconds in (clock.start, clock.increment, clock.cap))
        name = f"bank: {start} h + {increment} h per move, at most {cap} h"
    return name if clock.hard else f"{name}, soft: the opponent may claim a win on time"


def clock_choices() -> dict[str, str]:
    """The clocks to choose from, hard ones first: text for the service -> name."""
    hard = [TimeControl.parse(text) for text in CLOCKS]
    soft = [replace(clock, hard=False) for clock in hard if clock]
    return {clock_text(clock): clock_name(clock) for clock in [*hard, *soft]}


def side_choices(game: GameInfo | None = None) -> dict[str, str]:
    """The sides to choose from, with their names and what they do at first where the game is known."""
    lot = {"random": say("random: drawn by lot")}
    if game is None:
        return lot | {"first": say("first side"), "second": say("second side")}
    first, second = (say("{side}: {role}", side=say(game.seats[seat]), role=say(game.roles[seat])) for seat in (0, 1))
    return lot | {"first": first, "second": second}


def sides(challenge: Challenge, you: str = "you") -> str:
    """`Alice plays Black, you play White`"""
    seats = GAMES[challenge.game].info.seats
    if challenge.side == "random":
        return f"{seats[0]} and {seats[1]} are drawn by lot"
    mine, yours = seats if challenge.side == "first" else seats[::-1]
    return f"{words.plain(challenge.challenger.name)} plays {mine}, {you} play{'' if you == 'you' else 's'} {yours}"


def invitation(challenge: Challenge) -> str:
    """The message of an open challenge, with all its terms."""
    name, game = words.plain(challenge.challenger.name), words.game_name(challenge.game)
    if challenge.rematch_of is not None and challenge.opponent:
        asked = f"{words.mention(challenge.opponent)}, {name} would like a rematch in **{game}**, sides swapped!"
    elif challenge.opponent:
        asked = f"{words.mention(challenge.opponent)}, {name} challenges you to **{game}**!"
    else:
        asked = f"{name} challenges anyone here to **{game}**: the first to accept plays."
    lines = [asked]
    if challenge.note:
        lines.append(f"> {note(challenge.note)}")
    lines += [
        f"- **{what}**: {term}"
        for what, term in {
            "Sides": sides(challenge, "you" if challenge.opponent else "the other"),
            "Options": words.options_line(challenge.options),
            "Clock": clock_name(challenge.clock),
            "Rated": "yes" if challenge.rated else "no",
        }.items()
        if term
    ]
    lines.append(f"-# #{challenge.code} · open until <t:{challenge.expires_at}:f>, <t:{challenge.expires_at}:R>")
    return "\n".join(lines)


def settled(challenge: Challenge) -> str:
    """What stands in the place of a challenge that is open no more."""
    challenger = words.plain(challenge.challenger.name)
    opponent = words.plain(challenge.opponent.name) if challenge.opponent else "anyone"
    game = words.game_name(challenge.game)
    what = "the rematch" if challenge.rematch_of is not None else f"{challenger}'s challenge"
    said = {
        "accepted": f"{opponent} accepted {what} to **{game}**: match #{challenge.code}.",
        "declined": f"{opponent} declined {what} to **{game}**.",
        "withdrawn": f"{challenger} withdrew the challenge to **{game}**.",
        "expired": f"{challenger}'s challenge of {opponent} to **{game}** has expired.",
        "open": f"{challenger}'s challenge of {opponent} to **{game}** is open.",
    }[challenge.status]
    return f"{said}\n-# {terms(challenge)}"


def terms(challenge: Challenge) -> str:
    """All terms in one line."""
    parts = [
        sides(challenge, words.plain(challenge.opponent.name) if challenge.opponent else "the other"),
        words.options_line(challenge.options),
        clock_name(challenge.clock),
        "rated" if challenge.rated else "not rated",
    ]
    return " · ".join(part for part in parts if part)


def note(text: str) -> str:
    """A note as it was typed, in one line."""
    return words.plain(" ".join(text.split()))


def challenge_list(challenges: list[Challenge], reader: int) -> list[str]:
    """The open challenges by and to one person: a line each, with a link to where it can be answered."""
    return [_entry(challenge, reader) for challenge in challenges]


def _entry(challenge: Challenge, reader: int) -> str:
    if challenge.challenger.id != reader:
        who = f"{words.plain(challenge.challenger.name)} challenges you"
    elif challenge.opponent:
        who = f"You challenged {words.plain(challenge.opponent.name)}"
    else:
        who = "You challenged anyone"
    venue = challenge.venue
    link = f"https://discord.com/channels/{venue.guild_id or '@me'}/{venue.channel_id}"
    if challenge.message_id:
        link += f"/{challenge.message_id}"
    return f"- {who} to [**{words.title(challenge)}**]({link}), open until <t:{challenge.expires_at}:f>"
