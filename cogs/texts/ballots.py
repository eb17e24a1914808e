"""Texts about the votes of a finished match."""

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, cut_to_lines, escape, escaped, plural, say
from cogs.wire import discord_limits
from matches.ballots import BallotReview, VoterRecord


def votes_text(review: BallotReview) -> str:
    """Describe how good the votes in a match were.

    The text names the people who voted most often for the best moves and for the moves played.
    """
    lines = [
        say("**Votes in {match}**", match=texts.title(review.match)),
        *map(escaped, review.describe()),
        *map(escaped, review.leaders(_bold)),
        *(f"- {escaped(voter.describe(_bold(voter)))}" for voter in review.shown),
    ]
    if others := len(review.voters) - len(review.shown):
        lines.append(plural("-# {count} more person voted.", "-# {count} more people voted.", count=others))
    return cut_to_lines("\n".join(lines), discord_limits.MESSAGE)


def _bold(voter: VoterRecord) -> Markdown:
    return Markdown(f"**{escape(voter.name)}**")
