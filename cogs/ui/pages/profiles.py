"""Profiles: a person's ratings and scores as picture and text, private until shown publicly."""

from collections.abc import Sequence

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
from cogs.wire.pictures import Picture, made
from language import Sentence, one_line
from matches.model import Person
from render.profile import Line, draw_profile
from service.standing import GameRecord, Profile

MOST_LAST = 5
"""The most matches between people in a profile."""
MOST_PRACTICE = 3
"""The most practice matches in a profile."""


async def open_profile(context: Context, person: Person) -> None:
    profile = await context.service.standing.profile(person, context.me.id)
    people, practice = _newest(await gate.seen(context, [*profile.last, *profile.practice]))
    own = person.id == context.me.id
    controls: list[Control] = []
    if seen := [*people, *practice]:
        controls.append(replay_select(seen, person.id))
    controls += [
        history_button(person.id),
        button("Show everybody", "profile-all", person.id),
        *([play_button()] if own and not profile.last else []),
    ]
    text = _text(profile, people, practice, own=own)
    if context.guild_id is not None:
        solved, streak = await context.service.daily_puzzles.standing(context.guild_id, person.id)
        text += puzzle_line(solved, streak)
    await context.tell(text, Controls(*controls), await _picture(context, profile))


@control("profile", about="person", example=Example("Bob"))
async def show_profile(context: Context) -> None:
    await open_profile(context, Person(context.subject, language.say("This person")))


@control("profile-all", about="person", example=Example("Bob", writes="shared"))
async def show_everybody(context: Context) -> None:
    """Post a profile publicly, with only those of the last matches that are shown in this channel."""
    with context.to_everybody():
        person = Person(context.subject, language.say("This person"))
        profile = await context.service.standing.profile(person, context.subject)
        seen = [
            (match, places)
            for match, places in await gate.seen(context, [*profile.last, *profile.practice])
            if context.channel_id in {place.channel_id for place in places}
        ]
        people, practice = _newest(seen)
        text = _text(profile, people, practice, own=True)
        named = {person.id, *(player.id for match, _ in [*people, *practice] for player in match.players)}
        await context.publish(text, None, await _picture(context, profile), people=named)


def _newest(seen: Sequence[gate.Seen]) -> tuple[list[gate.Seen], list[gate.Seen]]:
    """The newest of the visible matches: those between people, and those in practice."""
    people = [(match, places) for match, places in seen if not match.practice]
    practice = [(match, places) for match, places in seen if match.practice]
    return people[:MOST_LAST], practice[:MOST_PRACTICE]


def _text(profile: Profile, people: Sequence[gate.Seen], practice: Sequence[gate.Seen], *, own: bool) -> str:
    """The text of a profile with these matches, with links to as many as fit."""
    seen = [(match, texts.newest_link(places)) for match, places in [*people, *practice]]

    def with_lines(most: int) -> str:
        lines = finished_lines(seen, profile.person.id, most)
        return profile_text(profile, lines[: len(people)], lines[len(people) :], own=own)

    others = len(with_lines(0)) - len("\n".join(finished_lines(seen, profile.person.id, 0)))
    return with_lines(LONGEST_LIST - others)


@control("replay", example=Example("over", chosen="{over}"))
async def replay(context: Context) -> None:
    match = await gate.match(context, number(context.value()))
    await show_board(context.about(match))


async def _picture(context: Context, profile: Profile) -> Picture | None:
    """The picture of a profile; None for a person without finished matches."""
    if not profile.games:
        return None
    theme = await context.theme()
    count = sum(record.score.played for record in profile.games)
    about = language.plural("{count} match", "{count} matches", count=count)
    lines = [_line(record) for record in profile.games]
    name, otherwise = one_line(profile.person.name), language.say("Player")
    png = await made(draw_profile, name, otherwise, about, lines, theme)
    return Picture(png, _alt(profile), "profile.png")


def _line(record: GameRecord) -> Line:
    rating = record.rating
    return Line(
        texts.game_name(record.game).said(),
        str(rating) if rating else "",
        f"± {rating.deviation:.0f}" if rating else language.say("not rated"),
        str(record.score),
        record.curve,
    )


def _alt(profile: Profile) -> str:
    name = one_line(profile.person.name)
    ratings = [
        Sentence("{game} {rating}", {"game": texts.game_name(record.game), "rating": str(record.rating)})
        for record in profile.games
        if record.rating
    ]
    if not ratings:
        return language.say("The record of {player} in each game.", player=name)
    return language.say("The ratings of {player} over time: {ratings}.", player=name, ratings=language.listing(ratings))
