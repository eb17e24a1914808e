"""Draws boards outside the event loop, as attachments with file names and descriptions."""

import asyncio
import contextvars
import io
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ParamSpec, TypeVar

import discord

from cogs.wire.metrics import PICTURE
from games import GAMES, Seat, other_side
from language import listing, say
from looks import plain_names, scene_of
from matches.model import Challenge, Match, Snapshot
from matches.openings import opening, shows_example
from matches.results import introduction
from matches.reviews import Review
from matches.tasks import Task
from render import Scene, alt_text, draw
from render.descriptions import MOST_CHARACTERS
from render.evaluation_graph import EvaluationGraph, draw_evaluation_graph, evaluation_text
from render.first_boards import prepare
from render.thumbnails import captions, example, low_picture, overview, small_picture, start_scene

Args = ParamSpec("Args")
Drawn = TypeVar("Drawn")

# Encoding a PNG releases the GIL, but drawing holds it, so more threads would only add contention.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="draw")


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with a file name and a description for screen readers."""

    png: bytes
    alt: str
    filename: str

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.png), self.filename, description=self.alt)


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that remains attached to its message when the message is edited."""

    attachment: discord.Attachment

    def file(self) -> discord.Attachment:
        return self.attachment


async def draw_png(scene: Scene[Any]) -> bytes:
    """Draw a scene as a PNG, in the current language."""
    with PICTURE.labels(scene.position.info.key).time():
        return await draw_in_thread(draw, scene)


async def draw_in_thread(drawing: Callable[Args, Drawn], *args: Args.args, **kwargs: Args.kwargs) -> Drawn:
    """Call a drawing function in a thread, in the current language."""
    context = contextvars.copy_context()
    work = partial(context.run, drawing, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_threads, work)


async def picture(snapshot: Snapshot, view: Seat = 0, **more: Any) -> Picture:  # noqa: ANN401 (fields of Scene)
    """Draw a match's board. The file name identifies the match and the board (see `filename`)."""
    scene = scene_of(snapshot, view, **more)
    return Picture(await draw_png(scene), alt_text(scene), filename(snapshot.match))


async def low(
    snapshot: Snapshot,
    view: Seat = 0,
    *,
    share: float,
    **more: Any,  # noqa: ANN401 (fields of Scene)
) -> Picture:
    """Draw a board as `picture` does, adding side margins so that its height is at most `share` times its width."""
    scene = scene_of(snapshot, view, **more)
    return Picture(await draw_in_thread(low_picture, scene, share), alt_text(scene), filename(snapshot.match))


async def small(snapshot: Snapshot, view: Seat = 0, **more: Any) -> Picture:  # noqa: ANN401 (fields of Scene)
    """Draw a smaller board than `picture` does, without the players' nameplates."""
    scene = scene_of(snapshot, view, plates=False, **more)
    return Picture(await draw_in_thread(small_picture, scene), alt_text(scene), filename(snapshot.match))


async def task_picture(
    name: str,
    task: Task,
    theme: str,
    line: Sequence[str] = (),
    drawing: Callable[..., Awaitable[Picture]] = picture,
    **more: Any,  # noqa: ANN401 (fields of Scene)
) -> Picture:
    """Draw a task's board after the moves in `line`.

    The picture's file name differs from those of all matches' boards.
    """
    goal = task.goal.said() if task.goal and not line else ""
    image = await drawing(task.after(line), task.view, theme=theme, goal=goal, **more)
    return replace(image, filename=f"{name}-{task.position.info.key}.png")


async def small_board(challenge: Challenge, theme: str) -> Picture:
    """Draw what a challenge is about as a small board without the players' nameplates.

    That is the game's example or, where `shows_example` is false, the board at the start.
    """
    begun = GAMES[challenge.game], challenge.options, challenge.start
    name = f"{challenge.game}-{challenge.code}.png"
    if shows_example(*begun):
        scene = example(challenge.game, theme)
        alt = say("An example: {board}", board=alt_text(scene))[:MOST_CHARACTERS]
        return Picture(await draw_in_thread(small_picture, scene), alt, name)
    position = opening(*begun)
    game = say(position.info.name)
    alt = say("{game}: the board at the start.", game=game)
    if challenge.start:
        alt = say("{game}, a position that was set up:\n{board}", game=game, board=position.diagram())
    return Picture(await draw_in_thread(small_picture, start_scene(position, theme)), alt, name)


async def games_picture(theme: str, chosen: str = "") -> Picture:
    """Draw a small, labelled board for each game, marking the game `chosen`."""
    cards = captions()
    png = await draw_in_thread(overview, cards, theme, chosen)
    return Picture(png, say("The boards of {games}.", games=listing([name for name, _ in cards])), "games.png")


async def evaluation_picture(match: Match, review: Review, theme: str, reader: Seat) -> Picture:
    """Draw a graph of the winning chances over a match, with higher values being better for the reader."""
    seats = reader, other_side(reader)
    names, (first, second) = plain_names(match), seats
    graph = EvaluationGraph(
        [1 - chance for chance in review.chances] if reader else review.chances,
        (names[first], names[second]),
        (GAMES[match.game].info.side(first), GAMES[match.game].info.side(second)),
        [slip.ply for slip in review.slips],
        theme,
    )
    png = await draw_in_thread(draw_evaluation_graph, graph)
    above, below = (str(introduction(match.players[seat])) for seat in seats)
    words = evaluation_text(replace(graph, names=(above, below)))
    return Picture(png, words, f"{match.game}-{match.code}-review.png")


def filename(match: Match) -> str:
    """Return a file name such as `konane-1f3k-12.png`, which identifies a match and its board's revision."""
    return f"{match.game}-{match.code}-{match.board_rev}.png"


async def warm_up() -> None:
    """Load or pre-render pieces so that the first move after startup is not delayed."""
    await draw_in_thread(prepare)
