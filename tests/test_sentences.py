"""Sentences for people are whole, with named fields, and never glued together."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest

from cogs.wire.controls import button
from language import say
from matches.errors import Refusal
from tests.support import unseen
from tests.support.catalogue import ROOMS as CATALOGUED
from tests.support.catalogue import keywords, messages
from tests.support.imports import nodes_of
from tests.support.translations import FIELD

ROOT = Path(__file__).parent.parent
ROOMS = ("games", "matches", "service", "render", "cogs")
"""The rooms whose sentences people read, in Discord or as owners of the bot."""
INTERNAL = {"AssertionError", "AttributeError", "ClockError", "LookupError", "TypeError", "ValueError"}
"""Errors that no player reads; their texts go to the log."""
UNREAD = {
    "' and '.join(map(names_of, bits(move.lifted)))": "the name of a step in the picker, which `label` puts into words",
    "HEADER.format(size=size)": "the beginning of a file for another program",
}
"""Texts that are put together from pieces with words and are no sentences, with what they are."""
FOR_MACHINES = {"cogs/wire/metrics.py", "web/interactions.py", "web/status.py"}
"""The files whose sentences are for monitors, and for programs that ask over HTTP."""
SPOKEN = re.compile(r"[^\w]*(?=[A-Z{“])\S+\s+\S+\s.*[.?!:…]\**", re.DOTALL)
"""A text of at least three words that begins and ends like a sentence."""
WORDS = re.compile(r"[^\W\d_]{2,}")


def parsed(source: str) -> list[ast.AST]:
    """All nodes of a source, its module first."""
    return [*ast.walk(ast.parse(source))]


def glued(nodes: Sequence[ast.AST]) -> list[int]:
    """The lines where a text with two or more words of its own is put together from pieces, or pieces by a word."""
    unread = {id(part) for node in nodes if _is_internal(node) for part in ast.walk(node)}
    texts = _constants(nodes[0])
    found = (node for node in nodes if id(node) not in unread and _is_glued(node, texts))
    return sorted({node.lineno for node in found if ast.unparse(node) not in UNREAD})


def _is_glued(node: ast.AST, texts: Mapping[str, str]) -> TypeGuard[ast.expr | ast.stmt]:
    """Whether this puts a text with words together; `texts` are the constants of the module."""
    match node:
        case ast.JoinedStr() | ast.BinOp(op=ast.Add() | ast.Mod()):
            own = [text for text, _ in _pieces(node)]
        case ast.AugAssign(op=ast.Add() | ast.Mod(), value=value):
            own = [text for text, _ in _pieces(value)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)) as glue, attr="join"), args=[joined]):
            if WORDS.search(text):
                return True
            own = [text for part in (glue, *getattr(joined, "elts", ())) for text, _ in _pieces(part)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format" | "format_map")):
            own = [before for before, *_ in Formatter().parse(text)]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="format" | "format_map")):
            own = [before for before, *_ in Formatter().parse(texts.get(name, ""))]
        case _:
            return False
    if next(filter(None, own), "").startswith("/"):  # a command, which is the same in every language
        return False
    return len(WORDS.findall(" ".join(own))) >= 2 and any(" " in text for text in own)


def _pieces(node: ast.expr, given: Mapping[str, Sequence[ast.expr]] | None = None) -> Iterator[tuple[str, int]]:
    """The constant texts in an expression, with their lines. `given` has the expressions that each variable may be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text, node.lineno
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (piece for part in (one, other) for piece in _pieces(part, given))
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts) | ast.Dict(values=parts) | ast.Tuple(elts=parts):
            yield from (piece for part in parts for piece in _pieces(part, given))
        case ast.Subscript(value=one):
            yield from _pieces(one, given)
        case ast.Name(id=name) if given:
            others = {other: parts for other, parts in given.items() if other != name}
            yield from (piece for part in given.get(name, ()) for piece in _pieces(part, others))


def _constants(module: ast.AST) -> Mapping[str, str]:
    """The texts of a module that have a name and are not marked for translation."""
    found = {}
    for node in ast.iter_child_nodes(module):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                found[name] = text
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))):
                found[name] = text
    return found


def _is_internal(node: ast.AST) -> bool:
    """Whether this raises an internal error, or prints for programmers."""
    call = node.exc if isinstance(node, ast.Raise) else node
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return False
    return call.func.id == "print" or (call is not node and call.func.id in INTERNAL)


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_is_glued(room: str) -> None:
    paths = sorted((ROOT / room).rglob("*.py"))
    assert paths
    found = {str(path.relative_to(ROOT)): glued(nodes_of(path)) for path in paths}
    assert {path: lines for path, lines in found.items() if lines} == {}


GLUED = (
    """f"It is {name}'s turn." """,
    '"You have " + name',
    '"%s has moved" % name',
    'text += "two words"',
    'text += f"{name} has moved"',
    '"Move " + n + " taken"',
    'f"Move {n}" + " taken"',
    '"Move " + n + (" taken" if over else " left")',
    '"{} has moved".format(name)',
    '"{name} has moved".format_map(fields)',
    'TEXT = "{} has moved"\nTEXT.format(name)',
    '" and ".join(names)',
    '", or ".join(names)',
    '" ".join(["You have", name])',
    'say("{what}", what=f"{name} has moved")',
)
WHOLE = (
    'f"{code}"',
    'say("{name} has moved", name=name)',
    'mark("{name} has moved").format(name=name)',
    'f"{first} {second}"',
    '", ".join(names)',
    '" ".join([say("You have moved."), say("It is over.")])',
    'text += say("You have moved.")',
    'text += " " + name',
    '"t1:{}:{}".format(name, subject)',
    'TEXT = mark("{name} has moved")\nTEXT.format(name=name)',
)


