"""Studies on Discord: records that are imported, stepped through, tried out, shared, and exported again."""

import zipfile
from io import BytesIO

import pytest

from games import GAMES
from matches.foreign import abstractplay
from matches.imports import LARGEST
from matches.movetext import RecordedMove
from matches.notation import Record, read, write
from sandbox import Answer, Driver, Message, Upload
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, play_button

MOVES = ["d5", "d4", "d7-d5", "b4-d4"]
RECORD = write(
    Record("konane", {"size": "8"}, 1, ("Ann *the* Fox", "Bob"), [RecordedMove(text) for text in MOVES], "*")
)


def labels(answer: Answer | Message) -> list[str]:
    return [button.label for button in answer.buttons if not button.disabled]


async def imported(room: Room, text: str = RECORD) -> Answer:
    return await room.alice.slash("/import", file=Upload("record.txt", text.encode()))


async def test_a_record_is_opened_as_a_study_and_exported_as_it_was(room: Room) -> None:
    study = await imported(room)
    assert study.private
    assert "Study of Konane, Ann \\*the\\* Fox and Bob: after move 4 of 4." in study.content
    end = await study.png()
    study = await room.alice.click(study, "◀ Back")
    assert "after move 3 of 4" in study.content
    assert await (await room.alice.click(study, "▶▶")).png() == end
    more = await room.alice.click(study, "More")
    exported = await room.alice.click(more, "Export")
    assert (await exported.png()).decode() == RECORD
    moves = await room.alice.click(more, "Moves")
    assert "1\\. **d5** 2\\. **d4**" in moves.content
    start = await room.alice.click(await room.alice.click(more, "Back to the board"), "◀◀")
    assert "at the start; 4 moves follow" in start.content
    letters = await room.alice.click(await room.alice.click(start, "More"), "Board as text")
    assert "```" in letters.content


async def test_other_moves_are_tried_kept_and_left(room: Room) -> None:
    study = await imported(room)
    study = await room.alice.click(study, "◀ Back")
    form = await room.alice.click(await room.alice.click(study, "Play"), "Type a move")
    study = await room.alice.submit(form, move="d2 d4")
    assert "after move 4 of 4" in study.content
    assert "Your own line, from move 4 on." in study.content
    assert "jumped d2-d4, taking d3." in study.content
    main = await room.alice.click(study, "Main line")
    assert "after move 3 of 4" in main.content
    (menu,) = main.selects
    assert [label for label, _ in menu.options] == ["Line 1: d2-d4"]
    line = await room.alice.select(main, menu.options[0][1])
    assert "Your own line" in line.content
    more = await room.alice.click(line, "More")
    exported = await room.alice.click(more, "Export")
    assert "the main line and 1 variation" in exported.content
    whole = (await exported.png()).decode()
    assert whole == RECORD.replace("b4-d4", "b4-d4 (4. d2-d4)")
    alone = await room.alice.click(exported, "Only this line")
    assert [move.text for move in read((await alone.png()).decode()).moves] == [*MOVES[:3], "d2-d4"]
    opened = await imported(room, whole)
    assert "Other lines begin at move 4." in opened.content
    again = await room.alice.click(await room.alice.click(opened, "More"), "Export")
    assert (await again.png()).decode() == whole
    wrong = await imported(room, whole.replace("d2-d4", "a1-a3"))
    assert "In a variation: move 4, a1-a3, cannot be played." in wrong.content
    gone = await room.alice.click(more, "Delete line")
    assert "after move 3 of 4" in gone.content
    assert not gone.selects


