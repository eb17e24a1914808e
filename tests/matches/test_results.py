"""The ends of matches: those of the match itself, and the one function that says every end in words."""

import re
from gettext import NullTranslations

import pytest

import language
from games import GAMES
from matches.model import Match
from matches.results import ENDINGS, FORFEITS, WITHOUT_RESULT, end, own_end, read_reason, result_of
from tests.support.records import a_match

NAMES = ("Ann", "Bob")


def running(game: str = "konane") -> Match:
    return a_match(game, rated=True, draw_by=0)


@pytest.mark.parametrize("key", sorted(ENDINGS))
def test_every_own_end_is_told_in_a_whole_sentence(key: str) -> None:
    ending = ENDINGS[key]
    winner = FORFEITS.get(key, 1 if ending.won else None)
    over = end(running(), own_end(key, winner), 99)
    assert (over.over, over.ended_at, over.draw_by, over.ending, over.reason) == (True, 99, None, key, ending.phrase)
    assert (over.void, over.rated) == (key in WITHOUT_RESULT, key not in WITHOUT_RESULT)
    assert over.winner == (None if over.void else winner)
    told = str(result_of(over).sentence(NAMES))
    won = "Ann wins: Bob " if winner == 0 else "Bob wins: Ann "
    assert told.startswith(won if ending.won else ("No result: " if over.void else "Draw: "))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_end_of_a_game_is_called_like_one_of_the_match(game: str) -> None:
    assert not GAMES[game].info.endings.keys() & ENDINGS.keys()
    assert not {ending.phrase for ending in GAMES[game].info.endings.values()} & {
        ending.phrase for ending in ENDINGS.values()
    }


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_end_of_a_game_is_told_and_read_back(game: str) -> None:
    for key, ending in GAMES[game].info.endings.items():
        numbers = dict.fromkeys(re.findall(r"\{(\w+)\}", ending.phrase), 12)
        result = GAMES[game].info.ended(key, 0 if ending.won else None, **numbers)
        over = end(running(game), result, 99)
        assert (over.void, over.rated, over.ending, over.ending_fields) == (False, True, key, numbers)
        assert str(result_of(over).sentence(NAMES)) == str(result.sentence(NAMES))
        assert read_reason(game, over.reason or "") == (key, numbers)


def test_own_ends_are_read_back() -> None:
    for key, ending in ENDINGS.items():
        assert read_reason("konane", ending.phrase) == (key, {})
    assert read_reason("konane", "struck by lightning") is None


def test_an_end_that_nobody_knows_is_told_as_it_was_written_down() -> None:
    over = end(running("no such game"), own_end("time", 0), 99)
    assert str(result_of(over).phrase) == "time"
    old = end(running(), GAMES["konane"].info.ended("stuck", 0), 99)
    unknown = result_of(type(old)(**{name: getattr(old, name) for name in old.__slots__} | {"ending": "lightning"}))
    assert str(unknown.sentence(NAMES)) == "Ann wins: no jump left"


def test_an_end_is_told_in_the_language_of_the_reader() -> None:
    class Backwards(NullTranslations):
        def gettext(self, message: str) -> str:
            return " ".join(reversed(message.split()))

    language.learn("backwards", Backwards())
    with language.speaking("backwards"):
        assert (
            result_of(end(running(), own_end("time", 1), 99)).sentence(NAMES).said() == "time of out ran Ann wins: Bob"
        )
