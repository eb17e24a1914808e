"""OpenTafl's game records (`.otg`). King's Convoy can be read if the game begins with its board of 13x13."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from games import GAMES
from matches.errors import Refusal
from matches.notation import LONGEST, MOST_MOVES, Record, RecordedMove

if TYPE_CHECKING:
    from matches.notation import RecordedResult

TAG = re.compile(r"\[([a-z][a-z-]{0,30}):([^\]]*)\]")
SQUARE = r"[A-Za-z]?([a-s][0-9]{1,2})"
MOVE = re.compile(rf"{SQUARE}-{SQUARE}(?:x{SQUARE}(?:/{SQUARE}){{0,3}})?[+-]{{0,3}}")
NUMBER = re.compile(r"[0-9]{1,5}\.{1,3}")
START = re.compile(r"start:(\S{1,400})")
RECORDED_RESULTS: dict[str, RecordedResult] = {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}
RESIGNED = re.compile(r"\bresign", re.IGNORECASE)
KINDS = {"t": "A", "T": "D", "K": "K"}


def recognised(text: str) -> bool:
    """Whether this looks like such a record."""
    return TAG.match(text.lstrip("\ufeff \t\r\n")) is not None


def read(text: str) -> Record:
    """The record, its moves not yet checked. Raises Refusal that says what is wrong."""
    if len(text) > LONGEST:
        raise Refusal("A record has at most {most} characters; this one has {length}.", most=LONGEST, length=len(text))
    tags = {name: value.strip() for name, value in TAG.findall(text)}
    rules = tags.get("rules", "")
    start = START.search(rules)
    if start is None or _board(start[1]) != _own_board():
        raise Refusal("Of the games of OpenTafl only King's Convoy is read: this one begins with another board.")
    moves = _moves(TAG.sub(" ", text))
    return Record(
        "kings_convoy",
        {},
        GAMES["kings_convoy"].info.rules_version,
        (tags.get("attackers", "")[:200], tags.get("defenders", "")[:200]),
        [RecordedMove(move) for move in moves],
        RECORDED_RESULTS.get(tags.get("result", ""), "*"),
        "resignation" if RESIGNED.search(tags.get("termination", "")) else "",
        begun=_day(tags.get("date", "")),
    )


def _moves(text: str) -> list[str]:
    """The moves without their captures, numbers and comments."""
    moves: list[str] = []
    for word in re.sub(r"\[[^\]]*\]", " ", text).split():
        if NUMBER.fullmatch(word):
            continue
        found = MOVE.fullmatch(word)
        if found is None:
            message = "After {count} moves comes “{found}”, which is no move of OpenTafl."
            raise Refusal(message, count=len(moves), found=word[:40])
        moves.append(f"{found[1]}-{found[2]}")
        if len(moves) > MOST_MOVES:
            raise Refusal("A record has at most {most} moves.", most=MOST_MOVES)
    return moves


def _board(code: str) -> str | None:
    """The squares of a board as OpenTafl writes it, rank 13 first; None for one that has another size."""
    rows = []
    for row in code.strip("/").split("/"):
        cells = re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row)
        rows.append("".join(KINDS.get(cell, cell) for cell in cells))
    return "".join(rows) if len(rows) == 13 and all(len(row) == 13 for row in rows) else None


def _own_board() -> str:
    """The squares of our board at the start, in the same order."""
    _, _, cells = GAMES["kings_convoy"].start().encode().split(" ")
    squares = re.sub(r"[0-9]{1,3}", lambda run: "." * int(run[0]), cells)
    return "".join(squares[first : first + 13] for first in range(12 * 13, -1, -13))


def _day(text: str) -> int | None:
    try:
        return int(datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None
