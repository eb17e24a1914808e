"""A game small enough to read at a glance: take one or two from a heap; the side that takes the last one wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from games import Seat, other_side
from games.base import (
    Ending,
    GameInfo,
    IllegalMove,
    InvalidNotation,
    Option,
    Placeable,
    Position,
    Result,
    RuleError,
    Stacks,
    chosen_options,
)
from storage.rows import KNOWN


@dataclass(frozen=True, slots=True)
class Heap(Position[int]):
    """A position: how many are left on the heap."""

    info: ClassVar[GameInfo] = GameInfo(
        key="heap",
        name="Heap",
        seats=("First", "Second"),
        rules_version=1,
        summary="Take the last one.",
        essence="take the last",
        legend="The number of those that are left.",
        endings={
            "last": Ending("took the last one", won="{loser} left the last one"),
            "none": Ending("nothing to take", drawn="Draw: there was nothing to take"),
        },
        options={
            "size": Option(
                {"40": "heap of 40", "4": "heap of 4", "9": "heap of 9"}, about="how many lie there at the start"
            )
        },
        fair={"size": "4"},
        both_sides=True,
    )
    size: str
    left: int
    ply: int
    turn: Seat

    @classmethod
    def start(cls, **options: str) -> Self:
        size = chosen_options(cls.info, options)["size"]
        return cls(size, int(size), 0, 0)

    def legal_moves(self) -> Sequence[int]:
        return range(1, min(self.left, 2) + 1)

    def play(self, move: int) -> Heap:
        return Heap(self.size, self.left - move, self.ply + 1, other_side(self.turn))

    def result(self) -> Result | None:
        if self.left:
            return None
        return self.info.ended("last", other_side(self.turn))

    def format(self, move: int) -> str:
        return f"take {move}"

    def refusal(self, text: str, typed: str) -> RuleError:
        if text.startswith("take"):
            return IllegalMove("You cannot take that many: {left} are left.", left=self.left)
        del typed
        return InvalidNotation("Say how many you take: take 1 or take 2.")

    def encode(self) -> str:
        return f"{self.size} {self.left} {self.ply}"

    @classmethod
    def decode(cls, text: str) -> Self:
        size, left, ply = text.split()
        return cls(size, int(left), int(ply), 1 if int(ply) % 2 else 0)

    def palette(self) -> dict[str, Placeable]:
        return {}

    def placement(self) -> Stacks:
        return {}

    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        del placement, turn
        raise IllegalMove("A heap cannot be set up.")

    def diagram(self) -> str:
        return "o" * self.left


KNOWN.add(Heap.info.key)  # the store reads matches of it, too
