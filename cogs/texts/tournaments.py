"""Texts about tournaments: the names of their parts, their points, and their tables in letters."""

from collections.abc import Sequence

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_name
from cogs.texts.markdown import Markdown, plural, say
from games import GAMES
from language import counted, listing, mark, one_line
from matches.model import Person
from matches.tournaments.course import KnockoutCourse, Tie
from matches.tournaments.model import FEWEST, Meeting, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.table import Line
from render.descriptions import MOST_CHARACTERS
from service.tournament_posts import Pairing

FORMATS = {
    ("groups", False): mark("Everyone in a group plays everyone else once. From 8 players on, the best go on."),
    ("groups", True): mark(
        "Everyone in a group plays everyone else twice, once on each side. From 8 players on, the best go on."
    ),
    ("knockout", False): mark("Knockout: two matches each, with sides swapped, and a decider if they are level."),
}
"""What a format means, by the format and whether each pair plays both sides in groups."""
MOST_NAMED = 20
"""The most entrants that the public post names."""
MOST_LINKED = 5
"""The most matches that a ping links to."""


def title(tournament: Tournament) -> str:
    return language.say("{game} tournament", game=texts.game_name(tournament.game))


def format_text(tournament: Tournament) -> Markdown:
    """What a tournament's format means, in one sentence."""
    both = tournament.format == "groups" and GAMES[tournament.game].info.both_sides
    return say(FORMATS[tournament.format, both])


def terms(tournament: Tournament) -> Markdown:
    """`3 days a move · rated`"""
    clock = say("{clock}", clock=clock_name(tournament.clock))
    rated = say("rated") if tournament.rated else say("not rated")
    return Markdown(f"{clock}{texts.SEPARATOR}{rated}")


def announcement(progress: Progress) -> str:
    """The public post of a tournament in its current state."""
    tournament = progress.tournament
    game = texts.game_name(tournament.game)
    if tournament.status == "joining":
        head = say(
            "**{game} tournament**: press **Join**. It begins {when}.",
            game=game,
            when=texts.relative(tournament.begins_at),
        )
        return "\n".join([head, format_text(tournament), terms(tournament), _joined(progress)])
    if tournament.status == "running":
        head = plural(
            "The **{game} tournament** is on with {count} player.",
            "The **{game} tournament** is on with {count} players.",
            len(progress.entrants),
            game=game,
        )
        return "\n".join([head, format_text(tournament), terms(tournament)])
    if tournament.status == "over":
        return say("The **{game} tournament** is over. **Standings** shows how it ended.", game=game)
    if progress.meetings:
        return say("The **{game} tournament** was ended early.", game=game)
    return say("The **{game} tournament** did not begin.", game=game)


def _joined(progress: Progress) -> str:
    """`3 of 16 places: Ann, Bob, Carol`"""
    entrants, places = progress.entrants, progress.tournament.places
    if not entrants:
        return say("{places} places, all free", places=places)
    names = [say("{name}", name=one_line(entrant.person.name)) for entrant in entrants]
    taken = say("**{taken} of {places} places:**", taken=len(entrants), places=places)
    return f"{taken} {say('{names}', names=listing(names, most=MOST_NAMED))}"


def ending(progress: Progress) -> str:
    tournament, facts = progress.tournament, {"game": texts.game_name(progress.tournament.game)}
    if tournament.status == "cancelled":
        if len(progress.entrants) < FEWEST and not progress.meetings:
            return say(
                "The **{game} tournament** did not begin: fewer than {fewest} people had joined.",
                fewest=FEWEST,
                **facts,
            )
        return say("The **{game} tournament** was ended early, without a winner.", **facts)
    names = [say("**{name}**", name=one_line(entrant.person.name)) for entrant in progress.winners()]
    if not names:
        return say("The **{game} tournament** is over. Nobody has won it, because all withdrew.", **facts)
    if len(names) > 1:
        return say("{names} share first place in the **{game} tournament**.", names=listing(names), **facts)
    return say("{name} has won the **{game} tournament**!", name=names[0], **facts)


