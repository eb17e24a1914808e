"""The `/play` page, where a person chooses a game, an opponent and further options, and begins a match."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import ui

import language
from cogs.posts.controls import learn_button
from cogs.texts import matches as texts
from cogs.texts.challenges import side_choices
from cogs.texts.clocks import clock_choices, clock_name
from cogs.texts.errors import NotHere
from cogs.texts.markdown import Markdown, escaped, say
from cogs.texts.practice import USUAL_PAIR, level_choices, level_name, pair_choices, pair_of
from cogs.texts.servers import against_another, round_length, server_side
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import LAP, challenge, check_opponent
from cogs.ui.acts.draft import AGAINST_ME, ANYONE, PERSON, SERVERS, TEAMS, VOTE, WATCH, Draft
from cogs.ui.acts.practice import practice, watch
from cogs.ui.acts.servers import challenge_server, code_button
from cogs.ui.acts.votes import begin_vote
from cogs.ui.context import Context
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Button, Choice, Control, Controls, Form, button, custom_id, number, select, text_field
from cogs.wire.last_answers import Panel
from cogs.wire.people import AnyUser, person_of
from cogs.wire.pictures import games_picture
from games import GAMES
from language import Sentence, listing
from matches.computers import LEVELS, computer
from matches.crowds import ROUNDS
from matches.errors import Refusal
from matches.model import Person
from matches.results import introduction
from matches.timecontrol import TimeControl, span_text
from service.challenges import LONGEST_NOTE

LEVEL_TEXTS = frozenset(map(str, LEVELS))
"""The computer's levels, as stored in a draft."""
GAMES_A_ROW = 4
"""How many game buttons fit next to each other on a phone."""
OTHER_CLOCK = "other"
"""The value in the clock select that opens a form."""
PANEL: Panel = "play", 0
"""The page's panel. Each person has one."""
USUAL = ("konane", "1", "r", "", "", "")
"""The choices in the controls' examples."""


def play_button(person_id: int = 0) -> Button:
    """Return the button that opens the `/play` page.

    If `person_id` is given, the page is for challenging that person.
    """
    return button("Play", "start", person_id, style="primary")


async def open_play(context: Context, opponent: AnyUser | None = None) -> None:
    """Open the `/play` page with the person's last choices, replacing the opponent with `opponent` if given.

    Raises Refusal if that opponent cannot be challenged here.
    """
    draft = await _last(context)
    if opponent is not None and context.is_tidepool(opponent):
        draft = draft.against(draft.whom if draft.whom in LEVEL_TEXTS else await _level(context, draft.game))
    elif opponent is not None:
        check_opponent(context, opponent, asked_before=context.here.guest)
        draft = draft.against(PERSON, opponent.id)
    await _show(context, draft)


@control(
    "start",
    *("challenge?", "challenge", "practice?", "practice-form"),
    about="person",
    example=Example("Bob", public=True, where="as guest"),
)
async def show_page(context: Context) -> None:
    """Show the `/play` page with the choices stored in the custom_id.

    If there are none in it, shows the page with the person's last choices.
    """
    if context.args:
        await _show(context, _draft(context))
    else:
        await open_play(context, await _member(context, context.subject) if context.subject else None)


@control("start-game", about="person", example=Example("nothing", USUAL, chosen="squalma"))
async def surprise(context: Context) -> None:
    draft = _draft(context)
    levels = await context.service.practice.levels_for(context.me.id)
    await _show(context, _in_game(draft, secrets.choice([key for key in GAMES if key != draft.game]), levels))


@control("start-whom", about="person", example=Example("nothing", USUAL, chosen="a"))
async def choose_whom(context: Context) -> None:
    await _show(context, _check_draft(_draft(context).against(context.value())))


@control("start-person", about="person", example=Example("nothing", USUAL, chosen="2", where="as guest"))
async def choose_person(context: Context) -> None:
    """Show the page with the chosen opponent, or with the computer if the person chose the bot itself.

    If the chosen person cannot be challenged here, the page says why and keeps the opponent from before.
    """
    draft, person = _draft(context), await _member(context, number(context.value()))
    if context.is_tidepool(person):
        await _show(context, draft.against(await _level(context, draft.game)))
        return
    try:
        check_opponent(context, person, asked_before=context.here.guest)
    except Refusal as refusal:  # the page is shown again, so that it no longer shows this choice
        await _show(context, draft, escaped(refusal.sentence))
        return
    await _show(context, draft.against(PERSON, person.id))


@control("start-more", about="person", example=Example("nothing", USUAL))
async def show_more(context: Context) -> None:
    await _show_options(context, _draft(context))


