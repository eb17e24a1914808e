"""Texts about votes on a crowd's moves."""

from cogs.texts.markdown import Markdown, escape, fitting_lines, plural, say
from cogs.texts.matches import SEPARATOR, bold
from matches.crowds import Outcome, Reason

MOST_SHARES = 6
"""The most moves that are listed with their numbers of votes."""
MOST_REASONS = 5
"""The most reasons that are shown in a vote's result."""
LONGEST_REASONS = 1000
"""The most characters of all reasons, so that those full of escaped signs leave room for the rest of the message."""


def voter_count(number: int) -> Markdown:
    """`7 voted`"""
    return plural("{count} voted", "{count} voted", count=number)


def counts(game: str, outcome: Outcome) -> str:
    """Return a vote's result: how many votes each move had, and the reasons."""
    shares = [f"{bold(game, share.move)}: {share.count}" for share in outcome.shares[:MOST_SHARES]]
    others = sum(share.count for share in outcome.shares[MOST_SHARES:])
    if others:
        shares.append(say("others: {count}", count=others))
    lines = [say("Last vote: {votes}", votes=Markdown(SEPARATOR.join(shares)))]
    reasons = [_reason(game, reason) for reason in outcome.reasons[:MOST_REASONS]]
    return "\n".join([*lines, *fitting_lines(reasons, LONGEST_REASONS)])


def _reason(game: str, reason: Reason) -> str:
    """Return a reason, such as `> **b4-b6**: it opens the corner · Ann`."""
    said = f"> {bold(game, reason.move)}: {escape(reason.text)}"
    return said if reason.name is None else f"{said}{SEPARATOR}{escape(reason.name)}"
