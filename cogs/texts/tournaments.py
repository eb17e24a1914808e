"""Texts about tournaments: the names of their parts, their points, and their tables in letters."""

import language
from cogs.texts import matches as texts
from language import counted, one_line
from matches.tournaments.course import KnockoutCourse, Tie
from matches.tournaments.model import Meeting, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.table import Line
from render.descriptions import MOST_CHARACTERS


def title(tournament: Tournament) -> str:
    return language.say("{game} tournament", game=texts.game_name(tournament.game))


def halves(points: int) -> str:
    """Half points as people write them: `2½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def group_name(groups: int, number: int, stage: int) -> str:
    """The name of a group: a letter, or `Final` if it is the only one of a later stage; empty for the only group."""
    if groups > 1:
        return language.say("Group {letter}", letter=chr(ord("A") + number - 1))
    return language.say("Final") if stage > 1 else ""


def round_name(pairings: int, number: int) -> str:
    """The name of a knockout round by its number of pairings; `number` counts the rounds from 1."""
    if pairings == 1:
        return language.say("Final")
    if pairings == 2:
        return language.say("Semifinals")
    return language.say("Quarterfinals") if pairings == 4 else language.say("Round {number}", number=number)


def progress_of(progress: Progress, meetings: list[Meeting]) -> str:
    """How many of these matches are over."""
    over = sum(meeting.settled(progress.withdrawals) for meeting in meetings)
    return counted(
        "{over} of {count} match over", "{over} of {count} matches over", len(meetings), over=str(over)
    ).said()


def name_of(progress: Progress, entrant: int | None) -> str:
    """The plain name of an entrant; empty if not known yet."""
    return one_line(progress.by_number[entrant].person.name) if entrant is not None else ""


def table_in_letters(progress: Progress, lines: list[Line]) -> str:
    """The table of a group for screen readers, a line for each entrant."""
    told = []
    for line in lines:
        name = name_of(progress, line.entrant)
        if line.place is None:
            told.append(language.say("{name} has withdrawn; these results do not count.", name=name))
            continue
        scored = counted(
            "{place}. {name}: {points} from {count} match",
            "{place}. {name}: {points} from {count} matches",
            line.played,
            place=str(line.place),
            name=name,
            points=halves(line.points),
        )
        told.append(language.say("{scored}, withdrawn", scored=scored) if line.out else scored.said())
    return "\n".join(told)[:MOST_CHARACTERS]


def bracket_in_letters(progress: Progress, rounds: list[list[Tie]], course: KnockoutCourse) -> str:
    """Rounds of a knockout for screen readers, a line for each round."""
    numbers = len(course.rounds())
    told = [
        f"{round_name(2 ** (numbers - ties[0].round), ties[0].round)}: "
        + "; ".join(_tie_in_letters(progress, tie) for tie in ties)
        for ties in rounds
    ]
    return "\n".join(told)[:MOST_CHARACTERS]


def _tie_in_letters(progress: Progress, tie: Tie) -> str:
    """`Ann – Bob 2 : 0`, or `Ann has a bye`."""
    first, second = (name_of(progress, entrant) or "?" for entrant in tie.entrants)
    if tie.round == 1 and None in tie.entrants:
        return language.say("{name} has a bye", name=first if tie.entrants[0] is not None else second)
    pair = f"{first} – {second}"
    return f"{pair} {halves(tie.points[0])} : {halves(tie.points[1])}" if tie.meetings else pair
