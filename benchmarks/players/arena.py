"""Pairs of games between two players, kept in a file, and their score."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.players.opponents import Player, opening, player
from games import GAMES, Position

OPENING_PLIES = {"konane": 6, "squalma": 4, "kings_convoy": 4, "brain_coral": 2, "branching_coral": 2, "coral_clash": 5}


def opening_plies(key: str) -> int:
    """How many random moves begin the games of a trial."""
    return OPENING_PLIES.get(key, 4)


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players of a game, and everything else on which their games depend."""

    game: str
    a: str
    b: str
    seed: int
    plies: int
    """How many random moves begin each game."""
    most: int
    """The ply after which a game counts as a draw."""
    options: dict[str, str] = field(default_factory=dict)
    """Options of the game that differ from the defaults."""

    def start(self) -> Position[Any]:
        """The start of all its games, before the random moves."""
        return GAMES[self.game].start(**self.options)

    def players(self) -> tuple[Player, Player]:
        """A and B, as they play now."""
        start = self.start()
        return player(self.a, start), player(self.b, start)

    def play(self, number: int, a: Player, b: Player) -> dict[str, Any]:
        """Play game `number`. Two games share an opening, with the seats swapped."""
        position = opening(self.start(), self.plies, Random(f"{self.seed} {number // 2}"))
        seat = number % 2
        players = (a, b) if seat == 0 else (b, a)
        while not position.result() and position.ply < self.most:
            position = position.play(players[position.turn](position, self.seed * 1000 + number))
        result = position.result()
        score = 0.5 if result is None or result.winner is None else float(result.winner == seat)
        reason = result.reason if result else "unfinished"
        return {"number": number, "seat": seat, "score": score, "plies": position.ply, "reason": reason}

    def games(self, count: int, file: Path | None = None, seat: int | None = None) -> list[dict[str, Any]]:
        """So many games: those in the file that the same players played, and new ones, which are appended to it.

        With `seat`, A always has that seat. Raises ValueError for a text that describes no player.
        """
        players = self.players()
        facts = asdict(self) | {"players": [each.description for each in players]}
        key = json.dumps(facts, sort_keys=True)
        lines = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        played = {game["number"]: game for game in map(json.loads, lines) if game["contest"] == key}
        numbers = range(count) if seat is None else range(seat, 2 * count, 2)
        for number in numbers:
            if number in played:
                continue
            played[number] = self.play(number, *players)
            if file:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps({**played[number], "contest": key}) + "\n")
        return [played[number] for number in numbers]


def summary(games: Sequence[dict[str, Any]]) -> str:
    """The score of A in all games and in either seat, and how the games ended, as text."""
    seats = ((name, [game for game in games if game["seat"] == seat]) for seat, name in enumerate(("first", "second")))
    shares = [f"{name} {share(some)}" for name, some in (("all", games), *seats)]
    plies = sum(game["plies"] for game in games) / max(1, len(games))
    reasons = Counter(game["reason"].split(",")[0] for game in games).most_common(3)
    ends = ", ".join(f"{reason} {times}" for reason, times in reasons)
    return f"{'; '.join(shares)}; {plies:.0f} plies; {ends}"


def share(games: Sequence[dict[str, Any]]) -> str:
    """The score of A with its interval, as text."""
    score = sum(game["score"] for game in games)
    low, high = interval(score, len(games))
    drawn = sum(game["score"] == 0.5 for game in games)
    text = f"{score / max(1, len(games)):.0%} [{low * 100:.0f}-{high * 100:.0f}] of {len(games)}"
    return text + (f", {drawn} drawn" if drawn else "")


def interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not games:
        return 0, 1
    z = 1.96
    share, square = score / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / 4 / games)
    return max(0.0, middle - half), min(1.0, middle + half)  # rounding may lead a little beyond
