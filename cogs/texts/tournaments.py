"""Texts about tournaments: their parts, points and tables."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import language
from cogs.texts import matches as texts
from cogs.texts.clocks import clock_name
from cogs.texts.markdown import Markdown, cut_to_lines, escaped, plural, say
from cogs.wire import discord_limits
from games import GAMES
from language import PARTS, Sentence, clip, counted, in_context, join_texts, listing, mark, one_line, paragraph
from matches.codes import code_of
from matches.model import Person
from matches.tournaments.course import WHOLE, GroupCourse, KnockoutCourse, Tie
from matches.tournaments.model import FEWEST, MOST, Fixture, Meeting, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.table import Line, first_by
from matches.tournaments.together import by_part, entrants_of, pairings_once
from render.descriptions import MOST_CHARACTERS
from service.tournament_posts import Pairing

FORMATS = {
    ("groups", False): mark(
        "Everyone in a group plays everyone else once. With 8 or more players, the best advance to the next stage."
    ),
    ("groups", True): mark(
        "Everyone in a group plays everyone else twice, once on each side. "
        "With 8 or more players, the best advance to the next stage."
    ),
    ("knockout", False): mark("Knockout: each pair plays two matches, one on each side, and a third if they are tied."),
}
"""The sentence describing each format, keyed by the format and by whether each pair in a group plays both sides."""
ONE_GROUP = {
    False: mark("Everyone plays everyone else once."),
    True: mark("Everyone plays everyone else twice, once on each side."),
}
"""The sentence describing a tournament that has begun in a single group, keyed as in FORMATS."""
WITHDRAW = in_context("tournament", "Withdraw")
MOST_NAMED = 20
"""The maximum number of entrants named in the public post."""
NAME = 32
"""The maximum length of a name in a round's post, in characters. Discord does not allow longer names."""
MOST_LINKED = 5
"""The maximum number of matches a ping links to."""


def game_of(tournament: Tournament) -> Sentence:
    """Return the name of a tournament's game, such as `Konane`.

    In a knockout tournament, the format follows the game, as in `Konane knockout`.
    """
    game = texts.game_name(tournament.game)
    return Sentence("{game} knockout", {"game": game}) if tournament.format == "knockout" else game


def title(tournament: Tournament) -> str:
    return language.say("{game} tournament", game=game_of(tournament))


def format_text(tournament: Tournament, begun_with: int = MOST) -> Markdown:
    """Describe a tournament's format in one sentence.

    `begun_with` is the number of entrants if the tournament has begun.
    """
    both = tournament.format == "groups" and GAMES[tournament.game].info.both_sides
    if tournament.format == "groups" and begun_with <= WHOLE:
        return say(ONE_GROUP[both])
    return say(FORMATS[tournament.format, both])


def terms(tournament: Tournament) -> Markdown:
    """Return the terms, such as `3 days a move · counts for ratings`."""
    clock = say("{clock}", clock=clock_name(tournament.clock))
    rated = say("counts for ratings") if tournament.rated else say("not for ratings")
    return Markdown(f"{clock}{texts.SEPARATOR}{rated}")


def joined_text(tournament: Tournament) -> Markdown:
    """Return text telling an entrant when the tournament will begin."""
    facts = {"title": title(tournament), "when": texts.relative(tournament.begins_at)}
    return say("You have joined the {title}. Start: {when} at the latest. You will get one ping then.", **facts)


def waiting_text(tournament: Tournament) -> Markdown:
    """Return a line for an entrant's list of matches, about a tournament that has not begun."""
    post = texts.address(tournament.guild_id, tournament.channel_id, tournament.message_id)
    facts = {"title": title(tournament), "when": texts.relative(tournament.begins_at), "post": post}
    return say("- You have joined the {title}. Start: {when} at the latest. {post}", **facts)


def announced_note(tournament: Tournament, here: int | None = None) -> Markdown:
    """Return a sentence saying where matches are announced, or "" if that is the reader's channel or nowhere."""
    if tournament.channel_id in {0, here}:
        return Markdown("")
    return say("Matches are announced in {channel}.", channel=texts.channel(tournament.channel_id))


