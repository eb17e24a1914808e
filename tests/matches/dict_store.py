"""A store in plain dicts, to test the service without a database."""

from __future__ import annotations

import asyncio
import copy
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from matches.change import Alarm
from matches.records import FIRST_ID, Challenge, Event, Match, Person, Place, Ply
from matches.settings import PlayerSettings, ServerSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Sequence

    from games import Seat
    from matches.change import AlarmKind
    from matches.conditions import Condition
    from matches.notices import Notice, NoticeKind
    from matches.store import Transaction, View
    from matches.vacation import Vacation

NoticeKey = tuple[int, int, int, str, str]


@dataclass
class Data:
    """All records, by their keys."""

    people: dict[int, Person] = field(default_factory=dict)
    challenges: dict[int, Challenge] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)
    plies: dict[tuple[int, int], Ply] = field(default_factory=dict)
    events: dict[tuple[int, int], Event] = field(default_factory=dict)
    places: dict[tuple[int, int], Place] = field(default_factory=dict)
    old_boards: dict[int, Place] = field(default_factory=dict)
    conditions: dict[tuple[int, int], list[Condition]] = field(default_factory=dict)
    alarms: dict[tuple[str, int], Alarm] = field(default_factory=dict)
    notices: dict[NoticeKey, Notice] = field(default_factory=dict)
    stale: dict[NoticeKey, bool] = field(default_factory=dict)
    vacations: dict[tuple[int, int], Vacation] = field(default_factory=dict)
    players: dict[int, PlayerSettings] = field(default_factory=dict)
    servers: dict[int, ServerSettings] = field(default_factory=dict)
    blocks: dict[tuple[int, int], None] = field(default_factory=dict)
    pulse: dict[str, int] = field(default_factory=dict)
    outages: dict[int, int] = field(default_factory=dict)

    def named(self, person: Person) -> Person:
        return self.people[person.id]

    def copy(self) -> Data:
        return Data(**{name: copy.copy(records) for name, records in vars(self).items()})


class _Rows:
    def __init__(self, data: Data) -> None:
        self._data = data


class DictPeople(_Rows):
    async def of(self, person_id: int) -> Person | None:
        return self._data.people.get(person_id)

    async def remember(self, person: Person) -> None:
        self._data.people[person.id] = person


class DictChallenges(_Rows):
    def _named(self, challenge: Challenge) -> Challenge:
        opponent = challenge.opponent and self._data.named(challenge.opponent)
        return replace(challenge, challenger=self._data.named(challenge.challenger), opponent=opponent)

    async def of(self, challenge_id: int) -> Challenge | None:
        found = self._data.challenges.get(challenge_id)
        return self._named(found) if found else None

    async def unposted(self) -> list[Challenge]:
        found = [c for c in self._data.challenges.values() if c.status == "open" and c.message_id is None]
        return [self._named(c) for c in sorted(found, key=lambda c: c.id)]

    def _open(self) -> list[Challenge]:
        return [self._named(c) for c in self._data.challenges.values() if c.status == "open"]

    async def open_of(self, person_id: int) -> list[Challenge]:
        found = [c for c in self._open() if person_id in {c.challenger.id, c.opponent.id if c.opponent else None}]
        return sorted(found, key=lambda c: -c.id)

    async def count_open_by(self, person_id: int) -> int:
        return sum(c.challenger.id == person_id for c in self._open())

    async def rematches(self, match_id: int) -> list[Challenge]:
        found = [self._named(c) for c in self._data.challenges.values() if c.rematch_of == match_id]
        return sorted(found, key=lambda c: c.id)

    async def next_id(self) -> int:
        return max(self._data.challenges, default=FIRST_ID - 1) + 1

    async def add(self, challenge: Challenge) -> None:
        assert challenge.id not in self._data.challenges
        await self.save(challenge)

    async def save(self, challenge: Challenge) -> None:
        self._data.challenges[challenge.id] = self._named(challenge)