async def test_nobody_else_uses_a_study_but_its_copy(room: Room) -> None:
    study = await imported(room)
    custom_id = next(button.custom_id for button in study.buttons if button.label == "◀ Back") or ""
    post = await (await room.match()).post()
    assert "no longer exists" in (await room.bob.forge(post, custom_id)).content
    copy_id = f"t1:study-copy:{custom_id.split(':')[2]}:0:0"
    assert "deleted it" in (await room.bob.forge(post, copy_id)).content
    end = await study.png()
    shared = await room.alice.click(await room.alice.click(study, "More"), "Share")
    assert not shared.private
    assert await shared.png() == end
    # Only the message with the button leads to the copy: a person who does not see it learns nothing by a guess.
    assert "deleted it" in (await room.bob.forge(post, copy_id)).content
    copied = await room.bob.click(shared, "Try other moves")
    assert copied.private
    assert "after move 4 of 4" in copied.content
    assert "Study deleted." in (await deleted(room.bob, copied)).content
    study = await room.alice.click(study, "Back to the board")
    turned = await room.alice.click(await room.alice.click(study, "◀ Back"), "Turn")
    at_three = await turned.png()
    shared = await room.alice.click(await room.alice.click(turned, "More"), "Share")
    copied = await room.bob.click(shared, "Try other moves")
    assert "after move 3 of 4" in copied.content
    assert await copied.png() == at_three
    listed = await room.bob.slash("/studies")
    assert listed.private
    (menu,) = listed.selects
    assert [label for label, _ in menu.options] == ["Konane, Ann *the* Fox and Bob: 4 moves"]
    opened = await room.bob.select(listed, menu.options[0][1])
    assert "Study deleted." in (await deleted(room.bob, opened)).content
    assert "You have no studies" in (await room.bob.slash("/studies")).content


async def deleted(person: Driver, study: Answer) -> Answer:
    asked = await person.click(await person.click(study, "More"), "Delete study")
    return await person.click(asked, "Delete it")


async def test_a_finished_match_is_studied_with_hints(room: Room) -> None:
    match = await room.match()
    for number, move in enumerate(MOVES[:2]):
        await match.move(number, move)
    running = await room.alice.click(await match.post(3), "My board")
    assert "Try other moves" not in labels(await room.alice.click(running, "More"))
    await room.alice.click(await room.alice.slash("/konane resign"), "Resign")
    replay = await room.carol.click(await match.post(4), "Replay")
    study = await room.carol.click(await room.carol.click(replay, "More"), "Try other moves")
    assert "resigned" in study.content
    replay = await room.carol.click(replay, "Back to the board")
    earlier = await room.carol.click(await room.carol.click(replay, "◀ Back"), "Turn the board")
    seen = await earlier.png()
    study = await room.carol.click(await room.carol.click(earlier, "More"), "Try other moves")
    assert "after move 1 of 2" in study.content
    assert await study.png() == seen
    told = await hint(room.carol, study)
    assert "look at" in told.content
    shown = await room.carol.click(told, "Show the move")
    played = await room.carol.click(shown, play_button(shown))
    assert "after move 2 of" in played.content


async def hint(person: Driver, study: Answer) -> Message:
    """The message in which a hint for the position of a study comes."""
    pressed = await (await person.click(study, "Hint")).settled()
    told = pressed.followups[0] if pressed.followups else pressed.message
    assert told is not None
    return told


async def test_the_pictures_of_a_hint_name_the_sides_where_nobody_is_named(room: Room) -> None:
    position = GAMES["konane"].start(size="6")
    told = await hint(room.alice, await room.alice.slash("/setup", game="konane", code=position.encode()))
    assert "Black to move" in (told.attachments[0].description or "")
    shown = (await room.alice.click(told, "Show the move")).message
    assert shown is not None
    assert "Move 1, Black: c4" in (shown.attachments[0].description or "")