def wanted_text(progress: Progress) -> Markdown:
    """Return a note telling a tournament's managers when they can start it early, or "" if they can."""
    if progress.tournament.status != "joining" or len(progress.entrants) >= FEWEST:
        return Markdown("")
    wanted = say("Once {fewest} have joined, `/tournament show` lets you start it early.", fewest=FEWEST)
    return Markdown(f"-# {wanted}")


def announcement(progress: Progress, reader: int = 0, here: int | None = None) -> str:
    """Return a tournament's public post or, if `reader` is given, that person's private page in the channel `here`."""
    tournament = progress.tournament
    game = game_of(tournament)
    if tournament.status == "joining":
        facts = {"game": game, "when": texts.relative(tournament.begins_at)}
        head = say("**{game} tournament**: press **Join**. It begins {when}.", **facts)
        if len(progress.entrants) < FEWEST:
            head = say(
                "**{game} tournament**: press **Join**. It begins {when} if at least {fewest} have joined.",
                fewest=FEWEST,
                **facts,
            )
        head = head if progress.entrant_of(reader) is None else joined_text(tournament)
        return "\n".join([head, format_text(tournament), terms(tournament), _entrant_list(progress)])
    if tournament.status == "running":
        head = plural(
            "The **{game} tournament** is on with {count} player.",
            "The **{game} tournament** is on with {count} players.",
            len(progress.entrants),
            game=game,
        )
        where = announced_note(tournament, here) if reader else ""  # the public post is in that channel
        described = format_text(tournament, len(progress.entrants))
        lines = [paragraph([head, where]), described, terms(tournament), _left_line(progress)]
        return "\n".join(filter(None, lines))
    if tournament.status == "over":
        return say("The **{game} tournament** is over. **Standings** shows how it ended.", game=game)
    if progress.meetings:
        return say("The **{game} tournament** was ended early.", game=game)
    return say("The **{game} tournament** did not begin.", game=game)


def _left_line(progress: Progress) -> str:
    """Return a line that names those who have left a running tournament, or "" if nobody has."""
    names = [say("{name}", name=name_of(progress, number)) for number in progress.withdrawals]
    return say("Left: {names}", names=listing(names, limit=MOST_NAMED)) if names else ""


def _entrant_list(progress: Progress) -> str:
    """Return a list of who has joined, such as `3 of at least 4 players: Ann, Bob, Carol`, or `5 of 16 places: …`."""
    entrants, places = progress.entrants, progress.tournament.places
    if not entrants:
        return say("Nobody has joined yet. Up to {places} can.", places=places)
    names = [say("{name}", name=one_line(entrant.person.name)) for entrant in entrants]
    taken = say("**{taken} of {places} places:**", taken=len(entrants), places=places)
    if len(entrants) < FEWEST:
        taken = say("**{taken} of at least {fewest} players:**", taken=len(entrants), fewest=FEWEST)
    return f"{taken} {say('{names}', names=listing(names, limit=MOST_NAMED))}"


def ending(progress: Progress) -> str:
    tournament, facts = progress.tournament, {"game": game_of(progress.tournament)}
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
        return say("The **{game} tournament** is over. Nobody won, because everyone withdrew.", **facts)
    if len(names) > 1:
        return say("{names} share first place in the **{game} tournament**.", names=listing(names), **facts)
    return say("{name} has won the **{game} tournament**!", name=names[0], **facts)


FIRST_BY = {
    "direct": mark("{names} have equal points; the matches between them decided."),
    "opponents": mark("{names} have equal points; the points of the opponents they beat decided."),
    "wins": mark("{names} have equal points; the number of wins decided."),
}
"""The sentences saying how a winner was chosen from entrants with equal points, keyed by the tie-break."""


def level_lines(progress: Progress) -> list[str]:
    """Return one sentence for each pairing whose matches ended level on points, saying who advanced and why.

    In a tournament in groups that is over, the sentence says why the winner is ahead of others with as many points.
    """
    if isinstance(progress.course, GroupCourse) and len(progress.course.winners() or ()) == 1:
        meetings = progress.course.stages()[-1][0] if progress.meetings else []
        level, decided_by = first_by(meetings, progress.withdrawals)
        names = [say("{name}", name=name_of(progress, line.entrant)) for line in level]
        return [f"- {say(FIRST_BY[decided_by], names=listing(names))}"] if decided_by else []
    return [f"- {escaped(_tie_sentence(progress, tie))}" for tie in progress.level_ties()]


