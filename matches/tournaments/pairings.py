"""Pairings: groups, Berger tables and the knockout bracket."""

from collections.abc import Sequence

WHOLE = 7
"""The most entrants in a single group."""
LARGEST = 6
"""The most entrants in one of several groups."""
FINALISTS = 4
"""The fewest entrants that several groups send on together."""


def berger(size: int) -> list[list[tuple[int, int]]]:
    """The rounds of a round robin of `size` entrants, numbered from 1; the first of each pair moves first.

    These are the Berger tables of the FIDE Handbook (C.05, annex 1). In an odd size, the last number of the next even
    table is a bye. Each entrant has the first move as often as the second, or once more or less.
    """
    even = size + size % 2
    rounds = []
    for number in range(even - 1):
        start = number * even // 2 % (even - 1)
        circle = [(start + step) % (even - 1) + 1 for step in range(even - 1)]
        head = (circle[0], even) if number % 2 == 0 else (even, circle[0])
        pairs = [head, *((circle[step], circle[-step]) for step in range(1, even // 2))]
        rounds.append([pair for pair in pairs if max(pair) <= size])
    return rounds


def round_robin(entrants: Sequence[int], *, both_sides: bool) -> list[tuple[int, int]]:
    """The matches of a group in the order in which they begin; with `both_sides`, each pair meets on both sides."""
    pairs = [(entrants[first - 1], entrants[second - 1]) for rows in berger(len(entrants)) for first, second in rows]
    return [match for pair in pairs for match in (pair, pair[::-1])] if both_sides else pairs


def groups(entrants: Sequence[int]) -> list[list[int]]:
    """Distribute entrants, strongest first: one group up to WHOLE, else groups of four to LARGEST.

    They are dealt in a serpentine (1 to 3, then 3 to 1), so that the groups are equally strong.
    """
    count = 1 if len(entrants) <= WHOLE else -(-len(entrants) // LARGEST)
    dealt: list[list[int]] = [[] for _ in range(count)]
    for index, entrant in enumerate(entrants):
        turn, place = divmod(index, count)
        dealt[place if turn % 2 == 0 else count - 1 - place].append(entrant)
    return dealt


def qualifying(count: int) -> int:
    """How many entrants of each of `count` groups go on: the fewest that make at least FINALISTS together."""
    return -(-FINALISTS // count)


def bracket(size: int) -> list[tuple[int, int | None]]:
    """The pairings of the first round of a knockout of `size` entrants, numbered from 1 by strength.

    The strongest two can meet only in the final, the strongest four only in the semifinals, and so on. None is a bye;
    the strongest have the byes.
    """
    order = [1]
    while len(order) < size:
        order = [seed for strong in order for seed in (strong, 2 * len(order) + 1 - strong)]
    return [(order[at], order[at + 1] if order[at + 1] <= size else None) for at in range(0, len(order), 2)]
