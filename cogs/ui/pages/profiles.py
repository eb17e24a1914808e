"""Profiles, which show a person's ratings and scores as a picture and as text.

A profile is private until the person posts it.
"""

from collections.abc import Mapping, Sequence

import language
from cogs.texts import matches as texts
from cogs.texts.puzzles import puzzle_line
from cogs.texts.standing import LONGEST_LIST, finished_lines, profile_text
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context
from cogs.ui.pages.board import show_board
from cogs.ui.pages.history import history_button, replay_select
from cogs.wire.controls import Control, Controls, button, number
from cogs.wire.pictures import Picture, draw_in_thread
from language import one_line
from matches.model import Person
from matches.ratings import NEWCOMER, Rating
from render.descriptions import MOST_CHARACTERS
from render.profile import Line, draw_profile
from service.gate import Seen
from service.standing import GameRecord, Profile

MOST_LAST = 5
"""The maximum number of matches between people listed in a profile."""
MOST_PRACTICE = 3
"""The maximum number of practice matches listed in a profile."""
NO_PUZZLES: Mapping[str, Sequence[Rating]] = {}
"""The puzzle ratings shown in another person's profile: none, because puzzle ratings are private."""


async def open_profile(context: Context, person: Person) -> None:
    profile = await context.service.standing.profile(person, context.me.id)
    people, practice = _newest(await gate.visible_matches(context, [*profile.last, *profile.practice]))
    own = person.id == context.me.id
    controls: list[Control] = []
    if seen := [*people, *practice]:
        controls.append(replay_select(seen, person.id))
    controls += [
        history_button(person.id),
        button("Post it here", "profile-all", person.id),
        *([play_button()] if own and not profile.last else []),
    ]
    text = _text(profile, people, practice, own=own)
    if context.guild_id is not None:
        solved, streak = await context.service.daily_puzzles.standing(context.guild_id, person.id)
        text += puzzle_line(solved, streak)
    puzzles = await context.service.puzzles.curves(person.id) if own else {}
    image = await _picture(context, profile, puzzles)
    await context.tell(text, Controls(*controls), image, panel=("profile", person.id))


@control("profile", about="person", example=Example("Bob"))
async def show_profile(context: Context) -> None:
    await open_profile(context, Person(context.subject, language.say("This person")))


@control("profile-all", about="person", example=Example("Bob", writes="shared"))
async def show_everybody(context: Context) -> None:
    """Post a profile publicly, omitting matches not shown in this channel."""
    with context.to_everybody():
        person = Person(context.subject, language.say("This person"))
        profile = await context.service.standing.profile(person, context.subject)
        seen = [
            (match, places)
            for match, places in await gate.visible_matches(context, [*profile.last, *profile.practice])
            if context.channel_id in {place.channel_id for place in places}
        ]
        people, practice = _newest(seen)
        text = _text(profile, people, practice, own=False)
        named = {person.id, *(player.id for match, _ in [*people, *practice] for player in match.players)}
        await context.publish(text, None, await _picture(context, profile), people=named)


def _newest(matches: Sequence[Seen]) -> tuple[list[Seen], list[Seen]]:
    """Separate matches between people from practice matches, and return the latest of each kind."""
    people = [(match, places) for match, places in matches if not match.practice]
    practice = [(match, places) for match, places in matches if match.practice]
    return people[:MOST_LAST], practice[:MOST_PRACTICE]


def _text(profile: Profile, people: Sequence[Seen], practice: Sequence[Seen], *, own: bool) -> str:
    """Return a profile's text with a list of these matches, which are linked for as long as there is room."""
    seen = [(match, texts.newest_link(places)) for match, places in [*people, *practice]]

    def with_lines(limit: int) -> str:
        lines = finished_lines(seen, profile.person.id, limit)
        return profile_text(profile, lines[: len(people)], lines[len(people) :], own=own)

    others = len(with_lines(0)) - len("\n".join(finished_lines(seen, profile.person.id, 0)))
    return with_lines(LONGEST_LIST - others)


@control("replay", example=Example("over", chosen="{over}"))
async def replay(context: Context) -> None:
    match = await gate.match(context, number(context.value()))
    await show_board(context.about(match))


async def _picture(
    context: Context, profile: Profile, puzzles: Mapping[str, Sequence[Rating]] = NO_PUZZLES
) -> Picture | None:
    """Draw a person's profile, including rating curves, or return None if there is nothing to show."""
    if not profile.games and not puzzles:
        return None
    theme = await context.theme()
    count = sum(record.score.played for record in profile.games)
    about = language.plural("{count} match", "{count} matches", count=count) if count else ""
    lines = [*map(_line, profile.games), *(_puzzle_line(game, course) for game, course in puzzles.items())]
    name, otherwise = one_line(profile.person.name), language.say("Player")
    png = await draw_in_thread(draw_profile, name, otherwise, about, lines, theme)
    return Picture(png, _alt(profile, puzzles), "profile.png")


def _line(record: GameRecord) -> Line:
    rating, days = record.rating, list(dict.fromkeys(map(language.day, record.span or ())))
    return Line(
        texts.game_name(record.game).said(),
        str(rating) if rating else "",
        "" if rating else language.say("not rated"),
        str(record.score),
        (record.score.won, record.score.lost, record.score.drawn),
        record.curve,
        days if len(days) > 1 else (),
    )


def _puzzle_line(game: str, course: Sequence[Rating]) -> Line:
    """Return a profile picture's row with the puzzle rating. A whole curve begins with a newcomer's rating."""
    begins = [NEWCOMER.rating] if course[0].matches == 1 else []
    curve = [*begins, *(rating.rating for rating in course)]
    title = language.say("{game} puzzles", game=texts.game_name(game))
    note = language.say("still uncertain") if course[-1].provisional else ""
    return Line(title, str(course[-1]), note, "", (), curve)


def _alt(profile: Profile, puzzles: Mapping[str, Sequence[Rating]]) -> str:
    """Describe a profile's picture, as in `Ann: Konane 1534, 12-5-1, rated from 2 Oct 2026 to 29 Nov 2026; …`."""
    told = [*map(_told, profile.games), *(_told_puzzles(game, course[-1]) for game, course in puzzles.items())]
    results = language.join_texts(told, language.PARTS)
    return language.say("{player}: {results}.", player=one_line(profile.person.name), results=results)[:MOST_CHARACTERS]


def _told_puzzles(game: str, rating: Rating) -> str:
    return language.say("{game} puzzles {rating}", game=texts.game_name(game), rating=rating.told)


def _told(record: GameRecord) -> str:
    facts: dict[str, object] = {"game": texts.game_name(record.game), "score": str(record.score)}
    if record.rating is None:
        return language.say("{game} not rated, {score}", **facts)
    facts["rating"] = record.rating.told
    if record.span is None:
        return language.say("{game} {rating}, {score}", **facts)
    first, last = map(language.day, record.span)
    return language.say("{game} {rating}, {score}, rated from {first} to {last}", **facts, first=first, last=last)
