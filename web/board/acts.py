"""The board page's actions besides moving: their labels, and when they are available."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Protocol

from games import Seat, other_side
from language import Sentence, mark
from matches.clock import out_of_time
from matches.model import Match, Ply, Snapshot
from service import Service


@dataclass(frozen=True, slots=True)
class Offered:
    """A match, with the data that determines which actions are available to a player."""

    match: Match
    seat: Seat
    plies: Sequence[Ply]
    draws: bool
    """Whether the game has draws."""
    now: int
    in_tournament: bool = False
    """Whether the match belongs to a running tournament."""

    @property
    def unplayed(self) -> bool:
        """Whether the match is rated but does not count yet because a player has not moved."""
        return self.match.rated and {ply.seat for ply in self.plies} != {0, 1}

    def may_take_back(self) -> bool:
        if self.match.practice:
            return any(ply.seat == self.seat for ply in self.plies)
        return bool(self.plies) and self.plies[-1].seat == self.seat and self.match.takeback_by is None


class Call(Protocol):
    def __call__(self, match_id: int, person_id: int, *, rev: int) -> Awaitable[Snapshot]: ...


@dataclass(frozen=True, slots=True)
class Act:
    label: str
    """The button's label, marked for translation."""
    call: Callable[[Service], Call]
    offered: Callable[[Offered], bool]
    question: str = ""
    """The question that asks for confirmation, marked for translation. It is empty if the act takes effect at once."""
    ever: Callable[[Offered], bool] = lambda at: not at.match.practice
    """Whether the act can be offered at any time in the match. If so, the page reserves space for its button."""
    unplayed: tuple[str, str] | None = None
    """Label and question for a rated match in which a player has not moved yet. They are marked for translation."""
    forfeit: str = ""
    """The question for such a match in a tournament."""

    def asked(self, offered: Offered) -> tuple[str, str]:
        """Return the label and the question."""
        if offered.unplayed and offered.in_tournament:
            return self.label, self.forfeit or self.question
        return (offered.unplayed and self.unplayed) or (self.label, self.question)


def _without_rev(act: Callable[[int, int], Awaitable[Snapshot]]) -> Call:
    """Return a function that drops the argument `rev`, for actions that do not depend on the board."""

    def call(match_id: int, person_id: int, *, rev: int) -> Awaitable[Snapshot]:
        del rev
        return act(match_id, person_id)

    return call


def _asked(by: Callable[[Match], Seat | None]) -> Callable[[Offered], bool]:
    """Return a function that tells whether the opponent has made the proposal whose seat `by` returns."""
    return lambda at: by(at.match) == other_side(at.seat)


def _draw_offered(offered: Offered) -> bool:
    """Return whether the opponent could ever offer a draw in this match. A computer player never does."""
    return offered.draws and not offered.match.practice


def _always(_: Offered) -> bool:
    return True


DRAW, TAKE_BACK, ABORT = (_asked(attrgetter(by)) for by in ("draw_by", "takeback_by", "abort_by"))

ACTS: Mapping[str, Act] = {
    "keep": Act(
        mark("Keep the match going"),
        lambda service: _without_rev(service.agreements.keep),
        lambda at: at.match.asked_at is not None,
        ever=lambda at: not at.match.practice and (at.match.clock is None or not at.match.clock.hard),
    ),
    "claim": Act(
        mark("Claim the win"),
        lambda service: _without_rev(service.agreements.claim),
        lambda at: at.match.turn != at.seat and out_of_time(at.match, at.now),
        ever=lambda at: not at.match.practice and at.match.clock is not None,
    ),
    "offer-draw": Act(
        mark("Offer a draw"),
        lambda service: service.agreements.offer_draw,
        lambda at: at.match.draw_by is None,
        mark("Offer a draw?"),
        lambda at: at.draws,
    ),
    "accept-draw": Act(
        mark("Accept the draw"), lambda service: service.agreements.accept_draw, DRAW, ever=_draw_offered
    ),
    "decline-draw": Act(
        mark("Decline the draw"), lambda service: service.agreements.decline_draw, DRAW, ever=_draw_offered
    ),
    "resign": Act(
        mark("Resign"),
        lambda service: service.play.resign,
        _always,
        mark("Resign this match? Your opponent wins then."),
        _always,
        (mark("Abort (no result)"), mark("Abort this match? It will end at once, without a result.")),
        mark(
            "Resign this match? Your opponent gets the point in the tournament. Not both players have moved, so it "
            "does not count for ratings."
        ),
    ),
    "accept-abort": Act(mark("Agree to abort"), lambda service: service.agreements.accept_abort, ABORT),
    "decline-abort": Act(mark("Keep playing"), lambda service: service.agreements.decline_abort, ABORT),
    "take-back": Act(
        mark("Take back"), lambda service: service.agreements.take_back, Offered.may_take_back, ever=_always
    ),
    "grant-take-back": Act(mark("Allow the takeback"), lambda service: service.agreements.grant_take_back, TAKE_BACK),
    "refuse-take-back": Act(
        mark("Decline the takeback"), lambda service: service.agreements.refuse_take_back, TAKE_BACK
    ),
}
"""The actions by their names in URLs, in the order shown on the page: those that are often possible come first."""


def offers(offered: Offered) -> list[dict[str, Any]]:
    """Return all actions that could become available to the player in this match, and whether each is available now."""
    return [
        {
            "act": name,
            "label": Sentence(label).said(),
            "question": Sentence(question).said(),
            "open": not offered.match.over and act.offered(offered),
        }
        for name, act in ACTS.items()
        if act.ever(offered)
        for label, question in [act.asked(offered)]
    ]
