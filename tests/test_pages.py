"""The pages of rules: each fits a message on Discord, and their pictures are drawn by the bot."""

import gettext
import re
from dataclasses import replace
from pathlib import Path

import pytest

from games import GAMES
from language import catalogue, learn, speaking
from render import draw
from render import pages as pages_module
from render.pages import Page, is_drawn, pages

KEYS = sorted(path.stem for path in pages_module.FOLDER.glob("*.md"))
PAGES = [pytest.param(page, id=page.file.stem) for key in KEYS for page in pages(key)]
every_page = pytest.mark.parametrize("page", PAGES)
every_game = pytest.mark.parametrize("key", KEYS)
TRANSLATED = sorted((path.parent.name, path.stem) for path in pages_module.FOLDER.glob("*/*.md"))
"""Language and game of each translated page. A game without one is explained in English."""
NAMES = re.compile(r"`[^`]+`|(?<![A-Za-z0-9])[a-m]1?[0-9](?![A-Za-z0-9])")
"""Move texts, options and cells in a text. They are the same in every language."""
COUNT = re.compile(r"(?<![A-Za-z0-9])\d+")
"""A number in a text. A translation has each of the English page's, and may have figures for its words, too."""


def sentences(text: str) -> int:
    """The number of sentences. A line without a full stop, such as an item of a list, counts as one."""
    return sum(max(1, len(re.findall(r"[\w)`][.!?]\**(?=\s|$)", line))) for line in text.splitlines() if line.strip())


@every_page
def test_a_page_fits_a_message_with_its_heading_and_page_number(page: Page) -> None:
    assert 0 < len(page.heading) <= 60
    told = f"“{page.heading}” has {len(page.text)} characters: 100 to 700 make a page (docs/adding-a-game.md, step 4)"
    assert 100 <= len(page.text) <= 700, told
    told = f"“{page.alt}” has {len(page.alt)} characters: a description has 20 to 1,024 (docs/adding-a-game.md, step 4)"
    assert 20 <= len(page.alt) <= 1024, told


@every_page
def test_a_page_has_at_most_five_sentences(page: Page) -> None:
    count = sentences(page.text)
    assert count <= 5, f"“{page.heading}” has {count} sentences: at most 5 make a page (docs/adding-a-game.md, step 4)"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One move. **Another one.**", 2),
        ("Type:\n\n- `d5` removes it\n- `d7-d5` jumps", 3),
        ("The **!** warns. See a1", 1),
    ],
)
def test_every_line_counts_as_a_sentence_even_without_a_full_stop(text: str, count: int) -> None:
    assert sentences(text) == count


@every_page
def test_a_page_uses_only_the_markdown_that_discord_knows(page: Page) -> None:
    assert not re.search(r"<!--|!\[|^\s*\||</?\w+>|\]\(", page.text, re.MULTILINE)


@every_page
def test_the_picture_in_the_docs_is_what_the_renderer_draws(page: Page) -> None:
    key = page.scene.position.info.key
    assert is_drawn(page), f"{page.file.name} is not as it is drawn now: python -m render.pages {key}"


@pytest.mark.parametrize("key", KEYS)
def test_a_stored_picture_whose_last_move_is_not_marked_is_drawn_again(key: str, tmp_path: Path) -> None:
    page = next(page for page in pages(key) if page.scene.move is not None)
    old = replace(page, file=tmp_path / "old.png")
    old.file.write_bytes(draw(replace(page.scene, before=None, move=None)))
    assert not is_drawn(old)
    old.file.write_bytes(draw(page.scene))
    assert is_drawn(old)


