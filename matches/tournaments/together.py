"""Decides which matches of a tournament are announced together in one post."""

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any

from matches.tournaments.model import Fixture, Meeting

MOST_TOGETHER = 20
"""The most people in one post, so that it fits into a message. A single larger group is not divided."""


def split(meetings: Iterable[Meeting], key: Callable[[Fixture], Any]) -> list[list[Meeting]]:
    """Group matches by a key computed from their fixtures, and sort the groups by that key."""
    ordered = sorted(meetings, key=lambda meeting: key(meeting.fixture))
    return [list(part) for _, part in groupby(ordered, lambda meeting: key(meeting.fixture))]


def by_part(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Group matches by tournament group or pairing, ordered by stage or round."""
    return split(meetings, attrgetter("part"))


def portions(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Divide matches into batches of at most MOST_TOGETHER people each, without splitting any group or pairing.

    A single larger group is a batch of its own.
    """
    shares: list[list[Meeting]] = []
    for part in by_part(meetings):
        if not shares or len(entrants_of([*shares[-1], *part])) > MOST_TOGETHER:
            shares.append([])
        shares[-1] += part
    return shares


def entrants_of(meetings: Iterable[Meeting]) -> list[int]:
    """Return the sorted numbers of the entrants in these matches."""
    return sorted({entrant for meeting in meetings for entrant in meeting.fixture.entrants})


def pairings_once(meetings: Iterable[Meeting]) -> dict[int, list[int]]:
    """Divide the pairings of a group evenly among its entrants, so that each pairing is listed for one of its two.

    Maps the number of each entrant for whom a pairing is listed to the opponents in these pairings. If everybody plays
    everybody and they are more than two, this has all entrants.
    """
    meetings = list(meetings)
    entrants = entrants_of(meetings)
    listed: dict[int, list[int]] = {}
    for number, entrant in enumerate(entrants):
        following = entrants[number + 1 :] + entrants[:number]  # as around a table: half of them sit to the left
        for steps, other in enumerate(following, 1):
            mine = 2 * steps < len(entrants) or (2 * steps == len(entrants) and entrant < other)
            if mine and any(meeting.involves(entrant) and meeting.involves(other) for meeting in meetings):
                listed.setdefault(entrant, []).append(other)
    return listed
