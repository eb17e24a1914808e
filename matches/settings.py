"""The settings of people and servers, with their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from language import ENGLISH, mark
from matches.setting_kinds import Days, Ids, Named, OneOf, setting
from matches.timecontrol import DAY

Way = Literal["channel", "dm", "both", "digest"]
"""How a person is notified: a ping in the channel, a direct message, both, or a daily digest."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""The longest lifetime of a challenge that a server may choose, in days."""
MOST_CHANNELS = 25
"""The most channels that a server may choose for a setting: as many as a list of Discord takes."""


VIEWS: Mapping[Any, str] = {
    "mover": mark("The side to move at the bottom"),
    "first": mark("The first side at the bottom"),
    "second": mark("The second side at the bottom"),
}
DISCORD = "discord"
"""The choice of no language of one's own: the language that Discord reports is spoken."""
LANGUAGE = Named("language", mark("Language: {language}"), mark("Language: **{language}**."))
OWN_VIEWS: Mapping[Any, str] = {"own": mark("Like the boards in the channel"), **VIEWS}


@dataclass(frozen=True, slots=True)
class Notifications:
    """How and when a person is notified; times are minutes of the day in `zone`, an IANA time zone."""

    way: Way = "channel"
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    digest_at: int = 9 * 60
    dm_closed: bool = False
    """Discord refused a direct message: use the channel until the person changes the settings."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The language of a person or a server: the chosen one, else the one that Discord reported last."""

    language: str = DISCORD
    locale: str = ENGLISH

    @property
    def code(self) -> str:
        return self.locale if self.language == DISCORD else self.language


ONLY_ENGLISH = Spoken()
"""The language of everybody about whom nothing else is stored."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A person's settings; if `theme` is None, the server's applies. `/settings` shows the declared ones, in order."""

    theme: str | None = None
    language: str = setting(DISCORD, "language", LANGUAGE)
    locale: str = ENGLISH
    """The language that Discord reported when this person last used the bot."""
    view: OwnView = setting("own", "view", OneOf(OWN_VIEWS))
    preview: bool = setting(
        False,
        "preview",
        OneOf(
            {False: mark("Play typed moves at once"), True: mark("Preview typed moves")},
            {
                False: mark("Typed moves are **played at once**."),
                True: mark("Typed moves are **previewed** until you confirm."),
            },
        ),
    )
    confirm: bool = setting(
        True,
        "confirm",
        OneOf(
            {True: mark("Preview chosen moves"), False: mark("Play chosen moves at once")},
            {
                True: mark("Moves chosen by buttons are **previewed** until you confirm."),
                False: mark("Moves chosen by buttons are **played at once**, with your last choice."),
            },
        ),
    )
    named: bool = setting(
        True,
        "named",
        OneOf(
            {True: mark("Name me under puzzles"), False: mark("Do not name me under puzzles")},
            {
                True: mark("You are **named** among those who solved a puzzle of the day."),
                False: mark("You are **not named** among those who solved a puzzle of the day."),
            },
        ),
    )
    missed: bool = setting(
        False,
        "missed",
        OneOf(
            {
                False: mark("Do not name me in puzzles from my matches"),
                True: mark("Name me in puzzles from my matches"),
            },
            {
                False: mark("You are **not named** in puzzles from your matches."),
                True: mark("You are **named** in puzzles from your matches if your opponent agrees, too."),
            },
        ),
    )
    notifications: Notifications = Notifications()
    start: str = ""
    """The last choices on the page of `/play`, as its custom_ids write them; it names no person."""
    listed: bool = setting(
        False,
        "listed",
        OneOf(
            {False: mark("Do not list me in all servers"), True: mark("List me in all servers")},
            {
                False: mark("You are **not listed** on the leaderboard of all servers."),
                True: mark("You are **listed** on the leaderboard of all servers."),
            },
        ),
    )


PLACES = {"channel": mark("Matches are played in the channel"), "thread": mark("Each match gets its own thread")}


