"""Mistakes of a match against the computer as tasks: which there are, and which moves are right."""

import asyncio
from functools import partial

import pytest

from games import RuleError
from matches.errors import NotAPlayer, Refusal, Unknown
from matches.mistakes import CLEAR
from matches.model import Match
from service import Service
from tests.service.computers import begin, play
from tests.support.matches import ANN, BOB, CAROL, play_all
from tests.support.matches import begin as people
from tests.support.thinker import Puppet


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


async def lost(service: Service, puppet: Puppet, *moves: str) -> Match:
    """A match of 40 against the computer, in which Ann played these moves and the computer took 1 each time."""
    match = await begin(service)
    for move in moves:
        puppet.texts = ["take 1"]
        match = (await play(service, match, move)).match
    return (await service.play.resign(match.id, ANN.id)).match


def judge(puppet: Puppet, after: dict[int, float]) -> None:
    """Let the computer give Ann these chances, by what is left of the heap, and even ones otherwise."""
    puppet.by_left = {left: (chance, 1 - chance) for left, chance in after.items()}


async def test_only_clear_mistakes_of_the_player_become_tasks(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2", "take 2", "take 2")
    judge(puppet, {38: 0.3, 37: 0.3, 36: 0.38, 35: 0.3, 34: 0.3, 33: 0.36, 32: 0.26, 31: 0.26})
    slips = await service.mistakes.list_mistakes(match.id, ANN.id)
    assert [slip.ply for slip in slips] == [1]
    assert slips[0].before - slips[0].after >= CLEAR


async def test_a_proven_win_that_was_missed_is_a_task_however_small_the_loss(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2")
    judge(puppet, {40: 0.95, 39: 1.0, 38: 0.88, 37: 0.88})
    with pytest.raises(Refusal, match="You made no clear mistake"):
        await service.mistakes.list_mistakes(match.id, ANN.id)
    other = await lost(service, puppet, "take 2")
    puppet.certain = True
    (slip,) = await service.mistakes.list_mistakes(other.id, ANN.id)
    assert slip.won


async def test_the_task_is_the_board_before_the_mistake(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2", "take 2")
    task = await service.mistakes.task(match.id, ANN.id, 3)
    assert task.position.diagram() == (await service.lookup.snapshot_at(match.id, 2)).position.diagram()
    assert task.title.said() == f"Heap #{match.code}, move 3"
    assert task.question.said() == "You played take 2. Find a better move."
    for ply in (0, 2, 5, 99):
        with pytest.raises(Unknown, match="nothing to practise"):
            await service.mistakes.task(match.id, ANN.id, ply)


async def test_the_better_move_is_right_and_the_played_one_wrong_without_a_new_judgement(
    service: Service, puppet: Puppet
) -> None:
    match = await lost(service, puppet, "take 2")
    judge(puppet, {38: 0.2, 37: 0.2})
    await service.mistakes.list_mistakes(match.id, ANN.id)
    judged = puppet.judged
    right = await service.mistakes.answer(match.id, ANN.id, 1, "take 1")
    assert (right.right, right.line, right.following) == (True, ["take 1"], None)
    wrong = await service.mistakes.answer(match.id, ANN.id, 1, "take 2")
    assert (wrong.right, wrong.line) == (False, ["take 2", "take 1"])
    assert wrong.chances is not None
    assert wrong.chances[0] - wrong.chances[1] >= CLEAR
    assert puppet.judged == judged


async def test_a_move_that_is_sent_many_times_at_once_is_judged_once(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2")
    judge(puppet, {38: 0.2, 37: 0.2})
    (slip,) = await service.mistakes.list_mistakes(match.id, ANN.id)
    judged = puppet.judged
    puppet.gate.clear()
    compare = partial(service.advice.compare, slip, slip.played, ANN.id, match.id)
    trying = [asyncio.create_task(compare()) for _ in range(5)]
    await puppet.holds()
    trying[0].cancel()  # the others still wait
    puppet.gate.set()
    left, *answers = await asyncio.gather(*trying, return_exceptions=True)
    assert isinstance(left, asyncio.CancelledError)
    assert puppet.judged == judged + 2
    assert answers == [await compare()] * 4
    assert puppet.judged == judged + 4  # nothing is kept


async def test_each_right_answer_leads_to_the_next_mistake(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2", "take 2")
    judge(puppet, {38: 0.2, 37: 0.6, 36: 0.6, 35: 0.1, 34: 0.1})
    first, second = await service.mistakes.list_mistakes(match.id, ANN.id)
    answer = await service.mistakes.answer(match.id, ANN.id, first.ply, first.better)
    assert answer.following == second
    with pytest.raises(Unknown, match="There is nothing"):
        await service.mistakes.answer(match.id, ANN.id, 2, "take 1")
    with pytest.raises(RuleError):
        await service.mistakes.answer(match.id, ANN.id, 1, "take 9")


async def test_only_the_player_of_a_finished_match_against_the_computer_practises_it(
    service: Service, puppet: Puppet
) -> None:
    match = await lost(service, puppet, "take 2")
    between = await play_all(service, await people(service, size="9"), "2 2")
    await service.play.resign(between.match.id, ANN.id)
    running = await begin(service)
    for ask in (service.mistakes.check, service.mistakes.list_mistakes):
        with pytest.raises(NotAPlayer, match="Only the player"):
            await ask(match.id, CAROL.id)
        with pytest.raises(Refusal, match="Only positions from matches against the computer"):
            await ask(between.match.id, ANN.id)
        with pytest.raises(Refusal, match="when it is over"):
            await ask(running.id, ANN.id)


async def test_a_board_that_the_player_plays_against_somebody_is_no_task(service: Service, puppet: Puppet) -> None:
    match = await lost(service, puppet, "take 2", "take 2")
    other = (await people(service, size="40")).match
    await service.play.move(other.id, ANN.id, "take 2")
    await service.play.move(other.id, BOB.id, "take 1")
    with pytest.raises(Refusal, match=f"this position in match #{other.code}"):
        await service.mistakes.task(match.id, ANN.id, 3)
    assert await service.mistakes.task(match.id, ANN.id, 1)
