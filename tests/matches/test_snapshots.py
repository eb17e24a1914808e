"""A bare snapshot stands at its position, and is over where the rules say so."""

import random

import pytest

from games import GAMES
from matches.snapshots import bare_snapshot


@pytest.mark.parametrize("game", GAMES)
def test_it_shows_every_position_of_a_game(game: str) -> None:
    chance, before, move, position = random.Random(4), None, None, GAMES[game].start()
    while True:
        snapshot = bare_snapshot(position, ("Ann", "Bob"), before, move)
        match, result = snapshot.match, position.result()
        assert (snapshot.position, snapshot.before, snapshot.move) == (position, before, move)
        assert (match.game, match.ply, snapshot.ply, match.turn) == (game, position.ply, position.ply, position.turn)
        assert [player.name for player in match.players] == ["Ann", "Bob"]
        assert match.over == (result is not None)
        if result is not None:
            assert (match.winner, match.ending) == (result.winner, result.key)
            return
        before, move = position, chance.choice(position.legal_moves())
        position = position.play(move)
