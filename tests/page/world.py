"""Discord's JSON for the tests of the page: three people, a bot, channels, messages, commands."""

import itertools
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

NOW = 1_800_000_000
"""Unix seconds on the pretended sandbox's clock."""
ALICE, BOB, CAROL, BOT = "101", "102", "103", "900"
GUILD, GENERAL, GAMES = "500", "501", "502"
DM = "601"
_ids = itertools.count(10_000)


def user(ident: str, name: str, **rest: object) -> Json:
    return {
        "id": ident,
        "username": name.lower(),
        "global_name": name,
        "avatar": None,
        "dms_closed": False,
        "locale": "en-GB",
        **rest,
    }


PEOPLE = [user(ALICE, "Alice"), user(BOB, "Bob"), user(CAROL, "Carol")]
TIDEPOOL = user(BOT, "Tidepool", bot=True)


def ready(**rest: object) -> Json:
    """The first event of a session."""
    channels = [
        {"id": GENERAL, "type": 0, "name": "general", "guild_id": GUILD, "position": 0, "topic": "Talk"},
        {"id": GAMES, "type": 0, "name": "games", "guild_id": GUILD, "position": 1},
    ]
    return {
        "users": PEOPLE,
        "bot": TIDEPOOL,
        "guilds": [{"id": GUILD, "name": "Tidepool", "channels": channels}],
        "dms": [{"id": DM, "type": 1, "recipients": [PEOPLE[0]]}],
        "groups": [],
        "threads": [],
        "commands": COMMANDS,
        "locales": {"en-GB": "English"},
        "now": NOW,
        "offset": 0,
        "bot_state": {"online": True, "stopped": ""},
        **rest,
    }


def message(content: str = "", *, author: str = BOT, channel: str = GENERAL, at: int = NOW, **rest: object) -> Json:
    """A message; the bot writes it unless `author` says otherwise."""
    writer = next(person for person in [*PEOPLE, TIDEPOOL] if person["id"] == author)
    return {
        "id": str(next(_ids)),
        "channel_id": channel,
        "author": writer,
        "content": content,
        "timestamp": datetime.fromtimestamp(at, UTC).isoformat(),
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        "attachments": [],
        "embeds": [],
        "components": [],
        "only_for": None,
        "pinged": [],
        "interaction_user": None,
        **rest,
    }


def attachment(description: str = "A board", **rest: object) -> Json:
    return {
        "id": "1",
        "filename": "board.png",
        "content_type": "image/png",
        "size": 1234,
        "url": "/attachments/1/board.png",
        "width": 900,
        "height": 900,
        "description": description,
        **rest,
    }


def button(label: str, custom_id: str, style: int = 2, **rest: object) -> Json:
    return {"type": 2, "label": label, "custom_id": custom_id, "style": style, **rest}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def used(person: str, command: str) -> Json:
    """The part of a message that marks it as the answer to a person's command."""
    who = next(one for one in PEOPLE if one["id"] == person)
    return {
        "type": 20,
        "interaction_metadata": {"id": "77", "type": 2, "user": who},
        "interaction": {"id": "77", "type": 2, "name": command, "user": who},
    }


def _option(name: str, description: str, kind: int = 3, **rest: object) -> Json:
    return {"name": name, "description": description, "type": kind, **rest}


_SIDES = [{"name": "First", "value": "first"}, {"name": "Second", "value": "second"}]
COMMANDS: list[Json] = [
    {
        "id": "1",
        "name": "konane",
        "type": 1,
        "description": "Konane",
        "options": [
            _option(
                "challenge",
                "Challenge someone to Konane",
                1,
                options=[
                    _option("side", "Who moves first", choices=_SIDES),
                    _option("rated", "Whether it counts", 5),
                    _option("days", "Days for a move", 4, min_value=1, max_value=14),
                    _option("opponent", "Whom to challenge", 6, required=True),
                ],
            ),
            _option(
                "move",
                "Play a move",
                1,
                options=[
                    _option("move", "Such as d4-d6", required=True, autocomplete=True),
                    _option("match", "Which match", autocomplete=True),
                ],
            ),
        ],
    },
    {"id": "2", "name": "help", "type": 1, "description": "How to play"},
    {"id": "3", "name": "server", "type": 1, "description": "Set up the server", "contexts": [0]},
    {"id": "4", "name": "Challenge", "type": 2, "description": ""},
]
