"""Reasons: what a line of moves achieves that another does not."""

from typing import Any

import pytest

from games import GAMES, Position, first_loss, reason
from games.konane import Konane

CLASH = (
    "text 11 pgthtgwwww1thphb/cgohch1dhogb1ch/3ogbohb1cgb1/1dgb6/2:y2:bDGb1/1CGy1OHyOGy3/CHOGDH2CHOHCG/PHTH1WWWWTGTHPG"
)
CONVOY = (
    "always 16 2A2AAA2A3A11A9A8D12D5AA4D6AA2DDD1DDD1AAA5D5AA5D12D25A8K1AAAAA4 "
    "b2-b13 c13-c2 b13-b2 e7-e1 l7-l2 c2-c13 b2-b13"
)
LINES = [
    (
        "konane",
        "B.BW.WBW/W.WBW..B/.WB.BWBW/W.W.W..B/B.BWB.BW/WBWB.B.B/BWBW..BW/WB..WBWB 19",
        "c3-c1 d3-d5 d8-d4 b1-d1 e1-c1 b3-b1 f6-d6 b1-d1",
        "b6-d6 f1-d1 c3-c1 d3-d5 c1-e1 h1-d1 h2-f2 d5-b5",
        "Possible jumps",
        (10, 12),
        (15, 13),
    ),
    (
        "squalma",
        "1 29 ,,WW,W,W,,,/,WW,,W,WW,WW,,W/,,W,W,WW,,,/,,,,,,,/,,,B,,,,/,,,,,,,B/,B,,,B,,BB,/,BB,BB,B,BB,B,B,B",
        "d6-d5 d4-c3 b7-d5 g2-e2 h7-g6 h1-g1",
        "e6-g4 h3-g4 d7-d6 d4-d3 h7-g6 g2-g4",
        "Enemy discs covered",
        (0, 0),
        (1, 0),
    ),
    (
        "squalma",
        "1 41 WW,,,,,W,W,/,W,W,WW,WW,WW,WW,/,,,,,,WB,/,,,,,,,/,BWB,B,,,,,/,,,B,,B,,/,B,,,B,,B,/,BB,BB,,B,,,BB",
        "e7-e5 e1-e2 b7-c8 b2-c3 g7-e5 c3-c2",
        "b7-c7 b4-e7 c7-e5 b2-c2 g8-f8 b1-d3",
        "Squares missing from a path",
        (4, 5),
        (3, 5),
    ),
    (
        "kings_convoy",
        CONVOY,
        "c13-c11 a6-b6 c11-c13 b6-b13",
        "c13-c2 a8-c8 c2-b2 m5-m3",
        "Boats left",
        (22, 12),
        (23, 12),
    ),
    (
        "kings_convoy",
        "always 0 4AAAAA10A25D6A5D5AA5D5AAA1DDDKDDD1AAA5D5AA5D5A6D25A10AAAAA4 a9-a10 g6-b6 m9-i9 g7-g6 i13-k13",
        "g6-c6 e1-c1 c6-c11 m8-m11",
        "j7-j2 e13-c13 g8-b8 h1-h6",
        "Moves that the king needs to reach a corner",
        (2,),
        (3,),
    ),
    (
        "brain_coral",
        "limping 5 own last off 8 ...B./....B./..BB.../WW.W..../...W.../....../...../....",
        "b4 d3 d5 e5",
        "h4 d3 f4 a3",
        "Points",
        (7, 7),
        (6, 7),
    ),
    (
        "brain_coral",
        "limping 5 own last off 10 ...../W...../...W.../B.BBB.../......W/.W..../...../..WB",
        "c5 d2 e5 f1 a1",
        "h1 c5 d6 c3 g3",
        "Stones in the largest group",
        (5, 2),
        (4, 3),
    ),
    (
        "branching_coral",
        "limping 5 own last off 21 .B.B./....WB/B.BWW../.W...W../.B.BW.B/....B./..B../W.WB",
        "g5 d7 e3 b1",
        "g4 d7 b3 b1",
        "Points",
        (12, 11),
        (12, 10),
    ),
    (
        "coral_clash",
        CLASH,
        "g4-a4+ b5-a4 b3-a4 a7-b6+ h2-g3+",
        "e3-f3 b5-a5+ c2-d2 a5-e5+ f2-e3",
        "Points",
        (6, 9),
        (4, 9),
    ),
]
"""Positions with the best line, the best line after the move played, and what differs at the ends."""
every_line = pytest.mark.parametrize(("key", "code", "better", "other", "name", "ends", "other_ends"), LINES)


def after(position: Position[Any], line: str) -> Position[Any]:
    for text in line.split():
        position = position.play(position.parse(text))
    return position


