"""Converts the review of a finished match to JSON for the board page."""

from games import SEATS, Seat, other_side, worded
from language import Sentence, one_line, paragraph, say, series
from looks import plain_names
from matches.ballots import BallotReview
from matches.model import Match
from matches.results import bare_name
from matches.reviews import Review, Slip, explain_better
from web.board.told import Told


def review_json(match: Match, review: Review, reader: Seat | None, votes: BallotReview | None) -> Told:
    """Convert a match's review to JSON: the players' accuracy, the reader's costliest mistakes, and the votes.

    `votes` is None if people did not vote in the match. A reader who did not play sees the mistakes of both players.
    """
    names = plain_names(match)
    accuracies = [
        say("{player} {percent}%", player=names[seat], percent=round(accuracy))
        for seat, accuracy in zip(SEATS, review.accuracies, strict=True)
        if accuracy is not None
    ]
    shown = [slip for slip in review.slips if reader in {None, slip.seat}]
    return {
        "accuracies": say("Accuracy: {accuracies}.", accuracies=series(accuracies)) if accuracies else "",
        "slips": [{"ply": slip.ply, "said": _slip_told(match, slip, reader)} for slip in shown],
        "votes": [] if votes is None else _votes_told(votes),
    }


def _votes_told(votes: BallotReview) -> list[str]:
    voters = [voter.describe(voter.name) for voter in votes.shown]
    sentences = (*votes.describe(), *votes.leaders(lambda voter: voter.name), *voters)
    return [one_line(sentence.said()) for sentence in sentences]


def _slip_told(match: Match, slip: Slip, reader: Seat | None) -> str:
    player, opponent = (
        Sentence("you") if seat == reader else bare_name(match, seat) for seat in (slip.seat, other_side(slip.seat))
    )
    told = say(
        "Move {number}: {played}. The chance to win fell from {before}% to {after}%. Better: {better}.",
        number=slip.ply,
        played=worded(match.game, slip.played),
        better=worded(match.game, slip.better),
        before=round(100 * slip.before),
        after=round(100 * slip.after),
    )
    return paragraph([told, *(reason.said() for reason in explain_better(slip, player, opponent))])
