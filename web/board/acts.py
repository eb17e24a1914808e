"""What a player can do beside moving: the acts on the page, each with its label and when it is offered."""

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
    """A match as a player sees it who decides what to do."""

    match: Match
    seat: Seat
    plies: Sequence[Ply]
    draws: bool
    """Whether the game has draws."""
    now: int

    def may_take_back(self) -> bool:
        if self.match.practice:
            return any(ply.seat == self.seat for ply in self.plies)
        return bool(self.plies) and self.plies[-1].seat == self.seat and self.match.takeback_by is None


class Call(Protocol):
    def __call__(self, match_id: int, by: int, *, rev: int) -> Awaitable[Snapshot]: ...


@dataclass(frozen=True, slots=True)
class Act:
    label: str
    """The text of its button, marked for translation."""
    call: Callable[[Service], Call]
    offered: Callable[[Offered], bool]
    question: str = ""
    """What is asked before it counts, marked for translation; empty if it counts at once."""


def _without_rev(act: Callable[[int, int], Awaitable[Snapshot]]) -> Call:
    """An act that does not depend on the board."""

    def call(match_id: int, by: int, *, rev: int) -> Awaitable[Snapshot]:
        del rev
        return act(match_id, by)

    return call


def _asked(by: Callable[[Match], Seat | None]) -> Callable[[Offered], bool]:
    """Whether the opponent has made a proposal; `by` is the seat that made it."""
    return lambda at: by(at.match) == other_side(at.seat)


DRAW, TAKE_BACK, ABORT = (_asked(attrgetter(by)) for by in ("draw_by", "takeback_by", "abort_by"))

ACTS: Mapping[str, Act] = {
    "accept-draw": Act(mark("Accept the draw"), lambda service: service.agreements.accept_draw, DRAW),
    "decline-draw": Act(mark("Decline the draw"), lambda service: service.agreements.decline_draw, DRAW),
    "grant-take-back": Act(mark("Allow the takeback"), lambda service: service.agreements.grant_take_back, TAKE_BACK),
    "refuse-take-back": Act(
        mark("Decline the takeback"), lambda service: service.agreements.refuse_take_back, TAKE_BACK
    ),
    "accept-abort": Act(mark("Agree to abort"), lambda service: service.agreements.accept_abort, ABORT),
    "decline-abort": Act(mark("Play on"), lambda service: service.agreements.decline_abort, ABORT),
    "keep": Act(
        mark("Keep the match going"),
        lambda service: _without_rev(service.agreements.keep),
        lambda at: at.match.asked_at is not None,
    ),
    "claim": Act(
        mark("Claim the win"),
        lambda service: _without_rev(service.agreements.claim),
        lambda at: at.match.turn != at.seat and out_of_time(at.match, at.now),
    ),
    "take-back": Act(mark("Take back"), lambda service: service.agreements.take_back, Offered.may_take_back),
    "offer-draw": Act(
        mark("Offer a draw"),
        lambda service: service.agreements.offer_draw,
        lambda at: at.draws and at.match.draw_by is None,
        mark("Offer a draw?"),
    ),
    "resign": Act(
        mark("Resign"),
        lambda service: service.play.resign,
        lambda _: True,
        mark("Resign this match? Your opponent wins then."),
    ),
}
"""The acts by their names in addresses, in the order of their buttons."""


def offers(offered: Offered) -> list[dict[str, Any]]:
    """The acts that are offered to this player of a running match."""
    return [
        {"act": name, "label": Sentence(act.label).said(), "question": Sentence(act.question).said()}
        for name, act in ACTS.items()
        if act.offered(offered)
    ]
