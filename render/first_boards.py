"""Pre-renders each game's first board and common pieces, so that no player has to wait for them.

Run `python -m render.first_boards` when installing the program in a folder that it cannot write to, such as a
service's.
"""

import os
import sys
from dataclasses import replace

from games import GAMES
from render import BOARDS, THEMES, Scene, draw
from render.layout import Layout
from render.paintings import file, paintings, write
from render.sprites import with_theme
from render.thumbnails import captions, overview
from render.webfont import web_font

READABLE = 0o644
"""A file mode that allows the service's account to read the file."""


def draw_all() -> None:
    for game in GAMES.values():
        first = game.start()
        draw(Scene(first, game.info.seats))
        move = first.legal_moves()[0]
        after = first.play(move)
        scene = Scene(after, game.info.seats).played(after.legal_moves()[0])
        draw(replace(scene, answered=(first, move)))  # has a legend
    overview(captions(), THEMES[0])
    web_font()


def paint_common() -> None:
    """Paint each game's common pieces in the size and theme of its first board."""
    for key, game in GAMES.items():
        board, scene = BOARDS[key], Scene(game.start(), game.info.seats)
        cell = Layout(board.grid(scene.position, scene.view)).cell
        for sprite in board.common():
            with_theme(sprite, cell, board.theme(scene.theme))


def prepare() -> None:
    """Use the file of paintings from now on.

    If it is missing or out of date, paint everything and write the file first. If it cannot be written, paint only what
    everybody sees first.
    """
    if not paintings.read(file()):
        with paintings.collecting() as collected:
            draw_all()
            if not sys.dont_write_bytecode and os.access(file().parent, os.W_OK):
                paint_common()
                write(file(), collected)


def main() -> int:
    """Paint the sprites and backgrounds of the first boards, write them to a file, and return the exit code."""
    with paintings.collecting() as collected:
        draw_all()
        paint_common()
    if not write(file(), collected):
        print(f"{file()} cannot be written", file=sys.stderr)  # noqa: T201 (a command line tool)
        return 1
    file().chmod(READABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
