"""Boards as Discord takes them: drawn apart from the event loop, with a name and a description in words."""

from __future__ import annotations

import asyncio
import contextvars
import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord

from cogs.wire.metrics import PICTURE
from games import GAMES
from language import one_line, say
from matches.openings import opening
from matches.results import result_of
from render import Scene, alt_text, draw
from render.course import Course, course_text, draw_course
from render.first_boards import prepare
from render.thumbnails import thumbnail

if TYPE_CHECKING:
    from collections.abc import Callable

    from games import Seat
    from matches.model import Challenge, Match, Snapshot
    from matches.reviews import Review

Given = ParamSpec("Given")
Made = TypeVar("Made")

# Encoding a PNG releases the interpreter's lock and drawing holds it: more threads would only make everybody wait.
_artists = ThreadPoolExecutor(max_workers=2, thread_name_prefix="draw")


@dataclass(frozen=True, slots=True)
class Picture:
    """An image with a name and its description."""

    png: bytes
    alt: str
    filename: str

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.png), self.filename, description=self.alt)


async def drawn(scene: Scene[Any]) -> bytes:
    """The picture of a scene as a PNG, in the language of the reader."""
    with PICTURE.labels(scene.position.info.key).time():
        return await made(draw, scene)


async def made(drawing: Callable[Given, Made], *given: Given.args, **more: Given.kwargs) -> Made:
    """What is drawn apart from the event loop, in the language of the reader."""
    context = contextvars.copy_context()
    work = partial(context.run, drawing, *given, **more)
    return await asyncio.get_running_loop().run_in_executor(_artists, work)


async def picture(snapshot: Snapshot, view: Seat = 0, **more: Any) -> Picture:  # noqa: ANN401 (fields of Scene)
    """The board of a match."""
    match, first = snapshot.match, snapshot.first
    scene = Scene(
        snapshot.position,
        _names(match),
        snapshot.before,
        snapshot.move,
        answered=(first, first.parse(snapshot.answered)) if first and snapshot.answered else None,
        view=view,
        begun=snapshot.position.ply - snapshot.ply,
        ended=result_of(match) if match.over and snapshot.ply >= match.ply else None,
        void=match.void,
        **more,
    )
    return Picture(await drawn(scene), alt_text(scene), filename(match))


async def small_board(challenge: Challenge, theme: str) -> Picture:
    """The board with which a match would begin, small and without the players."""
    position = opening(GAMES[challenge.game], challenge.options, challenge.start)
    png = await made(thumbnail, position, theme)
    game = say(position.info.name)
    alt = say("{game}: the board at the start.", game=game)
    if challenge.start:
        alt = say("{game}, a position that was set up:\n{board}", game=game, board=position.diagram())
    return Picture(png, alt, f"{challenge.game}-{challenge.code}.png")


async def course_picture(match: Match, review: Review, theme: str) -> Picture:
    """How the chances went in a match, as a picture."""
    course = Course(
        review.chances,
        _names(match),
        (GAMES[match.game].info.side(0), GAMES[match.game].info.side(1)),
        [slip.ply for slip in review.slips],
        theme,
    )
    png = await made(draw_course, course)
    return Picture(png, course_text(course), f"{match.game}-{match.code}-review.png")


def _names(match: Match) -> tuple[str, str]:
    """The names of the players by seat, in one line: no Markdown is read in a picture or its description."""
    return one_line(match.players[0].name), one_line(match.players[1].name)


def filename(match: Match) -> str:
    """`konane-1f3k-12.png`: it also tells later which board of which match a post shows."""
    return f"{match.game}-{match.code}-{match.board_rev}.png"


async def warm_up() -> None:
    """Have what the first boards need, so that no first move waits until pieces are painted."""
    await made(prepare)
