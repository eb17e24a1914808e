"""People's and servers' settings, with their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from language import ENGLISH, mark
from matches.hours import held_until, zone_of
from matches.setting_kinds import Days, Hour, Ids, Named, OneOf, Zone, setting
from matches.timecontrol import DAY

Way = Literal["channel", "dm", "both", "digest"]
"""How a person is notified: a ping in the channel, a direct message, both, or a daily digest."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""The longest lifetime of challenges that a server may choose, in days."""
MOST_CHANNELS = 25
"""The most channels a server may choose for a setting, which is the most that a Discord list allows."""


VIEWS: Mapping[Any, str] = {
    "mover": mark("The player to move at the bottom"),
    "first": mark("The player named first at the bottom"),
    "second": mark("The player named second at the bottom"),
}
DISCORD = "discord"
"""The value for not choosing a language. The bot then uses the language that Discord reports."""
LANGUAGE = Named("language", mark("Language: {language}"), mark("Language: **{language}**."))
SERVER_TOPICS: Mapping[str, str] = {
    "boards": mark("Boards"),
    "matches": mark("Matches"),
    "posts": mark("Posts"),
    "moderators": mark("Moderators"),
}
"""The topics on the `/server` page: the key of each group of settings, with the group's name."""
OWN_TOPICS: Mapping[str, str] = {
    "boards": mark("Boards"),
    "language": mark("Language"),
    "moves": mark("Your moves"),
    "names": mark("Names"),
}
"""The topics on the `/settings` page: the key of each group of settings, with the group's name."""
OWN_VIEWS: Mapping[Any, str] = {"own": mark("Your side at the bottom, unless a server fixes it"), **VIEWS}


