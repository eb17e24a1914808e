"""Texts about votes on a crowd's moves."""

from cogs.texts.markdown import Markdown, escape, fitting_lines, plural, say
from cogs.texts.matches import SEPARATOR, bold
from matches.crowds import Outcome, Reason

MOST_SHARES = 6
"""The maximum number of moves listed with their vote counts."""
MOST_REASONS = 5
"""The maximum number of reasons shown with a vote's result."""
LONGEST_REASONS = 1000
"""The maximum length of all reasons together, in characters, so that the rest of the message has room."""


def voter_count(number: int) -> Markdown:
    """Return how many people have voted, such as `7 voted`."""
    return plural("{count} voted", "{count} voted", count=number)


def counts(game: str, outcome: Outcome) -> str:
    """Return a vote's result: how many people voted for each move, and the voters' reasons."""
    shares = [f"{bold(game, share.move)}: {share.count}" for share in outcome.shares[:MOST_SHARES]]
    others = sum(share.count for share in outcome.shares[MOST_SHARES:])
    if others:
        shares.append(say("others: {count}", count=others))
    lines = [say("Last vote: {votes}", votes=Markdown(SEPARATOR.join(shares)))]
    reasons = [_reason(game, reason) for reason in outcome.reasons[:MOST_REASONS]]
    return "\n".join([*lines, *fitting_lines(reasons, LONGEST_REASONS)])


def _reason(game: str, reason: Reason) -> str:
    """Return a line that quotes a voter's reason, such as `> **b4-b6**: it opens the corner · Ann`."""
    said = f"> {bold(game, reason.move)}: {escape(reason.text)}"
    return said if reason.name is None else f"{said}{SEPARATOR}{escape(reason.name)}"
