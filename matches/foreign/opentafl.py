"""OpenTafl game records (`.otg` files). King's Convoy is recognised by its starting position on a 13x13 board."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from games import GAMES, Position
from language import mark, one_line
from matches.checking import in_our_notation, positions
from matches.errors import Refusal
from matches.movetext import MOST_MOVES, RecordedMove, RecordedResult, timestamp, too_many_moves
from matches.notation import Record

KEY, NAME, SUFFIX, GAME = "opentafl", "OpenTafl", "otg", "kings_convoy"
CONVOY = GAMES[GAME]

TAG = re.compile(r"([a-z][a-z-]{0,30}):(.*)", re.DOTALL)
SQUARE = r"[A-Za-z]?([a-s][0-9]{1,2})"
MOVE = re.compile(rf"{SQUARE}-{SQUARE}(?:x{SQUARE}(?:/{SQUARE}){{0,3}})?[+-]{{0,3}}")
NUMBER = re.compile(r"[0-9]{1,5}\.{1,3}")
START = re.compile(r"\bstarti?:(\S{1,400})")
OUR_RULES = {"dim": "13", "atkf": "y", "esc": "c", "ka": "y", "ks": "s", "surf": "n", "nj": "n", "cj": "n"}
"""The values of OpenTafl's rules that match King's Convoy. A rule that a record leaves out has its default value."""
FREE_RULES = {"name", "start", "starti", "cenh"}
VARIATION = re.compile(r"[0-9]{1,5}[ab]\.[0-9.]*[ab]?\.{0,3}")
"""Matches the number before a variation, whose moves were not played."""
CENTRE = re.compile(r"\bcenh:([A-Za-z]*)")
"""Matches the list of pieces to which the throne is hostile, whether or not it is occupied."""
RULES = {
    "always": "dim:13 name:Kings_Convoy surf:n cenh:tcnkTCNK start:{board}",
    "empty": "dim:13 name:Kings_Convoy surf:n cenh:tcnk start:{board}",
}
"""OpenTafl's rules strings, by the value of our option `throne`. Rules that they omit have their default values."""
RECORDED_RESULTS: dict[str, RecordedResult] = {"1": "1-0", "-1": "0-1", "0": "1/2-1/2"}
ENDS = {"resignation": re.compile(r"\bresign", re.IGNORECASE), "time": re.compile(r"\btime\b", re.IGNORECASE)}
"""Patterns that recognise an ending caused by a player in the `termination` tag."""
RESIGNS = "---"
"""The entry that takes the place of a move when a player resigns."""
ENDED = {
    ("resignation", "1-0"): "Defenders resign",
    ("resignation", "0-1"): "Attackers resign",
    ("time", "1-0"): "Defenders ran out of time",
    ("time", "0-1"): "Attackers ran out of time",
    ("draw_agreed", "1/2-1/2"): "Draw by agreement",
}
KINDS = {"t": "A", "T": "D", "K": "K"}


def recognises(text: str) -> bool:
    """Return whether text looks like an OpenTafl record."""
    text = text.lstrip()
    return text.startswith("[") and TAG.fullmatch(text[1 : text.find("]")]) is not None


def read(text: str) -> Record:
    """Parse a record without checking its moves. Raises Refusal if the record is malformed or unsupported."""
    tags, movetext = _split(text)
    rules = tags.get("rules", "")
    start = START.search(rules)
    if start is None or _board(start[1]) != _cells(CONVOY.start()):
        raise Refusal("From OpenTafl, only King's Convoy can be imported. This game starts with a different board.")
    _check_rules(rules, tags)
    moves, resigned = _moves(movetext)
    result = RECORDED_RESULTS.get(tags.get("result", ""), "*")
    return Record(
        GAME,
        {"throne": _throne(rules)},
        CONVOY.info.rules_version,
        (tags.get("attackers", "")[:200], tags.get("defenders", "")[:200]),
        [RecordedMove(move) for move in moves],
        result,
        "resignation" if resigned and result != "*" else _ending(tags.get("termination", ""), result),
        begun=_day(tags.get("date", "")),
    )


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return a record's tags, and the text outside its square brackets. Comments in brackets are dropped."""
    tags: dict[str, str] = {}
    outside, at = list[str](), 0
    while (start := text.find("[", at)) >= 0 and (end := text.find("]", start)) >= 0:
        if tag := TAG.fullmatch(text[start + 1 : end]):
            tags[tag[1]] = tag[2].strip()
        outside.append(text[at:start])
        at = end + 1
    return tags, " ".join([*outside, text[at:]])


def _check_rules(rules: str, tags: Mapping[str, str]) -> None:
    """Raise Refusal if a record's rules or starting position differ from those of King's Convoy."""
    for rule in rules.split():
        key, _, value = rule.partition(":")
        if key not in FREE_RULES and OUR_RULES.get(key) != value:
            raise Refusal("This record has the rule “{rule}”, which King's Convoy does not have.", rule=rule[:40])
    if "position" in tags:
        raise Refusal("This record starts from a set-up position. Only whole games can be imported.")


