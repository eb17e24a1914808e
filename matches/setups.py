"""The board editor, for setting up a position piece by piece."""

from typing import Any

from games import Position, other_side
from games.base import Stacks
from language import Sentence
from matches.errors import Refusal
from matches.openings import decode_position


def decode_setup(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a position without its history. The position may break the rules.

    Raises Refusal if the code is invalid.
    """
    return bare(of_code(game, code))


def of_code(game: type[Position[Any]], code: str) -> Position[Any]:
    """Decode a position that may break the rules. Raises Refusal if the code is invalid."""
    try:
        return decode_position(game, code)
    except ValueError as error:
        raise Refusal("That is not a {game} position.", game=Sentence(game.info.name)) from error


def bare(position: Position[Any]) -> Position[Any]:
    """Return the position without its history."""
    return position.with_placement(position.placement(), position.turn)


def put_piece(position: Position[Any], piece: str, cell: str) -> Position[Any]:
    """Return the position with a piece added to a cell.

    Raises Refusal or RuleError if the piece cannot stand there.
    """
    return _put(position, position.placement(), piece, cell)


def move_piece(position: Position[Any], start: str, cell: str) -> Position[Any]:
    """Move a cell's top piece to another cell.

    Raises RuleError, and Refusal if the cell is empty or the piece cannot stand there.
    """
    placement = position.placement()
    if start not in placement:
        raise Refusal("{cell} is empty.", cell=start)
    *left, piece = placement[start]
    return _put(position, {**placement, start: tuple(left)}, piece, cell)


def _put(position: Position[Any], placement: Stacks, piece: str, cell: str) -> Position[Any]:
    palette = position.palette()
    placeable = palette.get(piece)
    if placeable is None or cell not in placeable.cells:
        raise Refusal("That piece cannot stand on {cell}.", cell=cell)
    stacks = {where: stack for where, stack in placement.items() if not (placeable.only and piece in stack)}
    stack = list(stacks.get(cell, ()))
    if placeable.layer is not None:
        stack = [other for other in stack if palette[other].layer != placeable.layer]
    stack.append(piece)
    stacks[cell] = tuple(sorted(stack, key=lambda key: palette[key].layer or 0))
    return _placed(position, stacks)


def take_off(position: Position[Any], cell: str) -> Position[Any]:
    """Return the position with the top piece of a cell removed. Raises Refusal if the cell is empty.

    Raises RuleError if the game does not allow such a position.
    """
    placement = dict(position.placement())
    where = cell if cell in placement else next((other for other in placement if _covers(other, cell)), None)
    if where is None:
        raise Refusal("{cell} is empty.", cell=cell)
    placement[where] = placement[where][:-1]
    return _placed(position, placement)


def clear_board(position: Position[Any]) -> Position[Any]:
    """Return the position with the board cleared, except for unique pieces such as a king.

    Raises RuleError if the game does not allow such a position.
    """
    only = {key for key, placeable in position.palette().items() if placeable.only}
    stacks = {cell: tuple(key for key in stack if key in only) for cell, stack in position.placement().items()}
    return _placed(position, stacks)


def switch_turn(position: Position[Any]) -> Position[Any]:
    """Return the position with the other side to move. Raises Refusal if the pieces determine whose turn it is."""
    after = position.with_placement(position.placement(), other_side(position.turn))
    if after.turn == position.turn:
        side = position.info.side(position.turn)
        raise Refusal("With these pieces, it is always {side}'s turn.", side=side)
    return after


def _placed(position: Position[Any], placement: Stacks) -> Position[Any]:
    return position.with_placement({cell: stack for cell, stack in placement.items() if stack}, position.turn)


def _covers(where: str, cell: str) -> bool:
    """Return whether a piece spanning several squares occupies this cell, as `d1e1` occupies `e1`."""
    return len(where) > len(cell) and (where.startswith(cell) or where.endswith(cell))


def verdict(position: Position[Any]) -> Sentence:
    """Return a sentence saying whose turn it is or, if the game cannot be played from this position, why not."""
    if flaw := position.flaw():
        return flaw
    if result := position.result():
        return Sentence("The game is over here: {reason}.", {"reason": result.phrase})
    return Sentence("{side} to move.", {"side": position.info.side(position.turn)})
