"""Makes GIFs of whole matches or of lines in studies, drawing them in a helper process and caching the results."""

import hashlib
import logging
from dataclasses import dataclass, replace

import language
from cogs.texts import matches as match_texts
from cogs.texts import studies as study_texts
from cogs.texts.markdown import plural, say
from cogs.texts.practice import place_in_queue
from cogs.ui.actions import MOMENT, Example, control
from cogs.ui.context import Context
from cogs.ui.files.records import Document
from cogs.ui.views import seat_below, shown_as
from cogs.wire.compute import BEHIND
from cogs.wire.controls import Controls, button
from games import Result, Seat
from language import Sentence, counted
from matches.errors import Refusal
from matches.model import Match
from matches.notation import Record, record_of
from matches.results import result_of
from render.cache import Cache
from render.gif import draw_gif

log = logging.getLogger(__name__)

MOST_MOVES = 400
"""The maximum number of moves in a GIF, which limits the size of the file."""
SECONDS = 120
"""How long drawing a GIF may take before it is aborted, in seconds."""
_kept = Cache("gifs", 8_000_000)
"""The cache of the most recently requested GIFs."""


@dataclass(frozen=True, slots=True)
class Animation:
    """The content of a GIF."""

    key: str
    """The cache key. Animations with equal keys differ at most in names, view, theme and language."""
    name: Sentence
    """The title of the match or study."""
    filename: str
    record: Record
    ended: Result | None
    void: bool = False


@control("gif", example=Example("over", ("0",)))
async def show_gif(context: Context) -> None:
    """Send a finished match's GIF privately, with a button for posting it publicly.

    The first argument is the side from which the board is seen, by default the reader's.
    """
    match, animation = await _of_match(context)
    shown = shown_as(context, 0) if context.args else str(match.seat_of(context.me.id) or 0)
    document = await _document(context, animation, seat_below(shown))
    post = button("Post it here", "gif-post", match.id, match.rev, shown, style="primary")
    await context.tell(say("{match}, move by move.", match=animation.name), Controls(post), document)


@control("gif-post", example=Example("over", ("0",), writes="shared"))
async def post_gif(context: Context) -> None:
    match, animation = await _of_match(context)
    with context.to_everybody():
        document = await _document(context, animation, seat_below(shown_as(context, 0)))
        text = say("{player} posted a GIF of {match}", match=animation.name, player=context.me.name)
        await context.publish(text, None, document, people=[context.me.id, *(player.id for player in match.players)])


async def _of_match(context: Context) -> tuple[Match, Animation]:
    """Return a finished match and what its GIF will show. Raises Refusal if the match is still running."""
    match = await context.service.lookup.match(context.subject)
    if not match.over:
        raise Refusal("{match} is still running. You can get its GIF when it is over.", match=match_texts.title(match))
    # refuses a match that cannot be replayed; a helper process could not explain why
    await context.service.lookup.snapshot(match.id)
    plies = await context.service.lookup.plies(match.id)
    animation = Animation(
        f"match {match.id} {match.board_rev}",
        match_texts.title(match),
        f"{match.game}-{match.code}.gif",
        record_of(match, plies, None),
        result_of(match),
        match.void,
    )
    return match, animation


@control("study-gif", about="study", example=Example("study", MOMENT))
async def show_line(context: Context) -> None:
    at = await context.service.studies.moment(context.subject, context.me.id, context.number(0))
    match, record = study_texts.with_names(at.snapshot).match, at.study.record_of(at.line)
    first, second = match.players
    record = replace(record, players=(first.name, second.name))
    moves = hashlib.sha256(repr([record.start, *(move.text for move in record.moves)]).encode()).hexdigest()
    ended = result_of(match) if match.over else None
    animation = Animation(
        f"study {at.study.id} {moves}", study_texts.title(at.study), "study.gif", record, ended, match.void
    )
    document = await _document(context, animation, seat_below(shown_as(context, 2)))
    await context.tell(say("{match}, move by move.", match=animation.name), None, document)


async def _document(context: Context, animation: Animation, view: Seat) -> Document:
    """Return the GIF as seen from one side. If it must be drawn first, tell the person to wait."""
    count = len(animation.record.moves)
    if count > MOST_MOVES:
        raise Refusal(
            "{match} has more than {most} moves, so its GIF would be too large.", match=animation.name, most=MOST_MOVES
        )
    theme = await context.theme()
    key = f"{animation.key} {animation.record.players} {view} {theme} {language.language()}".encode()
    drawn = _kept.get(key)
    if drawn is None:
        async with context.file_work():
            await context.reply.wait()
            with context.to_reader():
                begun = _progress_text(animation, context.client.compute.waiting)
            await context.reply.meanwhile(begun)
            drawn = await _drawn(context, animation, view, theme)
            _kept.put(key, drawn)
    moves = counted("{count} move", "{count} moves", count)
    alt = language.say("{match} as a moving picture: {moves}.", match=animation.name, moves=moves)
    return Document(drawn, animation.filename, alt)


def _progress_text(animation: Animation, waiting: int) -> str:
    """Return a sentence saying that the GIF is being drawn, and how many jobs are ahead of it in the queue."""
    first = plural(
        "Drawing {count} move of {match}. The GIF will be here in a moment.",
        "Drawing {count} moves of {match}. The GIF will be here in a moment.",
        count=len(animation.record.moves),
        match=animation.name,
    )
    return "\n".join(filter(None, [first, place_in_queue(waiting)]))


def forget_gifs() -> None:
    """Clear the GIF cache, because GIFs contain players' names."""
    _kept.clear()


async def _drawn(context: Context, animation: Animation, view: Seat, theme: str) -> bytes:
    record = animation.record
    try:
        return await context.client.compute.run(
            draw_gif,
            record.game,
            dict(record.options),
            [move.text for move in record.moves],
            record.players,
            seconds=SECONDS,
            priority=BEHIND,
            requester=context.me.id,
            view=view,
            theme=theme,
            ended=animation.ended,
            void=animation.void,
            start=record.start,
            language=language.language(),
        )
    except TimeoutError as error:  # from the helper process, not from Discord
        log.warning("A GIF of %d moves was not drawn within %d s", len(record.moves), SECONDS)
        raise Refusal(
            "I am too busy to draw {match} right now. Please try again later.", match=animation.name
        ) from error
