"""Decides which withdrawals affect the results of a group or pairing."""

from collections.abc import Iterable

from matches.tournaments.model import Meeting, Withdrawals


def left_during(part: Iterable[Meeting], withdrawals: Withdrawals) -> Withdrawals:
    """Return the withdrawals that affect a group or pairing: those made before it was over.

    It is over when its last match is, or when a withdrawal settles that match. After that, its results never change, so
    people who leave later keep their results and their place, but begin nothing new.
    """
    ends = [meeting.settled_at(withdrawals) for meeting in part]
    over_at = max((end for end in ends if end is not None), default=None)
    if over_at is None or None in ends:
        return withdrawals
    return {entrant: left_at for entrant, left_at in withdrawals.items() if left_at <= over_at}
