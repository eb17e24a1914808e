"""Applies the command permissions that a server's admins set under Integrations."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

# What a rule applies to, as in Discord's API.
ROLE, USER, CHANNEL = 1, 2, 3
Rule = tuple[int, int]
"""What a rule applies to: its kind (a role, a person or a channel) and its ID."""


def allows(
    permissions: Iterable[Mapping[str, Any]],
    commands: Collection[int],
    guild_id: int,
    channel_id: int,
    person_id: int,
    roles: Collection[int],
) -> bool:
    """Return whether a server's command permissions allow a person to use a command in a channel.

    `commands` has the command's ID and then the application's: rules of the command take precedence over those of the
    whole application. A rule for the channel takes precedence over the one for all channels, and a rule for the person
    over those for their roles, which take precedence over the one for everybody. Among the roles' rules, one that
    allows is enough. What has no rule is allowed.
    """
    known = {
        int(about["id"]): {(rule["type"], int(rule["id"])): bool(rule["permission"]) for rule in about["permissions"]}
        for about in permissions
    }
    rules = [known.get(command_id, {}) for command_id in commands]
    channels: list[list[Rule]] = [[(CHANNEL, channel_id)], [(CHANNEL, guild_id - 1)]]
    people: list[list[Rule]] = [
        [(USER, person_id)],
        [(ROLE, role) for role in roles if role != guild_id],
        [(ROLE, guild_id)],
    ]
    return _first_decision(rules, channels) and _first_decision(rules, people)


def _first_decision(rules: Iterable[Mapping[Rule, bool]], groups: Iterable[Collection[Rule]]) -> bool:
    """Return what the first applicable rule decides, or True if no rule applies."""
    for level in rules:
        for together in groups:
            found = [level[rule] for rule in together if rule in level]
            if found:
                return any(found)
    return True
