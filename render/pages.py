"""The pages that explain each game, read from `docs/games/<key>.md`; `python -m render.pages` draws their pictures.

A page is a section: a heading, some text, and one picture with a comment that says what it shows:

    ## How stones move
    A stone jumps over ...

    <!-- picture: option size=6; moves d3 c3 b3-d3; view 1 -->
    ![Black has just jumped from b3 to d3.](images/konane-jump.png)

The comment's clauses are `option name=value …`, `position <encoded>` instead of the start, `moves …` played from there
(the last of them is marked on the picture), `chosen place …` and `view 0` or `view 1`.
"""

from __future__ import annotations

import functools
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from games import GAMES
from render import Scene, draw

FOLDER = Path(__file__).parent.parent / "docs" / "games"
_PICTURE = re.compile(r"<!-- picture:(?P<clauses>[^>]*)-->\s*!\[(?P<alt>[^\]]+)\]\((?P<file>[^)]+)\)")
_CLAUSES = {"option", "position", "moves", "chosen", "view"}


@dataclass(frozen=True, slots=True)
class Page:
    """A section of a game's page: what is read, and what is drawn beside it."""

    heading: str
    text: str
    alt: str
    """The picture in words."""
    scene: Scene
    file: Path
    """Where the picture stands for readers of the Markdown file."""


@functools.cache
def pages(key: str) -> tuple[Page, ...]:
    """The pages of a game in order.

    Raises ValueError, naming the section, if one has not exactly one picture or its picture cannot be told.
    """
    _, *sections = (FOLDER / f"{key}.md").read_text(encoding="utf-8").split("\n## ")
    return tuple(_page(key, *section.split("\n", 1)) for section in sections)


def _page(key: str, heading: str, body: str) -> Page:
    pictures = list(_PICTURE.finditer(body))
    if len(pictures) != 1:
        raise ValueError(f"{key}.md, “{heading}”: a section has one picture, this one {len(pictures)}")
    told = pictures[0]
    try:
        scene = _scene(key, told["clauses"])
    except ValueError as error:
        raise ValueError(f"{key}.md, “{heading}”: {error}") from error
    return Page(heading, _PICTURE.sub("", body).strip(), told["alt"], scene, FOLDER / told["file"])


def _scene(key: str, clauses: str) -> Scene:
    words = dict(clause.strip().partition(" ")[::2] for clause in clauses.split(";"))
    if unknown := words.keys() - _CLAUSES:
        raise ValueError(f"a picture is not told by {', '.join(sorted(unknown))}")
    game = GAMES[key]
    if "position" in words:
        position = game.decode(words["position"])
    else:
        position = game.start(**dict(option.split("=", 1) for option in words.get("option", "").split()))
    before = move = None
    for text in words.get("moves", "").split():
        before, move = position, position.parse(text)
        position = before.play(move)
    return Scene(
        position,
        names=game.info.seats,
        before=before,
        move=move,
        view=1 if words.get("view") == "1" else 0,
        chosen=tuple(words.get("chosen", "").split()),
    )


def main(*keys: str) -> None:
    """Draw the pictures of the named games' pages, or of all."""
    for key in keys or GAMES:
        for page in pages(key):
            page.file.parent.mkdir(exist_ok=True)
            page.file.write_bytes(draw(page.scene))


if __name__ == "__main__":
    main(*sys.argv[1:])