@every_game
def test_the_pages_of_a_game_show_its_start_a_middle_and_an_end(key: str) -> None:
    positions = [page.scene.position for page in pages(key)]
    ends = [position.ply for position in positions if position.result()]
    assert any(position.ply == 0 for position in positions), f"no picture of {key}.md shows the start"
    assert ends, f"no picture of {key}.md shows an end"
    middle = min(8, max(ends) // 2)
    assert any(position.ply >= middle and position.result() is None for position in positions), (
        f"no picture of {key}.md shows a position after {middle} moves or more in which the game goes on"
    )


@every_game
def test_the_first_page_of_a_game_shows_a_move_or_the_pieces(key: str) -> None:
    scene = pages(key)[0].scene
    assert scene.chart or scene.move is not None, "a start does not show what the game is about"


@every_game
def test_the_pages_of_a_game_name_every_option_and_value(key: str) -> None:
    text = " ".join(page.text for page in pages(key))
    for name, values in GAMES[key].info.options.items():
        for word in (name, *values):
            assert f"`{word}`" in text, f"{key}.md does not name `{word}`, with backticks, as players would type it"


@every_game
def test_every_picture_file_belongs_to_a_page(key: str) -> None:
    kept = {path.name for path in (pages_module.FOLDER / "images").glob(f"{key}-*.png")}
    shown = {page.file.name for page in pages(key)}
    assert not kept - shown, f"no page of {key}.md shows these pictures: remove them"
    assert not shown - kept, f"not drawn yet, or not named {key}-….png: python -m render.pages {key}"


def test_a_translation_of_the_rules_is_read_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = "# Konane\n\n## {}\n<!-- picture: moves d5 -->\n![alt](images/x.png)"
    (tmp_path / "konane.md").write_text(page.format("Jumping"), encoding="utf-8")
    monkeypatch.setattr(pages_module, "FOLDER", tmp_path)
    learn("de", gettext.NullTranslations())
    with speaking("de"):
        assert pages("konane")[0].heading == "Jumping"
        (tmp_path / "de").mkdir()
        (tmp_path / "de" / "konane.md").write_text(page.format("Springen"), encoding="utf-8")
        assert pages("konane")[0].heading == "Springen"
    assert pages("konane")[0].heading == "Jumping"


def test_a_picture_names_the_sides_in_the_language_of_the_reader() -> None:
    learn("de", catalogue("de"))
    with speaking("de"):
        assert pages("konane")[0].scene.names == ("Schwarz", "Weiß")


@pytest.mark.parametrize(("code", "key"), TRANSLATED)
def test_a_translation_has_the_pictures_moves_and_options_of_the_english_page(code: str, key: str) -> None:
    learn(code, gettext.NullTranslations())
    with speaking(code):
        translated = pages(key)
    assert translated is not pages(key)
    for page, english in zip(translated, pages(key), strict=True):
        assert (page.scene, page.file.resolve()) == (english.scene, english.file)
        assert set(NAMES.findall(page.text)) == set(NAMES.findall(english.text)), page.heading
        assert set(NAMES.findall(page.alt)) == set(NAMES.findall(english.alt)), page.heading
        assert set(COUNT.findall(page.text)) >= set(COUNT.findall(english.text)), page.heading
        assert set(COUNT.findall(page.alt)) >= set(COUNT.findall(english.alt)), page.heading
        assert len(page.text) <= 800, page.heading
        assert len(page.alt) <= 1024, page.heading


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("Text without a picture.", "this one 0"),
        ("<!-- picture: moves d6 -->\n![alt](images/x.png)", "d6"),
        ("<!-- picture: colour red -->\n![alt](images/x.png)", "no clause “colour”"),
        ("<!-- picture: rows d4 i9 -->\n![alt](images/x.png)", "no cell “i9”"),
        ("<!-- picture: option size=7 -->\n![alt](images/x.png)", "size"),
    ],
)
def test_a_section_whose_picture_cannot_be_drawn_is_refused_by_name(
    section: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "konane.md").write_text(f"# Konane\n\n## Jumping\n{section}\n", encoding="utf-8")
    monkeypatch.setattr(pages_module, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=f"konane.md, “Jumping”: .*{reason}"):
        pages("konane")