def pairings_text(tournament: Tournament, person_id: int, pairings: Sequence[Pairing]) -> str:
    """The ping at the start of a person's matches, with links to the first of them."""
    waiting = sum(_waits(pairing, person_id) for pairing in pairings)
    begun = plural(
        "{player}, {count} match of the {game} tournament has begun.",
        "{player}, {count} matches of the {game} tournament have begun.",
        len(pairings),
        player=texts.mention(Person(person_id, "")),
        game=texts.game_name(tournament.game),
    )
    moves = plural("{count} waits for your move.", "{count} wait for your move.", waiting) if waiting else ""
    ordered = sorted(pairings, key=lambda pairing: not _waits(pairing, person_id))
    lines = [_pairing_line(pairing) for pairing in ordered[:MOST_LINKED]]
    return "\n".join([" ".join(filter(None, [begun, moves])), *lines])


def _waits(pairing: Pairing, person_id: int) -> bool:
    return pairing.match.seat_of(person_id) == pairing.match.turn


def _pairing_line(pairing: Pairing) -> str:
    """A link to a board. It names nobody, so that the message may stay when somebody is forgotten."""
    code = say("#{code}", code=pairing.match.code)
    return f"- {code}: {texts.link(pairing.place)}" if pairing.place is not None else f"- {code}"


def result_line(progress: Progress, meeting: Meeting, link: Markdown | None) -> str:
    """`Ann – Bob 1 : 0`, or a link to the running match; struck through if it does not count."""
    first, second = progress.people(meeting.fixture)
    pair = say("{first} – {second}", first=one_line(first.name), second=one_line(second.name))
    score = progress.course.score_of(meeting)
    if link is not None:
        told = f"[{pair}]({link})"
    elif score is not None:
        told = f"{pair} {' : '.join(halves(score[entrant]) for entrant in meeting.fixture.entrants)}"
    else:
        told = say("{pair}, no result", pair=pair) if meeting.over else pair
    return f"- ~~{told}~~" if progress.course.has_left(meeting) else f"- {told}"


def list_line(progress: Progress) -> str:
    """A tournament in a list: what is played, and how it stands."""
    tournament = progress.tournament
    named = say("**{title}**", title=title(tournament))
    if tournament.status == "joining":
        return say("- {title}: begins {when}", title=named, when=texts.relative(tournament.begins_at))
    if tournament.status == "running":
        return f"- {named}: {progress_of(progress, progress.meetings)}"
    return f"- {ending(progress)}"


def vanished_text(tournament: Tournament) -> str:
    """The direct message to somebody who was withdrawn for losing matches on time without a move."""
    return say(
        "You were withdrawn from the **{game} tournament**: you lost two matches on time without a move, or left the "
        "server. Press **I am back** to play on, until the next stage begins.",
        game=texts.game_name(tournament.game),
    )


def removed_text(tournament: Tournament) -> str:
    """The direct message to somebody whom a moderator removed."""
    return say("A moderator removed you from the **{game} tournament**.", game=texts.game_name(tournament.game))


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


def progress_of(progress: Progress, meetings: Sequence[Meeting]) -> str:
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


def bracket_in_letters(progress: Progress, rounds: Sequence[Sequence[Tie]], course: KnockoutCourse) -> str:
    """Rounds of a knockout for screen readers, a line for each round."""
    numbers = len(course.rounds())
    told = [
        f"{round_name(2 ** (numbers - ties[0].round), ties[0].round)}: "
        + "; ".join(_tie_in_letters(progress, tie) for tie in ties)
        for ties in rounds
    ]
    return "\n".join(told)[:MOST_CHARACTERS]


def _tie_in_letters(progress: Progress, tie: Tie) -> str:
    """`Ann – Bob 2 : 0`, or `Ann has a bye`. Names the winner if the points do not tell."""
    first, second = (name_of(progress, entrant) or "?" for entrant in tie.entrants)
    if tie.round == 1 and None in tie.entrants:
        return language.say("{name} has a bye", name=first if tie.entrants[0] is not None else second)
    pair = f"{first} – {second}"
    told = f"{pair} {halves(tie.points[0])} : {halves(tie.points[1])}" if tie.meetings else pair
    if tie.winner is None:
        return told
    scored, lost = tie.points if tie.winner == tie.entrants[0] else tie.points[::-1]
    return (
        told if scored > lost else language.say("{pair}, {name} goes on", pair=told, name=name_of(progress, tie.winner))
    )