@every_line
def test_a_reason_is_a_number_of_the_boards_at_the_ends_of_both_lines(
    key: str, code: str, better: str, other: str, name: str, ends: tuple[int, ...], other_ends: tuple[int, ...]
) -> None:
    position = GAMES[key].decode(code)
    found = reason(position, better.split(), other.split())
    assert found is not None
    assert (found.better.name, found.better.values, found.other.values) == (name, ends, other_ends)
    assert found.plies == len(better.split()) == len(other.split())
    for line, measure in ((better, found.better), (other, found.other)):
        assert measure in after(position, line).measures()
    assert found.better.advantage(position.turn) >= found.other.advantage(position.turn) + found.better.least


@every_line
def test_nothing_is_named_for_a_line_that_is_no_better_or_too_short(
    key: str, code: str, better: str, other: str, name: str, ends: tuple[int, ...], other_ends: tuple[int, ...]
) -> None:
    del ends, other_ends
    position = GAMES[key].decode(code)
    assert reason(position, better.split(), better.split()) is None
    assert reason(position, better.split()[:1], other.split()) is None
    worse = reason(position, other.split(), better.split())
    assert worse is None or worse.better.name != name, "the other way round, the same number is worse"


SWINGS = [
    (
        "BWBWBWBW/WBWBWBWB/B..WBW.W/.BWB..WB/..B..WBW/..WBWB.B/.W.W.WB./WB...B.. 22",
        "h5-f5 h4-h2 d3-d1 f4-h4 c4-c2 e7-e5 g8-g6 b2-d2",
        "g2-e2 g5-g3 e2-a2 d6-d2 c4-c2 h4-h2 c8-c6 f4-f2",
        [-3, 2, 3],
    ),
    (
        "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWB../BWBWBW../W....BWB/B..WB.../.BW.W..B 15",
        "f4-f2 b5-b3 c1-a1 d5-d3 e5-e3 h7-h5 f6-f4 f7-h7",
        "d2-f2 f3-f1 e5-e3 c4-e4 f4-d4 c6-c4 f6-f4 h7-h5",
        [1, 2, 3],
    ),
]


@pytest.mark.parametrize(("code", "better", "other", "gains"), SWINGS)
def test_a_difference_that_does_not_last_is_no_reason(code: str, better: str, other: str, gains: list[int]) -> None:
    position = Konane.decode(code)

    def gain(plies: int) -> int:
        one, two = (after(position, " ".join(line.split()[:plies])).measures()[0] for line in (better, other))
        return one.advantage(position.turn) - two.advantage(position.turn)

    assert [gain(plies) for plies in (6, 7, 8)] == gains
    assert reason(position, better.split(), other.split()) is None


EXCHANGES = [
    pytest.param(
        (
            "diagram 37 pgthtgwwwwogbth1/1ohch1dhb:b1dgb/cg2ogb:bph:bch/3DGy1ohbcg1/"
            ":b1:b3:b:b/OGy2:yOGy:yCGOH/CH:yCGDHyCHy3/PHTHTGWWWWTGTHPG"
        ),
        "d2-b4 a6-b6+ b4-d6^ e7-d6 d5-d6+ h7-d7+ d6-d7",
        "f1-f3 b7-c6 d5-c4 d6-c5+ f3-f2+ g5-h5+ h3-g4^",
        ("Pieces left", 6, (15, 14), (16, 16)),
        id="the Whale can take back on d7, so the last capture does not count",
    ),
    pytest.param(
        (
            "diagram 52 pgthtg1ww:b:bph/dgbohchohwwcgb1tgb/:b1:b:b:b:bthy1/"
            "2cgy1og1:b1/TH2:y1ogy1ch/1CHPHOHyDHy1:yOH/1:yTGWW1CHCGyOGy/1CGy1WWTG1TH1"
        ),
        "h7-h5+ e3-f3 a7-a4+ f3-h5^ c5-d5+ e1-e5+",
        "h4-h5 e3-f4 c5-d5+ e1-e4+ a7-b6+ e4-b4+",
        ("Points", 6, (10, 13), (12, 13)),
        id="the last capture makes the pieces even again",
    ),
    pytest.param(
        (
            "text 37 1thtgb1ww1tgph/oh:bchdgwwcgthch/pg1og:bohb1ogb1/1CGy:b:b1dh2/"
            "1cgb:yOH2:y1/2DGy:y:y:yOH1/CHOGTGOGWWyCHPGCG/PHTH2WWTGTH1"
        ),
        "c3-b4 c7-d6 b5-a6+ a7-a6^ c2-c6+ c8-c6",
        "d2-d1+ a6-b5 c3-c4 b5-c4 c2-c4 c6-b6+",
        ("Pieces left", 6, (14, 14), (14, 16)),
        id="each of the last moves captures, and the better line stays ahead",
    ),
]


@pytest.mark.parametrize(("code", "better", "other", "expected"), EXCHANGES)
def test_half_of_an_exchange_is_no_gain(code: str, better: str, other: str, expected: tuple[object, ...]) -> None:
    found = reason(GAMES["coral_clash"].decode(code), better.split(), other.split())
    assert found is not None
    assert (found.better.name, found.plies, found.better.values, found.other.values) == expected


