"""Shows private boards from either side, with buttons for stepping through the moves and links to the board page."""

from collections.abc import Sequence

import language
from cogs.posts.controls import Buttons, board_button, move_button, practise_button
from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import check_beginning
from cogs.ui.acts.follows import follow_buttons
from cogs.ui.acts.welcome import tell_absence
from cogs.ui.context import Context
from cogs.ui.pages.links import opens_board, page_links
from cogs.ui.studies.codes import tell_code
from cogs.ui.views import AS_TEXT, LAST, MOVES_A_PAGE, move_list, seat_below, shown_as, steps
from cogs.wire.controls import Button, Controls, button, number
from cogs.wire.pictures import Picture, picture
from games import Seat, worded
from language import listing
from matches.errors import Refusal
from matches.model import Match, Ply, Snapshot
from matches.results import bare_name, player_name, seat_name

LINK_ROW = 2
"""The row of the button that links to the board page."""
WAYS_A_ROW = 3
"""How many of the longer buttons fit next to each other on a phone."""


async def link_editor(context: Context, game: str) -> None:
    """Respond with a new link to a game's board editor."""
    name, secret = texts.game_name(game), await _secret(context, game)
    said = say("Set up a {game} position on the board page, then study it or play from it.", game=name)
    await context.tell(said, Controls(opens_board(context, secret)))


async def task_links(context: Context, game: str, task: str) -> list[Button]:
    """Return a button with a newly generated link to a task on the board page, or [] if the bot has no board page."""
    if context.client.board_url is None:
        return []
    return [opens_board(context, await _secret(context, game), task=task)]


async def _secret(context: Context, game: str) -> str:
    """Return the secret of a new link to the board page, which can begin matches if they can begin here."""
    try:
        await check_beginning(context)
        venue = None if context.here.guest else context.here
    except Refusal:
        venue = None
    return await context.service.visits.editor_link(context.me, game, venue, context.guild_id)


@control("mine", example=Example(public=True))
async def show_board(context: Context) -> None:
    """Show one person the newest board, with buttons for stepping back through the moves.

    If the bot is not a member of the server and a board is waiting to be shown there, shows that board publicly
    instead.
    """
    await _show_newest(context, as_text=False)


@control("letters", example=Example())
async def show_board_as_text(context: Context) -> None:
    """Show one person the newest board as text, with buttons for stepping back through the moves."""
    await _show_newest(context, as_text=True)


async def _show_newest(context: Context, *, as_text: bool) -> None:
    if await context.relay.boards.catch_up(context.subject, context.interaction):
        return
    snapshot = await context.service.lookup.snapshot(context.subject)
    match = snapshot.match
    context.relay.boards.replace_deleted([match], context.me.id)
    links = await page_links(context, match, LINK_ROW)
    if as_text:
        beside = [*_move(context, snapshot), *links]
        await context.tell(*_letters(snapshot, match.ply, beside), panel=("letters", match.id))
    else:
        look = await context.look(match)
        image = await picture(snapshot, **look)
        text, follow = _moment(snapshot, match.ply), await _follow(context, match)
        move = _move(context, snapshot)
        if follow:
            side = await context.service.crowds.side_of(match.id, context.me.id)
            if side is None:
                role = say("You are watching {players}.", players=texts.pair(match))
            else:
                role = say("You vote for {team}.", team=player_name(match, side))
            text = texts.introduced_once(match, f"{role}\n{text}")
        ways = _ways(snapshot, match.ply, look["view"], [*move, *follow, *links])
        await context.tell(text, ways, image, panel=("board", match.id))
    await tell_absence(context, snapshot)


@control("at", example=Example("over", ("0", "1", "back")))
async def look_at(context: Context) -> None:
    """Show the match's board at the ply and in the view specified by the custom_id."""
    await _look_at(context, context.number(0), shown_as(context, 1))


@control("jump", example=Example("over", ("0",), chosen="1"))
async def jump(context: Context) -> None:
    await _look_at(context, number(context.value()), shown_as(context, 0))


