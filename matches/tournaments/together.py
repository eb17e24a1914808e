"""Decides which matches of a tournament are announced together in one post."""

from collections.abc import Iterable
from itertools import groupby

from matches.tournaments.model import Meeting

MOST_TOGETHER = 20
"""The most people in one post, so that it fits into a message. A single larger group is not divided."""


def by_part(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Group matches by their group or pairing, in the order of stages and groups."""

    def part(meeting: Meeting) -> tuple[int, int]:
        return meeting.fixture.part

    return [list(together) for _, together in groupby(sorted(meetings, key=part), part)]


def portions(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Divide matches into portions for at most MOST_TOGETHER people. No group or pairing is divided."""
    shares: list[list[Meeting]] = []
    for part in by_part(meetings):
        if not shares or len(entrants_of([*shares[-1], *part])) > MOST_TOGETHER:
            shares.append([])
        shares[-1] += part
    return shares


def entrants_of(meetings: Iterable[Meeting]) -> list[int]:
    """Return the numbers of the entrants who play in these matches, sorted."""
    return sorted({entrant for meeting in meetings for entrant in meeting.fixture.entrants})


def opponents_of(entrant: int, meetings: Iterable[Meeting]) -> list[int]:
    """Return the numbers of an entrant's opponents in these matches, sorted and without duplicates."""
    others = entrants_of(meeting for meeting in meetings if meeting.involves(entrant))
    return [other for other in others if other != entrant]
