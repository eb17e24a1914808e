"""OpenTafl's game records (`.otg`). King's Convoy can be read if the game begins with its board of 13x13."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from games import GAMES
from language import mark, one_line
from matches.checking import in_our_notation, positions
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove, seconds, too_many_moves
from matches.notation import Record

if TYPE_CHECKING:
    from games import Position
    from matches.movetext import RecordedResult

KEY, NAME, SUFFIX, GAME = "opentafl", "OpenTafl", "otg", "kings_convoy"
CONVOY = GAMES[GAME]

TAG = re.compile(r"([a-z][a-z-]{0,30}):(.*)", re.DOTALL)
SQUARE = r"[A-Za-z]?([a-s][0-9]{1,2})"
MOVE = re.compile(rf"{SQUARE}-{SQUARE}(?:x{SQUARE}(?:/{SQUARE}){{0,3}})?[+-]{{0,3}}")
NUMBER = re.compile(r"[0-9]{1,5}\.{1,3}")
START = re.compile(r"start:(\S{1,400})")
VARIATION = re.compile(r"[0-9]{1,5}[ab]\.[0-9.]*[ab]?\.{0,3}")
"""The number before moves that were not played."""
CENTRE = re.compile(r"\bcenh:([A-Za-z]*)")
"""The boats to which the throne is hostile, whether or not somebody is on it."""
RULES = {
    "always": "dim:13 name:Kings_Convoy surf:n cenh:tcnkTCNK start:{board}",
    "empty": "dim:13 name:Kings_Convoy surf:n cenh:tcnk start:{board}",
}
"""The rules by the option `throne`. What they leave out is as usual there, such as escape to the corners and draws."""
RECORDED_RESULTS: dict[str, RecordedResult] = {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}
ENDS = {"resignation": re.compile(r"\bresign", re.IGNORECASE), "time": re.compile(r"\btime\b", re.IGNORECASE)}
"""How the words of a record say that a game ended by its players."""
RESIGNS = "---"
"""What stands in place of a move where a player resigns."""
ENDED = {
    ("resignation", "1-0"): "Defenders resign",
    ("resignation", "0-1"): "Attackers resign",
    ("time", "1-0"): "Defenders ran out of time",
    ("time", "0-1"): "Attackers ran out of time",
    ("draw_agreed", "1/2-1/2"): "Draw by agreement",
}
KINDS = {"t": "A", "T": "D", "K": "K"}


def recognised(text: str) -> bool:
    """Whether this looks like such a record."""
    begun = text.lstrip()
    return begun.startswith("[") and TAG.fullmatch(begun[1 : begun.find("]")]) is not None


def read(text: str) -> Record:
    """The record, its moves not yet checked. Raises Refusal that says what is wrong."""
    tags, rest = _apart(text)
    rules = tags.get("rules", "")
    start = START.search(rules)
    if start is None or _board(start[1]) != _cells(CONVOY.start()):
        raise Refusal("Of the games of OpenTafl only King's Convoy is read: this one begins with another board.")
    moves, resigned = _moves(rest)
    outcome = RECORDED_RESULTS.get(tags.get("result", ""), "*")
    return Record(
        GAME,
        {"throne": _throne(rules)},
        CONVOY.info.rules_version,
        (tags.get("attackers", "")[:200], tags.get("defenders", "")[:200]),
        [RecordedMove(move) for move in moves],
        outcome,
        "resignation" if resigned and outcome != "*" else _ended(tags.get("termination", ""), outcome),
        begun=_day(tags.get("date", "")),
    )


def _apart(text: str) -> tuple[dict[str, str], str]:
    """The tags, and what stands outside of all square brackets: comments stand in some, too."""
    tags: dict[str, str] = {}
    outside, at = list[str](), 0
    while (begun := text.find("[", at)) >= 0 and (ended := text.find("]", begun)) >= 0:
        if found := TAG.fullmatch(text[begun + 1 : ended]):
            tags[found[1]] = found[2].strip()
        outside.append(text[at:begun])
        at = ended + 1
    return tags, " ".join([*outside, text[at:]])


def _throne(rules: str) -> str:
    """The option of our game that these rules name; they are silent where the throne helps only while it is empty."""
    hostile = CENTRE.search(rules)
    return "always" if hostile is not None and "T" in hostile[1] else "empty"


def _ended(words: str, outcome: RecordedResult) -> str:
    if outcome not in {"1-0", "0-1"}:
        return "draw_agreed" if outcome == "1/2-1/2" and "agree" in words.lower() else ""
    return next((key for key, found in ENDS.items() if found.search(words)), "")


def _moves(text: str) -> tuple[list[str], bool]:
    """The moves without captures, numbers and variations, and whether the last one is a resignation."""
    moves: list[str] = []
    aside = resigned = False
    for word in text.split():
        if NUMBER.fullmatch(word) or VARIATION.fullmatch(word):
            aside = not NUMBER.fullmatch(word)
            continue
        if aside:
            continue
        if word == RESIGNS:
            resigned = True
            continue
        found = MOVE.fullmatch(word)
        if found is None:
            message = mark("Where move {number} stands, “{found}” is no move of OpenTafl.")
            raise Refusal(message, number=len(moves) + 1, found=word[:40])
        moves.append(f"{found[1]}-{found[2]}")
        if len(moves) > MOST_MOVES:
            raise too_many_moves()
    return moves, resigned


def _board(code: str) -> str | None:
    """The squares of a board as OpenTafl writes it, rank 13 first; None for one that has another size."""
    rows = []
    for row in code.strip("/").split("/"):
        cells = re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row)
        rows.append("".join(KINDS.get(cell, cell) for cell in cells))
    return "".join(rows) if len(rows) == 13 and all(len(row) == 13 for row in rows) else None


def _cells(position: Position[Any]) -> str:
    """What stands on each square of our board, rank 13 first; a dot where nothing does."""
    signs = "".join("".join(line.split()[1:]) for line in position.diagram().splitlines()[:13])
    return signs.replace("+", ".")


def _day(text: str) -> int | None:
    try:
        return seconds(datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC))
    except ValueError:
        return None


def fits(record: Record) -> bool:
    """Whether the game runs, or ended with a result."""
    return record.outcome != "none"


def write(record: Record) -> str:
    """A record that fits, with its captures."""
    record = in_our_notation(record)
    boards = [board for board, _ in positions(record)]
    tags = {
        "date": "" if record.begun is None else datetime.fromtimestamp(record.begun, UTC).strftime("%Y.%m.%d"),
        "result": next((sign for sign, known in RECORDED_RESULTS.items() if known == record.outcome), "?"),
        "attackers": _tidied(record.players[0]),
        "defenders": _tidied(record.players[1]),
        "termination": ENDED.get((record.reason, record.outcome), ""),
        "rules": RULES[boards[0].chosen["throne"]].format(board=_packed(_cells(CONVOY.start()))),
    }
    moves = [
        _written(before, after, move.text) for (before, after), move in zip(pairwise(boards), record.moves, strict=True)
    ]
    lines = [f"[{name}:{value}]" for name, value in tags.items() if value]
    rounds = (" ".join(moves[number : number + 2]) for number in range(0, len(moves), 2))
    return "\n".join([*lines, "", *(f"{number}. {pair}" for number, pair in enumerate(rounds, 1)), ""])


def _written(before: Position[Any], after: Position[Any], text: str) -> str:
    """`Kg7-g4xf4/h4`: the king has a letter, and the boats that are taken are named."""
    start, stop = text.split("-")
    boats, left = _boats(before), _boats(after)
    king = "K" if boats[start] == "K" else ""
    taken = sorted(square for square, kind in boats.items() if square != start and left.get(square) != kind)
    captures = "x" + "/".join(f"K{one}" if boats[one] == "K" else one for one in taken) if taken else ""
    return f"{king}{start}-{stop}{captures}"


def _boats(position: Position[Any]) -> dict[str, str]:
    """What stands on each square, by its name."""
    cells = enumerate(_cells(position))
    return {f"{'abcdefghijklm'[at % 13]}{13 - at // 13}": kind for at, kind in cells if kind != "."}


def _packed(board: str) -> str:
    """A board as OpenTafl writes it, rank 13 first."""
    letters = {own: theirs for theirs, own in KINDS.items()}
    rows = ("".join(letters.get(cell, cell) for cell in board[first : first + 13]) for first in range(0, 13 * 13, 13))
    return "/" + "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + "/"


def _tidied(name: str) -> str:
    """A name without what would end its tag, or what OpenTafl takes for the bar between the comments of two moves."""
    return one_line(name).replace("[", "(").replace("]", ")").replace("|", "/")[:200]
