"""Whatever people send is read in linear time: every pattern and every parser gets hostile texts of its grammar."""

import ast
import contextlib
import importlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.wire.arrivals import Malformed
from cogs.wire.lookback import says
from games import GAMES
from language import SpokenError
from matches.foreign import FORMATS
from matches.imports import read_file, read_text
from matches.notation import LONGEST, read, summary
from matches.openings import LONGEST_CODE, set_up
from matches.setups import decode_setup
from matches.timecontrol import TimeControl
from storage.privacy import DELETED
from tests.support.hostile import samples, superlinear
from tests.support.imports import module_of
from tests.support.patterns import Use, uses_in

ROOT = Path(__file__).parent.parent
ROOMS = (
    "language.py",
    "games",
    "matches",
    "storage",
    "service",
    "render",
    "looks.py",
    "puzzles",
    "lessons",
    "cogs",
    "web",
    "admin",
)
SOURCES = sorted(path for room in ROOMS for path in [ROOT / room, *(ROOT / room).rglob("*.py")] if path.is_file())
COMPOSED = {
    "language": "words of catalogues",
    "cogs.texts.matches": "the escaped names of computer players",
    "matches.foreign.opentafl": "constants of the module",
    "matches.hours": "constants of the module",
    "matches.moments": "a number of at most five digits, and the names of units",
    "matches.results": "the phrases of endings, with digits for numbers",
    "matches.timecontrol": "constants of the module",
    "storage.backups": "names of files",
}
"""Modules with patterns that are not written out in one text, and of what they are made."""
SHORT = 2_000
"""The most characters with which each pattern is tried: a quadratic one takes milliseconds for them."""
TYPED = 6_000
"""The most characters that a person can type: an option of a command. A form's field has at most 4,000."""
NAMES = {"text", "typed", "code", "content", "notation"}
"""The names of parameters for texts that people have typed."""
TAKES_TEXT = re.compile(rf"\ndef \w+\(\s*(?:{'|'.join(sorted(NAMES))})\b")
"""The beginning of a function whose first parameter has such a name."""
NO_PARSERS = {
    "language.catalogue": "reads a file of the program",
    "language.speak": "sets the language",
    "language.speaking": "sets the language",
    "web.supervisor.tell": "writes to the supervisor",
}
"""Functions with such a parameter that read no text of people."""
PIECES = ['"', '\\"', "[", "1. ", "a", " é"]
"""The pieces of texts for functions without a grammar of their own."""
RECORD = '[Tidepool "1"] [Game "konane"] '
OTHERS = ("{", "game=/lud/Konane.lud\n", "[rules:dim:13 start:/13/]")
"""The beginnings of other programs' records."""


class Parser(NamedTuple):
    parse: Callable[[Any], object]
    pieces: list[str]
    most: int = TYPED
    opening: str = ""


def test_every_pattern_is_linear_and_every_composed_one_is_named() -> None:
    uses, composing = uses_in(SOURCES, ROOT)
    slow = [str(use) for use in uses if superlinear(use.apply, samples(use.pattern)[:6], SHORT)]
    assert not slow, "these patterns are superlinear"
    assert COMPOSED.keys() == composing


def quiet(parse: Callable[[Any], object], text: str) -> None:
    """Parse a text, which may be refused."""
    with contextlib.suppress(ValueError, RecursionError, SpokenError, Malformed):
        parse(text)


def typed() -> Iterator[tuple[str, Parser]]:
    """The functions that take one text of people, found by the names of their parameters."""
    for path in SOURCES:
        module, source = module_of(path, ROOT), path.read_text(encoding="utf-8")
        if module.startswith(("admin", "render", "storage")):
            continue  # texts of the owner, names that were shortened, and what was stored
        if not TAKES_TEXT.search(source):
            continue  # parsing it would take long
        for node in ast.parse(source).body:
            if not isinstance(node, ast.FunctionDef) or f"{module}.{node.name}" in NO_PARSERS:
                continue
            given = node.args.args[: len(node.args.args) - len(node.args.defaults)]
            if len(given) == 1 and given[0].arg in NAMES and None not in node.args.kw_defaults:
                function = getattr(importlib.import_module(module), node.name)
                takes_bytes = ast.unparse(given[0].annotation or ast.Constant("")) == "bytes"
                parse = partial(_encoded, function) if takes_bytes else function
                yield f"{module}.{node.name}", Parser(parse, PIECES)