class DictMatches(_Rows):
    def _named(self, match: Match) -> Match:
        first, second = match.players
        return replace(match, players=(self._data.named(first), self._data.named(second)))

    def _all(self, person_id: int, game: str, channel_id: int) -> list[Match]:
        return [
            self._named(match)
            for match in self._data.matches.values()
            if match.seat_of(person_id) is not None
            and match.game == game
            and (match.id, channel_id) in self._data.places
        ]

    async def of(self, match_id: int) -> Match | None:
        found = self._data.matches.get(match_id)
        return self._named(found) if found else None

    async def running(self, person_id: int, game: str, channel_id: int) -> list[Match]:
        found = [match for match in self._all(person_id, game, channel_id) if not match.over]
        return sorted(found, key=lambda match: (match.seat_of(person_id) != match.turn, -match.id))

    async def newest(self, person_id: int, game: str, channel_id: int) -> Match | None:
        found = self._all(person_id, game, channel_id)
        return min(found, key=lambda match: (match.over, -match.id), default=None)

    async def running_of(self, person_id: int) -> list[Match]:
        found = [match for match in self._data.matches.values() if not match.over]
        return [self._named(match) for match in found if match.seat_of(person_id) is not None]

    async def shift_deadlines(self, after: int, seconds: int) -> None:
        for match in list(self._data.matches.values()):
            if not match.over and match.deadline is not None and match.deadline > after:
                self._data.matches[match.id] = replace(match, deadline=match.deadline + seconds)

    async def add(self, match: Match) -> None:
        assert match.id in self._data.challenges
        assert match.id not in self._data.matches
        self._data.matches[match.id] = match

    async def save(self, match: Match) -> None:
        assert self._data.matches[match.id].rev == match.rev - 1
        self._data.matches[match.id] = match


class DictPlies(_Rows):
    async def of(self, match_id: int) -> list[Ply]:
        return [ply for key, ply in sorted(self._data.plies.items()) if key[0] == match_id]

    async def add(self, match_id: int, ply: Ply) -> None:
        assert (match_id, ply.ply) not in self._data.plies
        self._data.plies[match_id, ply.ply] = ply

    async def remove(self, match_id: int, ply: int) -> None:
        assert (match_id, ply + 1) not in self._data.plies
        del self._data.plies[match_id, ply]


class DictEvents(_Rows):
    async def of(self, match_id: int) -> list[Event]:
        return [event for key, event in sorted(self._data.events.items()) if key[0] == match_id]

    async def add(self, match_id: int, event: Event) -> None:
        assert (match_id, event.rev) not in self._data.events
        self._data.events[match_id, event.rev] = event


class DictPlaces(_Rows):
    async def of(self, match_id: int) -> list[Place]:
        return [place for place in self._data.places.values() if place.match_id == match_id]

    async def of_person(self, person_id: int) -> list[Place]:
        matches = self._data.matches
        theirs = {m.id for m in matches.values() if not m.over and m.seat_of(person_id) is not None}
        return [place for place in self._data.places.values() if place.match_id in theirs]

    async def in_channel(self, channel_id: int) -> list[Place]:
        return [place for place in self._data.places.values() if place.channel_id == channel_id]

    async def unshown(self) -> list[Place]:
        matches = self._data.matches
        found = [place for place in self._data.places.values() if place.shown_rev < matches[place.match_id].board_rev]
        return sorted(found, key=lambda place: place.match_id)

    async def untidied(self) -> list[Place]:
        return [place for _, place in sorted(self._data.old_boards.items())]

    async def add(self, place: Place) -> None:
        await self.remove(place.match_id, place.channel_id)
        self._data.places[place.match_id, place.channel_id] = place

    async def shown(self, match_id: int, channel_id: int, rev: int, message_id: int) -> None:
        place = self._data.places.get((match_id, channel_id))
        if place is not None and place.shown_rev <= rev:
            self._data.places[match_id, channel_id] = replace(place, shown_rev=rev, message_id=message_id)
            if place.message_id not in {None, message_id} and not place.guest:
                self._data.old_boards[place.message_id] = replace(place, seat=None, shown_rev=0)

    async def tidied(self, place: Place) -> None:
        self._data.old_boards.pop(place.message_id or 0, None)

    async def remove(self, match_id: int, channel_id: int) -> None:
        self._data.places.pop((match_id, channel_id), None)


