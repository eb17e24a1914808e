"""The promises of the levels: they see losses in one move, use the swap rule, and their file fits the games."""

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from benchmarks.players.opponents import opening
from games import GAMES, Position
from games.kings_convoy import KingsConvoy
from players import LEVELS, assess_as, choose, engines, levels, play_as, think
from players.levels import FILE, Level, level_of
from players.results import Candidate, SearchResult, pick
from tests.players import CROWDED
from tests.support.samples import one_of

pytestmark = pytest.mark.usefixtures("kernels_run")
STRONG = Level(nodes=400, seconds=0, least_plies=2)


def loses_at_once(position: Position[Any], move: Any) -> bool:
    """Whether the move loses at once, or the opponent can win by a reply; found by the rules."""
    after = position.play(move)
    if (result := after.result()) is not None:
        return result.winner == 1 - position.turn
    ends = (after.play(reply).result() for reply in after.legal_moves())
    return any(end is not None and end.winner == after.turn for end in ends)


def precarious(key: str, seat: int, seed: int) -> Iterator[Position[Any]]:
    """Positions in which some moves of the seat lose at once and another one does not.

    A random mover has that seat and plays against the kernel, which soon threatens to win.
    """
    chance, position = Random(seed), GAMES[key].start()
    engine = engines.engine(position)
    assert engine
    while not position.result() and position.ply < 300:
        moves = list(position.legal_moves())
        move = chance.choice(moves)
        if position.turn != seat and position.ply > 6:
            thought = engine.think(position, STRONG, seconds=0, seed=seed)
            move = thought.candidates[0].move
        elif position.turn == seat and position.ply > 6 and loses_at_once(position, move):
            chance.shuffle(moves)
            safe = next((other for other in moves if not loses_at_once(position, other)), None)
            if safe is not None:
                yield position
                move = safe
        position = position.play(move)


def check_no_loss_in_one(key: str, levels: Iterable[int], many: int) -> None:
    for seat in (0, 1):
        found = 0
        for seed in itertools.count(1):
            for position in precarious(key, seat, seed):
                for level in levels:
                    move = choose(position, level, seed=found, seconds=0.05)
                    assert not loses_at_once(position, move), f"level {level} in {position.encode()}"
                found += 1
                if found == many:
                    break
            if found >= many:
                break


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(engines.find_bridges()))
def test_from_level_3_on_no_loss_in_one_is_allowed_that_could_be_prevented(key: str) -> None:
    check_no_loss_in_one(key, LEVELS[2:], many=3)


def test_a_loss_in_one_is_seen_in_a_hurry() -> None:
    board = "2A3AA2A3A1A1A5A1A11A18DD3D10DD2A2D1A1K1A10A4D8A1A16A8D2A11A3A3AA2A2"
    position = GAMES["kings_convoy"].decode(f"always 39 {board} j11-e11 d2-d6 i6-f6 e7-f7")
    first, third = (level_of("kings_convoy", number, position.turn) for number in (1, 3))
    for seed in range(1, 10):
        assert not loses_at_once(position, play_as(position, third.in_a_hurry(first), seed=seed, seconds=0.05))


def test_a_loss_in_one_is_seen_where_there_are_too_many_captures_to_follow_them_all() -> None:
    position = GAMES["coral_clash"].decode(CROWDED)
    thought = think(position, STRONG, seconds=0, seed=1)
    assert thought.nodes > 1 << 20
    losing = [move for move in position.legal_moves() if loses_at_once(position, move)]
    assert 0 < len(losing) < len(position.legal_moves())
    assert not [one for one in thought.candidates if one.chance > 0 and one.move in losing]


@pytest.mark.parametrize(
    ("ply", "upper", "lower"),
    [
        (
            55,
            "pgth1:b2tgb1/:bohbchwwb3ch/:b:b:bwwbcgb1:b1/cgb:y:b:bth1:bogy",
            ":b:y:y3:y1/OGyCGy1OHy:y:yCH:y/TH3OGyOHy1CG/3WWWW1THPG",
        ),
        (
            60,
            "th2wwww1th1/1:b:bogbogb:b2/1ohb:b:bohb2CGy/:bCGb:b:b1:b:ych",
            ":y1:yCH:y:yOHb1/1CHyPHy:y:y1:y1/2:y:y:y:y1TGy/1TH1WWWW1TH1",
        ),
    ],
)
def test_a_loss_in_one_is_prevented_where_later_captures_lose_too(ply: int, upper: str, lower: str) -> None:
    lost = GAMES["coral_clash"].decode(f"text {ply} {upper}/{lower}")
    for seed in range(3):
        thought = think(lost, Level(nodes=3000, seconds=0, least_plies=2), seconds=0, seed=seed)
        assert thought.certain
        assert not loses_at_once(lost, thought.candidates[0].move)


