"""Names in pictures: any script, any length, and never a box in place of a letter."""

import pytest
from PIL import Image

from games import GAMES
from render import Scene, draw
from render.text import CUT, _first_font, _has, drawable, font, shown_name, width

WRITTEN = [
    *("Leilani", "Zoë Åström", "Nguyễn Thị Minh Khai", "Даша", "Κώστας", "אבגד", "محمد علي", "O’Brien", "x_X 42!"),
    *("漢字", "山田太郎 Yamada", "김민수", "王小明", "कमला क्षत्रिय", "สวัสดีน้ำ", "Leilani 🌺"),
]
NOT_WRITTEN = [
    "😀",
    "👨\u200d👩\u200d👧",
    "বাংলা",
    "\u200f",
    "a\u202eb",
    "",
    "  ",
    "\u200b",
    "\u3164",
    "\ud800",
    "\U0010ffff",
]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_drawn_if_a_packaged_font_has_every_glyph(name: str) -> None:
    text = drawable(name)
    assert text is not None
    assert all(_has(_first_font(text) or 0, letter) for letter in text)
    assert shown_name(name, "Black", 400, 34, 600) == text
    position = GAMES["konane"].start()
    assert draw(Scene(position, (name, "b"))) != draw(Scene(position, ("Black", "b")))


@pytest.mark.parametrize("name", NOT_WRITTEN)
def test_the_sides_name_stands_for_a_name_that_no_font_writes(name: str) -> None:
    assert shown_name(name, "Black", 400, 34, 600) == "Black"
    position = GAMES["konane"].start()
    assert draw(Scene(position, (name, "b"))) == draw(Scene(position, ("Black", "b")))


def test_right_to_left_names_are_drawn_in_the_right_order() -> None:
    assert drawable("אבג") == "גבא"
    assert drawable("אבג 12 abc") == "abc 12 גבא"


def test_arabic_letters_take_the_forms_that_join() -> None:
    joined = drawable("بب")
    assert joined is not None
    assert joined[0] != joined[1]
    assert "ب" not in joined


@pytest.mark.parametrize("name", ["W" * 200, "il" * 100, "אב" * 100, "محمد " * 40, "a b " * 50])
def test_a_long_name_is_cut_and_fits(name: str) -> None:
    shown = shown_name(name, "Black", 300, 34, 600)
    assert "…" in shown
    assert 240 < width(shown, 34, 600) <= 300
    assert draw(Scene(GAMES["konane"].start(), (name, name)))


def test_a_cut_right_to_left_name_ends_at_its_left() -> None:
    assert shown_name("אבגדה" * 40, "Black", 300, 34, 600).startswith("…")


def test_letters_of_two_code_points_are_composed() -> None:
    assert drawable("Ame\u0301lie") == "Amélie"


def test_line_breaks_become_spaces() -> None:
    assert drawable("a\nb\tc") == "a b c"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Leilani 🌺", "Leilani"),
        ("🌺Leilani🌺", "Leilani"),
        ("👨\u200d👩\u200d👧 Ann", "Ann"),
        ("👍🏽 Ann", "Ann"),
        ("🇩🇪 Max", "Max"),
        ("1\ufe0f\u20e3 One", "1 One"),
        ("Ann ❤\ufe0f Bob", "Ann Bob"),
        ("★ Star", "★ Star"),
    ],
)
def test_emoji_are_left_out_of_a_name(name: str, left: str) -> None:
    assert drawable(name) == left


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("𝓩𝓸𝓮 𝕱𝖗𝖆𝖐𝖙𝖚𝖗", "Zoe Fraktur"),
        ("Z\u0338\u0310a\u0337\u0346l\u0336go", "Zalgo"),
        ("שָׁלוֹם", "םולש"),
        ("Z\u0338" * 80, "Z" * 80),
    ],
)
def test_ornaments_that_no_font_writes_are_left_out_of_a_name(name: str, left: str) -> None:
    assert drawable(name) == left
    assert shown_name(name, "Black", 9000, 34, 600) == left


def test_a_name_without_its_ornaments_is_cut_where_it_is_too_long() -> None:
    assert shown_name("Z\u0338" * 80, "Black", 200, 34, 600).strip("Z") == CUT


def test_marks_of_thai_and_devanagari_stand_over_their_letters() -> None:
    for bare, marked in (("ก", "กี่"), ("क", "के")):
        face = font(marked, 60, 600)
        assert face.length(marked) == pytest.approx(face.length(bare), rel=0.02)
        assert ink(marked)[1] < ink(bare)[1], "the marks are above"


def test_consonants_of_devanagari_join() -> None:
    face = font("क्ष", 60, 600)
    assert face.length("क्ष") < face.length("क") + face.length("ष")


def ink(text: str) -> tuple[int, int, int, int]:
    """The bounding box of the drawn pixels of a text."""
    mask = Image.new("L", (400, 200))
    font(text, 60, 600).draw(mask, (20, 120), text)
    box = mask.getbbox()
    assert box is not None
    return box