class DictConditions(_Rows):
    async def of(self, match_id: int, seat: Seat) -> list[Condition]:
        return sorted(self._data.conditions.get((match_id, seat), []), key=lambda one: (len(one.path), one.path))

    async def replace(self, match_id: int, seat: Seat, conditions: Sequence[Condition]) -> None:
        self._data.conditions[match_id, seat] = list(conditions)

    async def clear(self, match_id: int) -> None:
        for seat in (0, 1):
            self._data.conditions.pop((match_id, seat), None)


class DictAlarms(_Rows):
    async def next(self) -> int | None:
        return min((alarm.at for alarm in self._data.alarms.values()), default=None)

    async def due(self, now: int, most: int) -> list[Alarm]:
        found = [alarm for alarm in self._data.alarms.values() if alarm.at <= now]
        return sorted(found, key=lambda alarm: alarm.at)[:most]

    async def set(self, kind: AlarmKind, subject: int, at: int | None) -> None:
        self._data.alarms.pop((kind, subject), None)
        if at is not None:
            self._data.alarms[kind, subject] = Alarm(kind, subject, at)

    async def take(self, alarm: Alarm) -> bool:
        key = (alarm.kind, alarm.subject)
        return self._data.alarms.get(key) == alarm and self._data.alarms.pop(key) == alarm

    async def shift(self, kinds: Collection[AlarmKind], after: int, seconds: int) -> None:
        for key, alarm in list(self._data.alarms.items()):
            if alarm.kind in kinds and alarm.at > after:
                self._data.alarms[key] = replace(alarm, at=alarm.at + seconds)


class DictNotices(_Rows):
    def _all(self) -> list[Notice]:
        return [notice for _, notice in sorted(self._data.notices.items())]

    async def with_board(self, match_id: int) -> list[Notice]:
        waiting = [n for n in self._all() if n.due_at is None and n.message_id is None]
        return [notice for notice in waiting if notice.match_id == match_id]

    async def next(self) -> int | None:
        return min((n.due_at for n in self._all() if n.due_at is not None), default=None)

    async def due(self, now: int, most: int) -> list[Notice]:
        found = [(n.due_at, n) for n in self._all() if n.due_at is not None and n.due_at <= now]
        ordered = [notice for _, notice in sorted(found, key=lambda one: one[0])]
        begun = {notice.person_id for notice in ordered[:most] if notice.way == "digest"}
        return ordered[:most] + [n for n in ordered[most:] if n.way == "digest" and n.person_id in begun]

    async def stale(self) -> list[Notice]:
        return [self._data.notices[key] for key in sorted(self._data.stale)]

    async def save(self, notice: Notice) -> None:
        self._data.notices[_key(notice)] = notice

    async def remove(self, notice: Notice) -> bool:
        self._data.stale.pop(_key(notice), None)
        return self._data.notices.pop(_key(notice), None) is not None

    async def told_with_board(self, match_id: int, rev: int, people: Collection[int] | None = None) -> None:
        for notice in await self.with_board(match_id):
            if notice.rev <= rev and (people is None or notice.person_id in people):
                await self.remove(notice)

    async def outdate(
        self, match_id: int, before: int, kinds: Collection[NoticeKind] | None = None, person_id: int | None = None
    ) -> None:
        for notice in self._all():
            meant = (kinds is None or notice.kind in kinds) and person_id in {None, notice.person_id}
            if notice.match_id == match_id and notice.rev < before and meant:
                if notice.message_id is None:
                    await self.remove(notice)
                else:
                    self._data.stale[_key(notice)] = True