@pytest.mark.parametrize("level", LEVELS[2:])
def test_a_third_repetition_is_played_where_all_else_loses_in_one(level: int) -> None:
    shuffled = "c7-c8 e12-e11 c8-c7 e11-e12"
    position = GAMES["kings_convoy"].decode(f"always 1 6K73D39A1A1A1A20A21 {shuffled} c7-c8 e12-e11 c8-c7")
    for seed in range(3):
        move = choose(position, level, seed=seed)
        assert position.format(move) == "e11-e12"
        end = position.play(move).result()
        assert end
        assert end.winner is None


@pytest.mark.parametrize("plies", [101, 401, 1001])
def test_a_repetition_is_known_however_many_plies_ago_the_position_was(plies: int) -> None:
    chance, position = Random(1), KingsConvoy.start()
    while position.ply < 14:
        position = position.play(chance.choice(position.legal_moves()))
    best = think(position, STRONG, seconds=0, seed=1).candidates[0]
    assert 0.5 < best.chance < 1
    after, other = position.play(best.move).board, KingsConvoy.start().board
    ago = (after, other, after, *(other for _ in range(plies - 1)))
    judged = think(replace(position, earlier=ago), STRONG, seconds=0, seed=1).candidates
    assert judged[0].move != best.move, "a third time it is a draw"


def winnable(key: str) -> Iterator[Position[Any]]:
    """The last positions of random games in which some moves win at once and others do not."""
    for seed in itertools.count(1):
        chance, after = Random(f"{key} {seed}"), GAMES[key].start()
        while not (result := after.result()) and after.ply < 300:
            position, after = after, after.play(chance.choice(after.legal_moves()))
        if result and result.winner == position.turn:
            ends = (position.play(move).result() for move in position.legal_moves())
            if not all(end and end.winner == position.turn for end in ends):
                yield position


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_no_win_in_one_is_missed_from_level_2_on(key: str) -> None:
    for number, position in enumerate(itertools.islice(winnable(key), 8)):
        for level in LEVELS[1:]:
            end = position.play(choose(position, level, seed=number, seconds=0.02)).result()
            assert end, f"level {level} in {position.encode()}"
            assert end.winner == position.turn


SWAPPED = [key for key, game in GAMES.items() if "pie" in game.info.options]


@pytest.mark.parametrize("key", one_of(SWAPPED))
def test_a_strong_first_stone_is_swapped_and_a_weak_one_is_not(key: str) -> None:
    position = GAMES[key].start(pie="on")
    assert choose(position.play(position.parse("d4")), 4, seed=1) == "swap"
    assert choose(position.play(position.parse("a1")), 4, seed=1) != "swap"


def left(position: Position[Any], text: str) -> float:
    """The chance that a first stone leaves to its player, whose opponent may take it over."""
    after = position.play(position.parse(text))
    return 1 - think(after, Level(nodes=20_000, seconds=0), seconds=0, seed=1).candidates[0].chance


@pytest.mark.long
@pytest.mark.parametrize("key", SWAPPED)
def test_a_first_stone_that_may_be_swapped_is_a_modest_one(key: str) -> None:
    """It leaves more to its player than the stones that are played where there is no swap."""
    usual, swapped = GAMES[key].start(pie="off"), GAMES[key].start(pie="on")
    means = []
    for start in (usual, swapped):
        stones = [start.format(choose(start, 4, seed=seed, seconds=0)) for seed in range(1, 7)]
        means.append(sum(left(swapped, stone) for stone in stones) / len(stones))
    assert means[1] > means[0] + 0.015


@pytest.mark.long
@pytest.mark.parametrize("key", SWAPPED)
def test_no_other_first_stone_that_may_be_swapped_leaves_much_more(key: str) -> None:
    start = GAMES[key].start(pie="on")
    most = max(left(start, start.format(stones[0])) for stones in start.symmetries())
    for seed in range(3):
        chosen = play_as(start, Level(nodes=100_000, seconds=0), seed=seed)
        assert left(start, start.format(chosen)) > most - 0.03


@pytest.mark.parametrize("key", SWAPPED)
def test_a_first_stone_that_may_be_swapped_is_judged_as_it_is_chosen(key: str) -> None:
    """What a hint or a review says of it is what a player of the same strength would do."""
    start, how = GAMES[key].start(pie="on"), Level(nodes=5_000, seconds=0)
    judged = assess_as(start, how, seconds=0)
    assert judged.line[0] == play_as(start, how, seed=0)
    after = assess_as(start.play(judged.line[0]), how, seconds=0)
    assert (judged.chances, judged.line[1:]) == (after.chances, after.line)


