"""People, a clock that only the test moves, and matches that have just begun."""

from collections.abc import Mapping
from typing import Any

from matches.model import Match, Person, Snapshot, Venue
from matches.timecontrol import TimeControl
from service import Service
from service.clock import Clock

ANN = Person(1, "Ann")
BOB = Person(2, "Bob")
CAROL = Person(3, "Carol")
CHANNEL = Venue(channel_id=100, guild_id=10)


class StillClock(Clock):
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_800_000_000
        self.stepped = 0
        """The seconds in `time` by which the system clock was set rather than passed."""

    def step(self, seconds: int) -> None:
        """Set the system clock forward or, if negative, back."""
        self.time += seconds
        self.stepped += seconds

    def now(self) -> int:
        return self.time

    def exact(self) -> float:
        return float(self.time)

    def steady(self) -> float:
        return float(self.time - self.stepped)

    async def sleep_until(self, at: int) -> None:
        self.time = max(self.time, at)


async def begin(
    service: Service,
    first: Person = ANN,
    second: Person = BOB,
    venue: Venue = CHANNEL,
    *,
    size: str = "40",
    **terms: Any,
) -> Snapshot:
    """A match of the game of a heap that has just begun, `first` to move. The terms are those of `begin_game`."""
    return await begin_game(service, "heap", first, second, venue, {"size": size}, **terms)


async def begin_game(
    service: Service,
    game: str = "konane",
    first: Person = ANN,
    second: Person = BOB,
    venue: Venue = CHANNEL,
    options: Mapping[str, str] | None = None,
    *,
    clock: str = "none",
    also: Venue | None = None,
    rated: bool = False,
    **terms: Any,
) -> Snapshot:
    """A match of any game that has just begun, `first` to move. The other terms are those of a challenge."""
    control = TimeControl.parse(clock)
    made = await service.challenges.invite(
        game, first, second, venue, "first", options, clock=control, rated=rated, **terms
    )
    return await service.challenges.accept(made.id, second, other_venue=also)


async def play_all(service: Service, snapshot: Snapshot, texts: str) -> Snapshot:
    """Play these moves, each by the player whose turn it is."""
    for text in texts.split():
        match = snapshot.match
        snapshot = await service.play.move(match.id, match.players[match.turn].id, f"take {text}", rev=match.rev)
    return snapshot


async def changed_by_time(service: Service) -> list[Match]:
    """Take the due alarms. Returns the matches that this has changed, in order of their IDs."""
    before = await _all_matches(service)
    await service.schedule.act()
    return [match for match_id, match in (await _all_matches(service)).items() if match != before.get(match_id)]


async def _all_matches(service: Service) -> dict[int, Match]:
    async with service.schedule._core.store.read() as view:
        rows = await view.session.rows("SELECT id FROM match ORDER BY id")
        matches = [await view.matches.of(row["id"]) for row in rows]
    return {match.id: match for match in matches if match}