def _key(notice: Notice) -> NoticeKey:
    return notice.match_id, notice.rev, notice.person_id, notice.kind, notice.way


class DictVacations(_Rows):
    def _of(self, person_id: int) -> list[Vacation]:
        return [vacation for key, vacation in sorted(self._data.vacations.items()) if key[0] == person_id]

    async def current(self, person_id: int, now: int) -> Vacation | None:
        return next((one for one in self._of(person_id) if one.started_at <= now < one.ends_at), None)

    async def latest(self, person_id: int) -> Vacation | None:
        return next(reversed(self._of(person_id)), None)

    async def since(self, person_id: int, at: int) -> list[Vacation]:
        return [one for one in self._of(person_id) if one.ends_at > at]

    async def travellers(self, at: int) -> list[int]:
        return sorted({one.person_id for one in self._data.vacations.values() if one.ends_at > at})

    async def add(self, vacation: Vacation) -> None:
        self._data.vacations[vacation.person_id, vacation.started_at] = vacation

    async def end(self, vacation: Vacation, at: int) -> None:
        self._data.vacations[vacation.person_id, vacation.started_at] = replace(vacation, ends_at=at)


class DictSettings(_Rows):
    async def of_player(self, person_id: int) -> PlayerSettings:
        return self._data.players.get(person_id, PlayerSettings())

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        return ServerSettings() if guild_id is None else self._data.servers.get(guild_id, ServerSettings())

    async def keep_player(self, person_id: int, settings: PlayerSettings) -> None:
        self._data.players[person_id] = settings

    async def keep_server(self, guild_id: int, settings: ServerSettings) -> None:
        self._data.servers[guild_id] = settings


class DictBlocks(_Rows):
    async def has(self, blocker_id: int, blocked_id: int) -> bool:
        return (blocker_id, blocked_id) in self._data.blocks

    async def of(self, blocker_id: int) -> list[Person]:
        found = [self._data.people[blocked] for blocker, blocked in self._data.blocks if blocker == blocker_id]
        return sorted(found, key=lambda person: (person.name, person.id))

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        new = (blocker_id, blocked_id) not in self._data.blocks
        self._data.blocks[blocker_id, blocked_id] = None
        return new

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        there = (blocker_id, blocked_id) in self._data.blocks
        self._data.blocks.pop((blocker_id, blocked_id), None)
        return there


class DictPulse(_Rows):
    async def last(self) -> int | None:
        return self._data.pulse.get("last")

    async def outages(self, after: int, until: int) -> int:
        return sum(seconds for at, seconds in self._data.outages.items() if after < at <= until)

    async def beat(self, at: int) -> None:
        self._data.pulse["last"] = at

    async def add_outage(self, at: int, seconds: int) -> None:
        self._data.outages[at] = seconds


class DictTables:
    def __init__(self, data: Data) -> None:
        self.people = DictPeople(data)
        self.challenges = DictChallenges(data)
        self.matches = DictMatches(data)
        self.plies = DictPlies(data)
        self.events = DictEvents(data)
        self.places = DictPlaces(data)
        self.conditions = DictConditions(data)
        self.alarms = DictAlarms(data)
        self.notices = DictNotices(data)
        self.vacations = DictVacations(data)
        self.settings = DictSettings(data)
        self.blocks = DictBlocks(data)
        self.pulse = DictPulse(data)


class DictStore:
    """A transaction works on a copy, which takes the place of the data when it ends well."""

    def __init__(self) -> None:
        self.data = Data()
        self._writing = asyncio.Lock()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        async with self._writing:
            changed = self.data.copy()
            await asyncio.sleep(0)
            yield DictTables(changed)
            self.data = changed

    @asynccontextmanager
    async def read(self) -> AsyncIterator[View]:
        yield DictTables(self.data.copy())
