"""A person's last private answer about a match goes when the next one comes."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.wire import last_answers
from cogs.wire.last_answers import VALID, LastAnswers
from cogs.wire.replies import Reply
from tests.support.matches import ANN, BOB, StillClock
from tests.support.presses import trouble


@pytest.fixture
def answers() -> LastAnswers:
    return LastAnswers(StillClock())


def answered(person_id: int, message_id: int, deleted: list[int], error: Exception | None = None) -> Any:
    """An interaction whose private answer is this message, which is added to `deleted` when it goes."""

    async def delete() -> None:
        if error is not None:
            raise error
        deleted.append(message_id)

    message = SimpleNamespace(id=message_id)
    interaction: Any = SimpleNamespace(
        id=message_id, user=SimpleNamespace(id=person_id), message=message, channel_id=7, channel=None, extras={}
    )
    Reply.to(interaction).private = message_id, delete
    return interaction


async def test_the_next_answer_replaces_the_last_one_about_the_same_match(answers: LastAnswers) -> None:
    deleted: list[int] = []
    for person, match_id, message_id in [(ANN, 1, 10), (BOB, 1, 11), (ANN, 2, 12), (ANN, 1, 13), (ANN, 1, 14)]:
        await answers.replace(match_id, answered(person.id, message_id, deleted))
    assert deleted == [10, 13]


async def test_an_answer_stays_that_discord_no_longer_deletes_or_that_is_gone() -> None:
    clock, deleted = StillClock(), list[int]()
    answers = LastAnswers(clock)
    await answers.replace(1, answered(ANN.id, 10, deleted))
    clock.time += VALID
    await answers.replace(1, answered(ANN.id, 11, deleted, trouble(10008)))
    await answers.replace(1, answered(ANN.id, 12, deleted))
    assert deleted == []
    assert VALID < 15 * 60


async def test_a_message_that_shows_something_else_by_now_stays(answers: LastAnswers) -> None:
    deleted: list[int] = []
    line = answered(ANN.id, 10, deleted)
    await answers.replace(1, line)
    answers.note_edit(line, next_match=True)
    await answers.replace(1, answered(ANN.id, 11, deleted))
    assert deleted == []


async def test_a_board_that_everybody_sees_replaces_the_answers_before_it(answers: LastAnswers) -> None:
    deleted: list[int] = []
    await answers.replace(1, answered(ANN.id, 10, deleted))
    public = answered(ANN.id, 11, deleted)
    Reply.to(public).private = None
    await answers.replace(1, public)
    await answers.replace(1, answered(ANN.id, 12, deleted))
    assert deleted == [10]


async def test_what_a_later_use_has_shown_stays_when_an_earlier_one_ends_after_it(answers: LastAnswers) -> None:
    deleted: list[int] = []
    move, question = answered(ANN.id, 10, deleted), answered(ANN.id, 12, deleted)
    answers.add(1, question)
    await answers.replace(1, move)
    assert deleted == []
    await answers.replace(1, answered(ANN.id, 14, deleted))
    assert sorted(deleted) == [10, 12]


async def test_a_panel_that_a_later_use_has_opened_stays_when_an_earlier_one_opens_it_after_that(
    answers: LastAnswers,
) -> None:
    deleted: list[int] = []
    accepting, moving = answered(ANN.id, 12, deleted), answered(ANN.id, 11, deleted)
    accepting.id, moving.id = 9, 10
    for interaction in (moving, accepting):
        await answers.replace_panel(("move", 1), interaction)
    assert deleted == []
    await answers.replace_panel(("move", 1), answered(ANN.id, 14, deleted))
    assert sorted(deleted) == [11, 12]


async def test_the_message_that_was_used_stays_beside_another_one_of_the_same_use(answers: LastAnswers) -> None:
    deleted: list[int] = []
    await answers.replace(1, answered(ANN.id, 10, deleted))
    move = answered(ANN.id, 10, deleted)
    move.id, warning = 11, answered(ANN.id, 12, deleted)
    Reply.to(move).private = Reply.to(warning).private
    await answers.replace(1, move)
    assert deleted == []
    await answers.replace(1, answered(ANN.id, 14, deleted))
    assert sorted(deleted) == [10, 12]


async def test_the_same_message_is_no_older_answer(answers: LastAnswers) -> None:
    deleted: list[int] = []
    for _ in range(2):
        await answers.replace(1, answered(ANN.id, 10, deleted))
    assert deleted == []


async def test_a_refusal_goes_with_the_next_one_or_a_move_in_the_channel_but_not_after_an_edit(
    answers: LastAnswers,
) -> None:
    deleted: list[int] = []
    for person, message_id in ((ANN, 10), (BOB, 11), (ANN, 12)):
        await answers.note_refusal(answered(person.id, message_id, deleted))
    assert deleted == [10]
    answers.note_edit(answered(ANN.id, 12, deleted))
    await answers.delete_refusal(answered(ANN.id, 13, deleted))
    assert deleted == [10]
    await answers.delete_refusal(answered(BOB.id, 14, deleted))
    assert deleted == [10, 11]


async def test_a_post_is_hidden_by_later_messages_but_not_by_deleted_ones_or_the_answer(answers: LastAnswers) -> None:
    deleted: list[int] = []
    first, second = (answered(ANN.id, message_id, deleted) for message_id in (20, 30))
    for interaction, public in ((first, 10), (second, 10)):
        interaction.channel = SimpleNamespace(last_message_id=public)
        answers.note(interaction)
    assert not answers.hidden(10, answered(BOB.id, 40, deleted))
    assert answers.hidden(10, second)
    assert not answers.hidden(25, second)
    await answers.replace(1, first)
    await answers.replace(1, second)
    assert not answers.hidden(10, second)
    second.channel.last_message_id = 15
    assert answers.hidden(10, second)


async def test_only_so_many_answers_are_remembered(monkeypatch: pytest.MonkeyPatch, answers: LastAnswers) -> None:
    monkeypatch.setattr(last_answers, "MOST", 2)
    deleted: list[int] = []
    for match_id in (1, 2, 3, 1):
        await answers.replace(match_id, answered(ANN.id, 10 * match_id, deleted))
    assert deleted == []
    await answers.replace(3, answered(ANN.id, 40, deleted))
    assert deleted == [30]


async def test_nothing_is_remembered_that_can_no_longer_be_deleted() -> None:
    clock = StillClock()
    answers = LastAnswers(clock)
    for person in (ANN, BOB):
        for message_id in (10, 20):
            answers.add(message_id, answered(person.id, message_id, []))
        await answers.replace_panel(("move", 1), answered(person.id, 10, []))
        clock.time += VALID
    answers.add(10, answered(BOB.id, 30, []))
    await answers.replace_panel(("more", 1), answered(BOB.id, 31, []))
    assert {key: [*sent] for key, sent in answers._answers.items()} == {(BOB.id, 10): [30]}
    assert {key: [*sent] for key, sent in answers._panels.items()} == {(BOB.id, "more", 1): [31]}
