"""A private, filterable list of a person's finished matches. Each match can be replayed."""

from collections.abc import Sequence

import language
from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.texts.standing import LONGEST_LIST, OUTCOME_NAMES, finished_label, finished_lines, nothing_found_text
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.acts.play_page import play_button
from cogs.ui.context import Context, one_of
from cogs.wire.controls import Button, Choice, Control, Controls, button, select
from games import GAMES
from matches.standing import OUTCOMES
from service.gate import Seen

ALL = "-"
"""The value of a filter that is not set."""
ENTRIES = 10
"""The number of matches on a page."""
MOST_PAGES_READ = 4
"""The maximum number of pages read to find matches the reader may see."""


async def history_page(context: Context, person_id: int, before: int, game: str, result: str) -> tuple[str, Controls]:
    """Return a page of a person's finished matches, newest first.

    Lists only matches that ended before the match with the ID `before`, or all if it is 0. For another person, lists
    only matches shown in this server. Raises Malformed for an unknown filter.
    """
    own = person_id == context.me.id
    guild_id = None if own else context.guild_id
    only_game = None if game == ALL else one_of(game, GAMES)
    only_outcome = None if result == ALL else one_of(result, OUTCOMES)
    visible: list[Seen] = []
    cursor: int | None = before or None
    for _ in range(MOST_PAGES_READ):
        page = await context.service.standing.finished_matches(
            person_id,
            guild_id=guild_id,
            game=only_game,
            result=only_outcome,
            before=cursor,
            limit=ENTRIES,
        )
        visible += await gate.visible_matches(context, page.matches)
        cursor = page.cursor
        if visible or cursor is None:
            break
    linked = [(match, texts.newest_link(places)) for match, places in visible]
    heading = await _heading(context, person_id, visible, own=own)
    lines = finished_lines(linked, person_id, LONGEST_LIST - len(heading))
    controls: list[Control] = []
    if visible:
        controls.append(replay_select(visible, person_id))
    games = [Choice(ALL, language.say("All games")), *(Choice(key, texts.game_name(key).said()) for key in GAMES)]
    outcomes = [Choice(key, language.say(name)) for key, name in OUTCOME_NAMES.items()]
    results = [Choice(ALL, language.say("All results")), *outcomes]
    controls += [
        select("history-game", games, person_id, 0, result, chosen=game),
        select("history-result", results, person_id, 0, game, chosen=result),
        button("Newest", "history", person_id, 0, "0", game, result, "newest", disabled=not before),
        button("▶ Older", "history", person_id, 0, str(cursor or 0), game, result, "older", disabled=cursor is None),
        button("Profile", "profile", person_id),
        *([button("Download all", "export-all")] if own and visible else []),
        *([play_button()] if own and not visible else []),
    ]
    return "\n".join([heading, *(lines or [nothing_found_text(only_game, only_outcome)])]), Controls(*controls)


async def _heading(context: Context, person_id: int, visible: list[Seen], *, own: bool) -> str:
    if own:
        return say("### Your finished matches")
    names = [player.name for match, _ in visible for player in match.players if player.id == person_id]
    name = names[0] if names else await context.service.lookup.name_of(person_id)
    if name is None:
        return say("### Finished matches")
    if context.guild_id is None:
        return say("### {player}'s finished matches", player=name)
    return say("### {player}'s finished matches in this server", player=name)


def replay_select(matches: Sequence[Seen], person_id: int) -> Control:
    """Return a select menu for replaying one of a person's finished matches."""
    choices = [Choice(str(match.id), finished_label(match, person_id).said()) for match, _ in matches]
    return select("replay", choices, placeholder=language.say("Choose a match to replay"))


def history_button(person_id: int) -> Button:
    return button("History", "history", person_id, 0, "0", ALL, ALL)


@control("history", about="person", example=Example("Bob", ("0", "-", "-")))
async def show_history(context: Context) -> None:
    await show_page(context, context.subject, context.number(0), context.arg(1), context.arg(2))


@control("history-game", about="person", example=Example("Bob", ("-",), chosen="konane"))
async def choose_game(context: Context) -> None:
    await show_page(context, context.subject, 0, context.value(), context.arg(0))


@control("history-result", about="person", example=Example("Bob", ("-",), chosen="won"))
async def choose_result(context: Context) -> None:
    await show_page(context, context.subject, 0, context.arg(0), context.value())


async def show_page(context: Context, person_id: int, before: int, game: str, result: str) -> None:
    """Show a page of a person's finished matches. The parameters are those of `history_page`."""
    page = await history_page(context, person_id, before, game, result)
    await context.answer(*page, panel=("history", person_id))
