"""The ends of games in words: every phrase leads to its ending and back, and every sentence is whole."""

import re
from pathlib import Path

import pytest

from games import GAMES, Result
from matches.results import read_reason
from tests.games.lines import paths, read
from tests.support.strange import left_over, strange

NAMES = ("Aki Lee", "Bo")
FILES = [path for key in GAMES for path in paths(key)]
ENDINGS = [(game, key) for game in GAMES for key in GAMES[game].info.endings]


def numbers_of(message: str) -> set[str]:
    """The fields of a message except the names."""
    return set(re.findall(r"\{(\w+)\}", message)) - {"winner", "loser"}


def end_of(path: Path) -> tuple[str, Result]:
    """The game of a playthrough, and how it ended."""
    kept = read(path)
    position = GAMES[kept.key].start(**kept.options)
    for turn in kept.turns:
        position = position.play(position.parse(turn.move))
    result = position.result()
    assert result is not None
    return kept.key, result


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_phrase_of_a_whole_game_leads_to_its_ending_and_back(path: Path) -> None:
    game, result = end_of(path)
    assert read_reason(game, result.reason) == (result.key, result.fields)
    again = GAMES[game].info.ended(result.key, result.winner, **result.fields)
    assert (again, again.key, again.fields) == (result, result.key, result.fields)
    assert str(result.phrase) == result.reason
    assert result.winner is None or NAMES[result.winner] in str(result.sentence(NAMES))


@pytest.mark.parametrize(("game", "key"), ENDINGS)
def test_an_ending_reads_its_own_phrase_and_says_whole_sentences(game: str, key: str) -> None:
    info = GAMES[game].info
    ending = info.endings[key]
    numbers = {name: 10 + place for place, name in enumerate(sorted(numbers_of(ending.phrase)))}
    assert ending.won or ending.drawn
    for winner, sentence in ((0, ending.won), (1, ending.won), (None, ending.drawn)):
        if not sentence:
            continue
        assert "{winner}" not in sentence, "who won is said before it"
        assert winner is not None or "{loser}" not in sentence
        assert numbers_of(sentence) <= numbers.keys(), "the phrase names every number, for it is kept in logs"
        result = info.ended(key, winner, **numbers)  # type: ignore[arg-type]  # a seat or None
        assert read_reason(game, result.reason) == (key, numbers)
        with strange():
            for said in (result.phrase.said(), result.plate.said(), result.sentence(("1", "2")).said()):
                assert not left_over(said), "mark it"


@pytest.mark.parametrize(
    ("game", "phrase", "key", "numbers"),
    [
        ("konane", "no jump left", "stuck", {}),
        ("konane", "no legal move", "stuck", {}),
        ("squalma", "connected rows 1 and 8", "connected", {}),
        ("squalma", "both sides are connected", "both_connected", {}),
        ("squalma", "no side has a legal move", "stuck", {}),
        ("squalma", "threefold repetition", "repetition", {}),
        ("kings_convoy", "king captured", "captured", {}),
        ("kings_convoy", "king escaped", "escaped", {}),
        ("kings_convoy", "no legal move", "stuck", {}),
        ("kings_convoy", "threefold repetition", "repetition", {}),
        ("brain_coral", "14 points to 13", "points", {"more": 14, "less": 13}),
        ("brain_coral", "5 all, by last stone", "last_stone", {"score": 5}),
        ("branching_coral", "12 all, by cascade 0 to 3", "cascade", {"score": 12, "least": 0, "most": 3}),
        ("coral_clash", "checkmate", "checkmate", {}),
        ("coral_clash", "area 20 to 14, empty supply", "empty_supply", {"more": 20, "less": 14}),
        ("coral_clash", "area 1 to 0, lone Whale", "lone_whale", {"more": 1, "less": 0}),
        ("coral_clash", "area 1 to 1, last row reached", "last_row", {"more": 1, "less": 1}),
        ("coral_clash", "20 points to 14, all coral placed", "empty_supply", {"more": 20, "less": 14}),
        ("coral_clash", "1 points to 0, lone Whale", "lone_whale", {"more": 1, "less": 0}),
        ("coral_clash", "1 points to 1, last row reached", "last_row", {"more": 1, "less": 1}),
        ("coral_clash", "stalemate", "stalemate", {}),
        ("coral_clash", "threefold repetition", "repetition", {}),
    ],
)
def test_a_phrase_that_databases_hold_is_read(game: str, phrase: str, key: str, numbers: dict[str, int]) -> None:
    assert read_reason(game, phrase) == (key, numbers)


@pytest.mark.parametrize("phrase", ["", "14 points to", "{more} points to {less}, lone Whale"])
def test_what_is_no_ending_of_the_game_is_not_read(phrase: str) -> None:
    assert all(read_reason(game, phrase) is None for game in GAMES)
    assert read_reason("no_such_game", "checkmate") is None


@pytest.mark.parametrize(
    ("game", "key", "winner", "numbers", "sentence"),
    [
        ("konane", "stuck", 1, {}, "Bo wins: Aki Lee has no jump left"),
        ("brain_coral", "points", 1, {"more": 14, "less": 13}, "Bo wins: 14 points to 13"),
        ("brain_coral", "last_stone", 1, {"score": 5}, "Bo wins: 5-5, by the last stone"),
        ("coral_clash", "checkmate", 0, {}, "Aki Lee wins: Bo's Whale cannot escape (checkmate)"),
        ("coral_clash", "last_row", None, {"more": 9, "less": 9}, "Draw, 9-9 on points: a last row was reached"),
    ],
)
def test_an_end_is_told_with_the_players_names(
    game: str, key: str, winner: int | None, numbers: dict[str, int], sentence: str
) -> None:
    result = GAMES[game].info.ended(key, winner, **numbers)  # type: ignore[arg-type]  # a seat or None
    assert str(result.sentence(NAMES)) == sentence


def test_draws_belong_to_the_games_whose_rules_know_them() -> None:
    assert all(GAMES[key].info.draws for key in ("squalma", "kings_convoy", "coral_clash"))
    assert not any(GAMES[key].info.draws for key in ("konane", "brain_coral", "branching_coral"))