async def _look_at(context: Context, ply: int, shown: str) -> None:
    snapshot = await _snapshot_at(context, ply)
    if shown == AS_TEXT:
        beside = [*_move(context, snapshot), *await page_links(context, snapshot.match, LINK_ROW)]
        await context.answer(*_letters(snapshot, snapshot.ply, beside), panel=("letters", snapshot.match.id))
        return
    view, match = seat_below(shown), snapshot.match
    move, follow = _move(context, snapshot), await _follow(context, match)
    beside = [*move, *follow, *await page_links(context, match, LINK_ROW)]
    ways = _ways(snapshot, snapshot.ply, view, beside)
    image = await _draw_ply(context, snapshot, view)
    await context.answer(_moment(snapshot, snapshot.ply), ways, image, panel=("board", match.id))


async def _snapshot_at(context: Context, ply: int) -> Snapshot:
    """Return the match's snapshot after `ply` moves, or the newest one if the match has fewer."""
    lookup = context.service.lookup
    newest = (await lookup.match(context.subject)).ply
    return await (lookup.snapshot(context.subject) if ply >= newest else lookup.snapshot_at(context.subject, ply))


def _move(context: Context, snapshot: Snapshot) -> Buttons:
    """Return the button that opens the picker, if this is the newest board and it is the person's turn."""
    match = snapshot.match
    if match.over or snapshot.ply != match.ply or match.seat_of(context.me.id) != match.turn:
        return []
    return [move_button(match, row=1)]


async def _follow(context: Context, match: Match) -> Buttons:
    """Return the buttons that let a spectator follow a running match."""
    if match.over or match.seat_of(context.me.id) is not None:
        return []
    buttons = await follow_buttons(context, match)
    for item in buttons:
        item.row = 1
    return buttons


async def _draw_ply(context: Context, snapshot: Snapshot, view: Seat) -> Picture:
    """Draw the board after some of the moves, with a file name that differs from those in public posts."""
    match = snapshot.match
    image = await picture(snapshot, view, theme=await context.theme())
    return Picture(image.png, image.alt, f"{match.game}-{match.code}-at-{snapshot.ply}.png")


@control("moves", example=Example("over", ("0", "0")))
async def show_moves(context: Context) -> None:
    """Show a paged list of the match's moves, from which any move's board can be opened."""
    shown, page = shown_as(context, 0), context.number(1)
    match = await context.service.lookup.match(context.subject)
    plies = await context.service.lookup.plies(match.id)
    about = (match.id, match.rev)
    labels = [_move_label(match, ply) for ply in plies]
    jump, back = ("jump", *about, shown), ("at", *about, str(LAST), shown)
    listed, controls = move_list(labels, page, jump, ("moves", *about, shown), back)
    heading, sides = (
        say("### {match}", match=texts.game_name(match.game)),
        listing([seat_name(match, 0), seat_name(match, 1)]),
    )
    moves = texts.number_moves(match.game, [ply.text for ply in plies[listed]], listed.start + 1)
    await context.answer(f"{heading}\n{say('{sides}', sides=sides)}\n{moves}", controls)


def _move_label(match: Match, ply: Ply) -> str:
    """Format a move as plain text, such as `12 · Alice: d7-d5`."""
    facts = {"number": ply.ply, "player": bare_name(match, ply.seat), "move": worded(match.game, ply.text)}
    return language.say("{number} · {player}: {move}", **facts)


@control("share", example=Example("over", ("0", "0"), writes="shared"))
async def share(context: Context) -> None:
    snapshot = await _snapshot_at(context, context.number(0))
    match = snapshot.match
    if not match.over:
        raise Refusal("{match} is still running. You can share it when it is over.", match=texts.title(match))
    shown = shown_as(context, 1)
    with context.to_everybody():
        ways = Controls(board_button(match)) if await _others_see(context, match) else None
        people = [context.me.id, *(player.id for player in match.players)]
        image = None if shown == AS_TEXT else await _draw_ply(context, snapshot, seat_below(shown))
        text = _moment(snapshot, snapshot.ply) if image else _letters(snapshot, snapshot.ply)[0]
        by = say("{player} shares a board:", player=context.me.name)
        await context.publish(f"{by}\n{text}", ways, image, people=people)