@dataclass(frozen=True, slots=True)
class Notifications:
    """How a person wants to be notified. Times of day are in minutes after midnight, in the IANA time zone `zone`."""

    way: Way = "channel"
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    digest_at: int = 9 * 60
    dm_closed: bool = False
    """Whether Discord refused a direct message. If so, the channel is used until the person changes the settings."""

    @property
    def quiet(self) -> tuple[int, int] | None:
        """The start and end of quiet hours, or None if there are none."""
        return None if self.quiet_from is None or self.quiet_to is None else (self.quiet_from, self.quiet_to)

    def after_quiet_hours(self, time: int) -> int:
        """Return `time`, or the end of the quiet hours if it falls within them."""
        return time if self.quiet is None else held_until(time, *self.quiet, zone_of(self.zone))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A person's or server's language. By default, it is the one Discord last reported for them."""

    language: str = DISCORD
    locale: str = ENGLISH

    @property
    def code(self) -> str:
        return self.locale if self.language == DISCORD else self.language


ONLY_ENGLISH = Spoken()
"""The default language settings, which apply to people about whom no others are stored."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """A person's settings.

    `/settings` shows the fields declared with `setting`, in declaration order.
    """

    theme: str | None = setting(
        None,
        "theme",
        Named(
            "theme",
            mark("Theme: {theme}"),
            mark("Your boards: **{theme}**."),
            usual=mark("Theme: this server's ({theme})"),
            usually=mark("Your boards: **{theme}** (this server's theme)."),
        ),
        group="boards",
    )
    language: str = setting(DISCORD, "language", LANGUAGE, group="language")
    locale: str = ENGLISH
    """The language that Discord reported when this person last used the bot."""
    view: OwnView = setting("own", "view", OneOf(OWN_VIEWS), group="boards")
    preview: bool = setting(
        False,
        "preview",
        OneOf(
            {False: mark("Play my moves at once"), True: mark("Preview my moves first")},
            {
                False: mark("Your moves are **played at once**. For a minute you can take one back."),
                True: mark("Your moves are **previewed** until you confirm."),
            },
            {False: mark("played at once"), True: mark("previewed first")},
        ),
        group="moves",
    )
    """Whether a move chosen or typed in Discord or on the board page is first shown as a preview."""
    named: bool = setting(
        True,
        "named",
        OneOf(
            {True: mark("Name me under puzzles"), False: mark("Do not name me under puzzles")},
            {
                True: mark("You are **named** among those who solved a puzzle of the day."),
                False: mark("You are **not named** among those who solved a puzzle of the day."),
            },
            {True: mark("under puzzles: yes"), False: mark("under puzzles: no")},
        ),
        group="names",
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
            {False: mark("in puzzles from your matches: no"), True: mark("in puzzles from your matches: yes")},
        ),
        group="names",
    )
    notifications: Notifications = Notifications()
    welcomed: bool = False
    """Whether this person has been shown how to move."""
    start: str = ""
    """The last choices on the page of `/play`, in the form of its custom_ids. They do not name any person."""
    listed: bool = setting(
        False,
        "listed",
        OneOf(
            {
                False: mark("Leave me off the leaderboard for all servers"),
                True: mark("List me on the leaderboard for all servers"),
            },
            {
                False: mark("You are **not listed** on the leaderboard for all servers."),
                True: mark("You are **listed** on the leaderboard for all servers."),
            },
            {
                False: mark("on the leaderboard for all servers: no"),
                True: mark("on the leaderboard for all servers: yes"),
            },
        ),
        group="names",
    )


PLACES = {"channel": mark("Matches are played in the channel"), "thread": mark("Each match gets its own thread")}
BRIEF_PLACES = {"channel": mark("no threads"), "thread": mark("a thread for each match")}


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings. `/server` shows the fields declared with `setting`, in declaration order."""

    language: str = setting(DISCORD, "language", LANGUAGE, group="posts", about=mark("The language of the posts"))
    locale: str = ENGLISH
    """The language that Discord reports for the server."""
    theme: str | None = setting(
        None,
        "theme",
        Named("theme", mark("Theme: {theme}"), mark("Boards in the channels: **{theme}**.")),
        group="boards",
        about=mark("The theme of the boards"),
    )
    view: ServerView = setting(
        "mover",
        "view",
        OneOf(VIEWS, mark("**{choice}**; against the computer, the player's side.")),
        group="boards",
        about=mark("The side at the bottom of the boards"),
    )
    place: Literal["channel", "thread"] = setting(
        "channel", "place", OneOf(PLACES, states=BRIEF_PLACES), group="matches", about=mark("Threads for matches")
    )
    channels: tuple[int, ...] = setting(
        (),
        "channels",
        Ids(
            "channel",
            some=mark("Matches can start in {chosen}."),
            none=mark("Matches can start in any channel where the bot can post."),
            briefly=(mark("start in {chosen}"), mark("start in any channel")),
            placeholder=mark("Matches in: any channel"),
            maximum=MOST_CHANNELS,
        ),
        group="matches",
        about=mark("Channels for matches"),
    )
    challenge_days: int = setting(
        7,
        "days",
        Days((1, 2, 3, 5, 7, 10, 14, 21, LONGEST_CHALLENGE), mark("Challenges stay open for {time}")),
        group="matches",
        brief=False,
        about=mark("How long challenges stay open"),
    )
    clock: str = setting(
        "3d",
        "clock",
        Named("clock", mark("Clock: {clock}"), mark("Default clock: {clock}.")),
        group="matches",
        about=mark("The default clock"),
    )
    rates: bool = setting(
        True,
        "rated",
        OneOf(
            {False: mark("Do not rate by default"), True: mark("Rate by default")},
            {False: mark("Matches are **not rated** by default."), True: mark("Matches are **rated** by default.")},
            {False: mark("not rated by default"), True: mark("rated by default")},
        ),
        group="matches",
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
        group="moderators",
        brief=False,
        about=mark("Who may post open challenges"),
    )
    past_boards: Literal["newest", "line", "all"] = setting(
        "newest",
        "keep",
        OneOf(
            {
                "newest": mark("Old boards are deleted, except in threads"),
                "line": mark("Old boards become one line"),
                "all": mark("Old boards keep their pictures"),
            },
            {
                "newest": mark("Old boards are **deleted**; in threads they become one line."),
                "line": mark("Old boards become **one line** that names the move."),
                "all": mark("Old boards **keep their pictures**."),
            },
        ),
        group="boards",
        brief=False,
        about=mark("Old boards"),
    )
    table_channel: int | None = setting(
        None,
        "table",
        Ids(
            "channel",
            some=mark("Leaderboards are posted in {chosen} each Monday."),
            none=mark("Leaderboards are not posted automatically."),
            briefly=(mark("leaderboards in {chosen}"), mark("no leaderboards")),
            placeholder=mark("Leaderboards in: no channel"),
            posts="table",
        ),
        group="posts",
        about=mark("Where leaderboards are posted"),
    )
    puzzle_channel: int | None = setting(
        None,
        "puzzle",
        Ids(
            "channel",
            some=mark("A puzzle of the day is posted in {chosen}."),
            none=mark("No puzzle of the day is posted."),
            briefly=(mark("puzzle of the day in {chosen}"), mark("no puzzle of the day")),
            placeholder=mark("Puzzle of the day in: no channel"),
            posts="puzzle",
        ),
        group="posts",
        about=mark("Where the puzzle of the day is posted"),
    )
    puzzle_hour: int = setting(
        8,
        "hour",
        Hour(mark("Puzzle of the day at {time}"), mark("The puzzle of the day is posted at **{time}**.")),
        group="posts",
        brief=False,
        of="puzzle_channel",
        about=mark("When the puzzle of the day is posted"),
    )
    zone: str = setting(
        "UTC",
        "zone",
        Zone(mark("Time zone"), mark("Time zone of the posts: **{zone}**.")),
        group="posts",
        brief=False,
        about=mark("The time zone of the posts"),
    )
    hold_days: int = setting(
        7,
        "hold",
        Days((1, 2, 3, 5, 7, 10, 14), mark("A vacation pauses a tournament match for at most {time}")),
        group="moderators",
        brief=False,
        about=mark("Vacations in tournaments"),
    )
    moderator_role: int | None = setting(
        None,
        "role",
        Ids(
            "role",
            some=mark("Moderators: people with **Manage Server**, and {chosen}."),
            none=mark("Moderators: people with **Manage Server**."),
            briefly=(mark("**Manage Server** and {chosen}"), mark("**Manage Server**")),
            placeholder=mark("Role of moderators: none"),
        ),
        group="moderators",
        about=mark("Who moderates and creates tournaments"),
    )
    deleted: tuple[str, ...] = ()
    """The topics with a deleted channel or role, of which nobody who may change the settings has been told yet."""
    introduced: bool = False
    """Whether somebody with permission to change the settings has been told about the `/server` page."""

    def begins_in(self, *channels: int | None) -> bool:
        """Return whether matches may begin in a channel.

        For a thread, pass the IDs of the thread and of its parent channel.
        """
        return not self.channels or not set(self.channels).isdisjoint(channels)

    @property
    def challenge_lifetime(self) -> int:
        """The number of seconds after which an open challenge expires."""
        return self.challenge_days * DAY


def language_of(settings: PlayerSettings | ServerSettings) -> Spoken:
    """Return the language specified by a person's or server's settings."""
    return Spoken(settings.language, settings.locale)
