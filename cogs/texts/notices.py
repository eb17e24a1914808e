"""What notices say, to one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.texts import matches as words
from cogs.texts.markdown import say
from language import mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matches.deliveries import Delivery
    from matches.records import Snapshot

LONGEST = 2000
"""Characters of a message, set by Discord."""
MORE = mark("- … and more: `/matches`")
"""The last line of a digest that cannot hold everything."""

TEXTS: Mapping[str, str] = {
    "turn": mark("{you}, your move in {title}: move {move}{due}"),
    "end": mark("{you}, {outcome}"),
    "third left": mark("{you}, a third of your time is left in {title}{due}"),
    "six hours left": mark("{you}, six hours are left for your move in {title}{due}"),
    "claim": mark("{you}, {opponent}'s time in {title} is up. You may claim the win, or wait."),
    "ask": mark(
        "{you}, nobody has moved in {title} for 30 days. Does it go on? Without an answer it is closed in a week."
    ),
    "lost": mark(
        "{you}, the channel where {title} was shown is gone, or closed to me. Use `/match move-here` in the "
        "channel where you want to go on, or choose the match in `/matches`."
    ),
    "dropped": mark("{you}, a move was taken back in {title}, so the answers that you had prepared there are gone."),
    "offer": mark("{you}, you were asked something in {title}."),
}
"""What a notice says, by kind."""


def digest(lines: Sequence[str]) -> str:
    """One message of these lines, or of as many as it can hold."""
    text: str = say("Your matches today:")
    more_line = say(MORE)
    for n, line in enumerate(lines):
        more = "" if n == len(lines) - 1 else f"\n{more_line}"
        if len(f"{text}\n{line}{more}") > LONGEST:
            return f"{text}\n{more_line}"
        text += f"\n{line}"
    return text


def told(notice: Delivery, snapshot: Snapshot) -> str:
    """What a notice says."""
    return say(TEXTS[notice.about], **_facts(notice, snapshot))


def _facts(notice: Delivery, snapshot: Snapshot) -> dict[str, object]:
    match = snapshot.match
    seat = match.seat_of(notice.person_id or 0) or 0
    return {
        "you": words.mention(match.players[seat]),
        "opponent": words.plain(match.players[1 - seat].name),
        "title": words.title(match),
        "move": str(match.ply + 1),
        "due": words.time_left(match),
        "outcome": words.outcome(match) if match.over else "",
    }
