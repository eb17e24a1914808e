"""Alt texts: the position in words for a player who cannot see the picture."""

import re
from dataclasses import replace

import pytest

from games import GAMES, Result
from render import BOARDS, Scene, alt_text, cells, draw
from render.board import Clause
from render.descriptions import MOST_CHARACTERS
from tests.render.positions import NAMES, game, random_scenes, scene_at
from tests.support.strange import strange

TALL = {first + second + third for first in "BW" for second in "BW" for third in "BW"}
"""Matches the discs of SquAlma's stacks, which are letters but no words."""
every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_it_tells_the_last_move_and_who_is_to_move_within_the_limit(key: str) -> None:
    for scene in random_scenes(key, 90):
        text = alt_text(scene)
        assert len(text) <= MOST_CHARACTERS
        assert scene.before is not None
        assert scene.before.worded(scene.before.format(scene.move)).said() in text
        side = scene.position.info.seats[scene.position.turn]
        assert scene.position.result() is not None or re.search(rf"{side} \([^)]*\) to move", text)


@every_game
def test_it_tells_the_result(key: str) -> None:
    scene = scene_at(key, len(game(key)) - 1, "classic")
    result = scene.position.result()
    assert result is not None
    players = [f"{side} ({name})" for side, name in zip(scene.position.info.seats, NAMES, strict=True)]
    assert str(result.sentence(players)) in alt_text(scene)


def test_it_tells_the_winning_path() -> None:
    scene = scene_at("squalma", len(game("squalma")) - 1, "classic")
    assert "Black (Leilani) wins: a path leads from row 1 to row 8, along f1 e2 e3 d4 c5 b6 c7 d8." in alt_text(scene)


def test_the_way_of_the_king_ends_in_the_corner() -> None:
    words = alt_text(scene_at("kings_convoy", len(game("kings_convoy")) - 1, "classic"))
    assert "the king reached a corner, along a4 a3 a2 a1." in words


def test_it_counts_one_thing_as_one() -> None:
    scene = Scene(GAMES["branching_coral"].start(), ("a", "b"))
    after = scene.position.play("d4")
    assert "2 points, largest group 1 + 1 group." in alt_text(replace(scene, position=after))
    assert "Black: 0 points. White: 0 points." in alt_text(scene), "no sum of zeros"


def test_the_moves_of_a_match_are_counted_from_where_it_began() -> None:
    scene = replace(scene_at("konane", 6, "classic"), begun=4)
    assert scene.before is not None
    earlier = scene_at("konane", 5, "classic")
    assert earlier.before is not None
    both = replace(scene, answered=(earlier.before, earlier.move))
    assert re.findall(r"Move (\d+),", alt_text(scene)) == ["2"]
    assert re.findall(r"Move (\d+),", alt_text(both)) == ["1", "2"]


def test_a_computer_player_is_called_one_wherever_it_is_named() -> None:
    told = alt_text(replace(scene_at("konane", 6, "classic"), computers=(False, True)))
    assert told.count("White (Tane, computer)") == told.count("Tane") == 1
    assert "Black (Leilani) to move." in told
    assert "computer" not in alt_text(scene_at("konane", 6, "classic"))


def test_a_side_that_nobody_plays_is_named_once() -> None:
    assert "No moves yet. Black to move." in alt_text(Scene(GAMES["konane"].start(), ("Black", "White")))


def test_it_tells_how_a_match_ended_off_the_board() -> None:
    scene = Scene(GAMES["konane"].start(), ("Leilani", "Tane"))
    assert "White (Tane) wins: Black resigned." in alt_text(replace(scene, ended=Result(1, "Black resigned")))
    assert "The game is a draw: agreed." in alt_text(replace(scene, ended=Result(None, "agreed")))
    assert "No result: abandoned." in alt_text(replace(scene, ended=Result(None, "abandoned"), void=True))
    assert "to move" not in alt_text(replace(scene, ended=Result(1, "Black resigned")))


@every_game
def test_it_names_every_place_where_a_piece_stands_or_says_what_it_leaves_out(key: str) -> None:
    for scene in [*random_scenes(key, 90), Scene(GAMES[key].start(), ("a", "b"))]:
        text = alt_text(scene)
        words = set(re.findall(r"[a-z][0-9]+", text))
        standing = {cell for cell, _ in BOARDS[key].pieces(scene.position)} & cells(scene.position).keys()
        named = {name for cell in standing for name in re.findall(r"[a-z][0-9]+", cell)}
        assert named <= words or "Left out here" in text


@pytest.mark.parametrize(
    ("key", "options"),
    [("brain_coral", {"order": "8", "grid": "hex"}), ("branching_coral", {"order": "8", "grid": "hex"})],
)
def test_on_the_largest_boards_it_says_what_it_leaves_out_and_where_to_read_it(
    key: str, options: dict[str, str]
) -> None:
    full = max(random_scenes(key, 169, **options), key=lambda scene: len(list(BOARDS[key].pieces(scene.position))))
    text = alt_text(full)
    assert len(text) <= MOST_CHARACTERS
    if "Left out here" in text:
        assert text.endswith(f"/{key.replace('_', '-')} board text:true")


@every_game
def test_every_word_is_said_in_the_language_of_the_reader(key: str) -> None:
    with strange():
        for shown in [*random_scenes(key, 90), Scene(GAMES[key].start(), NAMES)]:
            scene = replace(shown, names=NAMES)
            text = alt_text(scene).partition(" /")[0]  # a command follows it
            move = scene.before.format(scene.move) if scene.before else ""
            assert not set(re.findall(r"[A-Za-z]{3,}", text)) - {*NAMES, *re.findall(r"\w+", move)} - TALL, text


def test_the_words_of_a_picture_are_in_the_language_of_the_reader() -> None:
    scene = Scene(GAMES["konane"].start(), NAMES)
    with strange():
        hidden = draw(scene)
    assert hidden != draw(scene)


def test_what_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS["konane"]
    long = [
        Clause("Shells", ("a1", "a2")),
        Clause("Weeds", tuple(f"b{n}" for n in range(999))),
        Clause("Sand", ("c1",)),
    ]
    monkeypatch.setattr(type(board), "clauses", lambda *_: long)
    text = alt_text(Scene(GAMES["konane"].start(), ("a", "b")))
    assert "Shells: a1, a2." in text
    assert "Weeds: b0, b1, " in text
    assert text.endswith("Not described here: more of Weeds; Sand. Full board as text: /konane board text:true")
    assert MOST_CHARACTERS - 20 < len(text) <= MOST_CHARACTERS