def table_ending(progress: Progress | None, match_id: int) -> str:
    """Return a sentence saying what a match's end means for the tournament, if the result does not make that clear.

    The sentence says who advances and why, if the match completed a pairing that ended level on points, or that the
    match does not count because one of its players is out. Otherwise, and without a tournament, returns "".
    """
    if progress is None:
        return ""
    if without_entrant(progress, match_id):
        return say("This match does not count in the tournament: a player has left it.")
    ended = [tie for tie in progress.level_ties() if tie.meetings[-1].match_id == match_id]
    return "".join(escaped(_tie_sentence(progress, tie)) for tie in ended)


def without_entrant(progress: Progress, match_id: int) -> bool:
    """Return whether a match does not count in its tournament because one of its players has left."""
    return any(meeting.match_id == match_id and progress.course.has_left(meeting) for meeting in progress.meetings)


def out_line(progress: Progress, meetings: Sequence[Meeting]) -> Markdown:
    """Return a sentence explaining why some entrants' results in a group do not count, or "" if all results count."""
    gone = sorted({number for meeting in meetings for number in progress.course.removed_from(meeting)})
    if not gone:
        return Markdown("")
    names = [say("{name}", name=name_of(progress, number)) for number in gone]
    return say("{names} left before playing half of their matches: none of these matches counts.", names=listing(names))


def pairings_text(tournament: Tournament, person_id: int, pairings: Sequence[Pairing]) -> str:
    """Return the text that pings a person whose matches have begun.

    The text links to the boards of a few of these matches.
    """
    waiting = sum(_waits(pairing, person_id) for pairing in pairings)
    begun = plural(
        "{player}, {count} match of the {game} tournament has begun.",
        "{player}, {count} matches of the {game} tournament have begun.",
        len(pairings),
        player=texts.mention(Person(person_id, "")),
        game=game_of(tournament),
    )
    moves = plural("{count} waits for your move.", "{count} wait for your move.", waiting) if waiting else ""
    ordered = sorted(pairings, key=lambda pairing: not _waits(pairing, person_id))
    lines = [_pairing_line(pairing, person_id) for pairing in ordered[:MOST_LINKED]]
    return "\n".join([paragraph([begun, moves]), *lines])


def _waits(pairing: Pairing, person_id: int) -> bool:
    return pairing.match.seat_of(person_id) == pairing.match.turn


def bye_text(tournament: Tournament, person_id: int) -> str:
    """Return the text that pings a person with a bye in the first round."""
    return say(
        "{player}, the {game} tournament has begun. You have a bye: your first match comes in the next round.",
        player=texts.mention(Person(person_id, "")),
        game=game_of(tournament),
    )


