"""The players' name plates above and below a board, and the key that replaces them beside two compared moves."""

from collections.abc import Iterator, Sequence
from operator import add
from typing import Any, NamedTuple

from games.base import SEATS, Seat
from language import mark, say
from render import pieces
from render.board import Board, Count
from render.brush import Sprite
from render.canvas import Stamp
from render.descriptions import side
from render.layout import EDGE, NAME, PLATE, WIDTH, Layout, ending, starting
from render.scene import Scene
from render.text import drawable, fitted, shown_name, width

# Lengths and font sizes are in pixels.
NAMES = NAME, 32
"""The font sizes for a player's name, largest first."""
WORD = 32
"""The font size of a side's name."""
COUNTS = (((40, 34), 600), ((32,), 400))
"""For each line of counts on a plate, its font sizes, largest first, and its weight."""
# The distance of the two lines of a plate from its middle.
RAISED, LOWERED = 19, 21
STATUSES = (34, 32)
"""The font sizes for the status on a plate, largest first. A longer status has two lines."""
LEAST_NAME = 146
"""The minimum width that the status must leave for the name."""
APART = 16
"""The distance between the counts and the status on a plate."""
SYMBOL = 40
"""The size of the symbol before a count."""
PLAYED, REPLY, BETTER = mark("Played: {move}"), mark("Reply: {move}"), mark("Better: {move}")
KEY = 44
"""The size of a sign in the key that explains two compared moves."""
KEY_SIZES = (34, 32, 30)
"""The font sizes of the key, largest first. In two rows it has the last one."""
KEY_ROW = 36
"""The height of each row in the key if the moves do not fit side by side."""
BESIDE = 12
"""The distance between a sign in the key and its text."""


class FittedCount(NamedTuple):
    """A count with wording and a font that make it fit on its plate."""

    text: str
    size: int
    weight: int
    symbol: Sprite | None


