"""The pictures of tournaments: the table of a group, and a part of a knockout."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import THEMES, pieces
from render.bracket import INSIDE, LINE, POINTS, TALL, Round, Side, _pairing, _widths, draw_bracket
from render.bracket import TITLES as BRACKET_TITLES
from render.crosstable import (
    CELL,
    GAP,
    LEGEND_LINE,
    POINTS_END,
    POINTS_ROOM,
    TITLES,
    WIDEST,
    Result,
    Row,
    _row,
    _titles,
    column,
    draw_crosstable,
    heads,
)
from render.layout import EDGE, WIDTH
from render.sheet import HEAD, SMALL
from render.text import CUT, in_lines, width
from render.theme import theme_of

HEADS = EDGE + HEAD + TITLES
"""The lower edge of the heads of the columns."""

WIN, DRAW, LOSS, OPEN = Result("1", 2), Result("½"), Result("0", -2), Result(open=True)
ANN = Row("1", "Ann", [None, WIN, DRAW], "1½")
BOB = Row("2", "Bob", [LOSS, None, WIN], "1")
CYD = Row("3", "Cyd", [DRAW, LOSS, None], "½")


def table(*rows: Row, theme: str = "classic") -> Image.Image:
    return Image.open(BytesIO(draw_crosstable("Konane", "2 of 3 matches over", rows, theme))).convert("RGB")


def bracket(*pairings: tuple[Side, Side], theme: str = "classic") -> Image.Image:
    rounds = [Round("Semifinals", pairings), Round("Final", [(Side(""), Side(""))])]
    return Image.open(BytesIO(draw_bracket("Konane", "", rounds, theme))).convert("RGB")


def changed(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int]:
    """The box in which two pictures differ: its left, upper, right and lower edge."""
    # Each picture has a palette of its own, so that everything differs a little.
    difference = ImageChops.difference(first, second).convert("L")
    box = difference.point(lambda value: 255 if value > 90 else 0).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("theme", THEMES)
def test_the_readers_row_and_pairing_have_an_edge_all_around(theme: str) -> None:
    plain, marked = (table(ANN, BOB, replace(CYD, own=own), theme=theme) for own in (False, True))
    left, top, right, bottom = changed(*(each.crop((0, HEADS, *each.size)) for each in (plain, marked)))
    assert left <= EDGE + 3
    assert right >= WIDTH - EDGE - 3
    assert 60 <= bottom - top <= 80
    pair = (Side("Ann"), Side("Bob"))
    own = (Side("Ann"), Side("Bob", own=True))
    left, top, right, bottom = changed(bracket(pair, pair, theme=theme), bracket(pair, own, theme=theme))
    assert left <= EDGE + 3
    assert right < WIDTH / 2
    assert 110 <= bottom - top <= 120


def test_a_long_name_touches_neither_results_nor_points() -> None:
    tables = [table(ANN, BOB, replace(CYD, name=letter * 32)) for letter in "IW"]
    _, _, right, _ = changed(*(each.crop((0, HEADS, *each.size)) for each in tables))
    assert right <= POINTS_END - POINTS_ROOM - 3 * column(3)
    short, long, other = ((Side(name, "1½"), Side("Bob")) for name in ("I", "W" * 64, "M" * 64))
    pointed = (replace(long[0], points="½1"), Side("Bob"))
    top = EDGE + HEAD + BRACKET_TITLES
    drawn = [bracket(pair, short).crop((0, top, WIDTH, top + TALL)) for pair in (long, other, pointed)]
    assert changed(drawn[0], drawn[1])[2] <= changed(drawn[0], drawn[2])[0]


@pytest.mark.parametrize("name", ["Bob", "Bartholomew K.", "Maximilian Burg", "W" * 64])
def test_points_are_on_the_middle_line_at_the_right(name: str) -> None:
    stamps = list(_pairing((Side(name, "1½"), Side("Bob", "½", won=True)), 0, 0, (270, TALL), final=False))
    points = [stamp for stamp in stamps if stamp.sprite.details[:1] in {("1½",), ("½",)}]
    assert [stamp.y for stamp in points] == [-TALL // 2, TALL // 2]
    ends = {round(stamp.x + width(str(stamp.sprite.details[0]), POINTS, 600) / 2) for stamp in points}
    assert max(ends) - min(ends) <= 1


def test_a_usual_long_name_is_on_one_line_beside_its_points_in_every_round() -> None:
    long = (Side("Bartholomew K.", "1½", won=True), Side("Kaimana", "½"))
    rounds = [Round("Quarterfinals", [long] * 4), Round("Semifinals", [long] * 2)]
    for final in ((Side(""), Side("")), (Side("Kaimana", "½"), Side("Ann", "1½", won=True))):
        every = [*rounds, Round("Final", [final], final=True)]
        for drawn, wide in zip(every[:2], _widths(every)[:2], strict=True):
            stamps = _pairing(long, 0, 0, (wide, LINE), final=drawn.final)
            sizes = [stamp.unit for stamp in stamps if stamp.sprite.details[:1] == ("Bartholomew K.",)]
            assert sizes == [SMALL]


def test_a_name_is_cut_only_if_it_does_not_fit_on_two_lines() -> None:
    rooms, sizes = (200.0, 120.0), (34, 30)
    assert in_lines("Bob", "Player", rooms, sizes, 600) == (["Bob"], 34)
    assert in_lines("Maximilian", "Player", (200, 160), sizes, 600) == (["Maximilian"], 30)
    assert in_lines("Bartholomew", "Player", rooms, sizes, 600) == (["Bartholomew", ""], 30)
    assert in_lines("Jean Baptiste Poe", "Player", rooms, sizes, 600) == (["Jean", "Baptis…"], 30)
    assert in_lines("Maximilian Lee", "Player", rooms, sizes, 600) == (["Maximilian", "Lee"], 30)
    assert in_lines("Anne-Maximiliane", "Player", rooms, sizes, 600)[0][0] == "Anne-"
    assert in_lines("さくらんぼ侍の友達", "Player", rooms, sizes, 600) == (["さくらんぼ", "侍の友達"], 30)
    assert in_lines("\U00012000", "Player", rooms, sizes, 600) == (["Player"], 34)
    for name in ("W" * 40, "אב" * 20, "محمد " * 9):
        lines, size = in_lines(name, "Player", rooms, sizes, 600)
        assert all(width(line, size, 600) <= room for line, room in zip(lines, rooms, strict=True))
        assert CUT in lines[1]


@pytest.mark.parametrize("name", ["Bartholomew", "Maximilian Burg", "さくらんぼ侍", "Bartholomew K."])
def test_names_of_usual_length_are_whole_in_every_table_and_bracket(name: str) -> None:
    results = [None, *[WIN] * 6]
    stamps = [*_row(Row("1", name, results, "6"), 0)]
    first = (Side(name, "1½", won=True), Side("Bob", "½"))
    rounds = [
        Round("Quarterfinals", [first] * 4),
        Round("Semifinals", [first] * 2),
        Round("Final", [first], final=True),
    ]
    widths = _widths(rounds)
    for drawn, wide in zip(rounds, widths, strict=True):
        stamps += _pairing(first, 0, 0, (wide, TALL), final=drawn.final)
    written = [
        str(stamp.sprite.details[0]) for stamp in stamps if stamp.sprite.shape is pieces.writing("", "ink").shape
    ]
    assert CUT not in "".join(written)


def test_each_column_is_headed_by_the_beginning_of_the_opponents_name() -> None:
    assert heads(["Ann", "Zoë", "\U00012000"]) == ["Ann", "Zoë", "3"]
    four = ["Leilani", "Moana", "Ann", "Zoë"]
    short = ["Lei", "Moa", "Ann", "Zoë"]
    assert heads([*four, "Bartholomew 1", "Bartholomew 2"]) == [*short, "B1", "B2"]
    assert heads([*four, "Bartholomew", "さくらんぼ侍"]) == [*short, "Bar", "さく"]
    for count in (2, 5, 7, 12):
        widest = max(width(text, SMALL, 600) for text in heads(["W" * 32, *["Bartholomew"] * (count - 1)]))
        assert widest <= column(count) - 2 * GAP, "so that neighbours do not touch"
    tables = [table(ANN, BOB, replace(CYD, name=letter * 32)) for letter in "IW"]
    left, top, right, _ = changed(*(each.crop((0, 0, each.width, HEADS)) for each in tables))
    middle = POINTS_END - POINTS_ROOM - column(3) / 2
    assert middle - column(3) <= left < right <= middle + column(3)
    assert top > EDGE + HEAD
    assert [column(count) for count in (2, 7, 12)] == [WIDEST, 66, CELL]


@pytest.mark.parametrize("name", ["Ann", "Moana", "W" * 32])
def test_the_names_above_the_columns_touch_neither_each_other_nor_the_title_of_the_points(name: str) -> None:
    for count in (2, 3, 6, 12):
        lines: dict[int, list[tuple[float, float]]] = {}
        for stamp in _titles([replace(ANN, name=name)] * count, 0):
            if stamp.sprite.shape is pieces.writing("", "ink").shape:
                half = width(str(stamp.sprite.details[0]), SMALL, 400) / 2
                lines.setdefault(stamp.y, []).append((stamp.x - half, stamp.x + half))
        assert all(right < left for line in lines.values() for (_, right), (left, _) in pairwise(sorted(line)))
        assert len(lines) == 1


def test_the_signs_are_explained_where_they_occur() -> None:
    new = table(*(replace(row, results=[OPEN, OPEN, OPEN]) for row in (ANN, BOB, CYD)))
    plain, still = table(ANN, BOB, CYD), table(ANN, BOB, replace(CYD, results=[DRAW, OPEN, None]))
    both = table(ANN, BOB, replace(CYD, results=[DRAW, OPEN, None], out=True))
    assert new.height == plain.height == still.height == both.height - LEGEND_LINE
    legends = [each.crop((0, new.height - LEGEND_LINE, *new.size)) for each in (new, plain, still)]
    assert changed(legends[0], legends[1])[0] < 80
    assert changed(legends[1], legends[2])[0] > width("win 1, draw ½, loss 0", SMALL, 400)


def test_a_pair_with_one_of_two_matches_played_shows_points_and_a_dot() -> None:
    whole, part = (
        table(ANN, BOB, replace(CYD, results=[Result("½", open=is_open), LOSS, None])) for is_open in (False, True)
    )
    left, top, right, bottom = changed(*(each.crop((0, 0, each.width, plain_bottom(each))) for each in (whole, part)))
    assert right - left < CELL
    assert bottom - top > 30


def plain_bottom(picture: Image.Image) -> int:
    """The lower edge of the rows."""
    return picture.height - LEGEND_LINE - EDGE


def test_what_decided_a_level_pairing_is_in_its_winners_line_if_it_fits() -> None:
    pair = (Side("Ann", "1½"), Side("I", "1½", won=True))
    by_lot = (pair[0], replace(pair[1], decided_by="by lot"))
    left, top, right, bottom = changed(bracket(pair, pair), bracket(by_lot, pair))
    begins, _, _, above = changed(bracket(pair, pair), bracket((pair[0], replace(pair[1], points="")), pair))
    assert 60 < right - left < 100
    assert right < begins
    assert above - LINE < top < bottom <= above + 6
    long = (Side("Ann", "1½"), Side("W" * 64, "1½", won=True))
    decided = (long[0], replace(long[1], decided_by="by lot"))
    assert ImageChops.difference(bracket(long, long), bracket(decided, long)).getbbox() is None


def test_a_round_with_long_names_takes_width_from_an_empty_final() -> None:
    short, long = (Side("Ann", "2", won=True), Side("Bob", "0")), (Side("Bartholomew K.", "½"), Side("Bob", "1½"))
    name = width("Bartholomew K.", SMALL, 600)

    def widths(first: tuple[Side, Side]) -> list[int]:
        rounds = [("Quarterfinals", [first] * 4), ("Semifinals", [short] * 2), ("Final", [(Side(""), Side(""))])]
        return _widths([Round(title, pairings) for title, pairings in rounds])

    equal, moved = widths(short), widths(long)
    assert len({*equal}) == 1
    assert sum(moved) == pytest.approx(sum(equal), abs=2)
    assert moved[0] > equal[0] > moved[2] >= 200
    assert moved[0] > name + width("½", POINTS, 600) + 2 * INSIDE


def test_the_winner_of_the_final_has_a_crown() -> None:
    pair = (Side("Ann", "0"), Side("Bob", "2", won=True))
    usual, final = (
        Image.open(BytesIO(draw_bracket("Konane", "", [Round("Final", [pair], final=final)], "classic"))).convert("RGB")
        for final in (False, True)
    )
    left, top, _, bottom = changed(usual, final)
    assert left < 4 * EDGE
    assert bottom - top < LINE, "only on the winner's line"


def test_a_name_that_no_font_can_write_is_replaced() -> None:
    assert table(replace(ANN, name="\U00012000"), BOB, CYD).size == table(ANN, BOB, CYD).size


def test_a_bracket_of_eight_fits_three_rounds() -> None:
    pair = (Side("Ann", "2", won=True), Side("Bob", "0"))
    rounds = [Round("Quarterfinals", [pair] * 4), Round("Semifinals", [pair] * 2), Round("Final", [pair])]
    picture = Image.open(BytesIO(draw_bracket("Konane", "", rounds, "classic")))
    assert picture.width == WIDTH
    assert picture.height < WIDTH


def test_only_the_champion_is_golden() -> None:
    pair = (Side("Ann", "2", won=True), Side("Bob", "0"))
    gold = theme_of("classic", {})["won"]

    def golden(*, final: bool) -> int:
        drawn = draw_bracket("Konane", "", [Round("Final", [pair], final=final)], "classic")
        counted: list[Any] = Image.open(BytesIO(drawn)).convert("RGB").getcolors(100_000) or []
        alike = (count for count, colour in counted if max(abs(a - b) for a, b in zip(colour, gold, strict=True)) < 9)
        total: int = sum(alike)
        return total

    assert golden(final=True) > 10_000
    assert golden(final=False) < 100