def _throne(rules: str) -> str:
    """Return our `throne` option for OpenTafl's rules.

    By default, its throne is hostile to defenders only while empty.
    """
    hostile = CENTRE.search(rules)
    return "always" if hostile is not None and "T" in hostile[1] else "empty"


def _ending(termination: str, result: RecordedResult) -> str:
    if result not in {"1-0", "0-1"}:
        return "draw_agreed" if result == "1/2-1/2" and "agree" in termination.lower() else ""
    return next((key for key, pattern in ENDS.items() if pattern.search(termination)), "")


def _moves(text: str) -> tuple[list[str], bool]:
    """Return the moves (without numbers, captures and variations) and whether a player resigned."""
    moves: list[str] = []
    in_variation = resigned = False
    for token in text.split():
        if NUMBER.fullmatch(token) or VARIATION.fullmatch(token):
            in_variation = not NUMBER.fullmatch(token)
            continue
        if in_variation:
            continue
        if token == RESIGNS:
            resigned = True
            continue
        move = MOVE.fullmatch(token)
        if move is None:
            message = mark("Move {number}, “{found}”, is not an OpenTafl move.")
            raise Refusal(message, number=len(moves) + 1, found=token[:40])
        moves.append(f"{move[1]}-{move[2]}")
        if len(moves) > MOST_MOVES:
            raise too_many_moves()
    return moves, resigned


def _board(code: str) -> str | None:
    """Expand a board in OpenTafl's notation to 169 letters, starting with rank 13. Returns None if it is not 13x13."""
    rows = []
    for row in code.strip("/").split("/"):
        cells = re.sub(r"[0-9]{1,2}", lambda run: "." * int(run[0]), row)
        rows.append("".join(KINDS.get(cell, cell) for cell in cells))
    return "".join(rows) if len(rows) == 13 and all(len(row) == 13 for row in rows) else None


def _cells(position: Position[Any]) -> str:
    """Return our board with one character per square, starting with rank 13. Empty squares are dots."""
    signs = "".join("".join(line.split()[1:]) for line in position.diagram().splitlines()[:13])
    return signs.replace("+", ".")


def _day(text: str) -> int | None:
    try:
        return timestamp(datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC))
    except ValueError:
        return None


def fits(record: Record) -> bool:
    """Return whether OpenTafl can represent a record: its game must be unfinished or have a result."""
    return record.result != "none"


def write(record: Record) -> str:
    """Return a record in OpenTafl's format, including the captures. Call this only if `fits` returns True."""
    record = in_our_notation(record)
    boards = [board for board, _ in positions(record)]
    tags = {
        "date": "" if record.begun is None else datetime.fromtimestamp(record.begun, UTC).strftime("%Y.%m.%d"),
        "result": next((sign for sign, result in RECORDED_RESULTS.items() if result == record.result), "?"),
        "attackers": _safe_name(record.players[0]),
        "defenders": _safe_name(record.players[1]),
        "termination": ENDED.get((record.reason, record.result), ""),
        "rules": RULES[boards[0].chosen["throne"]].format(board=_pack_board(_cells(CONVOY.start()))),
    }
    moves = [
        _format(before, after, move.text) for (before, after), move in zip(pairwise(boards), record.moves, strict=True)
    ]
    lines = [f"[{name}:{value}]" for name, value in tags.items() if value]
    rounds = (" ".join(moves[number : number + 2]) for number in range(0, len(moves), 2))
    return "\n".join([*lines, "", *(f"{number}. {pair}" for number, pair in enumerate(rounds, 1)), ""])


def _format(before: Position[Any], after: Position[Any], text: str) -> str:
    """Return a move in OpenTafl's notation: `Kg7-g4xf4/h4` is a king's move that captures on two squares."""
    start, stop = text.split("-")
    boats, left = _boats(before), _boats(after)
    king = "K" if boats[start] == "K" else ""
    taken = sorted(square for square, kind in boats.items() if square != start and left.get(square) != kind)
    captures = "x" + "/".join(f"K{square}" if boats[square] == "K" else square for square in taken) if taken else ""
    return f"{king}{start}-{stop}{captures}"


def _boats(position: Position[Any]) -> dict[str, str]:
    """Return the letters of the pieces by square name."""
    cells = enumerate(_cells(position))
    return {f"{'abcdefghijklm'[at % 13]}{13 - at // 13}": kind for at, kind in cells if kind != "."}


def _pack_board(board: str) -> str:
    """Return a board in OpenTafl's notation, starting with rank 13."""
    letters = {own: theirs for theirs, own in KINDS.items()}
    rows = ("".join(letters.get(cell, cell) for cell in board[first : first + 13]) for first in range(0, 13 * 13, 13))
    return "/" + "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + "/"


def _safe_name(name: str) -> str:
    """Replace the square brackets and vertical bars in a name, which have a special meaning in OpenTafl's format."""
    return one_line(name).replace("[", "(").replace("]", ")").replace("|", "/")[:200]
