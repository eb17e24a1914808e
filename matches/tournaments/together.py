"""Decides which matches of a tournament one post announces."""

from collections.abc import Iterable
from itertools import groupby

from matches.tournaments.model import Meeting

MOST_TOGETHER = 20
"""The most people in one post, so that it fits into a message. A single larger group is not divided."""


def by_part(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Group matches by group or pairing, ordered by stage and group."""

    def part(meeting: Meeting) -> tuple[int, int]:
        return meeting.fixture.part

    return [list(together) for _, together in groupby(sorted(meetings, key=part), part)]


def portions(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Divide matches into portions of at most MOST_TOGETHER people, keeping each group or pairing together."""
    shares: list[list[Meeting]] = []
    for part in by_part(meetings):
        if not shares or len(entrants_of([*shares[-1], *part])) > MOST_TOGETHER:
            shares.append([])
        shares[-1] += part
    return shares


def entrants_of(meetings: Iterable[Meeting]) -> list[int]:
    """Return the numbers of the entrants in these matches, sorted."""
    return sorted({entrant for meeting in meetings for entrant in meeting.fixture.entrants})


def opponents_of(entrant: int, meetings: Iterable[Meeting]) -> list[int]:
    """Return the distinct numbers of an entrant's opponents in these matches, sorted."""
    others = entrants_of(meeting for meeting in meetings if meeting.involves(entrant))
    return [other for other in others if other != entrant]