def test_one_more_jump_is_no_reason() -> None:
    position = Konane.decode("BWBWBWBW/WBWBWBWB/BWBWBWBW/WB..WBWB/BW..B..W/WBWBW..B/..B.BWBW/WBW.WB.B 13")
    better, other = "f2-d2 g6-g4 f6-f4 d7-d5 d2-b2 a4-a2 a1-a3 a6-a4", "a5-c5 g6-g4 f6-f4 c6-c4 a7-a5 b7-b5 f8-f6 d3-f3"
    gains = []
    for plies in (6, 7, 8):
        one, two = (after(position, " ".join(line.split()[:plies])).measures()[0] for line in (better, other))
        gains.append(one.advantage(position.turn) - two.advantage(position.turn))
    assert gains == [2, 5, 1]
    assert reason(position, better.split(), other.split()) is None


def test_cells_beside_many_small_groups_are_no_reason() -> None:
    """The better line leaves Black with single stones, which touch more cells than the pair on b1 and c1."""
    position = GAMES["branching_coral"].decode(
        "limping 5 own last off 12 ...B./B....B/....BW./.....W../...BW../....../.BW.W/...W"
    )
    better, other = "h3 e7 e6 c3 d3", "c1 e7 d7 h2 g4"
    assert reason(position, better.split(), other.split()) is None


def test_a_lead_in_one_measure_is_no_reason_while_a_more_important_one_is_worse() -> None:
    position = GAMES["brain_coral"].decode("limping 4 own last off 8 W.../.W.../.BWB.B/...../.W.B/...")
    better, other = "d5 a4 d2 c1 d3", "d1 b3 d2 c1 f1"
    for plies in (3, 4, 5):
        one, two = (after(position, " ".join(line.split()[:plies])).measures() for line in (better, other))
        behind, ahead = (two[at].advantage(position.turn) - one[at].advantage(position.turn) for at in (0, 1))
        assert behind > 0 > ahead
    assert reason(position, better.split(), other.split()) is None


def test_lines_are_compared_while_both_games_go_on() -> None:
    """White's last stone leaves Black without a jump: that ends the game, and is no gain of two jumps."""
    position = Konane.decode("....B.../W......./B.BWB..W/.......B/..B..WB./W......./....B.B./...B...B 43")
    won, other = "a7-a5 h5-h7 f4-h4", "d6-f6 a6-a8 h6-h4 g4-e4"
    assert after(position, won).result() is not None
    assert reason(position, won.split(), other.split()) is None


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_what_counts_in_it(key: str) -> None:
    position = GAMES[key].start()
    for _ in range(6):
        position = position.play(position.legal_moves()[0])
    measures = position.measures()
    assert measures
    assert len({measure.name for measure in measures}) == len(measures)
    for measure in measures:
        assert measure.advantage(0) == -measure.advantage(1)


LOSSES = [
    (
        "coral_clash",
        (
            "diagram 52 pgthtg1ww:b:bph/dgbohchohwwcgb1tgb/:b1:b:b:b:bthy1/"
            "2cgy1og1:b1/TH2:y1ogy1ch/1CHPHOHyDHy1:yOH/1:yTGWW1CHCGyOGy/1CGy1WWTG1TH1"
        ),
        "a7-a4",
        "a7-a5+ e3-f4",
        "the gatherer octopus on f4",
    ),
    ("kings_convoy", LINES[4][1], "g6-c6", "g4-h4 a5-b5", "the boat on b6"),
    ("konane", LINES[0][1], "c3-c1 d3-d5", "g1-g5 d3-d5", "3 possible jumps"),
]


@pytest.mark.parametrize(("key", "code", "better", "other", "taken"), LOSSES)
def test_what_a_reply_takes_at_once_is_gone_after_it(key: str, code: str, better: str, other: str, taken: str) -> None:
    position = GAMES[key].decode(code)
    assert str(first_loss(position, better.split(), other.split())) == taken
    assert first_loss(position, better.split(), other.split()[:1]) is None, "no reply is known"
    assert first_loss(position, other.split(), other.split()) is None, "it is lost in both lines"
    played, reply = other.split()
    before = after(position, played)
    lost = [cell for cell, pieces in before.placement().items() if after(before, reply).placement().get(cell) != pieces]
    assert key == "konane" or taken.rsplit(maxsplit=1)[-1] in lost


def test_a_reply_that_only_takes_back_takes_nothing_at_once() -> None:
    """Yellow's turtle takes the crab on f4, and Blue's takes it back: nothing but the exchange was lost."""
    position = GAMES["coral_clash"].decode("text 3 6wwww/2oh2th2/8/8/TH4cg2/8/8/3WWWW3")
    assert str(after(position, "a4-f4").taken_by(after(position, "a4-f4").parse("f7-f4"))) == "the hunter turtle on f4"
    assert first_loss(position, ["a4-a5"], ["a4-f4", "f7-f4"]) is None
