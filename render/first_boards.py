"""The first board of each game, for which nothing shall need to be painted when somebody waits for it.

`python -m render.first_boards` paints for a program whose folder will be read-only, such as that of a service.
"""

from __future__ import annotations

import sys

from games import GAMES
from render import Scene, draw
from render.paintings import file, paintings, write

READABLE = 0o644
"""The mode of a file that the account which runs the program can read."""


def draw_all() -> None:
    """Draw a board of each game at the start."""
    for game in GAMES.values():
        draw(Scene(game.start(), game.info.seats))


def prepare() -> None:
    """Take paintings from the file from now on. If there is none that is up to date, paint and keep them."""
    if not paintings.read(file()):
        with paintings.recording() as found:
            draw_all()
        if not sys.dont_write_bytecode:
            write(file(), found)


def main() -> int:
    """Paint the sprites and grounds, and keep them for the program. Returns the exit code."""
    with paintings.recording() as found:
        draw_all()
    if not write(file(), found):
        print(f"{file()} cannot be written", file=sys.stderr)  # noqa: T201 (for whoever typed the command)
        return 1
    file().chmod(READABLE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
