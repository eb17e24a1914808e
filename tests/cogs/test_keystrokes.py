"""Text that is typed quickly is answered once, and suggestions read a bounded number of matches."""

import asyncio

import pytest

from cogs.commands.suggestions import move_choices
from cogs.ui.context import Context
from cogs.ui.which import Act, suggest_matches, typed_on
from cogs.wire import discord_limits
from games import GAMES, AmbiguousMove
from language import Sentence
from matches.model import Person
from storage.matches import MOST_CONSIDERED
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import Client, pressed
from tests.support.wide import MOVES, Wide

ANY = Act(Sentence("None."))


async def begin(client: Client) -> int:
    """A match between Ann and Bob; its id."""
    return (await begin_game(client.service)).match.id


def stroke(client: Client, who: Person = ANN) -> Context:
    return Context(pressed(client, who, CHANNEL))


async def test_only_the_last_keystroke_of_a_person_counts(client: Client) -> None:
    first, theirs = typed_on(stroke(client)), typed_on(stroke(client, BOB))
    assert not first()
    second = typed_on(stroke(client))
    assert (first(), second(), theirs()) == (True, False, False)


async def test_a_keystroke_that_is_overtaken_suggests_nothing(client: Client) -> None:
    await begin(client)
    found = await asyncio.gather(*(suggest_matches(stroke(client), ANY, typed) for typed in ("", "k", "ko")))
    assert [len(choices) for choices in found] == [0, 0, 1]


async def test_suggestions_read_so_many_matches_and_no_more(client: Client) -> None:
    matches = [await begin(client) for _ in range(MOST_CONSIDERED + 5)]
    lookup = client.service.lookup
    assert [match.id for match in await lookup.fitting(ANN.id, CHANNEL.channel_id)] == [*reversed(matches[5:])]
    assert len(await lookup.fitting(ANN.id, 5, here=False)) == MOST_CONSIDERED
    assert await lookup.fitting(ANN.id, CHANNEL.channel_id, here=False) == []
    assert await lookup.fitting(ANN.id, CHANNEL.channel_id, "squalma") == []
    assert len(await suggest_matches(stroke(client), ANY, "")) == 25


def test_where_a_step_has_too_many_places_their_columns_are_suggested() -> None:
    position = GAMES["brain_coral"].start()
    assert len(position.legal_moves()) > discord_limits.CHOICES
    columns = [choice.value for choice in move_choices("", [position])]
    assert len(columns) <= discord_limits.CHOICES
    offered = [choice.value for column in columns for choice in move_choices(column, [position])]
    assert offered == sorted(offered, key=[position.format(move) for move in position.legal_moves()].index)
    assert set(offered) == {position.format(move) for move in position.legal_moves()}, "each move can be reached"
    with pytest.raises(AmbiguousMove):
        position.parse(columns[0])  # when it is sent, the picker opens after that step


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_move_is_suggested_first_however_it_is_typed(key: str) -> None:
    position = GAMES[key].start()
    for text in map(position.format, position.legal_moves()):
        for typed in (
            text,
            f" {text.upper()} ",
            text.replace("-", " "),
            text.replace("-", ""),
            text.replace("-", " > "),
        ):
            assert move_choices(typed, [position])[0].value == text
    assert move_choices("zz", [position]) == []


def test_suggestions_lead_to_a_move_however_many_there_are() -> None:
    position = Wide.start()
    for wanted in (MOVES[0], MOVES[1234], MOVES[-1]):
        typed, whole = "", position.format(wanted)
        while typed != whole:
            offered = [choice.value for choice in move_choices(typed, [position])]
            assert len(offered) > 1 or offered == [whole]
            (onwards,) = [text for text in offered if whole == text or whole.startswith(text)]
            assert len(onwards) > len(typed)
            typed = onwards
