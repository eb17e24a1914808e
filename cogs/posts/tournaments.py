"""The pictures of a tournament: the table of a group, or a part of the bracket."""

from collections.abc import Sequence

import language
from cogs.texts.matches import game_name
from cogs.texts.tournaments import (
    bracket_in_letters,
    group_name,
    halves,
    name_of,
    progress_of,
    round_name,
    table_in_letters,
    title,
)
from cogs.wire.pictures import Picture, made
from matches.tournaments.course import GroupCourse, KnockoutCourse, Tie
from matches.tournaments.model import Meeting
from matches.tournaments.progress import Progress
from matches.tournaments.table import Line, scores, table
from render.bracket import ROUNDS, Round, Side, draw_bracket
from render.crosstable import Row, draw_crosstable

OPEN = "·"
"""The sign in a crosstable for a match that is not over."""
Part = tuple[int, int]
"""A stage or knockout round with a group or section of it, both from 0."""


def parts(progress: Progress) -> list[Part]:
    """The parts of a tournament that have a picture each, most important first."""
    course = progress.course
    if isinstance(course, GroupCourse):
        stages = course.stages()
        return [(stage, group) for stage in reversed(range(len(stages))) for group in range(len(stages[stage]))]
    rounds = course.rounds()
    last = max(0, len(rounds) - ROUNDS)
    firsts = [last, *(first for first in range(0, last, ROUNDS))]
    return [
        (first, section)
        for first in firsts
        for section in range(-(-len(rounds[first]) // 2 ** (min(ROUNDS, len(rounds) - first) - 1)))
    ]


def page_of(progress: Progress, reader: int) -> int:
    """The index in `parts` of the part where the reader plays; 0 for people who do not play on."""
    entrant = progress.entrant_of(reader)
    if entrant is None or progress.tournament.status != "running" or progress.has_gone_on(entrant.number):
        return 0
    return next((page for page, part in enumerate(parts(progress)) if _stands(progress, part, entrant.number)), 0)


def _stands(progress: Progress, part: Part, entrant: int) -> bool:
    """Whether an entrant plays in a part, or has a bye there."""
    course = progress.course
    if isinstance(course, KnockoutCourse):
        return any(entrant in tie.entrants for ties in _rounds(course, part) for tie in ties)
    return any(meeting.involves(entrant) for meeting in part_meetings(progress, part))


def part_meetings(progress: Progress, part: Part) -> list[Meeting]:
    """The matches of a part. Raises IndexError for an unknown part."""
    course = progress.course
    if isinstance(course, KnockoutCourse):
        return [meeting for ties in _rounds(course, part) for tie in ties for meeting in tie.meetings]
    stage, group = part
    return list(course.stages()[stage][group])


def _rounds(course: KnockoutCourse, part: Part) -> list[list[Tie]]:
    """The rounds of a section of the bracket, each with its pairings there."""
    first, section = part
    rounds = course.rounds()
    depth = min(ROUNDS, len(rounds) - first)
    return [
        rounds[first + step][section * 2 ** (depth - 1 - step) : (section + 1) * 2 ** (depth - 1 - step)]
        for step in range(depth)
    ]


async def part_picture(progress: Progress, part: Part, theme: str, reader: int = 0) -> Picture:
    """Draw a part of a tournament, with the reader's row or pairing marked. Raises IndexError for an unknown part."""
    course = progress.course
    if isinstance(course, KnockoutCourse):
        return await _bracket(progress, course, part, theme, reader)
    stage, group = part
    groups = course.stages()[stage]
    meetings = part_meetings(progress, part)
    lines = table(meetings, progress.withdrawals)
    name = group_name(len(groups), group + 1, stage + 1)
    game = game_name(progress.tournament.game).said()
    heading = f"{game}: {name}" if name else title(progress.tournament)
    rows = crosstable(progress, meetings, lines, reader)
    png = await made(draw_crosstable, heading, progress_of(progress, meetings), rows, theme)
    return Picture(png, table_in_letters(progress, lines), "tournament.png")


def crosstable(progress: Progress, meetings: Sequence[Meeting], lines: Sequence[Line], reader: int) -> list[Row]:
    """The rows of a group's table; a cell has the points against one opponent, from one match or two."""
    scored = scores(meetings, progress.withdrawals)

    def cell(entrant: int, opponent: int) -> str | None:
        if entrant == opponent:
            return None
        between = [score[entrant] for score in scored if entrant in score and opponent in score]
        counts = all(line.place is not None for line in lines if line.entrant in {entrant, opponent})
        return halves(sum(between)) if between else OPEN if counts else ""

    begun = bool(scored)
    return [
        Row(
            str(line.place or "") if begun else "",
            name_of(progress, line.entrant),
            [cell(line.entrant, other.entrant) for other in lines],
            halves(line.points),
            out=line.out,
            own=progress.by_number[line.entrant].person.id == reader,
        )
        for line in lines
    ]


async def _bracket(progress: Progress, course: KnockoutCourse, part: Part, theme: str, reader: int) -> Picture:
    shown, rounds = _rounds(course, part), course.rounds()
    drawn = [
        Round(
            round_name(len(rounds[ties[0].round - 1]), ties[0].round), [_pairing(progress, tie, reader) for tie in ties]
        )
        for ties in shown
    ]
    about = progress_of(progress, list(progress.meetings))
    png = await made(draw_bracket, title(progress.tournament), about, drawn, theme)
    return Picture(png, bracket_in_letters(progress, shown, course), "tournament.png")


def _pairing(progress: Progress, tie: Tie, reader: int) -> tuple[Side, Side]:
    sides = []
    for entrant, points in zip(tie.entrants, tie.points, strict=True):
        if entrant is None:
            bye = tie.round == 1
            sides.append(Side(language.say("bye") if bye else "", remark=bye))
            continue
        sides.append(
            Side(
                name_of(progress, entrant),
                halves(points) if tie.meetings else "",
                won=tie.winner == entrant,
                own=progress.by_number[entrant].person.id == reader,
            )
        )
    return sides[0], sides[1]
