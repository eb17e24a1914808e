"""The settings of people and servers."""

from collections.abc import Collection
from dataclasses import replace

from matches.alarms import next_puzzle, next_weekly_post
from matches.errors import Refusal
from matches.hours import MINUTES_OF_DAY, day_in, zone_of
from matches.setting_kinds import Ids, declared_settings, without_ids
from matches.settings import LONGEST_CHALLENGE, PlayerSettings, ServerSettings
from service.change import Change
from service.core import Part, queries, transaction
from service.ends import relist


class Settings(Part):
    of_player = queries(lambda view: view.settings.of_player)

    @transaction
    async def choose(self, change: Change, person_id: int, settings: PlayerSettings) -> PlayerSettings:
        """Store a person's settings, or raise Refusal if they are invalid.

        If the person's direct messages were closed, the bot tries them again.
        """
        chosen = settings.notifications
        zone_of(chosen.zone)
        if (chosen.quiet_from is None) != (chosen.quiet_to is None):
            raise Refusal("Quiet hours need a start and an end.")
        for minute in (chosen.quiet_from, chosen.quiet_to, chosen.digest_at):
            if minute is not None and not 0 <= minute < MINUTES_OF_DAY:
                raise Refusal("That is not a time of day.")
        kept = replace(settings, notifications=replace(chosen, dm_closed=False))
        await change.tx.settings.save_player(person_id, kept)
        await relist(change.tx, person_id, listed=kept.listed)
        return kept

    @transaction
    async def keep_start(self, change: Change, person_id: int, start: str) -> None:
        """Store the choices a person last made on the `/play` command's page."""
        settings = await change.tx.settings.of_player(person_id)
        if settings.start != start:
            await change.tx.settings.save_player(person_id, replace(settings, start=start))

    people_spoken_to = queries(lambda view: view.settings.people_spoken_to)
    servers_spoken_in = queries(lambda view: view.settings.servers_spoken_in)

    @transaction
    async def note_locale(self, change: Change, person_id: int, locale: str) -> PlayerSettings:
        """Store the language that Discord reports for a person, and return the person's settings."""
        settings = replace(await change.tx.settings.of_player(person_id), locale=locale)
        await change.tx.settings.save_player(person_id, settings)
        return settings

    @transaction
    async def note_server_locale(self, change: Change, guild_id: int, locale: str) -> ServerSettings:
        """Store the language that Discord reports for a server, and return the server's settings."""
        settings = replace(await change.tx.settings.of_server(guild_id), locale=locale)
        await change.tx.settings.save_server(guild_id, settings)
        return settings

    of_server = queries(lambda view: view.settings.of_server)

    @transaction
    async def introduce(self, change: Change, guild_id: int) -> bool:
        """Record that a server's manager has been told where to find the server's settings.

        Returns True if this is the first time.
        """
        chosen = await change.tx.settings.of_server(guild_id)
        if chosen.introduced:
            return False
        await change.tx.settings.save_server(guild_id, replace(chosen, introduced=True))
        return True

    @transaction
    async def welcome(self, change: Change, person_id: int) -> bool:
        """Record that a person has been shown how to make a move.

        Returns True if this is the first time and the person is playing their first match.
        """
        chosen = await change.tx.settings.of_player(person_id)
        if chosen.welcomed:
            return False
        await change.tx.settings.save_player(person_id, replace(chosen, welcomed=True))
        running = await change.tx.matches.count_running(person_id)
        ended = [await change.tx.standing.newest(person_id, 1, practice=practice) for practice in (False, True)]
        return running <= 1 and not any(ended)

    @transaction
    async def choose_for_server(self, change: Change, guild_id: int, settings: ServerSettings) -> ServerSettings:
        """Store a server's settings, or raise Refusal if they are invalid."""
        if not 1 <= settings.challenge_days <= LONGEST_CHALLENGE:
            raise Refusal("Challenges can stay open for 1 to {most} days.", most=LONGEST_CHALLENGE)
        zone_of(settings.zone)
        return await _save(change, guild_id, settings)

    @transaction
    async def unset(self, change: Change, guild_id: int, ids: Collection[int]) -> ServerSettings:
        """Remove the channels and roles with these IDs, which no longer exist on Discord, from a server's settings."""
        settings, topics = without_ids(await change.tx.settings.of_server(guild_id), ids)
        return await _save(
            change, guild_id, replace(settings, deleted=tuple(dict.fromkeys((*settings.deleted, *topics))))
        )

    @transaction
    async def take_deleted_topics(self, change: Change, guild_id: int) -> tuple[str, ...]:
        """Return the keys of the server settings whose channel or role was deleted.

        Each of them is returned only once, so that a manager is told of it only once.
        """
        chosen = await change.tx.settings.of_server(guild_id)
        if chosen.deleted:
            await change.tx.settings.save_server(guild_id, replace(chosen, deleted=()))
        return chosen.deleted


async def _save(change: Change, guild_id: int, settings: ServerSettings) -> ServerSettings:
    """Store a server's settings, and schedule or cancel its regular posts accordingly."""
    await change.tx.settings.save_server(guild_id, settings)
    for setting in declared_settings(type(settings)).values():
        if isinstance(setting.kind, Ids) and (kind := setting.kind.posts) is not None:
            posts = getattr(settings, setting.field) is not None
            await change.arm(kind, guild_id, await _next_post(change, kind, guild_id, settings) if posts else None)
    return settings


async def _next_post(change: Change, kind: str, guild_id: int, settings: ServerSettings) -> int:
    """Return when a server's next regular post of this kind is due.

    If the server has had puzzles and the hour is over, today's puzzle is due at once, so that choosing an earlier hour
    skips no day.
    """
    zone = zone_of(settings.zone)
    if kind != "puzzle":
        return next_weekly_post(change.now, zone)
    at = next_puzzle(change.now, guild_id, settings.puzzle_hour, zone)
    newest = await change.tx.puzzles.newest_post(guild_id)
    late = newest is not None and newest.day < day_in(zone, change.now) < day_in(zone, at)
    return change.now if late else at
