"""Public remarks about what a player did apart from moving."""

from collections.abc import Mapping

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escape, say
from games import Seat
from language import mark
from matches.model import EventKind, Match, Person, Place
from matches.results import player_name

SENTENCES: Mapping[EventKind, str] = {
    "decline draw": mark("{player} declined the draw. The match continues · {match}"),
    "refuse take back": mark("{player} declined to take back {move} · {match}"),
    "decline abort": mark("{player} wants to finish the match · {match}"),
    "keep": mark("{player} wants to continue the match · {match}"),
}


def happened(match: Match, kind: EventKind, seat: Seat, move: str) -> str:
    """What a player did; `move` is the last move of the match."""
    player = player_name(match, seat)
    return say(SENTENCES[kind], player=player, match=texts.title(match), move=Markdown(f"**{escape(move)}**"))


def moved(match: Match, player: Person, place: Place) -> str:
    """Tells people in the old place where the match continues."""
    name, title = player.name, texts.title(match)
    if place.seat is not None:
        return say("{player} moved the match to direct messages · {match}", match=title, player=name)
    where = texts.channel(place.channel_id)
    return say("{player} moved the match to {channel} · {match}", match=title, channel=where, player=name)
