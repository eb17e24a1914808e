"""Text as it is pasted means what its author meant."""

from collections.abc import Callable

import pytest

from games import GAMES
from games.base import plain, plain_record
from matches.codes import id_of
from matches.errors import Refusal
from matches.hours import minutes_of
from matches.movetext import RecordedMove
from matches.notation import Record, write
from matches.openings import set_up
from matches.timecontrol import TimeControl
from tests.support.single_records import read_file, read_text

Dress = Callable[[str], str]
DRESSES: dict[str, Dress] = {
    "a code fence": lambda text: f"```\n{text}\n```",
    "a code fence with a language": lambda text: f"```text\n{text}\n```",
    "backticks": lambda text: f"`{text}`",
    "a quotation": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    "U+2010": lambda text: text.replace("-", "‐"),
    "a minus": lambda text: text.replace("-", "−"),
    "an en dash": lambda text: text.replace("-", "–"),
    "full width": lambda text: "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text),
    "Arabic digits": lambda text: text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
    "Cyrillic letters": lambda text: text.translate(str.maketrans("aceopxy", "асеорху")),
    "zero-width spaces": "\u200b".join,
    "spaces around it": lambda text: f"\u3000 {text} \u00a0",
}
dressed = pytest.mark.parametrize("dress", DRESSES.values(), ids=DRESSES)
RECORD = Record("konane", {"size": "8"}, 1, ("Анна “the Fox”", "Bob"), [RecordedMove("d5"), RecordedMove("d4")])


@dressed
def test_short_texts_are_read_in_any_dress(dress: Dress) -> None:
    assert plain(dress("a4-c4")).strip() == "a4-c4"
    assert id_of(dress("1f3k")) == id_of("1f3k")
    assert minutes_of(dress("22:30")) == 22 * 60 + 30
    assert TimeControl.parse(dress("3d")) == TimeControl.parse("3d")


@dressed
def test_moves_and_position_codes_are_read_in_any_dress(dress: Dress) -> None:
    for game in GAMES.values():
        position = game.start()
        for _ in range(3):
            move = position.legal_moves()[-1]
            assert position.parse(dress(position.format(move))) == move
            position = position.play(move)
        assert set_up(game, dress(position.encode())) == position


@pytest.mark.parametrize(
    "around",
    ["“{}”", "„{}“", "« {} »", "「{}」", '"{}"', "'{}'", "**{}**", "** {} **", "||{}||", "__{}__", "~~{}~~", "``{}``"],
)
def test_a_position_code_is_read_with_quotes_or_markdown_around_it(around: str) -> None:
    for game in GAMES.values():
        position = game.start()
        for _ in range(9):
            assert set_up(game, around.format(position.encode())) == position
            position = position.play(position.legal_moves()[-1])


@pytest.mark.parametrize("around", ["“{}”", "'{}'", "**{}**", "||{}||", "_{}_", "~~{}~~", "{}.", "{};", "{}!"])
def test_a_move_is_read_with_what_a_text_has_around_it(around: str) -> None:
    for game in GAMES.values():
        position = game.start()
        for move in position.legal_moves():
            assert position.parse(around.format(position.format(move))) == move


@pytest.mark.parametrize("name", ["a code fence", "a code fence with a language", "a quotation", "an en dash"])
def test_a_record_is_read_as_it_was_pasted_and_names_stay(name: str) -> None:
    text = write(RECORD)
    parts = text.split("\n\n", 1)
    dressed_text = DRESSES[name](text) if name != "an en dash" else f"{parts[0]}\n\n{DRESSES[name](parts[1])}"
    assert read_text(dressed_text) == read_text(text)
    assert read_text(text).players == RECORD.players


def test_the_quotes_of_a_phone_stand_for_straight_ones() -> None:
    text = write(Record("konane", {"size": "8"}, 1, ("Ann", "Bob"), [RecordedMove("d5")]))
    assert read_text(text.replace('"', "“")) == read_text(text)
    assert plain_record("{“a”: 1}") == '{"a": 1}'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_any_unicode_encoding_is_read(encoding: str) -> None:
    text = write(RECORD)
    assert read_file(text.encode(encoding)) == read_text(text)


@pytest.mark.parametrize(
    "text", ["#1001", "Konane #1001", "#1001 against Bob, move 5: your turn", "konane #1001 Ann and Bob, over"]
)
def test_the_shown_name_of_a_match_names_it(text: str) -> None:
    assert id_of(text) == id_of("1001")


@pytest.mark.parametrize("text", ["", "#", "No!", "#!", "#123456789012"])
def test_what_names_no_match_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="#1f3k"):
        id_of(text)