def round_text(
    progress: Progress,
    meetings: Sequence[Meeting],
    byes: Sequence[int],
    pinged: Collection[int],
    links: Mapping[int, Markdown],
) -> str:
    """Return the text of a round's post.

    The text lists each player's opponents in the matches that began together, with a link to each board. Mentions the
    people in `pinged` once, and names all others. A text that is too long loses its links first, then lists each
    pairing only once; then its names are shortened.
    """
    for linked, most, once in (
        (links, NAME, False),
        ({}, NAME, False),
        ({}, NAME, True),
        ({}, NAME // 2, True),
        ({}, NAME // 5, True),
    ):
        text = "\n".join(_round_lines(progress, meetings, byes, pinged, linked, most, once=once))
        if len(text) <= discord_limits.MESSAGE:
            break
    return cut_to_lines(text, discord_limits.MESSAGE)


def _round_lines(
    progress: Progress,
    meetings: Sequence[Meeting],
    byes: Sequence[int],
    pinged: Collection[int],
    links: Mapping[int, Markdown],
    limit: int,
    *,
    once: bool,
) -> Iterator[str]:
    """Yield the lines of a post that lists a round's pairings. Names are cut to `limit` characters.

    With `once`, each pairing is listed for only one of its players.
    """

    def named(entrant: int) -> Markdown:
        return say("{name}", name=clip(name_of(progress, entrant), limit))

    def called(entrant: int) -> Markdown:
        person = progress.by_number[entrant].person
        return texts.mention(person) if person.id in pinged else named(entrant)

    def against(entrant: int, opponent: int, name: Markdown) -> Markdown:
        ids = [meeting.match_id or 0 for meeting in part if meeting.involves(entrant) and meeting.involves(opponent)]
        shown = [links[match_id] for match_id in ids if match_id in links]
        return Markdown(f"[{name}]({shown[0]})" if shown else name)

    yield plural(
        "{count} match of the **{game} tournament** has begun. Press **Move** to play yours.",
        "{count} matches of the **{game} tournament** have begun. Press **Move** to play yours.",
        len(meetings),
        game=game_of(progress.tournament),
    )
    heading = ""
    for part in by_part(meetings):
        name = part_name(progress, part[0].fixture)
        if name and name != heading:
            yield say("**{name}**", name=name)
        heading = name
        listed = pairings_once(part)
        lineless = {*entrants_of(part)} - listed.keys()  # they are called where they are named first, without a link
        for entrant, others in listed.items():
            opponents = [
                called(other) if other in lineless else against(entrant, other, named(other)) for other in others
            ]
            lineless -= {*others}
            if not once and len(listed) > 1:  # adds the pairings that are listed for the opponent
                opponents += [named(other) for other, theirs in listed.items() if entrant in theirs]
            yield say("{player} plays {opponents}", player=called(entrant), opponents=listing(opponents))
    if byes:
        yield plural(
            "{players} has a bye: their first match comes in the next round.",
            "{players} have a bye: their first matches come in the next round.",
            len(byes),
            players=listing([called(entrant) for entrant in byes]),
        )


def part_name(progress: Progress, fixture: Fixture) -> str:
    """Return the name of a fixture's group or knockout round, or "" if the tournament has only one group."""
    if isinstance(progress.course, KnockoutCourse):
        return round_name(len(progress.course.rounds()[fixture.stage - 1]), fixture.stage)
    groups = {meeting.fixture.group for meeting in progress.meetings if meeting.fixture.stage == fixture.stage}
    return group_name(len(groups), fixture.group, fixture.stage)


def _pairing_line(pairing: Pairing, person_id: int) -> str:
    """Return a line such as `- against Bob`, with a link to the board if it is already shown."""
    opponent = pairing.match.players[1 - (pairing.match.seat_of(person_id) or 0)]
    named = say("against {opponent}", opponent=one_line(opponent.name))
    link = texts.newest_link([pairing.place]) if pairing.place is not None else None
    return f"- {named}: {link}" if link is not None else f"- {named}"


def result_line(progress: Progress, meeting: Meeting, link: Markdown | None) -> str:
    """Return a result's line, such as `Ann – Bob 1 : 0`, with a link to the match.

    A result that does not count is struck through.
    """
    first, second = progress.people(meeting.fixture)
    pair = say("{first} – {second}", first=one_line(first.name), second=one_line(second.name))
    score = progress.course.score_of(meeting)
    if score is not None:
        told = f"{pair} {' : '.join(halves(score[entrant]) for entrant in meeting.fixture.entrants)}"
        told = say("{result}, not for ratings", result=Markdown(told)) if meeting.unplayed else told
    else:
        told = say("{pair}, no result", pair=pair) if meeting.over else pair
    told = f"~~{told}~~" if progress.course.has_left(meeting) else told
    return f"- {told} [#{code_of(meeting.match_id or 0)}]({link})" if link is not None else f"- {told}"


def list_line(progress: Progress) -> str:
    """Return a tournament's line in a list of tournaments, with its game and current state."""
    tournament = progress.tournament
    named = say("**{title}**", title=title(tournament))
    if tournament.status == "joining":
        return say("- {title}: begins {when}", title=named, when=texts.relative(tournament.begins_at))
    if tournament.status == "running":
        return f"- {named}: {progress_of(progress, progress.meetings)}"
    return f"- {ending(progress)}"


def vanished_text(tournament: Tournament) -> str:
    """Return the direct message for a person who was withdrawn because they stopped playing or left the server."""
    return say(
        "You were withdrawn from the **{game} tournament**: you lost two matches on time without a move, or left the "
        "server. Press **I am back** to play on, until the next stage begins.",
        game=game_of(tournament),
    )


def removed_text(tournament: Tournament) -> str:
    """Return the direct message for a person removed from a tournament by a moderator."""
    return say("A moderator removed you from the **{game} tournament**.", game=game_of(tournament))


def halves(points: int) -> str:
    """Format a number of half points: 5 becomes `2½`."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def group_name(groups: int, number: int, stage: int) -> str:
    """Return a group's name, such as `Group A`.

    If a stage has only one group, its name is `Final`, or "" in the first stage.
    """
    if groups > 1:
        return language.say("Group {letter}", letter=chr(ord("A") + number - 1))
    return language.say("Final") if stage > 1 else ""


def round_name(pairings: int, number: int) -> str:
    """Return the name of a knockout round, such as `Semifinals` or `Round 2`.

    `pairings` says how many pairings the round has, and `number` counts the rounds from 1.
    """
    if pairings == 1:
        return language.say("Final")
    if pairings == 2:
        return language.say("Semifinals")
    return language.say("Quarterfinals") if pairings == 4 else language.say("Round {number}", number=number)


def progress_of(progress: Progress, meetings: Sequence[Meeting]) -> str:
    """Return text saying how many of these matches have ended.

    In a knockout, the matches of later rounds count, too, but no tiebreakers that have not begun.
    """
    over = sum(meeting.is_settled(progress.withdrawals) for meeting in meetings)
    count = len(meetings) + (progress.course.matches_to_come() if isinstance(progress.course, KnockoutCourse) else 0)
    return counted("{over} of {count} match over", "{over} of {count} matches over", count, over=str(over)).said()


def name_of(progress: Progress, entrant: int | None) -> str:
    """Return an entrant's plain name, or "" if the entrant is not yet known."""
    return one_line(progress.by_number[entrant].person.name) if entrant is not None else ""


def table_in_letters(progress: Progress, lines: list[Line]) -> str:
    """Describe a group's table for screen readers, with one line per entrant."""
    told = []
    for line in lines:
        name = name_of(progress, line.entrant)
        if line.place is None:
            told.append(language.say("{name} is out; these results do not count.", name=name))
            continue
        scored = counted(
            "{place}. {name}: {points} from {count} match",
            "{place}. {name}: {points} from {count} matches",
            line.played,
            place=str(line.place),
            name=name,
            points=halves(line.points),
        )
        told.append(language.say("{scored}, out", scored=scored) if line.out else scored.said())
    return "\n".join(told)[:MOST_CHARACTERS]


def bracket_in_letters(progress: Progress, rounds: Sequence[Sequence[Tie]], course: KnockoutCourse) -> str:
    """Describe a knockout tournament for screen readers, with one line per round."""
    numbers = len(course.rounds())
    told = [
        f"{round_name(2 ** (numbers - ties[0].round), ties[0].round)}: "
        + join_texts((_tie_sentence(progress, tie).said() for tie in ties), PARTS)
        for ties in rounds
    ]
    return "\n".join(told)[:MOST_CHARACTERS]


GOES_ON = {
    "": mark("{pair}, {name} goes on"),
    "time": mark("{pair}, {name} goes on with less time used"),
    "lot": mark("{pair}, also tied on time; {name} goes on, chosen at random"),
}
"""The sentences saying who advances from a level pairing, keyed by the tie-break."""
DECIDED_BY = {"time": mark("by time used"), "lot": mark("at random")}
"""What decided a level pairing, as shown beside its winner in a bracket's picture."""


def _tie_sentence(progress: Progress, tie: Tie) -> Sentence:
    """Describe a pairing, such as `Ann – Bob 2 : 0` or `Ann has a bye`, and name its winner if it is level."""
    first, second = (name_of(progress, entrant) or "?" for entrant in tie.entrants)
    if tie.round == 1 and None in tie.entrants:
        return Sentence("{name} has a bye", {"name": first if tie.entrants[0] is not None else second})
    told = Sentence(mark("{first} – {second}"), {"first": first, "second": second})
    if tie.meetings:
        told = Sentence("{pair} {points}", {"pair": told, "points": " : ".join(map(halves, tie.points))})
    scored, lost = tie.points if tie.winner == tie.entrants[0] else tie.points[::-1]
    if tie.winner is None or scored > lost:
        return told
    return Sentence(GOES_ON[tie.level], {"pair": told, "name": name_of(progress, tie.winner)})
