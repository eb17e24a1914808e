"""A person's choices on the `/play` page, as stored in custom_ids and in the person's settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from cogs.texts.clocks import read_clock
from cogs.texts.practice import USUAL_PAIR
from cogs.ui.context import one_of
from cogs.wire.arrivals import Malformed
from games import FIRST_GAME, GAMES, GameInfo
from matches.computers import LEVELS
from matches.crowds import ROUNDS, USUAL_ROUND
from matches.errors import Refusal
from matches.model import Side
from matches.timecontrol import TimeControl, clock_text

# The opponents besides the computer's levels. WATCH is followed by the levels of two computer players, and VOTE by that
# of the one against which a server plays.
ANYONE, PERSON, WATCH, VOTE = "a", "p", "w", "v"
AGAINST_ME = "vm"
"""The value of `whom` for a match between a server and the person who begins it."""
TEAMS = "vt"
"""The value of `whom` for a match between two teams of one server."""
SERVERS = "vs"
"""The value of `whom` for a match between this server and another one."""
SIDES: Mapping[str, Side] = {"r": "random", "f": "first", "s": "second", "b": "both"}
FIELDS = 6
"""How many custom_id arguments a draft has."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A person's choices for a match not yet begun."""

    game: str = FIRST_GAME
    whom: str = str(min(LEVELS))
    """The opponent: ANYONE, PERSON, a level, WATCH followed by two levels (`w33`), or VOTE and one (`v3`)."""
    side: Side = "random"
    clock: str = ""
    """The chosen clock, or an empty string for the server's clock."""
    rated: str = ""
    """Whether the match is rated (`y` or `n`), or an empty string for the server's default."""
    values: str = ""
    """The index of each option's chosen value, as one digit per option. Empty for the game's defaults."""
    person_id: int = 0
    """The ID of the person to challenge if `whom` is PERSON."""

    @classmethod
    def read(cls, args: Sequence[str], person_id: int = 0) -> Self:
        """Parse a draft from strings in the format of `args`. Raises Malformed if they are invalid."""
        if len(args) != FIELDS:
            raise Malformed
        game, whom, side, clock, rated, values = args
        options = GAMES[one_of(game, GAMES)].info.options
        if whom[:1] == WATCH:
            known = len(whom) == len(USUAL_PAIR) + 1 and set(whom[1:]) <= set(map(str, LEVELS))
        elif whom[:1] == VOTE:
            known = whom in {AGAINST_ME, TEAMS, SERVERS} or whom[1:] in set(map(str, LEVELS))
        else:
            known = whom in {ANYONE, PERSON, *map(str, LEVELS)}
        if values and not (len(values) == len(options) and values.isascii() and values.isdigit()):
            known = False
        for number, option in zip(values, options.values(), strict=False):
            known = known and int(number) < len(option)
        if not known or side not in SIDES or rated not in {"", "y", "n"}:
            raise Malformed
        try:
            TimeControl.parse(clock or "none")
        except Refusal:
            raise Malformed from None
        return cls(game, whom, SIDES[side], clock, rated, values, person_id)

    @property
    def args(self) -> tuple[str, ...]:
        """The draft as the arguments of a custom_id.

        `person_id` is not included, because it is the custom_id's subject.
        """
        letter = next(letter for letter, side in SIDES.items() if side == self.side)
        return self.game, self.whom, letter, self.clock, self.rated, self.values

    @property
    def info(self) -> GameInfo:
        return GAMES[self.game].info

    @property
    def with_people(self) -> bool:
        return self.whom in {ANYONE, PERSON}

    @property
    def watched(self) -> bool:
        return self.whom.startswith(WATCH)

    @property
    def by_vote(self) -> bool:
        """Whether people vote for a side's moves."""
        return self.whom.startswith(VOTE)

    @property
    def server_against_computer(self) -> bool:
        return self.by_vote and self.whom not in {AGAINST_ME, TEAMS, SERVERS}

    @property
    def round_length(self) -> int:
        """How long each vote takes, in seconds."""
        clock = TimeControl.parse(self.clock or "none")
        return clock.start if clock is not None and clock.start in ROUNDS else USUAL_ROUND

    @property
    def options(self) -> dict[str, str]:
        """The game options that differ from their defaults."""
        chosen = zip(self.info.options.items(), self.values or "0" * len(self.info.options), strict=True)
        return {name: values[int(number)] for (name, values), number in chosen if number != "0"}

    def of_game(self, game: str) -> Self:
        """Return a copy for another game, in which the choices specific to the previous game are reset."""
        side: Side = "random" if self.side == "both" else self.side
        return replace(self, game=game, side=side, values="") if game != self.game else self

    def against(self, opponent: str, person_id: int = 0) -> Self:
        side: Side = "random" if self.side == "both" and opponent not in {ANYONE, PERSON} else self.side
        return replace(self, whom=opponent, side=side, person_id=person_id)

    def with_option(self, name: str, value: str) -> Self:
        """Return a copy in which one of the game's options is changed. Raises Malformed if the value is invalid."""
        options = self.info.options
        chosen = {**self.options, name: value}
        if name not in options or value not in options[name]:
            raise Malformed
        digits = [str(values.index(chosen[known])) if known in chosen else "0" for known, values in options.items()]
        return replace(self, values="" if set(digits) == {"0"} else "".join(digits))

    def with_clock(self, clock: str) -> Self:
        """Return a copy with the clock typed by the person. Raises Refusal if the text is not a valid clock."""
        return replace(self, clock=clock_text(read_clock(clock)))