PUZZLE_HOURS = {
    0: mark("At 00:00 UTC"),
    2: mark("At 02:00 UTC"),
    4: mark("At 04:00 UTC"),
    6: mark("At 06:00 UTC"),
    8: mark("At 08:00 UTC"),
    10: mark("At 10:00 UTC"),
    12: mark("At 12:00 UTC"),
    14: mark("At 14:00 UTC"),
    16: mark("At 16:00 UTC"),
    18: mark("At 18:00 UTC"),
    20: mark("At 20:00 UTC"),
    22: mark("At 22:00 UTC"),
}


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; `/server` shows those declared by `setting`, in this order."""

    language: str = setting(DISCORD, "language", LANGUAGE, about=mark("The language of the posts"))
    locale: str = ENGLISH
    """The language that Discord reports for the server."""
    theme: str | None = setting(
        None,
        "theme",
        Named("theme", mark("Theme: {theme}"), mark("Boards in the channels: **{theme}**.")),
        about=mark("The theme of the boards"),
    )
    view: ServerView = setting(
        "mover",
        "view",
        OneOf(VIEWS, mark("**{choice}**; against the computer, the player's side.")),
        about=mark("The side at the bottom of the boards"),
    )
    place: Literal["channel", "thread"] = setting("channel", "place", OneOf(PLACES), about=mark("Threads for matches"))
    channels: tuple[int, ...] = setting(
        (),
        "channels",
        Ids(
            "channel",
            some=mark("Matches can start in {chosen}."),
            none=mark("Matches can start in any channel where the bot can post."),
            placeholder=mark("Channels; none for all"),
            most=MOST_CHANNELS,
        ),
        about=mark("Channels for matches"),
    )
    challenge_days: int = setting(
        7,
        "days",
        Days((1, 2, 3, 5, 7, 10, 14, 21, LONGEST_CHALLENGE), mark("Challenges stay open for {time}")),
        about=mark("How long challenges stay open"),
    )
    clock: str = setting(
        "3d",
        "clock",
        Named("clock", mark("Clock: {clock}"), mark("Default clock: {clock}.")),
        about=mark("The default clock"),
    )
    rates: bool = setting(
        True,
        "rated",
        OneOf(
            {False: mark("Not rated by default"), True: mark("Rated by default")},
            {False: mark("Matches are **not rated** by default."), True: mark("Matches are **rated** by default.")},
        ),
        about=mark("Rated or not"),
    )
    at_large: Literal["everybody", "moderators"] = setting(
        "everybody",
        "large",
        OneOf(
            {
                "everybody": mark("Anyone may post open challenges"),
                "moderators": mark("Only moderators may post open challenges"),
            },
            {
                "everybody": mark("Anyone may post open challenges."),
                "moderators": mark("Only moderators may post open challenges."),
            },
        ),
        about=mark("Who may post open challenges"),
    )
    old_boards: Literal["line", "all", "newest"] = setting(
        "line",
        "keep",
        OneOf(
            {
                "line": mark("Old boards become one line"),
                "all": mark("Old boards keep their pictures"),
                "newest": mark("Old boards are deleted"),
            },
            {
                "line": mark("Old boards become **one line** that names the move."),
                "all": mark("Old boards **keep their pictures**."),
                "newest": mark("Old boards are **deleted**."),
            },
        ),
        about=mark("Old boards"),
    )
    table_channel: int | None = setting(
        None,
        "table",
        Ids(
            "channel",
            some=mark("Leaderboards are posted in {chosen} each Monday."),
            none=mark("Leaderboards are not posted automatically."),
            placeholder=mark("A channel; none for no leaderboards"),
            posts="table",
        ),
        about=mark("Where leaderboards are posted"),
    )
    puzzle_channel: int | None = setting(
        None,
        "puzzle",
        Ids(
            "channel",
            some=mark("A puzzle of the day is posted in {chosen}."),
            none=mark("No puzzle of the day is posted."),
            placeholder=mark("A channel; none for no puzzle"),
            posts="puzzle",
        ),
        about=mark("Where the puzzle of the day is posted"),
    )
    puzzle_hour: int = setting(
        8,
        "hour",
        OneOf(PUZZLE_HOURS, mark("Puzzle of the day: **{choice}**.")),
        about=mark("When the puzzle of the day is posted"),
    )
    hold_days: int = setting(
        7,
        "hold",
        Days((1, 2, 3, 5, 7, 10, 14), mark("A vacation pauses a tournament match for at most {time}")),
        about=mark("Vacations in tournaments"),
    )
    moderator_role: int | None = setting(
        None,
        "role",
        Ids(
            "role",
            some=mark("Moderators: people with **Manage Server**, and {chosen}."),
            none=mark("Moderators: people with **Manage Server**."),
            placeholder=mark("A moderator role; none for managers alone"),
        ),
        about=mark("Who moderates and creates tournaments"),
    )
    greeted: bool = False
    """Whether the bot has greeted its first user there."""
    deleted: tuple[str, ...] = ()
    """The topics that named a deleted channel or role, until somebody who may change the settings is told."""
    introduced: bool = False
    """Whether a person with permission to change the settings has seen the `/server` page."""

    def begins_in(self, *channels: int | None) -> bool:
        """Whether matches may begin in a channel, given with its parent if it is a thread."""
        return not self.channels or not set(self.channels).isdisjoint(channels)

    @property
    def challenge_lifetime(self) -> int:
        """Seconds before an open challenge expires."""
        return self.challenge_days * DAY


def spoken(settings: PlayerSettings | ServerSettings) -> Spoken:
    """The language in the settings of a person or a server."""
    return Spoken(settings.language, settings.locale)
