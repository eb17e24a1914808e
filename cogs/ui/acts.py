"""What a player does beside the board, each act one function for the button and the command alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from cogs.texts import matches as words
from cogs.ui.controls import Controls, Press, button, control
from cogs.ui.errors import Told, turn, whisper
from matches.codes import id_of

if TYPE_CHECKING:
    from cogs._client import Interaction
    from matches.records import Match, Snapshot

Act = Callable[["Interaction", int, "int | None"], Awaitable[None]]
"""Takes the interaction, the match, and the revision that the person was looking at, if they were."""

ACTS: dict[str, Act] = {}
"""By the name that stands in the custom_id."""

MOST_BUTTONS = 25
"""In a message, set by Discord."""
LONGEST_LABEL = 80
"""Characters on a button, set by Discord."""


def act(name: str) -> Callable[[Act], Act]:
    """Let `name` in a custom_id lead to the decorated act, and commands find it in ACTS."""

    def register(do: Act) -> Act:
        async def pressed(press: Press) -> None:
            await do(press.interaction, press.subject, press.rev)

        control(name)(pressed)
        ACTS[name] = do
        return do

    return register


async def say(interaction: Interaction, text: str, controls: Controls | None = None) -> None:
    """Answer privately: in place of the private menu that was used, if it was one."""
    if _from_private_message(interaction) and not interaction.response.is_done():
        await turn(interaction, content=text, attachments=[], view=controls)
    else:
        await whisper(interaction, text, view=controls or Controls())


async def show_changed(interaction: Interaction, snapshot: Snapshot, text: str) -> None:
    """Show the board that an act has brought about; a private menu that was used says `text` instead."""
    if _from_private_message(interaction):
        await say(interaction, text)
    await interaction.client.posts.show(snapshot, interaction)


async def announce(interaction: Interaction, match: Match, text: str) -> None:
    """Tell everybody who follows the match, without a ping: as the answer where the match is shown."""
    if _from_private_message(interaction):
        await say(interaction, text)
    for place in await interaction.client.service.places.of(match.id):
        if place.channel_id == interaction.channel_id and not interaction.response.is_done():
            await interaction.response.send_message(text, silent=place.guild_id is None)
        elif place.channel_id == interaction.channel_id and place.guest:
            await interaction.followup.send(text, silent=place.guild_id is None)
        elif not place.guest:
            await interaction.client.posts.say(place, text)
    if not interaction.response.is_done():
        await whisper(interaction, text)


async def ask_which(interaction: Interaction, matches: list[Match], action: str, *args: str) -> None:
    """Ask privately which of several matches is meant; the button goes on with `action`."""
    me = interaction.user.id
    await whisper(
        interaction,
        "Which match do you mean?",
        view=Controls(
            *(
                button(_entry(match, me)[:LONGEST_LABEL], action, match.id, match.rev, *args)
                for match in matches[:MOST_BUTTONS]
            )
        ),
    )


async def named(interaction: Interaction, code: str) -> Match:
    """The match of this code: one's own, or one that is played in this channel; of others nobody learns anything."""
    service = interaction.client.service
    match = await service.lookup.match(id_of(code))
    if match.seat_of(interaction.user.id) is None:
        places = await service.places.of(match.id)
        if interaction.channel_id not in {place.channel_id for place in places}:
            raise Told(f"There is no match #{match.code} in this channel.")
    return match


def _entry(match: Match, reader: int) -> str:
    return f"{words.game_name(match.game)} {words.list_entry(match, reader)}"


def _from_private_message(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral
