"""The texts of notices, each addressed to one person."""

from collections.abc import Sequence

from cogs.texts import matches as texts
from cogs.texts import posts
from cogs.texts.markdown import Markdown, fitting_lines, plural, say
from cogs.wire import discord_limits
from games import other_side
from language import mark
from matches.deliveries import Delivery
from matches.model import Match, Snapshot
from matches.notices import NEWS, NOTICE_KINDS, NoticeKind, Text
from matches.results import introduction

MORE = mark("- … and more: `/matches`")
"""The last line of a digest that is too long for one message."""

AFTER_A_NAME = f",、{texts.SEPARATOR}"
"""The punctuation that may follow the reader's name in a notice, in any language."""


def digest(lines: Sequence[str]) -> str:
    """Return the text of a daily digest, with as many of the given lines as fit into one message."""
    return _fit_list(say("Your matches today:"), [f"- {line}" for line in lines])


def combined_text(person_id: int, kinds: Sequence[NoticeKind], lines: Sequence[str]) -> str:
    """Return the text of a message that combines several notices to one person.

    `kinds` are the notices' kinds, and `lines` are their texts.
    """
    headings = {kind.heading for kind in kinds}
    heading = headings.pop() if len(headings) == 1 else NEWS
    you = Markdown(f"<@{person_id}>")
    return _fit_list(plural(*heading.messages, count=len(lines), you=you), [f"- {line}" for line in lines])


def line(notice: Delivery, snapshot: Snapshot) -> str:
    """Return a notice's text without the reader's name, for use in a message that already addresses them by name."""
    return sentence(notice, snapshot).removeprefix(f"<@{notice.person_id}>").lstrip(AFTER_A_NAME)


def _fit_list(text: str, lines: Sequence[str]) -> str:
    """Return a heading followed by as many of the given lines as fit into one message."""
    everything = [text, *lines]
    fit = fitting_lines(everything, discord_limits.MESSAGE)
    if len(fit) < len(everything):
        more = say(MORE)
        fit = [*fitting_lines(everything, discord_limits.MESSAGE - len(more) - 1), more]
    return "\n".join(fit)


def sentence(notice: Delivery, snapshot: Snapshot) -> str:
    """Return the text of a notice."""
    kind = NOTICE_KINDS[notice.about]
    match kind.text:
        case Text.BOARD:
            return posts.headline(snapshot, {notice.person_id or 0})
        case Text.FOLLOWED:
            return posts.spectator_text(snapshot)
        case Text.REMARK:
            match, before = snapshot.match, snapshot.before
            opponent = other_side(match.seat_of(notice.person_id or 0) or 0)
            move = before.format(snapshot.move) if before is not None else ""
            return texts.action_text(match, kind.name, opponent, move)
        case message:
            return say(message, **_facts(notice, snapshot.match))


def _facts(notice: Delivery, match: Match) -> dict[str, object]:
    seat = match.seat_of(notice.person_id or 0) or 0
    return {
        "you": Markdown(f"<@{notice.person_id}>"),
        "opponent": introduction(match.players[1 - seat]),
        "title": texts.which(match),
        "when": texts.relative(match.deadline or 0),
    }
