"""Fills in fields of an interaction that Discord may omit but discord.py requires."""

from collections.abc import Mapping
from typing import Any

SIZE = 10 * 1024 * 1024
"""The largest file in bytes, if Discord does not say."""
INTERACTION: Mapping[str, Any] = {"version": 1, "entitlements": [], "attachment_size_limit": SIZE}
MEMBER: Mapping[str, Any] = {"roles": [], "flags": 0, "permissions": "0"}
THREAD: Mapping[str, Any] = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": None}
CHANNEL: Mapping[str, Any] = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "parent_id": "0",
    "owner_id": "0",
    "message_count": 0,
    "member_count": 0,
}
"""The fields that discord.py requires of channels of any type."""


def completed(payload: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of an interaction that discord.py can parse.

    Discord sends a partial channel, and null or nothing for fields that do not apply. Raises ValueError if the
    interaction names no user.
    """
    full = {**INTERACTION, **{key: value for key, value in payload.items() if value is not None}}
    if "guild_id" in full and "user" in full:
        full.setdefault("member", {"user": full["user"]})
    if "member" in full:
        full["member"] = {**MEMBER, **full["member"]}
    elif "user" not in full:
        raise ValueError("the interaction names no user")
    if "channel" in full:
        full["channel"] = {**CHANNEL, "thread_metadata": THREAD, **full["channel"]}
    return full
