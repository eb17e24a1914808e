"""The deliveries of boards: the newest one, edits of others, and the threads around them."""

from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.model import Match, Place

DELIVERY_KINDS.declare(DeliveryKind("board", "match", in_place=True))
DELIVERY_KINDS.declare(DeliveryKind("old board", "match", in_place=True, edits=True, before_archive=True))
DELIVERY_KINDS.declare(DeliveryKind("strays", "match", in_place=True, edits=True, before_archive=True))
DELIVERY_KINDS.declare(DeliveryKind("headline", "match", in_place=True, edits=True))
DELIVERY_KINDS.declare(DeliveryKind("archive", "match", edits=True))


def newest_board(match: Match, place: Place) -> Delivery:
    """The delivery that posts the newest board of a match in one of its places."""
    return Delivery(
        "board", match.id, str(place.channel_id), match.board_rev, channel_id=place.channel_id, guild_id=place.guild_id
    )


def strays(place: Place) -> Delivery:
    """The delivery that searches a place for boards posted after the recorded one."""
    return Delivery(
        "strays",
        place.match_id,
        str(place.channel_id),
        channel_id=place.channel_id,
        guild_id=place.guild_id,
        message_id=place.message_id,
    )


def old_board(match_id: int, rev: int, channel_id: int, guild_id: int | None, message_id: int) -> Delivery:
    """The delivery that removes a board's buttons."""
    return Delivery(
        "old board", match_id, str(message_id), rev, channel_id=channel_id, guild_id=guild_id, message_id=message_id
    )


def archive(match_id: int, rev: int, channel_id: int) -> Delivery:
    """The delivery that archives a thread after its match has ended or moved away."""
    return Delivery("archive", match_id, str(channel_id), rev, channel_id=channel_id)