def test_every_level_of_every_game_can_be_read_and_looks_farther_than_the_one_below() -> None:
    table = json.loads(FILE.read_text(encoding="utf-8"))
    assert table["games"].keys() <= GAMES.keys()
    for key in GAMES:
        for seat in range(2):
            ladder = [level_of(key, number, seat) for number in LEVELS]
            budgets = [level.nodes or float("inf") for level in ladder]
            assert budgets == sorted(budgets)
            assert [level.noise for level in ladder] == sorted((level.noise for level in ladder), reverse=True)
            assert all(level.takes_wins for level in ladder[1:])
            assert all(level.least_plies >= 2 for level in ladder[2:])
    assert {name for one in table["every_game"].values() for name in one} <= {field.name for field in fields(Level)}


@pytest.mark.parametrize("key", GAMES)
def test_the_highest_level_plays_either_seat_with_full_strength(key: str) -> None:
    assert level_of(key, LEVELS[-1], 0) == level_of(key, LEVELS[-1], 1)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A table of levels that replaces the one of the file, and in which a test may change values."""
    changed = json.loads(FILE.read_text(encoding="utf-8"))
    monkeypatch.setattr(levels, "_table", lambda: changed)
    level_of.cache_clear()
    yield changed
    level_of.cache_clear()


def test_a_value_under_a_seat_holds_for_that_seat_only(table: dict[str, Any]) -> None:
    table["games"]["konane"]["2"] = {"nodes": 500, "noise": 0.5, "second seat": {"nodes": 70}}
    first, second = level_of("konane", 2, 0), level_of("konane", 2, 1)
    assert (first.nodes, second.nodes) == (500, 70)
    assert first.noise == second.noise == 0.5
    assert first.blind == second.blind == table["every_game"]["2"]["blind"]


def test_a_seat_with_an_unknown_value_is_refused(table: dict[str, Any]) -> None:
    table["games"]["konane"]["2"] = {"second seat": {"knots": 70}}
    assert level_of("konane", 2, 0)
    with pytest.raises(TypeError, match="knots"):
        level_of("konane", 2, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_level_plays_as_its_seat_does_also_in_a_hurry(
    seat: int, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table["games"]["konane"] = {
        "1": {"first seat": {"nodes": 11}, "second seat": {"nodes": 12}},
        "2": {"hurry": 0.5, "first seat": {"nodes": 21}, "second seat": {"nodes": 22}},
    }
    asked = set()

    def think(
        _: engines.Engine, position: Position[Any], level: Level, *, seconds: float, seed: int
    ) -> SearchResult[Any]:
        del seconds, seed
        asked.add(level.nodes)
        return SearchResult((Candidate(position.legal_moves()[0], 0.5),), ())

    monkeypatch.setattr(engines.Engine, "think", think)
    position = opening(GAMES["konane"].start(), 6 + seat, Random(1))
    for seed in range(50):
        choose(position, 2, seed=seed)
    assert asked == ({11, 21}, {12, 22})[seat]


@pytest.mark.parametrize(
    ("hurry_spread", "limit", "mean"), [(0, 0.2, 0.2), (1, 0.4, 0.2), (4, 1.0, 0.2), (9, 1.0, 0.167)]
)
def test_hurry_spreads_between_matches_around_the_same_mean_up_to_the_whole_match(
    hurry_spread: float, limit: float, mean: float
) -> None:
    level = Level(nodes=0, seconds=2, hurry=0.2, hurry_spread=hurry_spread)
    shares = [level.hurry_share(seed) for seed in range(2000)]
    assert max(shares) == pytest.approx(limit, abs=0.01)
    assert min(shares) == pytest.approx(0 if hurry_spread else 0.2, abs=0.01)
    assert sum(shares) / len(shares) == pytest.approx(mean, abs=0.01)


@pytest.mark.parametrize("key", sorted(engines.find_bridges()))
def test_there_is_a_weight_for_every_feature(key: str) -> None:
    start = GAMES[key].start()
    engine = engines.engine(start)
    assert engine, engines.load(start)
    features = len(engine.describe(start)) if engine.prepare(start).has("describe") else 0
    guide = "docs/adding-a-game.md, “A kernel of its own”"
    told = f"weights/{key}.json needs a weight for each of the {features} features: {guide}"
    assert len(engine.weights) == 2 * features, told


def test_all_weights_belong_to_a_game_with_a_kernel() -> None:
    assert {path.stem for path in engines.WEIGHTS.glob("*.json")} <= engines.find_bridges().keys()


def test_a_sure_win_is_kept_and_only_moves_near_the_best_are_picked() -> None:
    thought = SearchResult((Candidate("best", 0.6), Candidate("near", 0.58), Candidate("far", 0.5)), ("best",))
    picked = {pick(thought, 0.05, Random(seed)) for seed in range(50)}
    assert picked == {"best", "near"}
    sure = SearchResult((Candidate("win", 1.0), Candidate("near", 0.99)), ("win",))
    assert {pick(sure, 0.05, Random(seed)) for seed in range(50)} == {"win"}
    lost = SearchResult((Candidate("hope", 0.02), Candidate("loss", 0.0)), ("hope",))
    assert {pick(lost, 0.05, Random(seed)) for seed in range(50)} == {"hope"}
