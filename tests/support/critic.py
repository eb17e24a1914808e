"""A match of Konane in which the computer sees two clear mistakes of its first side, and presses of its controls."""

from collections.abc import Mapping
from typing import Any

import pytest

from cogs.buttons import use
from games import GAMES, Position
from matches.computers import Judgement
from matches.model import Match, Person
from service import Service
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed
from tests.support.thinker import SETTLES, Puppet

MOVES = ("d5", "d4", "d7-d5", "d2-d4", "f7-d7")
CHANCES = {1: 0.4, 3: 0.1, 4: 0.1, 5: 0.05}
"""The first side's chances after these plies of the match, in which it loses much with its first two moves."""


def criticise(
    puppet: Puppet, monkeypatch: pytest.MonkeyPatch, usual: float, plies: int = len(MOVES), **tried: float
) -> None:
    """Let the computer judge the boards after so many plies as in CHANCES, those after `tried` first moves as given,
    and all others as `usual`. It calls the last legal move the best one.
    """
    board = GAMES["konane"].start()
    chances: dict[Position[Any], float] = {board.play(board.parse(text)): chance for text, chance in tried.items()}
    for ply, text in enumerate(MOVES[:plies], 1):
        board = board.play(board.parse(text))
        chances[board] = CHANCES.get(ply, usual)

    def judged(position: Position[Any]) -> Judgement:
        chance = chances.get(position, usual)
        return Judgement((chance, 1 - chance), tuple(position.format(move) for move in position.legal_moves()[-1:]))

    monkeypatch.setattr(puppet, "_judgement", judged)


async def lost(service: Service, puppet: Puppet) -> Match:
    """A match against the computer that Ann has resigned after these moves."""
    match = (await service.practice.begin("konane", ANN, 3, CHANNEL, "first")).match
    for place, text in enumerate(MOVES):
        if place % 2:
            puppet.texts = [text]
            await service.computer_turns.act()
            await service.computer_turns.until_done(match.id, SETTLES)
        else:
            await service.play.move(match.id, ANN.id, text)
    await service.computer_turns.act()
    await service.computer_turns.until_done(match.id, SETTLES)
    return (await service.play.resign(match.id, ANN.id)).match


async def press(client: Client, control_id: str, *, person: Person = ANN, **data: Any) -> Mapping[str, Any]:
    """Use a control, and return the only answer."""
    interaction = pressed(client, person, CHANNEL, custom_id=control_id, **data)
    await use(interaction, interaction.data)
    answer: Mapping[str, Any]
    (answer,) = interaction.answers.sent
    return answer


def buttons(answer: Mapping[str, Any]) -> Mapping[str, str]:
    """The custom_id of each button by its label; empty for a disabled one and for a link."""
    return {item.label: "" if item.disabled else item.custom_id or "" for item in answer["view"].children}


def file_of(answer: Mapping[str, Any]) -> Any:
    return answer["file"] if "file" in answer else answer["attachments"][0]
