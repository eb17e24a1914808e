"""Records of matches: a written record is read again, and any other text is refused at once, in one sentence."""

import random
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from matches.checking import positions
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove
from matches.notation import Record, read, summary, write
from matches.timecontrol import TimeControl

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def played(game: str, plies: int = 60, seed: int = 4) -> Record:
    """A match of random moves with everything that a record can contain."""
    chance, now = random.Random(seed), 1_800_000_000
    options = {name: chance.choice(list(values)) for name, values in GAMES[game].info.options.items()}
    position, moves = GAMES[game].start(**options), []
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            break
        move = chance.choice(legal)
        if position.play(move).result() is not None:
            break
        now += chance.randint(0, 90_000)
        moves.append(RecordedMove(position.format(move), now, chance.randint(-10, 300_000)))
        position = position.play(move)
    return Record(
        game,
        options,
        GAMES[game].info.rules_version,
        ('Ann "the *Fox*" \\ [x]', "Bob\u202e {y}"),
        moves,
        "0-1",
        "resignation",
        "1f3k",
        "1573932824703008768",
        TimeControl.parse("72+12/96h soft"),
        rated=True,
        begun=1_799_999_999,
        ended=now,
    )


@pytest.mark.parametrize("plies", [0, 1, 2, 9, 10, 60])
@pytest.mark.parametrize("game", GAMES)
def test_the_players_and_the_number_of_moves_are_told_without_reading_them(game: str, plies: int) -> None:
    record = read(write(played(game, plies)))
    for variant in (record, replace(record, moves=[replace(move, at=None) for move in record.moves], result="*")):
        assert summary(write(variant)) == (variant.players, len(variant.moves))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_again(game: str) -> None:
    record = played(game)
    text = write(record)
    again = read(text)
    assert write(again) == text
    assert (again.game, again.options, list(again.moves)) == (record.game, record.options, list(record.moves))
    assert (again.result, again.reason, again.clock, again.rated) == ("0-1", "resignation", record.clock, True)
    assert again.players == ('Ann "the *Fox*" \\ [x]', "Bob {y}")
    assert max(map(len, text.splitlines())) <= 220
    assert sum(1 for _ in positions(again)) == len(record.moves) + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_record_reads_on_one_line(game: str) -> None:
    text = write(played(game))
    assert read(text.replace("\n", " ")) == read(text) == read("\ufeff" + text.replace("\n", "\r\n"))


def test_the_page_shows_a_record_that_is_read_and_written_so() -> None:
    example = re.findall(r"```\n(\[Tidepool.*?)```", PAGE, re.DOTALL)[0]
    assert write(read(example)) == example
    assert len(list(positions(read(example)))) == 3


def changed(old: str, new: str) -> str:
    text = write(played("konane", 8))
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not a game record"),
        ("\x00\xff\x89PNG\r\n" * 100, "This is not a game record"),
        ("x" * 1_000_000, "at most 200,000 characters"),
        ("[" * 190_000, "This is not a game record"),
        ('[Tidepool "1"]' * 2, "Tidepool tag appears twice"),
        ("".join(f'[T{chr(97 + n // 26)}{chr(97 + n % 26)} "x"]' for n in range(60)), "too many tags"),
        ('[Tidepool "1"] [Game "chess"] 1. e4 *', "Game tag must be one of"),
        (changed('Rules "1"', 'Rules "one"'), "Rules must be a number"),
        (changed("72+12/96h soft", "soon"), "is not a clock"),
        (changed("2. ", "3. "), "Expected move 2 or the result"),
        (changed(" 0-1\n", "\n"), "ends before move 9"),
        (changed(" 0-1\n", " 1-0\n"), "disagree"),
        (changed(" 0-1\n", " 0-1 9. a1\n"), "more text after the result"),
        (changed("{20", "{x0"), "Expected move 2 or"),
        ('[Tidepool "1"] [Game "konane"] [Begun "yesterday"] *', "is not a time"),
        ('[Tidepool "1"] [Game "konane"] [Ended "0999-12-31T23:59:59Z"] *', "is not a time"),
        (changed("{20", "{90"), "is not a time"),
        (write(played("konane", 8))[:-40], "where move|is missing|comes"),
    ],
)
def test_what_is_no_record_is_refused_within_a_second(text: str, sentence: str) -> None:
    begun = time.process_time()
    with pytest.raises(Refusal, match=sentence):
        read(text)
    assert time.process_time() - begun < 1


def test_the_first_move_that_fails_is_named_with_the_reason() -> None:
    record = played("konane", 8)
    moves = [*record.moves[:4], RecordedMove("zz9"), *record.moves[5:]]
    with pytest.raises(Refusal, match=r"Move 5, zz9, cannot be played\. ."):
        list(positions(Record(record.game, record.options, record.rules_version, record.players, moves)))


def test_a_record_of_another_game_is_refused_at_its_first_move() -> None:
    text = write(played("coral_clash", 8)).replace('"coral_clash"', '"konane"')
    text = re.sub(r"\[Options.*\n", "", text)
    with pytest.raises(Refusal, match="Move 1, "):
        list(positions(read(text)))


def test_other_rules_and_options_are_refused() -> None:
    record = Record("konane", {"size": "77"}, 1, ("", ""))
    with pytest.raises(Refusal, match="size"):
        list(positions(record))
    with pytest.raises(Refusal, match="that this bot does not know"):
        list(positions(Record("konane", {}, 99, ("", ""))))


def test_too_many_moves_are_refused() -> None:
    moves = " ".join(f"{number}. a1" for number in range(1, MOST_MOVES + 2))
    with pytest.raises(Refusal, match=f"at most {MOST_MOVES} moves"):
        read(f'[Tidepool "1"] [Game "konane"] [Rules "1"] {moves} *')


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f'[Tidepool "1"] [Game "konane"] {text}'):
        try:
            assert read(write(read(whole))) == read(whole)
        except Refusal:
            continue