@control("start-side", about="person", example=Example("nothing", USUAL, chosen="s"))
async def choose_side(context: Context) -> None:
    draft = _draft(context)
    game, whom, _, *rest = draft.args
    value = context.value()
    chosen = (game, value, "r", *rest) if draft.watched else (game, whom, value, *rest)
    await _show_options(context, _check_draft(Draft.read(chosen, draft.person_id)))


@control("start-level", about="person", example=Example("nothing", ("konane", "v3", "r", "", "", ""), chosen="v4"))
async def choose_level(context: Context) -> None:
    """Show the page with further options once a level has been chosen for a match between a server and the computer."""
    await _show_options(context, _check_draft(_draft(context).against(context.value())))


@control("start-variant", about="person", example=Example("nothing", USUAL, chosen="size=6"))
async def choose_variant(context: Context) -> None:
    name, _, value = context.value().partition("=")
    await _show_options(context, _draft(context).with_option(name, value))


@control("start-clock", about="person", example=Example("nothing", ("konane", "a", "r", "", "", ""), chosen="1d"))
async def choose_clock(context: Context) -> None:
    draft = _draft(context)
    if context.value() != OTHER_CLOCK:
        show = _show if draft.by_vote else _show_options
        await show(context, draft.with_clock(context.value()))
        return
    form_id = custom_id("start-typed", draft.person_id, 0, *draft.args)
    hint = language.say("36h, 10 days, 1d + 1h a move")
    clock = text_field("clock", language.say("Time per move"), placeholder=hint, limit=60)
    await context.form(Form(language.say("Another clock"), form_id, clock))


@control("start-typed", about="person", example=Example("nothing", USUAL, typed={"clock": "36h"}))
async def type_clock(context: Context) -> None:
    await _show_options(context, _draft(context).with_clock(context.field("clock")))


@control("start-note", about="person", example=Example("nothing", ("konane", "a", "r", "", "", "")))
async def ask_note(context: Context) -> None:
    """Open a form for a note to the opponent. Submitting it begins the match, as the Start button does."""
    draft = _draft(context)
    form_id = custom_id("start-go", draft.person_id, context.rev or 0, *draft.args)
    note = text_field("note", language.say("A note to your opponent"), limit=LONGEST_NOTE, long=True)
    await context.form(Form(language.say("Start with a note"), form_id, note))


@control("start-go", about="person", example=Example("nothing", ("konane", "1", "f", "", "", ""), writes="own"))
async def begin(context: Context) -> None:
    """Begin the match or post the challenge, and remember the choices as defaults for the next time."""
    draft = _draft(context)
    await context.service.settings.keep_start(context.me.id, ":".join(draft.args))
    if draft.watched:
        await watch(context, draft.game, pair_of(draft.whom[1:]), draft.options)
    elif draft.whom == SERVERS:
        await challenge_server(context, draft)
    elif draft.by_vote:
        await begin_vote(context, draft)
    elif not draft.with_people:
        await practice(context, draft.game, int(draft.whom), draft.side, draft.options)
    else:
        opponent: Person | None = None
        if draft.whom == PERSON:
            person = await _member(context, draft.person_id)
            check_opponent(context, person, asked_before=context.here.guest)
            opponent = person_of(person)
        rated = {"y": True, "n": False}.get(draft.rated) if draft.info.ratable(draft.options) else None
        note = context.fields.get("note", "")
        clock = draft.clock or None
        await challenge(context, draft.game, opponent, draft.side, draft.options, clock=clock, rated=rated, note=note)


def _draft(context: Context) -> Draft:
    """Return the choices stored in the custom_id. Raises Malformed if they are invalid."""
    return _check_draft(Draft.read(context.args, context.subject))


def _check_draft(draft: Draft) -> Draft:
    """Return the draft unchanged. Raises Malformed if the page does not offer the draft's opponent or side."""
    Draft.read(draft.args)
    if (draft.whom == PERSON and not draft.person_id) or (draft.side == "both" and not draft.info.both_sides):
        raise Malformed
    return draft


async def _last(context: Context) -> Draft:
    """Return the person's last choices, adjusted to fit this channel.

    The game is that of their newest match or challenge. If they last played a person or asked everybody here, the
    returned draft is against the computer, so that nobody is challenged by accident. Its level is the one last chosen
    for this game or, after a win or in another game, the one to offer there.
    """
    kept = (await context.service.settings.of_player(context.me.id)).start
    try:
        draft = Draft.read(kept.split(":"))
    except Malformed:
        draft = Draft()
    game = await context.service.lookup.last_game(context.me.id) or draft.game
    level = await _level(context, game)
    renewed = draft.whom in LEVEL_TEXTS and (draft.whom < level or game != draft.game)
    draft = draft.of_game(game)
    return draft.against(level) if renewed or draft.with_people or draft.by_vote else draft


async def _level(context: Context, game: str) -> str:
    """Return the number of the computer level suited to this person in a game, as a string."""
    return str(await context.service.practice.level_for(context.me.id, game))


