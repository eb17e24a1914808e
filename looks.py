"""Decides how a match's board looks: its theme, the side at the bottom, and the scene shown."""

from typing import Any, TypedDict

from games import Seat
from language import one_line, say
from matches.deliveries import Posting
from matches.model import Match, Snapshot
from matches.results import result_of
from matches.settings import OwnView, PlayerSettings, ServerView
from render import THEMES, Scene
from render.theme import THEME_NAMES
from service import Service


class Look(TypedDict):
    """How a board looks: its theme, and the seat at the bottom (`view`)."""

    theme: str
    view: Seat


def posted_look(match: Match, posting: Posting) -> Look:
    """Return the look of a match's board in the channel where it is posted."""
    seat, chosen = posting.place.seat, posting.chosen
    if seat is None:
        view = public_side(match, chosen.view, posting.place.guild_id)
    else:
        view = side(match, chosen.view, match.players[seat].id)
    return Look(theme=known_theme(chosen.theme), view=view)


async def personal_look(service: Service, match: Match, person_id: int, guild_id: int | None = None) -> Look:
    """Return the look of a board opened privately in the server with this ID, or outside servers if it is None.

    Unless the person has chosen otherwise, a player has their own side at the bottom. If the boards in a server always
    have the same side there, so have private ones, so that none turns between the post and the confirmed move.
    """
    chosen = await service.settings.of_player(person_id)
    view = side(match, chosen.view, person_id)
    if chosen.view == "own" and guild_id is not None:
        usual = (await service.settings.of_server(guild_id)).view
        if usual != "mover" or match.seat_of(person_id) is None:
            view = public_side(match, usual, guild_id)
    return Look(theme=await theme_for(service, chosen, guild_id), view=view)


async def personal_theme(service: Service, person_id: int, guild_id: int | None) -> str:
    """Return the theme for pictures that do not show a match and are seen by only one person.

    `guild_id` is the server where they are shown, or None outside servers.
    """
    return await theme_for(service, await service.settings.of_player(person_id), guild_id)


async def theme_for(service: Service, chosen: PlayerSettings, guild_id: int | None) -> str:
    """Return the theme a person chose or, if they chose none, the server's."""
    return known_theme(chosen.theme or (await service.settings.of_server(guild_id)).theme)


def known_theme(name: str | None) -> str:
    """Return a theme's name, or the default theme's name if it is None or the theme no longer exists."""
    return name if name in THEMES else THEMES[0]


def theme_name(theme: str | None) -> str:
    """Return a theme's name in the reader's language, or the default theme's name if the theme is unknown."""
    return say(THEME_NAMES[known_theme(theme)])


def public_side(match: Match, view: ServerView | OwnView, guild_id: int | None) -> Seat:
    """Return the seat at the bottom of a public board. `guild_id` is the channel's server, or None outside servers.

    In a match against the computer, it is always the person's seat; in a match between servers, always this server's.
    """
    own = match.server_side(guild_id) if match.between_servers else match.against_computer
    return side(match, view) if own is None else own


def side(match: Match, view: ServerView | OwnView, person_id: int = 0) -> Seat:
    """Return the seat at the bottom of a board, which is seat 0 if `view` is `own` but the person is not playing."""
    match view:
        case "own":
            return match.seat_of(person_id) or 0
        case "mover":
            return match.turn
        case "first":
            return 0
        case "second":
            return 1


def scene_of(snapshot: Snapshot, view: Seat = 0, **more: Any) -> Scene[Any]:  # noqa: ANN401 (fields of Scene)
    """Return the scene for a snapshot of a match. `view` is the seat at the bottom."""
    match, first = snapshot.match, snapshot.first
    return Scene(
        snapshot.position,
        plain_names(match),
        snapshot.before,
        snapshot.move,
        computers=(match.players[0].level is not None, match.players[1].level is not None),
        answered=(first, first.parse(snapshot.answered)) if first and snapshot.answered else None,
        threat=snapshot.threat,
        view=view,
        begun=snapshot.position.ply - snapshot.ply,
        ended=result_of(match) if match.over and snapshot.ply >= match.ply else None,
        void=match.void,
        **more,
    )


def plain_names(match: Match) -> tuple[str, str]:
    """Return the players' names for a picture, by seat, each on one line and without Markdown escapes."""
    return one_line(match.players[0].name), one_line(match.players[1].name)
