"""Every catalogue is complete, fills in the same fields, and fits Discord's limits."""

import ast
import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po

from cogs.commands.client import Tidepool
from cogs.commands.tree import CommandTree
from cogs.texts.notices import HEADINGS
from cogs.texts.standing import STREAKS
from language import CATALOGUES, ENGLISH, languages, nearest, plural, say, speaking
from render.boards.coral_clash import LISTED
from sandbox.discord.commands import command_faults
from tests.support.catalogue import ROOMS, messages
from tests.support.messages import all_commands, command_texts, template, write

COMPLETE = ["de", "es", "fr", "ja", "pt-BR"]
"""The languages in which no message may be missing; others fall back to English."""
FIELD = re.compile(r"\{(\w+)[^}]*\}")
COMMAND = re.compile(r"`/[a-z-]+[^`]*`")
CODE = re.compile(r"`[a-z_]+`")
NAMED = re.compile(r"\*\*([^*{}]+)\*\*")
"""A text in bold, which may name a button."""
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|\*\*|^-# |^#+ |^- |^> |\n)")
"""What stays in every translation."""
NESTED = re.compile(r"""\{(?:language\.)?(?:say|plural)\((['"])(.+?)\1""")
"""A message that is said inside an f-string, where Babel does not look."""
ACCENTS = str.maketrans("aeiouAEIOU", "äéïöüÄÉÏÖÜ")
MARKS = ("**", "`", "\n")
BEGINNING = re.compile(r"(-# |#+ |- |> )?")
LIMITS = {"button": (0, 80), "Form": (0, 45), "text_field": (1, 45), "Choice": (1, 100)}
"""Controls, the position of their label among their arguments, and the most characters that Discord takes."""
PLACEHOLDERS = 100
IN_A_FIELD = 20
"""The characters with which a field counts towards a limit."""
ROOT = Path(__file__).parent.parent

every_language = pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])


@cache
def catalogue(code: str) -> list[Message]:
    with (CATALOGUES / code / "LC_MESSAGES/tidepool.po").open("rb") as file:
        return [message for message in read_po(file) if message.id]


def forms(text: object) -> list[str]:
    """The text, or its plural forms."""
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]  # a tuple or list of texts


def translated(code: str) -> Iterator[tuple[list[str], str]]:
    """The English forms of each message, and each form of its translation."""
    for message in catalogue(code):
        yield from ((forms(message.id), form) for form in forms(message.string) if form)


def fits(english: str, said: str) -> bool:
    """Whether a translation has the fields, commands and marks of this English form."""
    return (
        {*FIELD.findall(said)} ^ {*FIELD.findall(english)} <= {"count"}
        and sorted(COMMAND.findall(english)) == sorted(COMMAND.findall(said))
        and [english.count(mark) for mark in MARKS] == [said.count(mark) for mark in MARKS]
        and BEGINNING.match(english)[0] == BEGINNING.match(said)[0]  # type: ignore[index]  # it always matches
    )


def test_the_complete_languages_have_catalogues() -> None:
    assert {*COMPLETE} <= {*languages()}


@pytest.mark.parametrize("code", COMPLETE)
def test_no_message_is_missing(code: str) -> None:
    there = {text for message in catalogue(code) if all(forms(message.string)) for text in forms(message.id)}
    wanted = messages() | {text for _, text in asyncio.run(command_texts())}
    missing = wanted - there - {""}
    assert missing == set(), f"{len(missing)} messages: run `make messages` and translate them"
    assert not [message.id for message in catalogue(code) if not all(forms(message.string)) or message.fuzzy]


def test_translators_see_the_messages_inside_f_strings() -> None:
    sources = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    inside = {text for path in sources for _, text in NESTED.findall(path.read_text(encoding="utf-8"))}
    assert {text for text in inside if FIELD.sub("", text)} - messages() == set(), "say them before the f-string"


def test_translators_see_marked_plurals_as_plurals() -> None:
    marked = {*STREAKS.values(), *HEADINGS.values(), *LISTED}
    assert marked <= {message.id for message in catalogue("de")}


@every_language
def test_a_translation_has_the_fields_commands_and_marks_of_the_message(code: str) -> None:
    assert [(english, said) for english, said in translated(code) if not any(fits(one, said) for one in english)] == []


@every_language
def test_a_sentence_names_a_button_as_the_button_is_called(code: str) -> None:
    labels = {message.id: message.string for message in catalogue(code) if message.id in buttons()}
    wrong = [
        (english, said, labels[name])
        for english, said in translated(code)
        for name in NAMED.findall(english[-1])
        if labels.get(name) and f"**{labels[name]}**" not in said
    ]
    assert wrong == []


