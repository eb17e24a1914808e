"""Lets spectators follow a match through silent direct messages, sent after each move or only at the end."""

from cogs.posts.controls import Buttons
from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.wire.controls import Controls, button
from matches.errors import Refusal
from matches.model import Follow, Match

END, MOVE = "end", "move"


async def follow_buttons(context: Context, match: Match) -> Buttons:
    """Return the buttons for following a running match.

    Returns [] if the bot is not a member of the server and can therefore only respond to interactions.
    """
    if context.here.guest:
        return []
    return _buttons(match, await context.service.follows.follow_of(match.id, context.me.id))


@control("follow", example=Example(args=("end",), by="Carol", writes="own"))
async def follow(context: Context) -> None:
    service, me = context.service, context.me
    each_move = context.one_of(0, (END, MOVE)) == MOVE
    match = await service.lookup.match(context.subject)
    if not any(place.public for place in await service.places.of(match.id)):
        raise Refusal("You can only follow matches in servers where Tidepool is installed.")
    follows = await service.follows.follow(match.id, me, each_move=each_move)
    facts = {"match": texts.title(match)}
    if each_move:
        text = say("Following {match}. You will get a DM for each move and when it ends.", **facts)
    else:
        text = say("Following {match}. You will get a DM when it ends.", **facts)
    await _answer(context, text, Controls(*_buttons(match, follows)))


@control("unfollow", example=Example(by="Carol", writes="own"))
async def unfollow(context: Context) -> None:
    match = await context.service.lookup.match(context.subject)
    await context.service.follows.unfollow(match.id, context.me.id)
    await _answer(context, say("You no longer follow {match}.", match=texts.title(match)))


async def _answer(context: Context, text: str, controls: Controls | None = None) -> None:
    """Respond privately, in a new message if editing the current one would replace a board."""
    message = context.interaction.message
    if message is not None and message.attachments:
        await context.tell(text, controls)
    else:
        await context.answer(text, controls)


def _buttons(match: Match, follows: Follow | None) -> Buttons:
    about = (match.id, match.rev)
    if follows is None:
        return [button("Follow", "follow", *about, END)]
    other = (
        button("Only the end", "follow", *about, END)
        if follows.each_move
        else button("Each move", "follow", *about, MOVE)
    )
    return [other, button("Unfollow", "unfollow", *about)]
