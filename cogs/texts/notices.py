"""Texts of notices, each to one person."""

from collections.abc import Mapping, Sequence

from cogs.texts import matches as texts
from cogs.texts import posts
from cogs.texts.markdown import Markdown, fitting, plural, say, shown
from cogs.wire import discord_limits
from language import mark, mark_plural
from matches.deliveries import Delivery
from matches.model import Match, Snapshot
from matches.notices import FOLLOWED, URGENT, WITH_BOARD
from matches.results import introduction
from matches.timecontrol import roughly

MORE = mark("- … and more: `/matches`")
"""The last line of a digest that is too long for one message."""

TEXTS: Mapping[str, str] = {
    "claim": mark("{you}, {opponent} ran out of time. Claim the win or wait · {title}"),
    "ask": mark(
        "{you}, nobody has moved for 30 days. Do you want to continue? Without an answer, the match closes in a "
        "week · {title}"
    ),
    "lost": mark(
        "{you}, I can no longer post your match in its channel. Use `/match move-here` where you want to continue, "
        "or choose the match in `/matches` · {title}"
    ),
    "dropped": mark("{you}, a move was taken back, so your prepared replies were deleted · {title}"),
    "offer": mark("{you}, your opponent has a question for you · {title}"),
}
"""The text of a notice, by kind. Turns and ends read as in the board's post; `reminder` has the text for time."""

AFTER_A_NAME = f",、{texts.SEPARATOR}"
"""What may stand between the name of the reader and the rest of a notice, in any language."""
HEADINGS: Mapping[str, tuple[str, str]] = {
    "left": mark_plural(
        "{you}, your time is running out in {count} match:", "{you}, your time is running out in {count} matches:"
    ),
    "end": mark_plural("{you}, {count} match is over:", "{you}, {count} matches are over:"),
    "news": mark_plural("{you}, there is news in {count} match:", "{you}, there is news in {count} matches:"),
}
"""The first line of a message with several notices."""


def digest(lines: Sequence[str]) -> str:
    """One message with these lines, or as many as fit."""
    return _listed(say("Your matches today:"), lines)


def shared(person_id: int, kinds: Sequence[str], lines: Sequence[str]) -> str:
    """One message with several notices of these kinds to one person."""
    heading = HEADINGS["end" if "end" in kinds else "left" if URGENT.issuperset(kinds) else "news"]
    you = Markdown(f"<@{person_id}>")
    return _listed(plural(*heading, count=len(lines), you=you), [f"- {line}" for line in lines])


def line(notice: Delivery, snapshot: Snapshot, now: int) -> str:
    """A notice as a line of a message that addresses its reader once."""
    return sentence(notice, snapshot, now).removeprefix(f"<@{notice.person_id}>").lstrip(AFTER_A_NAME)


def _listed(text: str, lines: Sequence[str]) -> str:
    """The lines below a heading, as many as fit into a message."""
    everything = [text, *lines]
    fit = fitting(everything, discord_limits.MESSAGE)
    if len(fit) < len(everything):
        more = say(MORE)
        fit = [*fitting(everything, discord_limits.MESSAGE - len(more) - 1), more]
    return "\n".join(fit)


def sentence(notice: Delivery, snapshot: Snapshot, now: int) -> str:
    """The text of a notice that is sent at `now` (UTC seconds)."""
    if notice.about in URGENT:
        left = reminder(snapshot.match, notice.person_id or 0, now)
        return say("{you}, {left}", left=left, **_facts(notice, snapshot))
    if notice.about in FOLLOWED:
        return posts.seen(snapshot)
    if notice.about in WITH_BOARD:
        return posts.headline(snapshot, {notice.person_id or 0})
    return say(TEXTS[notice.about], **_facts(notice, snapshot))


def reminder(match: Match, person_id: int, now: int) -> Markdown:
    """`6 hours left for your move against Alice · due in 6 hours · Konane #1000`"""
    seat = match.seat_of(person_id) or 0
    left = say(
        "{time} left for your move against {opponent}",
        time=roughly((match.deadline or now) - now),
        opponent=introduction(match.players[1 - seat]),
    )
    return Markdown(texts.SEPARATOR.join(filter(None, [left, posts.time_left(match), shown(texts.title(match))])))


def _facts(notice: Delivery, snapshot: Snapshot) -> dict[str, object]:
    match = snapshot.match
    seat = match.seat_of(notice.person_id or 0) or 0
    return {
        "you": texts.mention(match.players[seat]),
        "opponent": introduction(match.players[1 - seat]),
        "title": texts.title(match),
    }
