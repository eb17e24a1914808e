"""How pictures look: public ones as the server chose, private ones as the person who looks chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from render import THEMES

if TYPE_CHECKING:
    from cogs._client import Interaction, Tidepool
    from games import Seat
    from matches.records import Match
    from matches.settings import OwnView, PlayerSettings, ServerView
    from service.places import Posting


class Look(TypedDict):
    """What a picture of a board is given of somebody's choices."""

    theme: str
    view: Seat


def posted_look(match: Match, posting: Posting) -> Look:
    """For those who see the posts of a match in a place."""
    seat, chosen = posting.place.seat, posting.chosen
    reader = 0 if seat is None else match.players[seat].id
    return Look(theme=known_theme(chosen.theme), view=side(match, chosen.view, reader))


async def private_look(interaction: Interaction, match: Match) -> Look:
    """For the person of this interaction alone."""
    return await personal_look(interaction.client, match, interaction.user.id, interaction.guild_id)


async def personal_look(bot: Tidepool, match: Match, person_id: int, guild_id: int | None = None) -> Look:
    """For one person alone, who looks from within this server, or outside of servers (None)."""
    chosen = await bot.service.settings.of_player(person_id)
    return Look(theme=await _theme(bot, chosen, guild_id), view=side(match, chosen.view, person_id))


async def private_theme(interaction: Interaction, chosen: PlayerSettings | None = None) -> str:
    """The theme for the person of this interaction, or what it would be if they had chosen so."""
    bot = interaction.client
    return await _theme(bot, chosen or await bot.service.settings.of_player(interaction.user.id), interaction.guild_id)


async def _theme(bot: Tidepool, chosen: PlayerSettings, guild_id: int | None) -> str:
    """Somebody's own theme, else that of the server in which they look."""
    return known_theme(chosen.theme or (await bot.service.settings.of_server(guild_id)).theme)


def known_theme(name: str | None) -> str:
    """The theme of this name; the first one for nobody's choice, and for one that is there no longer."""
    return name if name in THEMES else THEMES[0]


def side(match: Match, view: ServerView | OwnView, person_id: int = 0) -> Seat:
    """The seat at the bottom: one's own is the first for whoever only watches."""
    match view:
        case "own":
            return match.seat_of(person_id) or 0
        case "mover":
            return match.turn
        case "first":
            return 0
        case "second":
            return 1
