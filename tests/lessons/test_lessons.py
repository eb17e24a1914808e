"""Each lesson is proven by the rules: every legal move has its answer, and what a text says is true of the move."""

import importlib
import re
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

import pytest

from games import GAMES
from language import ENGLISH, Sentence, languages, speaking
from lessons import AIMS, LESSONS, Step, Tried
from looks import scene_of
from matches.lessons import Learned, aim_of, answer_move, task_of
from render import alt_text, cells, draw

# The most characters of a task, of what is said of a move, and of a translation of either.
TASK, SAYS, TRANSLATED = 90, 120, 160
# The fewest and the most steps of a lesson, and the most kinds of wrong moves of a step.
FEWEST, MOST, KINDS = 5, 7, 3
SQUARE = re.compile(r"(?<![A-Za-z0-9])[a-m](?:1[0-3]|[1-9])(?![A-Za-z0-9])")
"""The name of a cell, also between Japanese letters."""
EVERY = [(game, step) for game, lesson in LESSONS.items() for step in lesson]

every_lesson = pytest.mark.parametrize("game", LESSONS)


def claims(game: str) -> ModuleType:
    return importlib.import_module(f"tests.lessons.claims.{game}")


def sorted_moves(game: str, step: Step) -> tuple[list[Tried], list[list[Tried]]]:
    """The right moves, and the moves of each kind."""
    board = step.board(game)
    right, kinds = list[Tried](), [list[Tried]() for _ in step.kinds]
    for tried in (Tried(board, move) for move in board.legal_moves()):
        kind = step.kind_of(tried)
        (right if kind is None else kinds[step.kinds.index(kind)]).append(tried)
    return right, kinds


def texts(step: Step) -> Sequence[str]:
    return [step.task, step.praise, *(kind.says for kind in step.kinds)]


def test_every_game_but_a_new_one_has_a_lesson() -> None:
    assert LESSONS.keys() <= GAMES.keys()
    assert len(LESSONS) >= 6


@every_lesson
def test_the_aim_is_short_and_its_picture_marks_a_move(game: str) -> None:
    assert 0 < len(AIMS[game]) <= SAYS
    aim = aim_of(game).after()
    assert aim.before is not None
    assert (aim.before.encode(), aim.before.format(aim.move)) == GAMES[game].info.example
    assert aim.position == aim.before.play(aim.move)


@every_lesson
def test_a_lesson_has_few_steps_with_keys_of_their_own(game: str) -> None:
    keys = [step.key for step in LESSONS[game]]
    assert FEWEST <= len(keys) <= MOST
    assert len({*keys}) == len(keys)
    assert all(re.fullmatch(r"[a-z-]{2,12}", key) for key in keys), "a key is part of custom_ids"


@every_lesson
def test_a_match_could_begin_from_the_position_of_a_step(game: str) -> None:
    for step in LESSONS[game]:
        board = step.board(game)
        assert board.encode() == step.code, step.key
        assert board.result() is None, step.key
        assert board.flaw() is None or claims(game).FEW, step.key


@every_lesson
def test_every_legal_move_has_one_answer_and_a_choice_is_left(game: str) -> None:
    for step in LESSONS[game]:
        right, kinds = sorted_moves(game, step)
        assert right, step.key
        assert all(kinds), f"{step.key}: a kind without a move"
        assert len(kinds) <= KINDS, step.key
        assert kinds or step is LESSONS[game][0], "only in the first step may every move be right"


@every_lesson
def test_what_a_text_says_is_true_of_each_move_that_it_answers(game: str) -> None:
    for step in LESSONS[game]:
        right, kinds = sorted_moves(game, step)
        told = claims(game).CLAIMS[step.key]
        for claim, moves in zip(told, [right, *kinds], strict=True):
            untrue = [tried.text for tried in moves if not claim(tried)]
            assert not untrue, step.key


@every_lesson
def test_the_reply_that_shows_a_fault_is_legal_after_each_move_of_its_kind(game: str) -> None:
    for step in LESSONS[game]:
        _, kinds = sorted_moves(game, step)
        for kind, moves in zip(step.kinds, kinds, strict=True):
            assert not kind.reply or all(kind.reply in [one.text for one in tried.replies] for tried in moves)


@pytest.mark.parametrize(("game", "step"), [(game, step) for game, step in EVERY if step.threat])
def test_a_threat_that_is_drawn_is_a_legal_move_of_the_opponent(game: str, step: Step) -> None:
    theirs = step.board(game).after_null_move()
    assert theirs is not None
    assert step.threat in [theirs.format(move) for move in theirs.legal_moves()]
    task = task_of(game, step)
    assert task.after().threat == theirs.steps(theirs.parse(step.threat))
    assert task.after([step.answer(step.board(game))]).threat == ()
    scene = scene_of(task.after())
    assert f"In orange: {step.threat}, a threat." in alt_text(scene)
    assert draw(scene) != draw(replace(scene, threat=()))


@every_lesson
def test_no_wrong_move_wins_and_one_that_ends_the_game_is_told_so(game: str) -> None:
    for step in LESSONS[game]:
        right, kinds = sorted_moves(game, step)
        assert len({tried.over for tried in right}) == 1, "some right moves end the game, others do not"
        for kind, moves in zip(step.kinds, kinds, strict=True):
            (over,) = {tried.over for tried in moves}
            assert not any(tried.won for tried in moves)
            assert not over or any(word in kind.says for word in ("wins", "lost", "draw"))


@every_lesson
def test_the_last_step_is_won_by_its_right_moves(game: str) -> None:
    right, _ = sorted_moves(game, LESSONS[game][-1])
    assert all(tried.won for tried in right)


@pytest.mark.parametrize("game", [game for game in LESSONS if hasattr(claims(game), "FOLLOWS")])
def test_the_last_step_follows_from_the_one_before(game: str) -> None:
    before, last = (step.board(game) for step in LESSONS[game][-2:])
    move, reply = claims(game).FOLLOWS
    assert LESSONS[game][-2].kind_of(Tried(before, before.parse(move))) is None
    for text in (move, reply):
        before = before.play(before.parse(text))
    assert (before.placement(), before.turn) == (last.placement(), last.turn)


@every_lesson
def test_the_texts_are_short_and_name_cells_of_the_board(game: str) -> None:
    for step in LESSONS[game]:
        task, *answers = texts(step)
        assert len(task) <= TASK
        assert all(0 < len(text) <= SAYS for text in answers)
        named = {cell for text in texts(step) for cell in SQUARE.findall(text)}
        assert named <= cells(step.board(game)).keys()


@pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])
def test_a_translation_names_the_same_cells_and_is_short(code: str) -> None:
    for text in [*AIMS.values(), *(text for _, step in EVERY for text in texts(step))]:
        with speaking(code):
            said = Sentence(text).said()
        assert sorted({*SQUARE.findall(said)}) == sorted({*SQUARE.findall(text)}), said
        assert len(said) <= TRANSLATED, said


@every_lesson
def test_a_lesson_is_finished_when_its_steps_are_done_in_any_order_and_stays_so(game: str) -> None:
    learned = Learned(1, game)
    for step in reversed(LESSONS[game]):
        assert learned.finished_at is None
        assert learned.next is LESSONS[game][0]
        learned = answer_move(learned, step, step.answer(step.board(game)), 7).learned
    assert (learned.next, learned.finished_at) == (None, 7)
    first = LESSONS[game][0]
    assert answer_move(learned, first, first.answer(first.board(game)), 9).learned == learned
