"""Texts for the bot's owner: the bot's status, and a report on one match."""

from collections.abc import Mapping, Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escape, escaped, plural, say
from cogs.wire import discord_limits
from games import GAMES
from language import Sentence, counted, listing
from matches.model import Match, Person, Place
from matches.results import player_name, result_sentence
from matches.timecontrol import lasting
from service.metrics import Gauges
from service.owner import Inspection
from storage.survey import Census

MEGABYTE = 1_000_000


def announcement(text: str) -> str:
    """Return an announcement's public text, in which the owner may use Markdown."""
    return "\n".join([say("**From the bot's owner:**"), text])


def status(
    build: Mapping[str, str],
    servers: int,
    census: Census,
    gauges: Gauges,
    errors: Sequence[tuple[int, str]],
    count: int,
) -> str:
    """Describe the bot's status, followed by as many recent errors as fit into one message."""
    lines = [
        say("### Tidepool {version}", version=build["version"]),
        say(
            "Python {python}, discord.py {library}, database format {format}, {size} MB.",
            python=build["python"],
            library=build["library"],
            format=build["format"],
            size=round(gauges.database_bytes / MEGABYTE, 1),
        ),
        say(
            "{servers}, {people}, {matches} with {moves}.",
            servers=counted("{count} server", "{count} servers", servers),
            people=counted("{count} person", "{count} people", census.people),
            matches=counted("{count} match", "{count} matches", census.matches),
            moves=counted("{count} move", "{count} moves", census.moves),
        ),
        _running(gauges),
        _queue_text(gauges),
        _backup(gauges),
        plural("**{count} error** since the start.", "**{count} errors** since the start.", count=count),
    ]
    for at, text in errors:
        line = say("- {when}: {text}", when=texts.relative(at), text=text[:300])
        if sum(map(len, lines)) + len(lines) + len(line) < discord_limits.MESSAGE:
            lines.append(line)
    return "\n".join(lines)


def _running(gauges: Gauges) -> str:
    games = [
        Sentence("{game} {number}", {"game": Sentence(GAMES[key].info.name), "number": number})
        for key, number in sorted(gauges.running.items())
        if key in GAMES
    ]
    if not games:
        return say("No match is running.")
    return say("Running: {games}.", games=listing(games))


def _queue_text(gauges: Gauges) -> str:
    """Describe the outbox: how many deliveries of each kind are due, and how late the alarms are."""
    kinds = [
        Sentence("{kind} {number}", {"kind": kind, "number": number})
        for kind, number in gauges.queued.items()
        if number
    ]
    told = [say("Pending: {kinds}.", kinds=listing(kinds)) if kinds else say("Nothing is pending.")]
    if kinds and gauges.oldest_board:
        told.append(say("The oldest board has waited for {time}.", time=lasting(gauges.oldest_board)))
    lag = gauges.alarm_lag
    told.append(say("Alarms are {time} late.", time=lasting(lag)) if lag else say("No alarm is late."))
    return " ".join(told)


def _backup(gauges: Gauges) -> str:
    newest, beat = say("There is **no backup**."), say("No heartbeat yet.")
    if gauges.backup_age is not None:
        newest = say("Newest backup: {time} ago.", time=lasting(gauges.backup_age))
    if gauges.beat_age is not None:
        beat = say("Last heartbeat: {time} ago.", time=lasting(gauges.beat_age))
    return f"{newest} {beat}"


def inspection(inspected: Inspection, now: int) -> str:
    """Describe a match: its players, clock, channels, alarms and queued deliveries."""
    match = inspected.match
    lines = [
        escaped(Sentence("### {match}", {"match": texts.title(match)})),
        say("{first} against {second}.", first=_player(match.players[0]), second=_player(match.players[1])),
        _state(match),
        _clock(match, now),
        *map(_place, inspected.places[:8]),
    ]
    if not inspected.places:
        lines.append(say("It is shown nowhere."))
    alarms = [
        Sentence("{kind} {when}", {"kind": alarm.kind, "when": texts.relative(alarm.at)}) for alarm in inspected.alarms
    ]
    lines.append(say("Alarms: {alarms}.", alarms=listing(alarms)) if alarms else say("It has no alarm."))
    queued = [
        counted("{kind} (tried {count} time)", "{kind} (tried {count} times)", delivery.tried, kind=delivery.kind)
        for delivery in inspected.queued
        if delivery.due_at is not None
    ]
    lines.append(say("Pending: {kinds}.", kinds=listing(queued, limit=5)) if queued else say("Nothing is pending."))
    if inspected.fault is None:
        lines.append(say("Its moves can be replayed and match the database."))
    else:
        lines.append(say("**Something is wrong:** {fault}", fault=inspected.fault.sentence))
    return "\n".join(line for line in lines if line)[: discord_limits.MESSAGE]


def _player(person: Person) -> Markdown:
    return Markdown(f"**{escape(person.name)}** ({person.id})")


def _state(match: Match) -> str:
    moves = counted("{count} move", "{count} moves", match.ply)
    facts = {"moves": moves, "rev": match.rev, "board": match.board_rev}
    if match.over:
        return say("{outcome}, after {moves}. Revision {rev}, board {board}.", outcome=result_sentence(match), **facts)
    return say(
        "{player} to move after {moves}. Revision {rev}, board {board}. Last move {when}.",
        player=player_name(match, match.turn),
        when=texts.relative(match.moved_at),
        **facts,
    )


def _clock(match: Match, now: int) -> str:
    if match.over:
        return ""
    if match.clock is None:
        return say("It has no clock.")
    if match.deadline is None:
        return say("Its clock {clock} is stopped.", clock=str(match.clock))
    late = say(" **That is over.**") if match.deadline < now else ""
    return say("Clock {clock}, until {when}.", clock=str(match.clock), when=texts.relative(match.deadline)) + late


def _place(place: Place) -> str:
    facts = {"link": texts.link(place), "rev": place.shown_rev}
    if place.guest:
        return say("- {link}: shows board {rev}; the bot is a guest there.", **facts)
    return say("- {link}: shows board {rev}.", **facts)
