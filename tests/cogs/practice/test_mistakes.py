"""**Practise mistakes**: the mistakes of a match against the computer as tasks, one after the other."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cogs.posts.controls import turn_controls
from cogs.wire.controls import custom_id
from games import GAMES
from matches.computers import computer
from matches.model import Match
from tests.support.critic import buttons, criticise, file_of, lost, press
from tests.support.matches import BOB
from tests.support.presses import Client
from tests.support.thinker import Puppet


@pytest.fixture(autouse=True)
def critic(puppet: Puppet, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that was neither played nor called best is as good as the best one, except for `e4`."""
    criticise(puppet, monkeypatch, 0.6, e4=0.3)


async def answered(client: Client, match: Match, ply: int, move: str, wrong: int = 0) -> Mapping[str, Any]:
    return await press(client, custom_id("practise-done", match.id, wrong, str(ply), move))


async def test_the_end_of_a_match_against_the_computer_has_the_button(client: Client, puppet: Puppet) -> None:
    match = await lost(client.service, puppet)
    labels = buttons({"view": turn_controls(match)})
    assert list(labels) == ["Rematch", "Review", "Practise mistakes", "Replay", "More"]
    more = await press(client, custom_id("more", match.id, match.rev))
    assert "GIF" in buttons(more)


async def test_the_end_of_a_match_between_computers_does_not_have_it(client: Client, puppet: Puppet) -> None:
    match = await lost(client.service, puppet)
    labels = buttons({"view": turn_controls(replace(match, players=(computer(1), computer(2))))})
    assert list(labels) == ["Review", "Replay", "More"]


async def test_each_mistake_is_a_task_and_a_right_move_leads_to_the_next(client: Client, puppet: Puppet) -> None:
    match = await lost(client.service, puppet)
    first = await press(client, custom_id("practise", match.id, match.rev))
    asked, question = first["content"].splitlines()
    assert asked == "**You played d5. Find a better move.**"
    assert question.startswith(f"-# Konane #{match.code}, move 1: ")
    right = await answered(client, match, 1, "h1")
    assert right["content"].startswith("**h1** is right.")
    assert list(buttons(right)) == ["Next"]
    second = await press(client, buttons(right)["Next"])
    assert f"Konane #{match.code}, move 3" in second["content"]
    assert "**You played d7-d5. Find a better move.**" in second["content"]
    board = GAMES["konane"].start().play(GAMES["konane"].start().parse("d5"))
    board = board.play(board.parse("d4"))
    last = await answered(client, match, 3, board.format(board.legal_moves()[-1]))
    assert last["content"].splitlines()[-1] == f"You have practised your mistakes in Konane #{match.code}."
    assert list(buttons(last)) == ["Rematch"]
    assert file_of(last).filename == "practise-konane.png"


async def test_a_wrong_move_says_what_it_leads_to_and_the_second_one_shows_the_right_one(
    client: Client, puppet: Puppet
) -> None:
    match = await lost(client.service, puppet)
    wrong = await answered(client, match, 1, "d5")
    assert wrong["content"].startswith("After **d5** your winning chance is ")
    assert "Best reply: **" in wrong["content"]
    assert "It is blue" not in wrong["content"]
    assert list(buttons(wrong)) == ["Try again", "Next"]
    again = await press(client, buttons(wrong)["Try again"])
    assert "**You played d5. Find a better move.**" in again["content"]
    other = await answered(client, match, 1, "e4", wrong=1)
    assert other["content"].splitlines()[0].startswith("After **e4** your winning chance is 30%. It could be 60%.")
    assert other["content"].splitlines()[1] == "**h1** is right. It is blue, and your move is orange."
    assert list(buttons(other)) == ["Next"]
    skipped = await press(client, buttons(other)["Next"])
    assert f"Konane #{match.code}, move 3" in skipped["content"]
    as_good = await answered(client, match, 1, "a8")
    assert as_good["content"].startswith("**a8** is right: as good as **h1**.")
    illegal = await answered(client, match, 1, "c3")
    assert "c3" in illegal["content"]


async def test_others_and_matches_without_clear_mistakes_get_one_sentence(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await lost(client.service, puppet)
    told = await press(client, custom_id("practise", match.id, match.rev), person=BOB)
    assert told["content"] == f"Only the player of match #{match.code} can practise it."
    criticise(puppet, monkeypatch, 0.5, 0)
    told = await press(client, custom_id("practise", match.id, match.rev))
    assert told["content"] == "You made no clear mistake, so there is nothing to practise. Well played!"
    assert list(buttons(told)) == ["Rematch", "Review"]
    assert client.service.mistakes.is_faultless(match)
