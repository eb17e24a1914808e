"""**Practise this**: the mistakes of a match against the computer as tasks, one after the other."""

from collections.abc import Mapping
from typing import Any

import pytest

from cogs.buttons import use
from cogs.posts.controls import turn_controls
from cogs.wire.controls import custom_id
from games import GAMES, Position
from matches.computers import Judgement
from matches.model import Match, Person
from tests.support.matches import ANN, BOB, CHANNEL
from tests.support.presses import Client, pressed
from tests.support.thinker import Puppet

MOVES = ("d5", "d4", "d7-d5", "d2-d4", "f7-d7")
CHANCES = {1: 0.4, 3: 0.1, 4: 0.1, 5: 0.05}
"""The first seat's chances after these plies of the match, in which it loses much with its first two moves."""


@pytest.fixture(autouse=True)
def critic(puppet: Puppet, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer judges the boards of the match as in CHANCES, and calls the last legal move the best one.

    A move that was neither played nor called best is as good as the best one, except for `e4`.
    """
    board, chances = GAMES["konane"].start(), {}
    chances[board.play(board.parse("e4"))] = 0.3
    for ply, text in enumerate(MOVES, 1):
        board = board.play(board.parse(text))
        chances[board] = CHANCES.get(ply, 0.6)

    def judged(position: Position[Any]) -> Judgement:
        chance = chances.get(position, 0.6)
        return Judgement((chance, 1 - chance), tuple(position.format(move) for move in position.legal_moves()[-1:]))

    monkeypatch.setattr(puppet, "_judgement", judged)


async def over(client: Client, puppet: Puppet) -> Match:
    """A match against the computer that Ann has resigned."""
    service = client.service
    match = (await service.practice.begin("konane", ANN, 3, CHANNEL, "first")).match
    for place, text in enumerate(MOVES):
        if place % 2:
            puppet.texts = [text]
            await service.computer_turns.act()
            await service.computer_turns.until_done(match.id, 60)
        else:
            await service.play.move(match.id, ANN.id, text)
    await service.computer_turns.act()
    await service.computer_turns.until_done(match.id, 60)
    return (await service.play.resign(match.id, ANN.id)).match


async def press(client: Client, control_id: str, *, by: Person = ANN) -> Mapping[str, Any]:
    interaction = pressed(client, by, CHANNEL, custom_id=control_id)
    await use(interaction, interaction.data)
    answer: Mapping[str, Any]
    (answer,) = interaction.answers.sent
    return answer


def buttons(answer: Mapping[str, Any]) -> Mapping[str, str]:
    return {item.label: item.custom_id for item in answer["view"].children}


def file_of(answer: Mapping[str, Any]) -> Any:
    return answer["file"] if "file" in answer else answer["attachments"][0]


async def answered(client: Client, match: Match, ply: int, move: str, wrong: int = 0) -> Mapping[str, Any]:
    return await press(client, custom_id("practise-done", match.id, wrong, str(ply), move))


async def test_the_end_of_a_match_against_the_computer_has_the_button(client: Client, puppet: Puppet) -> None:
    match = await over(client, puppet)
    labels = buttons({"view": turn_controls(match)})
    assert list(labels) == ["Rematch", "Review", "Practise this", "My board", "More"]
    more = await press(client, custom_id("more", match.id, match.rev))
    assert "GIF" in buttons(more)


async def test_each_mistake_is_a_task_and_a_right_move_leads_to_the_next(client: Client, puppet: Puppet) -> None:
    match = await over(client, puppet)
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
    match = await over(client, puppet)
    wrong = await answered(client, match, 1, "d5")
    assert wrong["content"].startswith("After **d5** your winning chance is ")
    assert "Best reply: **" in wrong["content"]
    assert "drawn in blue" not in wrong["content"]
    assert list(buttons(wrong)) == ["Try again", "Next"]
    again = await press(client, buttons(wrong)["Try again"])
    assert "**You played d5. Find a better move.**" in again["content"]
    other = await answered(client, match, 1, "e4", wrong=1)
    assert other["content"].splitlines()[0].startswith("After **e4** your winning chance is 30%. It could be 60%.")
    assert other["content"].splitlines()[1] == "**h1** is right. It is drawn in blue."
    skipped = await press(client, buttons(other)["Next"])
    assert f"Konane #{match.code}, move 3" in skipped["content"]
    as_good = await answered(client, match, 1, "a8")
    assert as_good["content"].startswith("**a8** is right: as good as **h1**.")
    illegal = await answered(client, match, 1, "c3")
    assert "c3" in illegal["content"]


async def test_others_and_matches_without_clear_mistakes_get_one_sentence(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await over(client, puppet)
    told = await press(client, custom_id("practise", match.id, match.rev), by=BOB)
    assert told["content"] == f"Only the player of match #{match.code} can practise it."

    def even(position: Position[Any]) -> Judgement:
        return Judgement((0.5, 0.5), tuple(position.format(move) for move in position.legal_moves()[-1:]))

    monkeypatch.setattr(puppet, "_judgement", even)
    told = await press(client, custom_id("practise", match.id, match.rev))
    expected = f"In match #{match.code}, no other move of yours would have been clearly better."
    assert told["content"] == expected