async def _others_see(context: Context, match: Match) -> bool:
    """Return whether everyone here may see the match: in a server, whether one of its channels shows it."""
    here = context.here
    if here.direct:
        return True
    places = await context.service.places.of(match.id)
    inside = [place for place in places if here.guild_id is not None and place.guild_id == here.guild_id]
    return bool(inside) or here.channel_id in {place.channel_id for place in places}


def _letters(snapshot: Snapshot, ply: int, beside: Sequence[Button] = ()) -> tuple[str, Controls]:
    position = snapshot.position
    text = f"{_moment(snapshot, ply)}\n```\n{position.diagram()}\n```\n-# {say(position.info.legend)}"
    match = snapshot.match
    drawn = button("Board as picture", "at", match.id, match.rev, str(ply), "0", "picture", row=1)
    more = _more_button(snapshot, ply, AS_TEXT)
    return text, Controls(*_steps(snapshot, ply, AS_TEXT), drawn, *_review(match, ply), more, *beside)


def _ways(snapshot: Snapshot, ply: int, view: Seat, beside: Buttons) -> Controls:
    """Return buttons for stepping through the moves and turning the board, those in `beside`, and **More**."""
    match = snapshot.match
    other = button("Turn the board", "at", match.id, match.rev, str(ply), str(1 - view), row=1)
    turn = [] if snapshot.position.info.one_view else [other]
    more = _more_button(snapshot, ply, str(view))
    return Controls(*_steps(snapshot, ply, str(view)), *turn, *_review(match, ply), *beside, more)


def _review(match: Match, ply: int) -> Buttons:
    """Return a button that leads from a finished match's board to the page of its review about the next move."""
    if not (match.over and match.ply):
        return []
    return [button("Review", "review", match.id, match.rev, str(ply + 1), row=1)]


def _more_button(snapshot: Snapshot, ply: int, view: str) -> Button:
    return button("More", "at-more", snapshot.match.id, snapshot.match.rev, str(ply), view, row=1)


@control("at-more", example=Example("over", ("0", "0")))
async def show_more_ways(context: Context) -> None:
    """Show buttons for less common actions, such as listing the moves, showing the board as text, and sharing."""
    snapshot, shown = await _snapshot_at(context, context.number(0)), shown_as(context, 1)
    match, ply = snapshot.match, snapshot.ply
    about = (match.id, match.rev)
    page = max(ply - 1, 0) // MOVES_A_PAGE
    ways = [
        button("Moves", "moves", *about, shown, str(page)),
        button("Board as text", "at", *about, str(ply), AS_TEXT, "letters"),
        button("Copy the position", "code", *about, str(ply)),
        button("Export", "export", *about),
    ]
    if match.over and match.ply:
        practised = match.seat_of(context.me.id) is not None and not context.service.mistakes.is_faultless(match)
        ways += practise_button(match) if practised else []
        ways.append(button("GIF", "gif", *about, shown))
    if match.over:
        ways.append(button("Try other moves", "study-of", *about, str(ply), shown))
        ways.append(button("Share", "share", *about, str(ply), shown, style="primary"))
    ways.append(button("Back to the board", "at", *about, str(ply), shown, "board"))
    await context.answer(_moment(snapshot, ply), Controls(*ways, width=WAYS_A_ROW))


@control("code", example=Example("over", ("0",)))
async def show_code(context: Context) -> None:
    await tell_code(context, (await _snapshot_at(context, context.number(0))).position)


def _moment(snapshot: Snapshot, ply: int) -> str:
    """Describe the board after `ply` moves: the state of the match if it is the newest, or else the move's number."""
    match = snapshot.match
    if ply == match.ply:
        first = texts.state_of(snapshot)
    elif ply:
        facts = {"match": texts.game_name(match.game), "number": ply, "count": match.ply}
        first = say("{match} after move {number} of {count}.", **facts)
    else:
        first = plural(
            "{match} at the start of {count} move.",
            "{match} at the start of {count} moves.",
            count=match.ply,
            match=texts.game_name(match.game),
        )
    lines = [first, texts.last_move(snapshot), texts.warning(snapshot)]
    return texts.introduced_once(match, "\n".join(filter(None, lines)))


def _steps(snapshot: Snapshot, ply: int, view: str) -> list[Button]:
    match = snapshot.match
    return steps(lambda to, name: ("at", match.id, match.rev, str(to), view, name), ply, match.ply)
