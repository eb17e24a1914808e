"""Every translation fills in the same fields and fits Discord's limits; for a release, five languages are complete."""

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
from games import GAMES
from language import ENGLISH, languages, nearest, plural, say, speaking
from matches.words import fold
from sandbox.discord.commands import command_faults
from tests.support.catalogue import extracted, messages
from tests.support.imports import nodes_of
from tests.support.messages import all_commands, command_texts, template, write
from tests.support.translations import FIELD, catalogue, forms, translated

COMPLETE = ["de", "es", "fr", "ja", "pt-BR"]
"""The languages in which a release has every message. Until then, and in others, a missing one is said in English."""
COMMAND = re.compile(r"`/[a-z-]+[^`]*`")
CODE = re.compile(r"`[a-z_]+`")
NAMED = re.compile(r"\*\*([^*{}]+)\*\*")
"""A text in bold, which may name a button."""
KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`|\*\*|^-# |^#+ |^- |^> |\n)")
"""What stays in every translation."""
ACCENTS = str.maketrans("aeiouAEIOU", "äéïöüÄÉÏÖÜ")
OWN_WORD = re.compile(r"(?<![\w{`/])[A-Za-z]{2,}(?![\w}`])")
"""A word outside fields and code."""
TYPOGRAPHY = {
    "de": re.compile(r" %"),
    "es": re.compile(r" %| …$"),
    "fr": re.compile(r" [:;!?»](?!\w)|« "),
    "ja": re.compile(r"[ \u00a0]%| …$|[。、：；] "),
    "pt-BR": re.compile(r" %| …$"),
}
"""Signs with a space that the language does not set, or that may break a line where it must not."""
NO_BREAK = "write U+00A0 in place of this space beside : ; ! ? « » %, or none where the language has none"
GUIDE = Path(__file__).parents[1] / "docs" / "translating.md"
COLUMNS = ["de", "fr", "es", "pt-BR", "ja"]
"""The languages in the order of the glossary."""
WORDLESS = re.compile(r"`[^`]*`|\{[^}]*\}|Coral Clash|King's Convoy")
"""What is the same in every language."""
FREE: frozenset[str] = frozenset()
"""The English texts whose translation says it in other words than the glossary's."""
MARKS = ("**", "`", "\n")
BEGINNING = re.compile(r"(-# |#+ |- |> )?")
LIMITS = {"button": (0, 80), "Form": (0, 45), "text_field": (1, 45), "Choice": (1, 100)}
"""Controls, the position of their label among their arguments, and the most characters that Discord takes."""
PLACEHOLDERS = 100
IN_A_FIELD = 20
"""The characters with which a field counts towards a limit."""
ROOT = Path(__file__).parent.parent

every_language = pytest.mark.parametrize("code", [code for code in languages() if code != ENGLISH])


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


@pytest.mark.release
@pytest.mark.parametrize("code", COMPLETE)
def test_no_message_is_missing(code: str) -> None:
    there = {(m.context, text) for m in catalogue(code) if all(forms(m.string)) for text in forms(m.id)}
    wanted = {(context, text) for _, message, context in extracted() for text in forms(message)}
    missing = {*wanted, *asyncio.run(command_texts())} - there
    assert missing == set(), f"{len(missing)} messages: run `make messages` and translate them"


@pytest.mark.release
@pytest.mark.parametrize("code", COMPLETE)
def test_no_translation_only_repeats_the_english(code: str) -> None:
    repeated = [said for english, said in translated(code) if said in english and len(OWN_WORD.findall(said)) > 2]
    assert repeated == []


@every_language
def test_a_translation_has_the_fields_commands_and_marks_of_the_message(code: str) -> None:
    assert [(english, said) for english, said in translated(code) if not any(fits(one, said) for one in english)] == []


@every_language
def test_a_sentence_names_a_button_as_the_button_is_called(code: str) -> None:
    labels = {m.id: f"**{m.string}**" for m in catalogue(code) if m.id in buttons() and m.string and not m.context}
    wrong = [
        (english, said, labels[name])
        for english, said in translated(code)
        for name in NAMED.findall(english[-1])
        if name in labels and labels[name] not in said
    ]
    assert wrong == []


@every_language
def test_a_sentence_names_an_option_as_the_option_is_called(code: str) -> None:
    options = {f"`{m.id}`": f"`{m.string}`" for m in catalogue(code) if m.context == "option" and m.string}
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


def glossary(code: str) -> dict[str, list[str]]:
    """By pattern of an English word, the folded words that a translation has for it, from the guide for translators."""
    section = GUIDE.read_text(encoding="utf-8").partition("## Glossary")[2].partition("##")[0]
    _, _, *rows = (row.split(" | ") for row in re.findall(r"^\|(.+)\|$", section, re.MULTILINE))
    column = COLUMNS.index(code)
    return {
        rf"(?i)(?<![\w-])(?:{'|'.join(english.strip().split(', '))})(?![\w-])": [
            fold(word.strip(" …")) for word in cells[column].split(",")
        ]
        for english, *cells in rows
    }


@pytest.mark.parametrize("code", COMPLETE)
def test_one_word_is_used_for_one_thing(code: str) -> None:
    words = glossary(code)
    assert len(words) >= 30
    wrong = [
        (message.id, said, known)
        for message in catalogue(code)
        for said in forms(message.string)[-1:]
        for english, known in words.items()
        if said and message.context is None and forms(message.id)[-1] not in FREE
        if re.search(english, WORDLESS.sub("", forms(message.id)[-1])) and not any(word in fold(said) for word in known)
    ]
    assert wrong == []


@every_language
def test_signs_are_set_as_the_language_sets_them(code: str) -> None:
    wrong = [said for _, said in translated(code) if (rule := TYPOGRAPHY.get(code)) and rule.search(said)]
    assert not wrong, "\n".join([f"locale/{code}/LC_MESSAGES/tidepool.po: {NO_BREAK}:", *wrong])


@pytest.mark.parametrize("code", languages())
def test_every_option_of_a_game_fits_a_list_uncut(code: str) -> None:
    with speaking(code):
        for game in GAMES.values():
            for option in game.info.options.values():
                texts = [say(option.about), *(say(phrase) for phrase in option.phrases.values())]
                assert [text for text in texts if len(text) > LIMITS["Choice"][1]] == []


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
        for node in nodes_of(path):
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
    payload = await CommandTree.of(bot).translated_commands()
    assert command_faults(payload) == []
    assert {locale for command in payload for locale in command.get("description_localizations", {})} >= {
        locale.value for locale in discord.Locale if nearest(locale.value) in COMPLETE
    }


def accented(message: Message) -> str | tuple[str, ...]:
    """A translation into a language of accents, two fifths longer except for names. Fields, commands and marks stay."""
    texts = []
    for english in forms(message.id):
        said = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(english))
        texts.append(said + "~" * (0 if message.context else 2 * len(english) // 5))
    return texts[0] if isinstance(message.id, str) else tuple(texts)


@pytest.fixture
def own_catalogues(tmp_path: Path) -> Iterator[Path]:
    """A folder of catalogues without any."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("language", "tests.support.messages", "tests.support.translations"):
            patch.setattr(f"{module}.CATALOGUES", tmp_path)
        patch.setattr("language._translations", {ENGLISH: NullTranslations()})
        languages.cache_clear()
        yield tmp_path
    languages.cache_clear()


@pytest.mark.long  # the extraction of all texts takes a second
async def test_a_new_language_needs_no_code(
    own_catalogues: Path, monkeypatch: pytest.MonkeyPatch, bot: Tidepool
) -> None:
    """All that a translator does: begin a language, fill in its file, and read it."""
    write(own_catalogues, "sv", template(await command_texts()))
    languages.cache_clear()
    assert languages() == {ENGLISH: "English", "sv": "Svenska"}
    with speaking("sv"):
        assert say("Move") == "Move", "a text without a translation is English"
    path = own_catalogues / "sv/LC_MESSAGES/tidepool.po"
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
    payload = await CommandTree.of(bot).translated_commands()
    assert {*payload[0]["description_localizations"]} == {"sv-SE"}
    assert [fault for fault in command_faults(payload) if fault.name != "BASE_TYPE_BAD_LENGTH"] == []


@pytest.mark.parametrize("code", COMPLETE)
@pytest.mark.parametrize("game", [path.stem for path in (ROOT / "docs" / "games").glob("*.md")])
def test_the_rules_use_the_words_of_the_glossary(code: str, game: str) -> None:
    """Each paragraph, so that the page of a language cannot leave open which piece is meant."""
    english, said = (
        (ROOT / "docs" / "games" / folder / f"{game}.md").read_text(encoding="utf-8").splitlines()
        for folder in ("", code)
    )
    wrong = [
        (before, after)
        for before, after in zip(english, said, strict=True)
        for pattern, known in glossary(code).items()
        if not before.startswith("<!--") and re.search(pattern, WORDLESS.sub("", before))
        if not any(word in fold(after) for word in known)
    ]
    assert wrong == []
