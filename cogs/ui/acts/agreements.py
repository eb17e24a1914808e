"""Lets players agree to draws, takebacks and aborts, claim a win on time, and continue an idle match."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeVar

from cogs.posts.controls import ABORT, Buttons, move_button, newest_move, offer_message, questions
from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.views import unseen_board
from cogs.wire.controls import Controls, button
from games import Seat, other_side
from language import Sentence, mark
from matches.clock import out_of_time
from matches.errors import Ahead, Stale
from matches.model import Snapshot
from matches.results import introduction
from service.agreements import Agreements

ASK = "ask"
"""The argument of a takeback button whose label says that it asks the opponent."""

GOES_ON = mark("The match continues.")
TAKEN_BACK = mark("You took back your move in {match}.")

Answer = TypeVar("Answer")
Act = Callable[..., Awaitable[Snapshot]]
"""An unbound method of `Agreements`."""
Again = Callable[[Context], Awaitable[bool]]
"""Responds to an action that has already been performed, and returns whether that is the case."""


def _act(name: str, example: Example, act: Act, done: str, question: str = "", *, anytime: bool = False) -> None:
    """Register the control that performs `act`.

    It responds with the sentence `done` or, if the opponent must agree first, with `question`. If it can
    be done `anytime`, it does not depend on the position, so its button works after later moves too.
    """

    @control(name, example=example)
    async def acted(context: Context) -> None:
        await _perform(context, act, done, question, anytime=anytime)


async def on_any_board(context: Context, act: Callable[..., Awaitable[Answer]]) -> Answer:
    """Perform an action that does not depend on the position, even if its button is below an older board.

    Raises Ahead if that board is unknown, and Stale below a public board where the bot is a guest, as its refusal shows
    the newest one.
    """
    try:
        return await act(context.subject, context.me.id, rev=context.rev)
    except Stale as refusal:
        if isinstance(refusal, Ahead) or context.from_guest_board:
            raise
        return await act(context.subject, context.me.id)


async def _from_menu(
    context: Context, act: Callable[..., Awaitable[Answer]], *, anytime: bool = False, again: Again | None = None
) -> Answer | None:
    """Perform an action. If it is refused because a private menu is outdated, update that menu and return None.

    `again` responds if the menu is outdated because the action has already been performed.
    """
    try:
        if anytime:
            return await on_any_board(context, act)
        return await act(context.subject, context.me.id, rev=context.rev)
    except Stale as refusal:
        if isinstance(refusal, Ahead):
            raise
        if again is not None and await again(context):
            return None
        if not context.from_private_message:
            raise
        await _renew(context, refusal)
        return None


async def _perform(
    context: Context, act: Act, done: str, question: str, *, anytime: bool = False, again: Again | None = None
) -> None:
    snapshot = await _from_menu(context, partial(act, context.service.agreements), anytime=anytime, again=again)
    if snapshot is None:
        return
    match, facts = snapshot.match, _facts(context, snapshot)
    if match.seat_of(context.me.id) not in {match.draw_by, match.takeback_by, match.abort_by}:
        text = say(done, **facts)
        await context.show(snapshot, text)
        await context.about(match).replace_older()
        if match.turn == match.seat_of(context.me.id) and not match.over:
            await context.if_possible(_show_unseen(context, snapshot, text))
        return
    await context.answer(say(question, **facts))
    context.about(match).passing()
    if match.answering is not None:
        await context.relay.follow_offer(match, context.interaction)


async def _renew(context: Context, refusal: Stale) -> None:
    """Replace an outdated private menu with the reason for the refusal and up-to-date buttons."""
    snapshot = await context.service.lookup.snapshot(context.subject)
    match = snapshot.match
    seat = match.seat_of(context.me.id) or 0
    said, buttons = await agreements(context, snapshot, seat)
    if match.turn == seat:
        buttons.insert(0, move_button(match))
    text = "\n".join([escaped(refusal.sentence), *said])
    await context.answer(text, Controls(*buttons), panel=("more", match.id))


async def _show_unseen(context: Context, snapshot: Snapshot, text: str) -> None:
    """Show the newest board privately to the player whose turn it is, if the posted board is out of sight."""
    image = await unseen_board(context, snapshot)
    if image is None:
        return
    controls = Controls(move_button(snapshot.match))
    if context.from_private_message:
        await context.show_again(snapshot.match, text, controls, image)
    else:
        await context.tell(text, controls, image)
    context.about(snapshot.match).passing()


def _decline(name: str, example: Example, act: Act, *, anytime: bool = False) -> None:
    """Register the control for declining one kind of proposal, which is announced above the newest board."""

    @control(name, example=example)
    async def declined(context: Context) -> None:
        snapshot = await _from_menu(context, partial(act, context.service.agreements), anytime=anytime)
        if snapshot is not None:
            await context.announce(snapshot.match, say(GOES_ON))


DRAWN, ABORTED = mark("{match} is a draw."), mark("{match} is aborted.")
_act(
    "draw",
    Example("drawable"),
    Agreements.offer_draw,
    DRAWN,
    mark("You offered {opponent} a draw in {match}. The offer stands until it is answered or your turn comes again."),
)
_act("draw-yes", Example("draw offered", by="Bob"), Agreements.accept_draw, DRAWN)
_decline("draw-no", Example("draw offered", by="Bob"), Agreements.decline_draw)


@control("takeback", example=Example("drawable"))
async def take_back_move(context: Context) -> None:
    """Take back the newest move.

    If the opponent must agree and the button did not say so, asks for confirmation first. Pressed twice, it takes back
    one move.
    """
    asks = ASK not in context.args and await _from_menu(context, context.service.agreements.must_ask, again=_say_again)
    if asks is None:
        return
    if asks:
        snapshot = await context.service.lookup.snapshot(context.subject)
        seat = snapshot.match.seat_of(context.me.id)
        question = say("{move} can now be taken back only if {opponent} agrees.", **_facts(context, snapshot))
        await context.answer(question, Controls(*take_back(snapshot, seat, asks=True)))
        return
    asked = mark("You asked {opponent} to take back {move} in {match}.")
    await _perform(context, Agreements.take_back, TAKEN_BACK, asked, again=_say_again)


async def _say_again(context: Context) -> bool:
    """Respond to a second press of **Take back** as to the first one.

    Returns False without a response if the move has not been taken back.
    """
    if not await context.service.agreements.was_taken_back(context.subject, context.me.id, rev=context.rev):
        return False
    snapshot = await context.service.lookup.with_newest_board(context.subject)
    text = say(TAKEN_BACK, **_facts(context, snapshot))
    await context.answer(text)
    await context.replace_older()
    await context.if_possible(_show_unseen(context, snapshot, text))
    return True


_act(
    "takeback-yes",
    Example("take-back asked for", by="Bob"),
    Agreements.grant_take_back,
    mark("{opponent} took back the move in {match}."),
)
_decline("takeback-no", Example("take-back asked for", by="Bob"), Agreements.refuse_take_back)
_act(
    "abort-offer",
    Example("played"),
    Agreements.offer_abort,
    ABORTED,
    mark("You asked {opponent} to abort {match}. The request stands until it is answered or your turn comes again."),
    anytime=True,
)
_act("abort-yes", Example("abort proposed", by="Bob"), Agreements.accept_abort, ABORTED, anytime=True)
_decline("abort-no", Example("abort proposed", by="Bob"), Agreements.decline_abort, anytime=True)
_act("abort", Example(), Agreements.abort, mark("You aborted {match}."), anytime=True)


@control("abort?", example=Example(public=True))
async def ask_to_abort(context: Context) -> None:
    """Ask the player to confirm aborting the match.

    If the opponent must agree, for example because both players have made two moves, asks whether to propose it to
    them.
    """
    match, alone = await on_any_board(context, context.service.agreements.abortable)
    seat = match.seat_of(context.me.id) or 0
    if match.abort_by not in {None, seat}:
        asked, controls = offer_message(await context.service.lookup.snapshot(match.id), seat)
        await context.answer(asked, controls)
        return
    facts = {"match": texts.title(match), "opponent": match.players[1 - seat].name}
    if alone:
        question = say("Abort {match}? It will end at once, without a result.", **facts)
        act = button(ABORT, "abort", match.id, match.rev, style="danger")
    else:
        question = say("Ask {opponent} to abort {match}? If they agree, it ends without a result.", **facts)
        act = button("Ask to abort", "abort-offer", match.id, match.rev, style="danger")
    keep = button("Keep playing", "keep", match.id, match.rev)
    await context.answer(question, Controls(act, keep), panel=("resign", match.id))
    context.passing()


@control("claim", example=Example("out of time", by="Bob"))
async def claim(context: Context) -> None:
    snapshot = await context.service.agreements.claim(context.subject, context.me.id)
    await context.show(snapshot, escaped(texts.ending(snapshot.match)))
    await context.replace_older()


@control("keep-on", example=Example("long idle"))
async def keep_on(context: Context) -> None:
    snapshot = await context.service.agreements.keep(context.subject, context.me.id)
    await context.announce(snapshot.match, say(GOES_ON))


def draw_offer(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """Return sentences about open offers, along with buttons for answering them or offering a draw."""
    match = snapshot.match
    said, buttons = questions(snapshot, seat)
    if match.draw_by == seat:
        said.append(say("You offered a draw. The offer stands until it is answered or your turn comes again."))
    elif may_offer_draw(snapshot):
        buttons.append(button("Offer a draw", "draw", match.id, match.rev))
    return said, buttons


def may_offer_draw(snapshot: Snapshot) -> bool:
    """Return whether the game has draws and nobody has offered one."""
    return snapshot.match.draw_by is None and snapshot.position.info.draws


async def agreements(context: Context, snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """Return sentences about open offers, along with the player's buttons for draw offers and takebacks."""
    match = snapshot.match
    said, buttons = draw_offer(snapshot, seat)
    if match.takeback_by == seat:
        move = newest_move(snapshot)
        said.append(say("You asked to take back {move}.", move=move))
    else:
        asks = await context.service.agreements.must_ask(match.id, context.me.id)
        buttons += take_back(snapshot, seat, asks=asks)
    if match.abort_by == seat:
        said.append(say("You proposed to abort the match."))
    return said, buttons


