"""Chooses the theme and side of board pictures: the server's choice in public, the reader's in private."""

from typing import TypedDict

from games import Seat
from matches.model import Match
from matches.postings import Posting
from matches.settings import OwnView, PlayerSettings, ServerView
from render import THEMES
from service import Service


class Look(TypedDict):
    """The theme of a board picture and the seat at its bottom."""

    theme: str
    view: Seat


def posted_look(match: Match, posting: Posting) -> Look:
    """The look of a match's posts in one place.

    A public post of a match against the computer always shows the person's side.
    """
    seat, chosen = posting.place.seat, posting.chosen
    if seat is None and match.against_computer is not None:
        view = match.against_computer
    else:
        view = side(match, chosen.view, 0 if seat is None else match.players[seat].id)
    return Look(theme=known_theme(chosen.theme), view=view)


async def personal_look(service: Service, match: Match, person_id: int, guild_id: int | None = None) -> Look:
    """The look of a private board, opened in this server or outside servers (None)."""
    chosen = await service.settings.of_player(person_id)
    return Look(theme=await theme_for(service, chosen, guild_id), view=side(match, chosen.view, person_id))


async def personal_theme(service: Service, person_id: int, guild_id: int | None) -> str:
    """The theme of private pictures without a match, opened in this server or outside servers (None)."""
    return await theme_for(service, await service.settings.of_player(person_id), guild_id)


async def theme_for(service: Service, chosen: PlayerSettings, guild_id: int | None) -> str:
    """The theme that a person chose; by default, the server's."""
    return known_theme(chosen.theme or (await service.settings.of_server(guild_id)).theme)


def known_theme(name: str | None) -> str:
    """The theme with this name; the default for None and for a theme that no longer exists."""
    return name if name in THEMES else THEMES[0]


def side(match: Match, view: ServerView | OwnView, person_id: int = 0) -> Seat:
    """The seat at the bottom of the board. For a spectator, `own` is the first seat."""
    match view:
        case "own":
            return match.seat_of(person_id) or 0
        case "mover":
            return match.turn
        case "first":
            return 0
        case "second":
            return 1
