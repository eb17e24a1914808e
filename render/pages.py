"""The pages of each game's rules, read from `docs/games/<key>.md`.

`python -m render.pages` draws their pictures. A page is a section of the file: a heading, some text, and one picture
with a comment that says what it shows:

    ## How stones move
    A stone jumps over ...

    <!-- picture: option size=6; moves d3 c3 b3-d3; view 1 -->
    ![Black has just jumped from b3 to d3.](images/konane-jump.png)

The comment has clauses: `option name=value …`, `position <encoded>` for a position other than the start, `moves …` to
play from there (the last move is marked), `chosen cell …`, `rows cell …` for the rows that matter, and `view 0` or
`view 1`; or `chart` for the chart of the pieces. Where a phone has no room for the whole board above the buttons, it
shows the rows from the highest to the lowest of those cells.

A translation is `docs/games/<language>/<key>.md`, with the same comments.
"""

import functools
import re
import sys
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from games import GAMES, Seat
from language import language, say
from render import Scene, cells, draw

FAINT = 32
"""A pixel counts as changed if a band differs by more. Smaller differences are not noticed."""
FEW = 60
"""The number of changed pixels of a picture at half size that nobody would notice: fewer than a letter has."""
FOLDER = Path(__file__).parent.parent / "docs" / "games"
_PICTURE = re.compile(r"<!-- picture:(?P<clauses>[^>]*)-->\s*!\[(?P<alt>[^\]]+)\]\((?P<file>[^)]+)\)")
_CLAUSES = {"option", "position", "moves", "chosen", "view", "rows", "chart"}


@dataclass(frozen=True, slots=True)
class Page:
    """A section of a game's rules, with text and a picture."""

    heading: str
    text: str
    alt: str
    """The picture's alternative text."""
    scene: Scene[Any]
    file: Path
    """The file of the picture. The Markdown file links to it."""


def pages(key: str) -> tuple[Page, ...]:
    """Return the pages of a game's rules, in order, in the reader's language or, if untranslated, in English.

    Raises ValueError, which names the section, if a section does not have exactly one picture with a valid comment.
    """
    translated = FOLDER / language() / f"{key}.md"
    first, second = map(say, GAMES[key].info.seats)
    return tuple(
        replace(page, scene=replace(page.scene, names=(first, second)))
        for page in _pages(translated if translated.exists() else FOLDER / f"{key}.md")
    )


@functools.cache
def _pages(file: Path) -> tuple[Page, ...]:
    _, *sections = file.read_text(encoding="utf-8").split("\n## ")
    return tuple(_page(file, *section.split("\n", 1)) for section in sections)


def _page(file: Path, heading: str, body: str) -> Page:
    pictures = list(_PICTURE.finditer(body))
    if len(pictures) != 1:
        raise ValueError(f"{file.name}, “{heading}”: a section has one picture, this one {len(pictures)}")
    picture = pictures[0]
    try:
        scene = _scene(file.stem, picture["clauses"])
    except ValueError as error:
        raise ValueError(f"{file.name}, “{heading}”: {error}") from error
    return Page(heading, _PICTURE.sub("", body).strip(), picture["alt"], scene, file.parent / picture["file"])


def _scene(key: str, clauses: str) -> Scene[Any]:
    parts = dict(clause.strip().partition(" ")[::2] for clause in clauses.split(";"))
    if unknown := parts.keys() - _CLAUSES:
        raise ValueError(f"the comment of a picture has no clause “{', '.join(sorted(unknown))}”")
    game = GAMES[key]
    if "position" in parts:
        position = game.decode(parts["position"])
    else:
        position = game.start(**dict(option.split("=", 1) for option in parts.get("option", "").split()))
    chosen = tuple(parts.get("chosen", "").split())
    view: Seat = 1 if parts.get("view") == "1" else 0
    rows = tuple(parts.get("rows", "").split())
    if unknown := set(rows) - cells(position).keys():
        raise ValueError(f"the board has no cell “{', '.join(sorted(unknown))}”")
    scene = Scene(position, game.info.seats, view=view, chosen=chosen, rows=rows, chart="chart" in parts)
    for text in parts.get("moves", "").split():
        scene = scene.played(scene.position.parse(text))
    return scene


def is_drawn(page: Page) -> bool:
    """Return True if a page's stored picture is up to date, ignoring imperceptible differences."""
    if not page.file.exists():
        return False
    kept, drawn = (Image.open(file).convert("RGB").reduce(2) for file in (page.file, BytesIO(draw(page.scene))))
    return kept.size == drawn.size and changed_pixels(kept, drawn).histogram()[255] <= FEW


def changed_pixels(picture: Image.Image, other: Image.Image) -> Image.Image:
    """Return an image that shows in white the pixels in which two pictures of the same size differ noticeably."""
    bands = ImageChops.difference(picture, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point([0] * (FAINT + 1) + [255] * (255 - FAINT))


def draw_pictures(key: str) -> None:
    """Draw the missing and outdated pictures of a game's rules. Raises LookupError if the game has no rules pages."""
    if not (FOLDER / f"{key}.md").exists():
        raise LookupError(f"docs/games/{key}.md is still missing: docs/adding-a-game.md, step 4")
    for page in pages(key):
        page.file.parent.mkdir(exist_ok=True)
        if not is_drawn(page):
            page.file.write_bytes(draw(page.scene))


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        draw_pictures(name)