def take_back(snapshot: Snapshot, seat: Seat | None, *, asks: bool = False) -> Buttons:
    """Return a button for taking back a player's last move.

    `asks` means that the opponent must agree, so the label says that it asks. Against the computer, the button is below
    the board instead.
    """
    match, before = snapshot.match, snapshot.before
    if match.practice or match.over or match.takeback_by is not None or before is None or before.turn != seat:
        return []
    move = before.worded(before.format(snapshot.move))
    if asks:
        opponent = introduction(match.players[other_side(before.turn)])
        label = Sentence("Ask {opponent} to take back {move}", {"opponent": opponent, "move": move})
        return [button(label, "takeback", match.id, match.rev, ASK)]
    return [button(Sentence("Take back {move}", {"move": move}), "takeback", match.id, match.rev)]


def endings(snapshot: Snapshot, seat: Seat, now: int) -> Buttons:
    """Return the player's buttons for aborting the match and claiming a win on time."""
    match = snapshot.match
    buttons: Buttons = []
    if match.abort_by is None:
        buttons.append(button(ABORT, "abort?", match.id, match.rev))
    if match.turn != seat and out_of_time(match, now) and match.clock and not match.clock.hard:
        buttons.append(button("Claim the win", "claim", match.id, match.rev, style="success"))
    return buttons


def _facts(context: Context, snapshot: Snapshot) -> Mapping[str, object]:
    """Return the placeholder values for sentences to this player: the match, the opponent and the last move."""
    match = snapshot.match
    opponent = introduction(match.players[1 - (match.seat_of(context.me.id) or 0)])
    return {"match": texts.title(match), "opponent": opponent, "move": newest_move(snapshot)}
