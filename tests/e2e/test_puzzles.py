"""`/puzzle` in the sandbox: a wrong move, the right one, its study, and another puzzle."""

from puzzles import collection
from tests.e2e.rooms import Room


async def test_a_puzzle_is_solved_after_a_wrong_move_and_never_comes_again(room: Room) -> None:
    alice = room.alice.at(None)
    asked = await alice.slash("/puzzle", game="konane")
    number = int(asked.content.removeprefix("Konane puzzle ").split()[0])
    puzzle = collection.puzzle(number)
    wrong, reply = next(iter(puzzle.replies.items()))
    assert (await asked.png()).startswith(b"\x89PNG")
    picker = await alice.click(asked, "Solve")
    assert "**Find the only move that wins.**" in picker.content
    told = await alice.submit(await alice.click(picker, "Type a move"), move=wrong)
    assert f"**{wrong}** does not win" in told.content
    assert f"**{reply}**" in told.content
    picker = await alice.click(told, "Try again")
    solved = await alice.submit(await alice.click(picker, "Type a move"), move=puzzle.answers[0])
    assert "Solved at try 2" in solved.content
    assert puzzle.line[-1] in solved.content
    study = await alice.click(solved, "Try other moves")
    assert "Study of Konane" in study.content
    other = await alice.click(solved, "Next puzzle")
    assert f" puzzle {number} " not in other.content
    again = await alice.slash("/puzzle", game="konane")
    assert again.content.startswith("Konane puzzle ")
    assert f" puzzle {number} " not in again.content