@every_language
def test_a_sentence_names_an_option_as_the_option_is_called(code: str) -> None:
    options = {f"`{message.id}`": f"`{message.string}`" for message in catalogue(code) if message.context == "option"}
    wrong = [
        (english, said)
        for english, said in translated(code)
        for option in CODE.findall(english[-1])
        if option in options and options[option] not in said
    ]
    assert wrong == []


@every_language
def test_a_label_fits_its_control(code: str) -> None:
    limits = labels_with_limits()
    too_long = [
        f"{message.id!r}: {said!r} has {length(said)} characters, at most {limits[english]} fit"
        for message in catalogue(code)
        for english in forms(message.id)
        for said in forms(message.string)
        if english in limits and length(said) > max(limits[english], length(english))
    ]
    assert too_long == []


def length(text: str) -> int:
    return len(FIELD.sub("x" * IN_A_FIELD, text))


@cache
def buttons() -> frozenset[str]:
    """The labels of all buttons."""
    return frozenset(text for text, limit in labels_with_limits().items() if limit == LIMITS["button"][1])


@cache
def labels_with_limits() -> dict[str, int]:
    """Each message in the label or placeholder of a control, with the most characters of the tightest one."""
    found: dict[str, int] = {}
    for path in (ROOT / "cogs").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for part, limit in _limited(node):
                for text in ast.walk(part):
                    if isinstance(text, ast.Constant) and text.value in messages():
                        found[text.value] = min(limit, found.get(text.value, limit))
    return found


def _limited(node: ast.AST) -> Iterator[tuple[ast.AST, int]]:
    """The arguments of a call that are a label or a placeholder."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        at, limit = LIMITS.get(node.func.id if isinstance(node.func, ast.Name) else node.func.attr, (99, 0))
        if len(node.args) > at:
            yield node.args[at], limit
        yield from ((keyword.value, PLACEHOLDERS) for keyword in node.keywords if keyword.arg == "placeholder")


@pytest.fixture(scope="module")
async def bot() -> AsyncIterator[Tidepool]:
    async with all_commands() as bot:
        yield bot


async def test_discord_takes_the_commands_in_every_language(bot: Tidepool) -> None:
    payload = await CommandTree.of(bot).translated()
    assert command_faults(payload) == []
    settings = next(command for command in payload if command["name"] == "settings")
    assert {*settings["description_localizations"]} >= {
        locale.value for locale in discord.Locale if nearest(locale.value) in COMPLETE
    }


def accented(message: Message) -> str | tuple[str, ...]:
    """A translation into a language of accents, two fifths longer except for names. Fields, commands and marks stay."""
    texts = []
    for english in forms(message.id):
        said = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(english))
        texts.append(said + "~" * (0 if message.context else 2 * len(english) // 5))
    return texts[0] if isinstance(message.id, str) else tuple(texts)


@pytest.mark.long  # the extraction of all texts takes a second
async def test_a_new_language_needs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: Tidepool) -> None:
    """All that a translator does: begin a language, fill in its file, and read it."""
    for module in ("language", "tests.support.messages", __name__):
        monkeypatch.setattr(f"{module}.CATALOGUES", tmp_path)
    monkeypatch.setattr("language._translations", {ENGLISH: NullTranslations()})
    languages.cache_clear()
    try:
        write(tmp_path, "sv", template(await command_texts()))
        languages.cache_clear()
        assert languages() == {ENGLISH: "English", "sv": "Svenska"}
        with speaking("sv"):
            assert say("Move") == "Move", "a text without a translation is English"
        path = tmp_path / "sv/LC_MESSAGES/tidepool.po"
        texts = read_po(BytesIO(path.read_bytes()), locale="sv")
        for message in texts:
            if message.id:
                message.string = accented(message)
        with path.open("wb") as file:
            write_po(file, texts)
        monkeypatch.setattr("language._translations", {ENGLISH: NullTranslations()})
        with speaking("sv"):
            assert say("Move") == "Mövé~"
            assert plural("{count} move", "{count} moves", count=2) == "2 mövés~~~~~"
        test_a_translation_has_the_fields_commands_and_marks_of_the_message("sv")
        test_a_label_fits_its_control("sv")
        assert len(list(catalogue("sv"))) > len(messages()) // 2
        payload = await CommandTree.of(bot).translated()
        assert {*payload[0]["description_localizations"]} == {"sv-SE"}
        assert [fault for fault in command_faults(payload) if fault.name != "BASE_TYPE_BAD_LENGTH"] == []
    finally:
        languages.cache_clear()
