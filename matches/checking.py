"""Checks that a game record's moves are legal and that its claimed result agrees with the rules."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from games import GAMES, Position, Result, RuleError, Seat
from language import Sentence, mark
from matches.errors import Refusal
from matches.movetext import MAIN, recorded_result
from matches.notation import Record
from matches.openings import opening
from matches.results import ENDINGS, FORFEITS, WITHOUT_RESULT, own_end

WINNERS: dict[str, Seat] = {"1-0": 0, "0-1": 1}
UNKNOWN_REASON = mark("as the record says")
"""The reason given for an ending that the record does not explain or that this version does not know."""


def positions(record: Record) -> Iterator[tuple[Position[Any], Any]]:
    """Replay a record, yielding each position with the move that led to it (None for the first).

    Raises Refusal at the first illegal move, giving its number, text and reason, and at the end if the rules contradict
    the claimed result.
    """
    position = first_position(record)
    yield position, None
    for number in range(len(record.moves)):
        move = recorded_move(record, position, number)
        position = position.play(move)
        yield position, move
    _check_result(record, position)


def first_position(record: Record) -> Position[Any]:
    """Return the position before a record's first move.

    Raises Refusal if the rules are unknown or the start is invalid.
    """
    game = GAMES[record.game]
    if record.rules_version != game.info.rules_version:
        name = Sentence(game.info.name)
        raise Refusal("This record uses rules of {game} that this bot does not know.", game=name)
    return opening(game, record.options, record.start)


def recorded_move(record: Record, position: Position[Any], number: int) -> Any:  # noqa: ANN401 (a move of any game)
    """Return a record's move at index `number`. Raises Refusal if it is illegal in `position`.

    `position` is the one before that move.
    """
    text = record.moves[number].text
    try:
        return position.parse(text)
    except RuleError as error:
        message = mark("Move {number}, {move}, cannot be played. {reason}")
        raise Refusal(message, number=number + 1, move=text, reason=error.sentence) from error


def in_our_notation(record: Record) -> Record:
    """Return the record with its moves in canonical notation. Raises Refusal just as `positions` does."""
    boards = list(positions(record))
    texts = [before.format(move) for (before, _), (_, move) in pairwise(boards)]
    return replace(record, moves=[replace(move, text=text) for move, text in zip(record.moves, texts, strict=True)])


def every_position(record: Record) -> Iterator[Position[Any]]:
    """Replay a record with its variations, yielding every position. Raises Refusal just as `positions` does."""
    boards: dict[int, list[Position[Any]]] = {MAIN: []}
    for position, _ in positions(record):
        boards[MAIN].append(position)
        yield position
    for number, line in record.lines.items():
        first_ply = record.lines[line.of].after if line.of in record.lines else 0
        position = boards[line.of][line.after - first_ply]
        boards[number] = [position]
        for ply, text in enumerate(line.moves, line.after + 1):
            try:
                position = position.play(position.parse(text))
            except RuleError as error:
                message = mark("In a variation: move {number}, {move}, cannot be played. {reason}")
                raise Refusal(message, number=ply, move=text, reason=error.sentence) from error
            boards[number].append(position)
            yield position


def _check_result(record: Record, position: Position[Any]) -> None:
    result = position.result()
    if result is None or record.result == "*":
        return
    expected = recorded_result(result.winner)
    if record.result == expected:
        return
    message = mark("The record gives the result as {claimed}, but by the rules it is {found}: {reason}.")
    raise Refusal(message, claimed=record.result, found=expected, reason=result.phrase)


def result_in(record: Record, last: Position[Any]) -> Result | None:
    """Return a record's result, or None if the game is unfinished.

    If the rules decide the game, the stated result is ignored.
    """
    by_rules = last.result()
    if by_rules is not None or record.result == "*":
        return by_rules
    winner = WINNERS.get(record.result)
    key, *_ = record.reason.split() or [""]
    ending = ENDINGS.get(key)
    won = FORFEITS.get(key, winner)
    fits = ending is not None and (ending.drawn if won is None else ending.won)
    if key in FORFEITS and record.result != "none":  # earlier versions wrote forfeits as `none`
        agrees = won == winner
    else:
        agrees = (key in WITHOUT_RESULT) == (record.result == "none")
    if fits and agrees:
        return own_end(key, winner)
    return Result(winner, UNKNOWN_REASON)