@pytest.mark.parametrize("source", GLUED)
def test_a_glued_sentence_is_seen(source: str) -> None:
    assert glued(parsed(source)) == [source.count("\n") + 1]


@pytest.mark.parametrize("source", WHOLE)
def test_a_whole_sentence_is_no_glued_one(source: str) -> None:
    assert glued(parsed(source)) == []


def test_the_text_of_an_internal_error_is_no_sentence_that_people_read() -> None:
    text = 'raise ValueError(f"this is {name} again")\nraise Refusal(f"this is {name} again")'
    assert glued(parsed(text)) == [2]
    assert glued(parsed('print(f"this is {name} again")\nf"/{game} board text:true"')) == []


def unextracted(nodes: Sequence[ast.AST]) -> list[tuple[int, str]]:
    """The sentences that no translator sees, with their lines: they are neither given to `say` or an error nor marked.

    Also any text that reaches one of these by a variable or a condition.
    """
    unread = {id(part) for node in nodes if _is_unspoken(node) for part in ast.walk(node)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in unread)
    found = {piece for node in constants for piece in _pieces(node) if SPOKEN.fullmatch(piece[0])}
    found |= {piece for piece in _given(nodes) if WORDS.search(FIELD.sub("", piece[0]))}
    return sorted((line, text) for text, line in found if text not in messages())


def _given(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, int]]:
    """The texts that are given to `say`, an error or a button, with their lines."""
    functions, variables = keywords(), dict[str, list[ast.expr]]()
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
                | ast.For(target=ast.Name(id=name), iter=value)
                | ast.comprehension(target=ast.Name(id=name), iter=value)
            ):
                variables.setdefault(name, []).append(value)
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in functions:
                texts = [args[at - 1] for at in functions[name] or (1,) if isinstance(at, int) and at <= len(args)]
                yield from (piece for text in texts for piece in _pieces(text, variables))


def _is_unspoken(node: ast.AST) -> bool:
    """Whether nobody is told the texts inside: docstrings, the log, checks, and pieces, which are another test's."""
    logs = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log.")
    return logs or _is_internal(node) or isinstance(node, ast.Assert | ast.JoinedStr) or _is_docstring(node)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def test_translators_see_every_sentence() -> None:
    paths = sorted(path for room in CATALOGUED for path in (ROOT / room).rglob("*.py"))
    names = {path: str(path.relative_to(ROOT)) for path in paths}
    unseen = [
        f"{names[path]}:{line}: no catalogue has {text!r}: mark() it here (each branch of a condition),"
        " or give it to say() or to an error directly"
        for path in paths
        if names[path] not in FOR_MACHINES
        for line, text in unextracted(nodes_of(path))
    ]
    assert not unseen, "\n".join(unseen)


UNMARKED = (
    'why = "No match of yours runs at {time}."\nraise Refusal(why, time=time)',
    'raise Refusal("Not in this test." if late else "Nor in that one.")',
    'WHY = {"late": "It is too late for the bus."}',
    'def why() -> str:\n    return "**You** missed the bus."',
    'why = "Too far ahead"\nraise Refusal(why)',
    'button("This bus" if tonight else mark("The last bus"), "bus")',
    'say("A bus " + name)',
    'button(f"Bus {number}", "bus")',
    'BUSES = {"late": "Late bus"}\nbutton(BUSES[time], "bus")',
    'for label in ("This bus", "That bus"):\n    button(label, "bus")',
    'why = "{count} bus"\nraise Refusal.counted(why, mark("{count} buses"), 2)',
)


@pytest.mark.parametrize("source", UNMARKED)
def test_a_sentence_that_goes_through_a_variable_is_seen(source: str) -> None:
    assert unextracted(parsed(source))


@pytest.mark.parametrize(
    "source",
    ['log.info("The bus is late.")', 'raise ValueError("It has no wheels.")', 'def f():\n    """It is a bus."""'],
)
def test_a_text_for_programmers_is_no_sentence_to_translate(source: str) -> None:
    assert not unextracted(parsed(source))


@pytest.mark.parametrize(
    "source",
    [
        'why = "Not now"\nraise Refusal(why)',
        'why = "{count} bus"\nraise Refusal.counted(why, "{count} buses", 2)',
        'why = {"late": "Too late"}\nsay(why["late"])',
        'print(f"{say(\'Not now\')}")\nwhy = "Too late"\nbutton(why, "bus")',
    ],
)
def test_a_text_that_no_catalogue_has_fails_the_test_in_which_the_program_says_it(source: str) -> None:
    given = {"Refusal": Refusal, "say": say, "button": button}
    with suppress(Refusal):
        exec(compile(source, ROOT / "service/bus.py", "exec"), given)  # noqa: S102 (our own source)
    *_, noted = unseen.taken()
    assert re.match(r"service/bus\.py:\d: no catalogue has '.*': give it to say\(\) or to the error directly", noted)


def test_a_text_of_a_test_needs_no_translation() -> None:
    with suppress(Refusal):
        raise Refusal("Not in this bus")
    assert unseen.taken() == []