HOSTILE = {
    "nine megabytes": (b"x" * 9_000_000, "A file can have at most 8000 kB. This file has 9000 kB."),
    "an illegal move": (RECORD.replace("d7-d5", "a1-a3").encode(), "Move 3, a1-a3, cannot be played."),
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_what_is_no_record_gets_one_sentence(room: Room, shared_house: House, what: str) -> None:
    content, sentence = HOSTILE[what]
    kept = len(shared_house.rows("SELECT 1 FROM study"))
    answer = await (await room.alice.slash("/import", file=Upload("record.txt", content))).settled()
    assert answer.private
    assert sentence in answer.content
    assert len(answer.content) < 300
    assert not answer.buttons
    assert len(shared_house.rows("SELECT 1 FROM study")) == kept


async def test_the_computer_plays_on_from_a_moment_of_a_study(room: Room) -> None:
    study = await room.alice.click(await imported(room), "◀ Back")
    more = await room.alice.click(study, "More")
    levels = await room.alice.click(more, "Play the computer")
    assert "as White" in levels.content
    board = await room.public(await room.alice.click(levels, "Breaker, level 3"))
    assert "Breaker" in board.text
    assert room.alice.user.id not in board.pinged
    mine = await room.alice.slash("/konane board", text=True)
    assert "(White) to move" in mine.content


async def test_a_packed_file_is_never_unpacked(room: Room) -> None:
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("record.txt", b"\0" * 20_000_000)
    assert len(bomb.getvalue()) < LARGEST
    answer = await room.alice.slash("/import", file=Upload("records.zip", bomb.getvalue()))
    assert "file is compressed" in answer.content


async def test_a_list_of_records_is_offered_in_pages_and_one_of_them_opened(room: Room) -> None:
    record = abstractplay.write(
        Record(
            "konane", {"size": "8"}, 1, ("Ann", "Bob"), [RecordedMove(text) for text in MOVES], "1-0", begun=0, ended=1
        )
    )
    days = [record.replace('"date-end": "1970-01-01', f'"date-end": "2026-02-{day:02}') for day in range(1, 29)]
    other = record.replace("Konane", "Amazons")
    content = f"[{','.join([*days, other])}]".encode()
    menu = await room.alice.slash("/import", file=Upload("konane.json", content))
    assert menu.private
    assert menu.content.startswith("### 28 records in this file\n-# 1 more record is for another game")
    (listed,) = menu.selects
    assert listed.options[0][0] == "Konane, Ann and Bob: 4 moves"
    assert len(listed.options) == 25
    last = await room.alice.click(menu, "▶ Page after")
    assert last.message is not None
    assert menu.message is not None
    assert last.message.id == menu.message.id
    assert [len(select.options) for select in last.selects] == [3]
    study = await room.alice.select(last, last.selects[0].options[2][1])
    assert "Study of Konane, Ann and Bob: after move 4 of 4." in study.content
    exported = await room.alice.click(await room.alice.click(study, "More"), "Export")
    assert '[Ended "2026-02-01T' in (await exported.png()).decode()


async def test_one_record_at_a_time_is_handed_in(room: Room) -> None:
    assert "Give one record" in (await room.alice.slash("/import")).content
    both = await room.alice.slash("/import", text=RECORD[:300], file=Upload("a.txt", RECORD.encode()))
    assert "Give one record" in both.content


async def test_a_position_is_told_by_its_code_studied_and_played_on_from(room: Room) -> None:
    match = await room.match(size="6")
    for number, move in enumerate(("d3", "c3", "d5-d3")):
        await match.move(number % 2, move)
    board = await room.alice.click(await match.post(4), "My board")
    told = await room.alice.click(await room.alice.click(board, "More"), "Copy the position")
    assert told.private
    code = told.content.split("```")[1].strip()
    assert code.endswith(" 3")
    study = await room.alice.slash("/setup", game="konane", code=f"`{code}`")
    assert "Study of Konane: at the start.\n" in f"{study.content}\n"
    letters = await room.alice.click(await room.alice.click(study, "More"), "Board as text")
    assert "White to move." in letters.content
    asked = await room.public(
        await room.alice.slash("/setup", game="konane", code=code, opponent=room.bob.user.id, side="first")
    )
    assert "from a set-up position, White to move" in asked.text
    assert " · not for ratings" in asked.text
    begun = await room.public(await room.bob.click(asked, "Accept"))
    assert "you move first against" in begun.text
    assert room.bob.user.id in begun.pinged
    both = await room.alice.slash("/setup", game="konane", code=code, opponent=room.bob.user.id, level=1)
    assert "Choose an opponent or a computer level, not both" in both.content
    practice = await room.public(await room.carol.slash("/setup", game="konane", code=code, level=1, side="second"))
    assert "against" in practice.text
    refused = await room.alice.slash("/setup", game="squalma", code=code)
    assert refused.private
    assert "This position is from Konane, not SquAlma" in refused.content
    over = await room.alice.slash("/setup", game="konane", code="x" * 6000)
    assert "not a Konane position" in over.content