def _in_game(draft: Draft, game: str, levels: Mapping[str, int]) -> Draft:
    """Return a draft for another game. If its level is the one offered in its game, the other game's is chosen."""
    other = draft.of_game(game)
    return other.against(str(levels[game])) if draft.whom == str(levels[draft.game]) else other


async def _show(context: Context, draft: Draft, refused: str = "") -> None:
    """Show the page. `refused` says why a choice was not accepted."""
    about = _control_args(context, draft)
    games, levels = [], await context.service.practice.levels_for(context.me.id)
    for n, key in enumerate(GAMES):
        chosen, row, other = (
            key == draft.game,
            n // GAMES_A_ROW,
            ("start", *about[:2], *_in_game(draft, key, levels).args),
        )
        name = Sentence("{game}", {"game": texts.game_name(key)})
        games.append(button(name, *other, style="primary" if chosen else "secondary", row=row))
    learn = await context.service.lessons.is_left(context.me.id, draft.game)
    read = learn_button(draft.game) if learn else button("Rules", "rules", 0, 0, draft.game)
    below = _lengths if draft.by_vote else _person_list
    more = draft.whom != TEAMS or draft.info.options  # otherwise, that page would be empty
    last, hint = len(games) // GAMES_A_ROW, language.say("Anyone here, or the computer")
    read.row = last + 3
    controls = Controls(
        *games,
        button("Surprise me", "start-game", *about, row=last),
        select("start-whom", _opponents(context, draft), *about, chosen=draft.whom, placeholder=hint, row=last + 1),
        *([] if context.here.direct else [below(draft, about, last + 2)]),
        button("Start", "start-go", *about, style="success", row=last + 3),
        *([button("More options", "start-more", *about, row=last + 3)] if more else []),
        *([code_button(last + 3)] if draft.whom == SERVERS else []),
        read,
    )
    image = await games_picture(await context.theme(), draft.game)
    text = "\n".join(filter(None, [refused, await _summary(context, draft)]))
    await context.answer(text, controls, image, panel=PANEL)


async def _show_options(context: Context, draft: Draft) -> None:
    """Show the less common choices: the side, the clock, the variants, whether the match is rated, and a note."""
    about = _control_args(context, draft)
    items: list[Control] = []
    if draft.watched:
        pairs = [Choice(f"{WATCH}{pair}", name) for pair, name in pair_choices().items()]
        items.append(select("start-side", pairs, *about, chosen=draft.whom))
    elif draft.server_against_computer:
        levels = [Choice(f"{VOTE}{level}", name) for level, name in level_choices().items()]
        items.append(select("start-level", levels, *about, chosen=draft.whom))
    if not draft.watched and draft.whom != TEAMS:
        sides = [Choice(side[0], name) for side, name in side_choices(draft.info, both=draft.with_people).items()]
        items.append(select("start-side", sides, *about, chosen=draft.side[0]))
    if draft.with_people:
        usual = draft.clock or await _usual_clock(context)
        clocks = [Choice(text, name) for text, name in clock_choices(usual).items()]
        clocks.append(Choice(OTHER_CLOCK, language.say("Type another clock …")))
        items.append(select("start-clock", clocks, *about, chosen=usual))
    if variants := [
        Choice(f"{name}={value}", _as_label(language.say(phrase)), language.say(option.about))
        for name, option in draft.info.options.items()
        for value, phrase in option.phrases.items()
    ]:
        items.append(select("start-variant", variants, *about, placeholder=language.say("Variants of the game")))
    items.append(button("Start", "start-go", *about, style="success"))
    if draft.with_people and draft.info.ratable(draft.options):
        if await _rated(context, draft):
            items.append(
                button("Do not count for ratings", "start-more", *_control_args(context, replace(draft, rated="n")))
            )
        else:
            items.append(button("Count for ratings", "start-more", *_control_args(context, replace(draft, rated="y"))))
    if draft.with_people:
        items.append(button("Start with a note", "start-note", *about))
    items.append(button("Back", "start", *about))
    await context.answer(await _summary(context, draft), Controls(*items), panel=PANEL)


