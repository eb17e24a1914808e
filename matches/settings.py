"""The settings of people and servers, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from language import mark
from matches.setting_kinds import Days, Ids, Named, OneOf, setting
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Mapping

Way = Literal["channel", "dm", "both", "digest"]
"""How a person is notified: a ping in the channel, a direct message, both, or a daily digest."""
ServerView = Literal["first", "second", "mover"]
OwnView = Literal["own", "first", "second", "mover"]

LONGEST_CHALLENGE = 30
"""The longest lifetime of a challenge that a server may choose, in days."""
MOST_CHANNELS = 25
"""The most channels that a server may choose for a setting: as many as a list of Discord takes."""


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
class PlayerSettings:
    """A person's settings; `theme` None means the server's."""

    theme: str | None = None
    view: OwnView = "own"
    preview: bool = False
    """Whether a typed move must be confirmed in a preview."""
    notifications: Notifications = Notifications()
    listed: bool = False
    """Whether the global leaderboards may list this person."""


VIEWS: Mapping[Any, str] = {
    "first": mark("The first side at the bottom"),
    "second": mark("The second side at the bottom"),
    "mover": mark("The side to move at the bottom"),
}
PLACES = {
    "channel": mark("Matches go on in the channel"),
    "thread": mark("Each match that people play has a thread of its own"),
}


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; `/server` shows those declared by `setting`, in this order."""

    theme: str | None = setting(
        None,
        "theme",
        mark("The colours of the boards"),
        Named("theme", mark("Theme: {theme}"), mark("The boards in the channels are drawn in **{theme}**.")),
    )
    view: ServerView = setting(
        "first",
        "view",
        mark("Which side of the boards is at the bottom"),
        OneOf(VIEWS, mark("**{choice}**; against the computer, the player's own side.")),
    )
    place: Literal["channel", "thread"] = setting(
        "channel", "place", mark("Whether matches that people play have threads"), OneOf(PLACES)
    )
    channels: tuple[int, ...] = setting(
        (),
        "channels",
        mark("In which channels matches begin"),
        Ids(
            "channel",
            some=mark("Matches begin in {chosen}."),
            none=mark("Matches begin in every channel where the bot may post."),
            placeholder=mark("Channels; none for all"),
            most=MOST_CHANNELS,
        ),
    )
    challenge_days: int = setting(
        7,
        "days",
        mark("How long challenges stay open"),
        Days((1, 2, 3, 5, 7, 10, 14, 21, LONGEST_CHALLENGE), mark("Challenges stay open for {time}")),
    )
    clock: str = setting(
        "3d",
        "clock",
        mark("The usual clock of challenges"),
        Named("clock", mark("Clock: {clock}"), mark("Usual clock of challenges: {clock}.")),
    )
    rated: bool = setting(
        False,
        "rated",
        mark("Whether challenges are rated"),
        OneOf(
            {
                False: mark("Not rated unless the challenge says otherwise"),
                True: mark("Rated unless the challenge says otherwise"),
            },
            {
                False: mark("Matches are **not rated** unless the challenge says otherwise."),
                True: mark("Matches are **rated** unless the challenge says otherwise."),
            },
        ),
    )
    at_large: Literal["everybody", "moderators"] = setting(
        "everybody",
        "large",
        mark("Who may challenge everybody"),
        OneOf(
            {
                "everybody": mark("Everybody may challenge everybody"),
                "moderators": mark("Only moderators challenge everybody"),
            },
            {
                "everybody": mark("Everybody may challenge everybody at once."),
                "moderators": mark("Only moderators challenge everybody at once."),
            },
        ),
    )
    keep: Literal["all", "newest"] = setting(
        "all",
        "keep",
        mark("What becomes of old boards"),
        OneOf(
            {"all": mark("Keep all boards"), "newest": mark("Keep only the newest board")},
            {
                "all": mark("All boards of a match stay; older ones lose their buttons."),
                "newest": mark("Only the **newest board** of a match stays; older ones are deleted."),
            },
        ),
    )
    table_channel: int | None = setting(
        None,
        "table",
        mark("Where leaderboards are posted"),
        Ids(
            "channel",
            some=mark("The leaderboards are posted each Monday in {chosen}."),
            none=mark("The leaderboards are not posted by themselves."),
            placeholder=mark("A channel; none for no leaderboards"),
            weekly="table",
        ),
    )
    moderator_role: int | None = setting(
        None,
        "role",
        mark("Who moderates"),
        Ids(
            "role",
            some=mark("Moderators: **Manage Server**, and {chosen}."),
            none=mark("Moderators: those with **Manage Server**."),
            placeholder=mark("A role of moderators; none for managers alone"),
        ),
    )
    greeted: bool = False
    """Whether the bot has greeted its first user there."""
    introduced: bool = False
    """Whether a person with permission to change the settings has seen the `/server` page."""

    @property
    def challenge_lifetime(self) -> int:
        """Seconds before an open challenge expires."""
        return self.challenge_days * DAY
