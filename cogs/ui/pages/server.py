"""The page of `/server`: all settings of a server, and a list to select the one to change."""

from collections.abc import Mapping, Sequence

from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.ui.moderators import without_deleted
from cogs.ui.pages.samples import Page, choices, points, sample
from cogs.ui.pages.settings import changed, list_of, told
from cogs.wire import languages
from cogs.wire.controls import Controls, select
from games import Seat
from language import Sentence, listing
from looks import known_theme
from matches.errors import Refusal
from matches.setting_kinds import declared
from matches.settings import ServerSettings, ServerView

SETTINGS = declared(ServerSettings)
LOOKS = frozenset({"theme", "view"})
"""The topics whose choices the sample board shows."""
SAMPLED: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
"""The side at the bottom of the sample board for each view; the first side is to move there."""


@control(
    "server",
    *("serve-more", "serve-channels", "serve-role", "serve-clock", "serve-keep", "serve-large"),
    example=Example(),
)
async def open_page(context: Context) -> None:
    guild_id = managed(context)
    chosen = await without_deleted(context, await context.service.settings.of_server(guild_id))
    await context.answer(*await server_page(chosen))


@control("serve-what", example=Example(chosen="theme"))
async def open_topic(context: Context) -> None:
    chosen = await context.service.settings.of_server(managed(context))
    await context.answer(*await server_page(chosen, one_of(context.value(), SETTINGS)))


@control("serve", example=Example(args=("days",), chosen="3"))
async def choose(context: Context) -> None:
    """Change one setting. An empty list means none."""
    settings, guild_id = context.service.settings, managed(context)
    topic = context.arg(0)
    chosen = await settings.choose_for_server(
        guild_id, changed(await settings.of_server(guild_id), topic, context.values)
    )
    languages.keep_server(guild_id, chosen)
    await context.answer(*await server_page(chosen, topic))


async def server_page(chosen: ServerSettings, topic: str | None = None) -> Page:
    """The page, with the list of the setting `topic`."""
    known = declared(type(chosen))
    sampled = topic in LOOKS
    text = "\n".join(
        [
            say("### Settings of this server"),
            points(told(chosen, setting) for setting in known.values()),
            *([deleted(chosen.deleted)] if chosen.deleted else []),
            say("-# From the next move on, boards look like this sample.")
            if sampled
            else say("-# Changes take effect at once."),
        ]
    )
    topics = choices({topic: setting.about for topic, setting in known.items()})
    what = select("serve-what", topics, chosen=topic, placeholder=say("What do you want to change?"))
    lists = [] if topic is None else [list_of("serve", chosen, known[topic])]
    picture = await sample(known_theme(chosen.theme), SAMPLED[chosen.view]) if sampled else None
    return text, Controls(what, *lists), picture


def deleted(topics: Sequence[str]) -> str:
    """Tells those who manage a server that these settings named something that was deleted."""
    named = listing([Sentence(SETTINGS[topic].about) for topic in topics if topic in SETTINGS])
    return say("A channel or role was deleted, so it was removed from these settings: {settings}.", settings=named)


def managed(context: Context) -> int:
    """The server in which this is used. Raises Refusal if this person may not manage it."""
    if context.guild_id is None:
        raise Refusal("Use `/server` in a channel of your server.")
    if not context.interaction.permissions.manage_guild:
        raise Refusal("Only people with the **Manage Server** permission can change this.")
    return context.guild_id