def players(board: Board[Any], scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield both players' name plates, each with a piece, the name, the counts, and the turn or the result."""
    for seat in SEATS:
        y = layout.plate(seat, scene.view)
        fill, edge, ink, status = _state(board, scene, seat)
        inks = ink, "won ink" if fill == "won" else "faint"
        yield Stamp(
            pieces.plate(WIDTH - 2 * EDGE, PLATE, fill, edge, 2 if edge == "plate edge" else 5), WIDTH // 2, y, 1
        )
        yield Stamp(board.token(seat), EDGE + 48, y, 64)
        left, right = EDGE + 92, WIDTH - EDGE - 16.0
        counts, sign = board.counts(scene.position, seat), _sign(scene, seat)
        around = (66 if sign else 32) + APART  # the sign and the margins of the status
        side_name = side(scene.position, seat)
        names = LEAST_NAME, min(LEAST_NAME, width(side_name, WORD, 400))
        ways = _lines(status)[:1] if sign else _lines(status)  # beside a sign, counts shrink before it has two lines
        least = min(_width(lines, STATUSES[-1]) for lines in ways) + around if status else 0
        if scene.goal and status:
            counts = counts[:1]
            names = (max(LEAST_NAME, round(width(side_name, NAME, 600)) + APART),) * 2
        whole = width(drawable(scene.names[seat]) or side_name, NAMES[-1], 600)
        for name in (max(names[0], whole), names[0]):  # counts shrink, too, before the name is cut
            shown = _fitted_counts(counts, [right - left - least - each - APART for each in (name, names[1])])
            if len(shown) == len(counts):
                break
        ends = [_count_width(*count) + APART for count in shown] or [0]
        if status:
            room = right - left - around - max(map(add, names, (ends[0], ends[-1])))
            lines, size = _fitted_lines(status, room)
            panel = {"turn": "turn", "won": "won"}.get(edge if scene.result is None or scene.preview else fill)
            yield from _status(lines, size, sign, panel, right, y)
            right -= _width(lines, size) + around
        yield from _counts(shown, inks, right, y)
        yield from _name(scene.names[seat], side_name, left, (right - ends[0], right - ends[-1]), inks, y)


def _lines(text: str) -> list[Sequence[str]]:
    """Return the ways to write a status: on one line and, if it has several words, on two of similar length."""
    words = text.split(" ")
    halves = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    return [(text,), *([min(halves, key=lambda lines: _width(lines, STATUSES[-1]))] if halves else [])]


def _fitted_lines(text: str, room: float) -> tuple[Sequence[str], int]:
    """Return a status's lines and their font size, truncating lines that are still too long."""
    ways = [(lines, size) for lines in _lines(text) for size in STATUSES]
    lines, size = next((way for way in ways if _width(*way) <= room), ways[-1])
    return [shown_name(line, line, room, size, 600) for line in lines], size


def _width(lines: Sequence[str], size: int) -> float:
    return max(width(line, size, 600) for line in lines)


def _state(board: Board[Any], scene: Scene[Any], seat: Seat) -> tuple[str, str, str, str]:
    """Return a name plate's status text and the colours of its fill, edge and text.

    The loser's plate says why the match ended, because the winner's has the crown. If there is no result, the plate of
    the player who caused that says why, or both plates if it was not one player. In a draw, the lower plate says why.
    """
    result = scene.result
    if scene.preview:
        tried = scene.before is not None and scene.before.turn == seat
        return "plate", "plate edge", "ink", say("not played yet") if tried else ""
    if result is None:
        mine = scene.position.turn == seat
        status = scene.goal or board.to_move(scene.position)
        return "plate", "turn" if mine else "plate edge", "ink", status if mine else ""
    reason = board.reason(scene.position, result, seat)
    if result.winner is not None:
        if result.winner == seat:
            return "won", "won ink", "won ink", say("wins")
        return "plate", "plate edge", "ink", reason
    if scene.void:
        by = result.ending and result.ending.by
        own = by is None or seat == (scene.position.turn if by == "turn" else by)
        return "plate", "plate edge", "ink", reason if own else say("no result")
    return "won", "won ink", "won ink", reason if seat == scene.view else say("draw")


def _name(
    name: str, side_name: str, left: float, ends: tuple[float, float], inks: tuple[str, str], y: int
) -> Iterator[Stamp]:
    """Yield a player's name and, if there is room, their side's name below it.

    `ends` says where the room for the upper and for the lower line ends. A long name is on the upper one if that is
    longer, or else in the middle.
    """
    whole, room = drawable(name) or side_name, ends[1] - left
    both = side_name not in {whole, name} and width(side_name, WORD, 400) <= room
    raised = both or (ends[0] > ends[1] and width(whole, NAMES[-1], 600) > room)
    shown, size = fitted(name, side_name, (ends[0] if raised else min(ends)) - left, NAMES, 600)
    yield starting(shown, left, y - RAISED if raised else y, size, inks[0])
    if both:
        yield starting(side_name, left, y + LOWERED, WORD, inks[1], 400)


def _sign(scene: Scene[Any], seat: Seat) -> Sprite | None:
    """Return the symbol before a name plate's status: a crown for the winner, or an arrow for the side to move."""
    if scene.preview:
        return None
    if scene.result is None:
        return pieces.arrow("turn ink")
    return pieces.CROWN if scene.result.winner == seat else None


def _status(
    lines: Sequence[str], size: int, sign: Sprite | None, panel: str | None, right: float, y: int
) -> Iterator[Stamp]:
    """Yield the status at the right end of a name plate, on a background in the colour `panel` if one is given."""
    room = round(_width(lines, size) + (66 if sign else 32))
    if panel:
        yield Stamp(
            pieces.plate(room, 52 if len(lines) == 1 else PLATE - 8, panel, panel, 0), round(right - room / 2), y, 1
        )
    if sign:
        yield Stamp(sign, round(right - room + 28), y, 28)
    heights = (y,) if len(lines) == 1 else (y - RAISED, y + LOWERED)
    weight = 600 if panel or len(lines) == 1 else 400
    for line, height in zip(lines, heights, strict=True):
        colour = f"{panel} ink" if panel else "ink"
        yield (
            starting(line, right - room + 50, height, size, colour, weight)
            if sign
            else ending(line, right - 16, height, size, colour, weight)
        )


def _fitted_counts(counts: Sequence[Count], rooms: Sequence[float]) -> list[FittedCount]:
    """Return the counts that fit into these rooms. A count that is too long gets fewer words or a smaller font."""
    shown = []
    for count, room, (sizes, weight) in zip(counts, rooms, COUNTS, strict=False):
        texts = filter(None, (count.text, count.short))
        ways = [FittedCount(text, size, weight, count.symbol) for text in texts for size in sizes]
        shown += [way for way in ways if _count_width(*way) <= room][:1]
    return shown


def _count_width(text: str, size: int, weight: int, symbol: Sprite | None) -> float:
    return width(text, size, weight) + (SYMBOL + 8 if symbol else 0)


def _counts(counts: Sequence[FittedCount], inks: tuple[str, str], right: float, y: int) -> Iterator[Stamp]:
    """Yield the counts, one above the other or, if there is only one, in the middle of the plate."""
    heights = (y,) if len(counts) == 1 else (y - RAISED, y + LOWERED)
    for count, ink, height in zip(counts, inks, heights, strict=False):
        yield ending(count.text, right, height, count.size, ink, count.weight)
        if count.symbol:
            yield Stamp(count.symbol, round(right - _count_width(*count) + SYMBOL / 2), height, SYMBOL)


def comparison(scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the key below the board: the played move, the best reply to it, if shown, and the better move, in words.

    They are side by side if they fit, or else the better move is in a row of its own.
    """
    y, position, (played, better) = layout.plate(0, 0), scene.position, scene.compared or (None, None)
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, PLATE, "plate", "plate edge", 2), WIDTH // 2, y, 1)
    signs = [
        (say(told, move=position.worded(position.format(move))), sign)
        for told, move, sign in zip((PLAYED, BETTER), (played, better), pieces.VERDICTS, strict=True)
    ]
    if scene.reply is not None:
        after = position.play(played)
        reply = say(REPLY, move=after.worded_in_line(after.format(scene.reply)))
        signs.insert(1, (reply, pieces.reply_sign(len(after.steps(scene.reply)))))
    size = next((size for size in KEY_SIZES if _key_gap(signs, size, KEY) >= BESIDE), 0)
    rows, size, high = ([signs], size, KEY) if size else ([signs[:-1], signs[-1:]], KEY_SIZES[-1], KEY_ROW)
    for number, row in enumerate(rows):
        middle = y + (2 * number + 1 - len(rows)) * (KEY_ROW + 4) // 2
        left, gap = EDGE + 28, max(BESIDE, _key_gap(row, size, high))
        for text, sign in row:
            yield Stamp(sign, left + high // 2, middle, high)
            left += high + BESIDE
            words = shown_name(text, text, WIDTH - EDGE - APART - left, size, 600)
            yield starting(words, left, middle, size, "ink")
            left += round(width(words, size, 600) + gap)


def _key_gap(signs: Sequence[tuple[str, Sprite]], size: int, high: int) -> float:
    """Return how far apart the moves in a row of the key are, in pixels. It is negative if they do not fit."""
    room = WIDTH - 2 * EDGE - 28 - APART
    return (room - sum(high + BESIDE + width(text, size, 600) for text, _ in signs)) / len(signs)
