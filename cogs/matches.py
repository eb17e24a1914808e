"""One's matches and challenges in a private list, and the way from turn to turn; other people's public matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.texts import matches as words
from cogs.texts.challenges import invitation
from cogs.ui.controls import Controls, Press, button, control, select
from cogs.ui.errors import whisper
from cogs.ui.lists import match_line, own_entries, paged, public_entries, text_of
from cogs.ui.picker import picker_message

if TYPE_CHECKING:
    from discord import ui

    from cogs._client import Interaction, Tidepool
    from service.lookup import Standing

AnyUser = discord.User | discord.Member

MOST_BUTTONS = 25
"""In one message, set by Discord."""


class MyMatches(commands.Cog):
    """`/matches`"""

    def __init__(self, bot: Tidepool) -> None:
        self.bot = bot

    @app_commands.command(description="Your matches and challenges, those where it is your turn first")
    @app_commands.describe(user="Whose matches in this server you want to see instead")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def matches(self, interaction: Interaction, user: AnyUser | None = None) -> None:
        if user is None or user.id == interaction.user.id:
            text, controls = await own_page(interaction, 0)
        else:
            text, controls = await public_page(interaction, user.id, words.plain(user.display_name), 0)
        await whisper(interaction, text, view=controls)


async def own_page(interaction: Interaction, number: int) -> tuple[str, Controls]:
    """A page of one's own list, or the last one if there are fewer."""
    service, reader = interaction.client.service, interaction.user.id
    standings = await service.lookup.running(reader)
    challenges = await service.challenges.open_of(reader)
    turns = sum(one.match.seat_of(reader) == one.match.turn for one in standings)
    pages = paged(own_entries(standings, challenges, reader))
    number = min(number, len(pages) - 1)
    page = pages[number]
    if not page:
        return (
            "You have no matches and no challenges. Begin one with `/konane challenge`, or any other game's.",
            Controls(),
        )
    running = f"{len(standings)} running match{'' if len(standings) == 1 else 'es'}"
    controls: list[ui.Item[Controls]] = [
        select("entry", [entry.choice for entry in page], 0, 0, str(number), placeholder="Look at one of them"),
        button("Next match", "next", style=discord.ButtonStyle.primary, disabled=not turns),
        *_leafing("list", number, len(pages)),
    ]
    head = f"### Your matches\nIt is your turn in **{turns or 'none'}** of {running}."
    return f"{head}\n{text_of(page)}{_foot(number, len(pages))}", Controls(*controls)


async def public_page(interaction: Interaction, person_id: int, name: str, number: int) -> tuple[str, Controls]:
    """A page of what everybody here may see of somebody's matches."""
    standings = await interaction.client.service.lookup.running(person_id, public=True)
    pages = paged(public_entries(standings, interaction.guild_id, person_id))
    number = min(number, len(pages) - 1)
    about = (str(number), str(person_id))
    if not pages[number]:
        return f"{name} has no running matches in this server.", Controls()
    return (
        f"### Matches of {name} in this server\n{text_of(pages[number])}{_foot(number, len(pages))}",
        Controls(
            select("entry", [entry.choice for entry in pages[number]], 0, 0, *about, placeholder="Look at one of them"),
            *_leafing("theirs", number, len(pages), str(person_id)),
        ),
    )


def _leafing(action: str, number: int, count: int, *args: str) -> list[ui.Item[Controls]]:
    """The way to the pages before and after."""
    if count == 1:
        return []
    return [
        button("◀ Page before", action, 0, 0, str(number - 1), *args, disabled=number == 0),
        button("▶ Page after", action, 0, 0, str(number + 1), *args, disabled=number == count - 1),
    ]


def _foot(number: int, count: int) -> str:
    return f"\n-# Page {number + 1} of {count}" if count > 1 else ""


@control("list")
async def show_list(press: Press) -> None:
    """A page of one's own list, in the place of whatever the private message showed."""
    await _show_list(press.interaction, int(press.args[0]))


async def _show_list(interaction: Interaction, number: int) -> None:
    text, controls = await own_page(interaction, number)
    await interaction.response.edit_message(content=text, attachments=[], view=controls)


@control("theirs")
async def show_theirs(press: Press) -> None:
    """Another page of somebody else's matches."""
    interaction, (number, person_id) = press.interaction, press.args
    standings = await interaction.client.service.lookup.running(int(person_id), public=True)
    names = [player.name for one in standings for player in one.match.players if player.id == int(person_id)]
    name = words.plain(names[0]) if names else "This person"
    text, controls = await public_page(interaction, int(person_id), name, int(number))
    await interaction.response.edit_message(content=text, attachments=[], view=controls)


@control("entry")
async def show_entry(press: Press) -> None:
    """One match or challenge of the list, with what can be done about it."""
    interaction = press.interaction
    kind, _, number = press.values[0].partition("-")
    show = _match_entry if kind == "match" else _challenge_entry
    text, controls = await show(interaction, int(number))
    controls.append(button("Back to the list", "list" if len(press.args) == 1 else "theirs", 0, 0, *press.args))
    await interaction.response.edit_message(content=text, attachments=[], view=Controls(*controls))


async def _match_entry(interaction: Interaction, match_id: int) -> tuple[str, list[ui.Item[Controls]]]:
    service, reader = interaction.client.service, interaction.user.id
    match = await service.lookup.match(match_id)
    seat = match.seat_of(reader)
    places = [place for place in await service.places.of(match_id) if place.seat in {None, seat}]
    about = (match.id, match.rev)
    controls: list[ui.Item[Controls]] = []
    if not match.over:
        if seat == match.turn:
            controls.append(button("Move", "move", *about, style=discord.ButtonStyle.primary))
        controls += [button("My board", "mine", *about), button("More", "more", *about)]
        if seat is not None and interaction.channel_id not in {place.channel_id for place in places}:
            controls.append(button("Move it here", "move-here", *about))
    return words.outcome(match) if match.over else match_line(match, places, reader).removeprefix("- "), controls


async def _challenge_entry(interaction: Interaction, challenge_id: int) -> tuple[str, list[ui.Item[Controls]]]:
    challenge = await interaction.client.service.challenges.of(challenge_id)
    if challenge.challenger.id == interaction.user.id:
        return invitation(challenge), [button("Withdraw", "withdraw", challenge.id)]
    return invitation(challenge), [
        button("Accept", "accept", challenge.id, style=discord.ButtonStyle.success),
        button("Decline", "decline", challenge.id),
    ]


@control("next")
async def next_match(press: Press) -> None:
    """The picker of the next match in which it is one's turn, right here; else the list."""
    interaction, reader = press.interaction, press.interaction.user.id
    service = interaction.client.service
    waiting = [one for one in await service.lookup.running(reader) if one.match.seat_of(reader) == one.match.turn]
    following = _after(waiting, press.subject)
    if following is None:
        await _show_list(interaction, 0)
        return
    image, message = await picker_message(interaction, await service.lookup.to_move(following.match.id, reader), ())
    # The picker may need every button that a message can have; then its form to type in gives way.
    picker = message["view"].children[: MOST_BUTTONS - 1]
    message["view"] = Controls(*picker, button("Next match", "next", following.match.id))
    await interaction.response.edit_message(attachments=[image.file()], **message)


def _after(waiting: list[Standing], match_id: int) -> Standing | None:
    """The one after this match, round and round; the first if it is not among them."""
    ids = [one.match.id for one in waiting]
    if not waiting:
        return None
    return waiting[(ids.index(match_id) + 1) % len(waiting)] if match_id in ids else waiting[0]


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(MyMatches(bot))
