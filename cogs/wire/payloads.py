"""What Discord may leave out of an interaction, and discord.py needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZE = 10 * 1024 * 1024
"""The most bytes of a file, where Discord does not say it."""
ABOUT_ALL: Mapping[str, Any] = {"version": 1, "entitlements": [], "attachment_size_limit": SIZE}
ABOUT_MEMBER: Mapping[str, Any] = {"roles": [], "flags": 0, "permissions": "0"}
ABOUT_THREAD: Mapping[str, Any] = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": None}
ABOUT_CHANNEL: Mapping[str, Any] = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "parent_id": "0",
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
}
"""What discord.py needs of channels; each kind reads what belongs to it."""


def completed(payload: Mapping[str, Any]) -> dict[str, Any]:
    """An interaction as discord.py can read it.

    Its channel is only partial by Discord's description, and what does not apply may be null or absent. Raises
    ValueError where nobody has used the bot.
    """
    given = {**ABOUT_ALL, **{key: value for key, value in payload.items() if value is not None}}
    if "guild_id" in given and "user" in given:
        given.setdefault("member", {"user": given["user"]})
    if "member" in given:
        given["member"] = {**ABOUT_MEMBER, **given["member"]}
    elif "user" not in given:
        raise ValueError("it does not say who used the bot")
    if "channel" in given:
        given["channel"] = {**ABOUT_CHANNEL, "thread_metadata": ABOUT_THREAD, **given["channel"]}
    return given
