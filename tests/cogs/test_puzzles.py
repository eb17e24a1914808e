"""Puzzles that fit: what an answer says of the rating, the way to the puzzles that come again, and the profile."""

from pathlib import Path
from typing import Any

import pytest

from cogs.buttons import use
from cogs.ui.context import Context
from cogs.ui.pages import tasks
from cogs.ui.pages.profiles import open_profile
from cogs.wire.controls import custom_id
from cogs.wire.pictures import Picture, task_picture
from matches.alarms import next_puzzle
from matches.model import Person
from matches.puzzles import FIRST_DAY, number_of_day, numbers_known, numbers_shown
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from puzzles import collection
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, words_in


def free(clock: StillClock, limit: int) -> list[int]:
    """Puzzles of Konane that are not of the day for two months."""
    day = clock.time // DAY + 60
    return [
        number
        for number in collection.active_numbers("konane")
        if number not in numbers_known(day) | numbers_shown(day) and len(collection.puzzle(number).replies)
    ][:limit]


async def pressing(client: Client, action: str, number: int, *args: str, person: Person = ANN) -> dict[str, Any]:
    interaction = pressed(client, person, CHANNEL, custom_id=custom_id(action, number, 0, *args))
    await use(interaction, interaction.data)
    answer: dict[str, Any] = interaction.answers.sent[-1]
    return answer


def labels(answer: dict[str, Any]) -> list[str]:
    return list(words_in(answer))[1:]


def pictures(answer: dict[str, Any]) -> list[Any]:
    """The files of an answer."""
    files: list[Any] = answer.get("files") or []
    return [*files, *filter(None, [answer.get("file")])]


async def test_missed_puzzles_come_again_by_a_button_and_the_own_profile_shows_the_ratings(
    client: Client, clock: StillClock
) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    numbers = free(clock, 2)
    for number in numbers:
        puzzle = collection.puzzle(number)
        wrong = await pressing(client, "puzzle-done", number, next(iter(puzzle.replies)))
        assert wrong["content"].splitlines()[-1].startswith("-# Puzzle rating: 1")
        assert wrong["content"].endswith(
            ", still uncertain · Only the first try counts for it · This puzzle comes back tomorrow"
        )
        assert "Again" not in " ".join(labels(await pressing(client, "puzzle", number)))
        right = await pressing(client, "puzzle-done", number, puzzle.answers[0])
        assert "Puzzle rating" not in right["content"]
        clock.time += 60
    clock.time += DAY
    shown = await pressing(client, "puzzle", numbers[1])
    assert "-# You missed this puzzle before." in shown["content"]
    assert "Again (1)" in labels(shown)
    again = await pressing(client, "puzzle-again", numbers[1])
    assert again["content"].startswith(f"Konane puzzle {numbers[0]} ")
    right = await pressing(client, "puzzle-done", numbers[0], collection.puzzle(numbers[0]).answers[0])
    assert right["content"].startswith("Right this time: ")
    assert right["content"].endswith("\n-# This puzzle comes back in 7 days")
    assert "Again (1)" in labels(right)
    refused = await pressing(client, "puzzle-again", numbers[1])
    assert refused["content"] == "No other puzzle that you missed comes again yet."
    own, others = pressed(client, ANN, CHANNEL), pressed(client, BOB, CHANNEL)
    await open_profile(Context(own), ANN)
    await open_profile(Context(others), ANN)
    (file,) = pictures(own.answers.sent[0])
    assert file.description.startswith("Ann: Konane puzzles 1")
    assert pictures(others.answers.sent[0]) == []


async def test_the_right_move_is_drawn_after_two_wrong_ones(client: Client, clock: StillClock) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    number = next(number for number in free(clock, 50) if len(collection.puzzle(number).replies) > 1)
    puzzle = collection.puzzle(number)
    drawn = f"**{puzzle.answers[0]}** is right. It is blue, and your move is orange."
    first, second = [*puzzle.replies][:2]
    told = await pressing(client, "puzzle-done", number, first)
    assert drawn not in told["content"]
    assert "Try again" in labels(told)
    told = await pressing(client, "puzzle-done", number, second)
    assert told["content"].endswith(drawn)
    assert labels(told) == ["Next puzzle"]
    solved = await pressing(client, "puzzle-done", number, puzzle.answers[0])
    assert solved["content"].startswith("Solved at try 3.")
    clock.time += DAY
    again = await pressing(client, "puzzle-done", number, first)
    assert again["content"].endswith(drawn)


async def test_only_a_wrong_answer_is_drawn_as_a_mistake(
    client: Client, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    puzzle = collection.puzzle(number := next(iter(free(clock, 50))))
    drawn = list[bool]()

    async def noted(*task: Any, mistake: bool, **look: Any) -> Picture:
        drawn.append(mistake)
        return await task_picture(*task, mistake=mistake, **look)

    monkeypatch.setattr(tasks, "task_picture", noted)
    for move in (next(iter(puzzle.replies)), puzzle.answers[0]):
        await pressing(client, "puzzle-done", number, move)
    assert drawn == [True, False]


async def test_the_right_move_of_the_puzzle_of_the_day_is_not_drawn_and_a_profile_counts_those_solved(
    client: Client, clock: StillClock
) -> None:
    server = CHANNEL.guild_id or 0
    await client.service.settings.choose_for_server(server, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    for _ in range(2):
        clock.time = next_puzzle(clock.time, server, ServerSettings().puzzle_hour)
        await client.service.schedule.act()
        number = number_of_day(clock.time // DAY)
        puzzle = collection.puzzle(number)
        for move in [*puzzle.replies][:3]:
            told = await pressing(client, "puzzle-done", number, move)
            assert puzzle.answers[0] not in told["content"].split("·")[0]
            assert "It is blue" not in told["content"]
        await client.service.puzzles.answer(BOB, number, puzzle.answers[0], server, clock.time // DAY)
    profile = await pressing(client, "profile", BOB.id)
    assert "\n2 puzzles of the day solved here, the last 2 in a row." in profile["content"]


async def test_everybody_is_shown_a_profile_without_puzzles(client: Client, clock: StillClock) -> None:
    clock.time = (FIRST_DAY + 30) * DAY
    (number,) = free(clock, 1)
    await pressing(client, "puzzle-done", number, collection.puzzle(number).answers[0])
    public = await pressing(client, "profile-all", ANN.id)
    assert pictures(public) == []


@pytest.mark.parametrize("damage", [None, b"\xff", b'{"game":"konane",\n', b'{"game":"konane","stars":1}\n'])
async def test_a_file_of_puzzles_that_cannot_be_read_is_said_so_and_the_profile_does_without(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    damage: bytes | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    told = "The puzzles cannot be read. Please tell the bot's owner, who can find the reason in the log."
    if damage is not None:
        (tmp_path / "puzzles").write_bytes(damage)
    monkeypatch.setattr(collection, "FILE", tmp_path / "puzzles")
    forget_collection()
    try:
        for action in ("puzzle-next", "puzzle", "puzzle-pick"):
            interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(action, 1, 0))
            await use(interaction, interaction.data)
            assert interaction.answers.text() == told
        assert str(tmp_path) in caplog.text
        interaction = pressed(client, ANN, CHANNEL)
        await open_profile(Context(interaction), ANN)
        assert interaction.answers.text().startswith("### Ann")
    finally:
        forget_collection()


def forget_collection() -> None:
    """Let the file be read again."""
    for kept in (collection._lines, collection.puzzle, collection.games, collection.stars, collection.active_numbers):
        kept.cache_clear()