def _encoded(function: Callable[[bytes], object], text: str) -> object:
    return function(text.encode())


def of_games() -> Iterator[tuple[str, Parser]]:
    """The moves and codes of every game."""
    for key, game in GAMES.items():
        position = game.start()
        moves = [position.format(move) for move in position.legal_moves()[:2]]
        code = position.encode()
        signs = list(dict.fromkeys(code))[:8]
        yield f"{key}: a move", Parser(position.parse, [*moves, "a", "1", "+", "^", "-", " ", "to", "→"])
        yield f"{key}: suggestions", Parser(position.completions, [*moves, "a", "1", "-", " "])
        yield f"{key}: a code", Parser(partial(set_up, game), [*signs, code], LONGEST_CODE)
        yield f"{key}: a code to edit", Parser(partial(decode_setup, game), [*signs, code], LONGEST_CODE)
        yield f"{key}: a code behind its beginning", Parser(game.decode, signs, LONGEST_CODE, code[: len(code) // 2])


def of_records() -> Iterator[tuple[str, Parser]]:
    """Records in every format, and lists of them."""
    moves = ["1. a1 ", "(1. a1 ", ")", "{2026-01-31T12:00:00Z} ", "{", "2. ", " ", "*"]
    tags = ['[A "', '\\"', '"', "]", "é", "“", " ", "\\\\"]
    yield "the moves of a record", Parser(read, moves, LONGEST, RECORD)
    yield "the tags of a record", Parser(read, tags, LONGEST, RECORD)
    yield "the summary of a record", Parser(summary, [*tags, "1. "], LONGEST, RECORD)
    yield "a pasted record", Parser(read_text, [*tags, "“", "`", "> "], LONGEST)
    yield "a file", Parser(partial(_encoded, read_file), [*tags, "{", "[{", "}", ","], LONGEST)
    yield "a list of records", Parser(read_text, ['{"a":1},', "{},", '{"', "[", "{", "1,", '"\\u0000",'], LONGEST, "[")
    for form, opening in zip(FORMATS, OTHERS, strict=True):
        pieces = ["[", "]", "[a:b]", "{", '"', "1. ", "e2-g2 ", "---", "Move=[Move:mover=1,from=1,to=1]\n", "\n", "/"]
        yield f"a record of {form.NAME}", Parser(form.read, pieces, LONGEST, opening)


def of_others() -> Iterator[tuple[str, Parser]]:
    """Other texts."""
    yield "a clock", Parser(TimeControl.parse, ["1d", "1 day", " and ", "+", "/", ",", " ", "1", "soft", "h"])
    names = [DELETED, "Ann", " and ", "a", "b"]
    yield "a message of ours", Parser(lambda text: says(text, text + DELETED), names)
    yield "a message beside another", Parser(lambda text: says(text.replace(DELETED, "a"), text + "b"), names)
    yield "the body of a request", Parser(json.loads, ["[", "{", '"', "\\", "1", ",", '{"a":', "-"])


PARSERS = dict([*typed(), *of_games(), *of_records(), *of_others()])


def slow_text(name: str, limit: int) -> str | None:
    """A text of at most `limit` characters behind its opening that this parser does not read in linear time."""
    parser = PARSERS[name]
    return superlinear(lambda text: quiet(parser.parse, parser.opening + text), parser.pieces, limit)


@pytest.mark.parametrize("name", list(PARSERS)[::6])
def test_a_parser_is_linear(name: str) -> None:
    assert not slow_text(name, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("name", PARSERS)
def test_every_parser_is_linear_up_to_the_longest_text_that_it_accepts(name: str) -> None:
    assert not slow_text(name, PARSERS[name].most)


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s*,", "search"),  # every start looks at the same spaces
        (r'"(?:[^"\\]|\\.)*"', "split"),  # an opening without an end
        (r"(?:a+)+b", "match"),
        (r"a.*b.*c.*d", "fullmatch"),
    ],
)
def test_a_superlinear_pattern_is_noticed(pattern: str, method: str) -> None:
    use = Use("", pattern, method, re.compile(pattern))
    assert superlinear(use.apply, samples(use.pattern)[:6], SHORT)


def test_a_superlinear_loop_is_noticed() -> None:
    assert superlinear(lambda text: [text.count("a", at) for at in range(len(text))], ["a", "b"], TYPED)