def _as_label(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _control_args(context: Context, draft: Draft) -> tuple[Any, ...]:
    """Return a custom_id's subject and arguments, with the time of the page (see `asked_at`) as its revision."""
    return draft.person_id, context.service.clock.now() % LAP + 1, *draft.args


def _opponents(context: Context, draft: Draft) -> list[Choice]:
    choices = [
        Choice(str(number), language.say("{player}", player=introduction(computer(number))), language.say(level.suits))
        for number, level in LEVELS.items()
    ]
    if not context.here.direct:
        choices.insert(0, Choice(ANYONE, language.say("Anyone here: the first to accept")))
    if not context.here.guest and not context.here.direct:
        level = draft.whom if draft.server_against_computer else f"{VOTE}{USUAL_PAIR[:1]}"
        about = language.say("Everybody here votes for each move")
        choices.append(Choice(level, language.say("This server against the computer"), about))
        choices.append(Choice(AGAINST_ME, language.say("This server against you"), about))
        choices.append(Choice(TEAMS, language.say("Two teams of this server"), about))
        choices.append(Choice(SERVERS, against_another().said(), about))
    if not context.here.guest:
        choices.append(Choice(f"{WATCH}{USUAL_PAIR}", language.say("Watch two computer players")))
    return choices


def _lengths(draft: Draft, about: tuple[Any, ...], row: int) -> Control:
    """Return the select for the duration of each vote, shown in place of the one for a person to challenge."""
    lengths = [Choice(span_text(length), round_length(length).said()) for length in ROUNDS]
    return select("start-clock", lengths, *about, chosen=span_text(draft.round_length), row=row)


def _person_list(draft: Draft, about: tuple[Any, ...], row: int) -> Control:
    chosen = [discord.SelectDefaultValue.from_user(discord.Object(draft.person_id))] if draft.whom == PERSON else []
    return ui.UserSelect[Controls](
        custom_id=custom_id("start-person", *about),
        placeholder=language.say("Or challenge a person"),
        default_values=chosen,
        row=row,
    )


async def _summary(context: Context, draft: Draft) -> str:
    """Describe the players and terms of the match that the Start button would begin or, without terms, the game."""
    facts: dict[str, object] = {"game": texts.game_name(draft.game)}
    if draft.watched:
        first, second = map(level_name, pair_of(draft.whom[1:]))
        asked = say("**{game}**: {first} plays {second}, and you watch", first=first, second=second, **facts)
    elif draft.by_vote:
        asked = _asked_to_vote(draft)
    elif draft.whom == ANYONE:
        asked = say("**{game}** against anyone here", **facts)
    elif draft.whom == PERSON:
        person = texts.mention(Person(draft.person_id, ""))
        asked = say("**{game}** against {player}", player=person, **facts)
    else:
        asked = say("**{game}** against {computer}", computer=introduction(computer(int(draft.whom))), **facts)
    parts: list[Sentence] = []
    if draft.with_people or (draft.side != "random" and not draft.watched and draft.whom != TEAMS):
        parts.append(_side(draft))
    if draft.by_vote:
        parts.append(round_length(draft.round_length))
    if draft.with_people:
        parts.append(clock_name(TimeControl.parse(draft.clock or await _usual_clock(context))))
    if unusual := draft.info.unusual(draft.options):
        parts.append(listing(unusual))
    if draft.with_people:
        parts.append(await _rating_terms(context, draft))
    terms = " · ".join(map(escaped, parts)) or say("-# {summary}", summary=Sentence(draft.info.summary))
    return f"{asked}\n{terms}"


def _asked_to_vote(draft: Draft) -> Markdown:
    """Return who plays in a match by vote."""
    game = texts.game_name(draft.game)
    if draft.whom == TEAMS:
        return say("**{game}**: two teams of this server", game=game)
    if draft.whom == SERVERS:
        return say("**{game}**: this server against another server, whose moderators accept by a code", game=game)
    if draft.whom == AGAINST_ME:
        return say("**{game}**: this server against you", game=game)
    theirs = introduction(computer(int(draft.whom[1:])))
    return say("**{game}**: this server against {computer}", game=game, computer=theirs)


def _side(draft: Draft) -> Sentence:
    if draft.side == "random":
        return Sentence("Random sides")
    if draft.side == "both":
        return Sentence("Both sides: two matches at once")
    if draft.by_vote:
        return server_side(draft.info, 0 if draft.side == "first" else 1)
    return Sentence("You play {side}", {"side": draft.info.side(0 if draft.side == "first" else 1)})


async def _usual_clock(context: Context) -> str:
    return (await context.service.settings.of_server(context.guild_id)).clock


async def _rated(context: Context, draft: Draft) -> bool:
    if not draft.info.ratable(draft.options):
        return False
    return draft.rated == "y" if draft.rated else (await context.service.settings.of_server(context.guild_id)).rates


async def _rating_terms(context: Context, draft: Draft) -> Sentence:
    if await _rated(context, draft):
        return Sentence("counts for ratings")
    standard = draft.info.ratable(draft.options)
    return Sentence("not for ratings") if standard else Sentence("not for ratings, because of this variant")


async def _member(context: Context, person_id: int) -> AnyUser:
    """Look up a person, as a member if possible, by an ID that may be forged. Raises NotHere if it is nobody's."""
    guild = context.interaction.guild
    try:
        if guild is not None and not context.here.guest:
            return await guild.fetch_member(person_id)
        return await context.client.fetch_user(person_id)
    except discord.NotFound as error:
        raise NotHere from error
