"""Records in the formats of other programs, written as those are published: what is read, and what is refused."""

import json
import random
import re
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from matches import imports
from matches.checking import positions
from matches.errors import Refusal
from matches.foreign import FORMATS, format_of, formats_for
from matches.movetext import RecordedMove
from matches.notation import Record, read, write
from tests.support.single_records import read_file, read_text


def game_of(key: str, seed: int, plies: int = 400, **options: str) -> tuple[list[str], str]:
    """The moves of a random game, and its result if it ended."""
    chance, position, moves = random.Random(seed), GAMES[key].start(**options), list[str]()
    while position.result() is None and len(moves) < plies:
        text = position.format(chance.choice(position.legal_moves()))
        moves.append(text)
        position = position.play(position.parse(text))
    result = position.result()
    return moves, "*" if result is None else "1/2-1/2" if result.winner is None else ("1-0", "0-1")[result.winner]


def flipped(move: str, size: int) -> str:
    """A move of Konane with the ranks counted from the other side."""
    return re.sub(r"[0-9]+", lambda rank: str(size + 1 - int(rank[0])), move)


def abstractplay(moves: list[str], result: str, size: int, **header: Any) -> str:
    """A game record as AbstractPlay writes it."""
    texts = [flipped(move, size) for move in moves]
    rounds = [list(pair) for pair in zip_longest(texts[::2], texts[1::2])]
    for number, turns in enumerate(rounds):
        if number % 3 == 0:
            turns[0] = {"move": turns[0], "result": [{"type": "take"}]}
    players = [
        {"name": "Ann *the* Fox", "userid": "u1", "result": int(result == "1-0")},
        {"name": "Bob", "userid": "u2", "result": int(result == "0-1")},
    ]
    given = {
        "game": {"name": "Konane", "variants": [f"{size}x{size} board"]},
        "site": {"name": "Abstract Play", "gameid": "f00"},
        "date-start": "2026-01-31T12:00:00.000Z",
        "date-end": "2026-02-02T08:30:00Z",
        "date-generated": "2026-02-02T08:30:01Z",
        "players": players,
    }
    return json.dumps({"header": given | header, "moves": rounds})


PUBLISHED = {path.stem: path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("abstractplay/*.json")}
"""Records that AbstractPlay's engine wrote (https://github.com/AbstractPlay/gameslib), from random moves."""


@pytest.mark.parametrize("size", [6, 8])
def test_a_game_of_abstractplay_is_read(size: int) -> None:
    moves, result = game_of("konane", 5, size=str(size))
    record = read_text(abstractplay(moves, result, size))
    assert [move.text for move in record.moves] == moves
    assert (record.result, record.players, record.options) == (result, ("Ann *the* Fox", "Bob"), {"size": str(size)})
    assert (record.begun, record.ended) == (1_769_860_800, 1_770_021_000)
    assert len(list(positions(record))) == len(moves) + 1
    assert read(write(record)) == record


def test_a_game_of_abstractplay_that_was_resigned_says_so() -> None:
    moves, _ = game_of("konane", 5, plies=6, size="6")
    record = read_text(abstractplay([*moves, "resign"], "0-1", 6))
    assert (len(record.moves), record.result, record.reason) == (6, "0-1", "resignation")


def test_times_without_a_zone_are_read_as_utc() -> None:
    record = read_text(abstractplay([], "1-0", 6, **{"date-start": "2026-01-31T12:00:00"}))
    assert record.begun == 1_769_860_800


OTHERS = {
    "half a character": (abstractplay(["a1"], "1-0", 6).replace("Bob", "\\ud800"), "looks like JSON but"),
    "before the first year": (
        abstractplay([], "1-0", 6, **{"date-start": "0001-01-01T00:00:00+23:59"}),
        "is not a time. Times look like",
    ),
    "another game": (
        abstractplay(["a1"], "1-0", 6, game={"name": "Amazons"}),
        "only Konane can be imported, not “Amazons”",
    ),
    "a wide board": (
        abstractplay(["a1"], "1-0", 6, game={"name": "Konane", "variants": ["11x8 board"]}),
        "on its 6x6 board or 8x8 board, not on “11x8 board”",
    ),
    "one player": (abstractplay(["a1"], "1-0", 6, players=[{"name": "Ann", "result": 1}]), "must name two players"),
    "no header": ('{"moves": []}', "must have “header”"),
    "half of it": (abstractplay(["a1"], "1-0", 6)[:-9], "looks like JSON but"),
    "too deep": ("{" + '"a":[' * 30_000, "looks like JSON but"),
    "no rounds": (json.dumps(json.loads(abstractplay([], "1-0", 6)) | {"moves": ["a1"]}), "must be a list of rounds"),
    "numbers": (json.dumps(json.loads(abstractplay([], "1-0", 6)) | {"moves": [[1, 2]]}), "is not text"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_abstractplay_has_and_we_have_not_is_refused(what: str) -> None:
    text, sentence = OTHERS[what]
    with pytest.raises(Refusal, match=sentence):
        read_text(text)


def ludii(moves: list[str], result: str, size: int, *, options: bool = True) -> str:
    """A trial as Ludii writes it: moves set up the board, each hop is a move, and a pass ends a turn."""

    def site(square: str) -> int:
        return (int(square[1:]) - 1) * size + "abcdefghij".index(square[0])

    lines = ["game=/lud/board/war/leaping/orthogonal/Konane.lud"]
    if options:
        lines += ["START GAME OPTIONS", f"Board Size/{size}x{size}", "END GAME OPTIONS"]
    lines += ["RNG internal state=1,-2,3"]
    lines += ["Move=[Move:mover=0,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]"] * 2
    for number, move in enumerate(moves):
        mover, squares = number % 2 + 1, [site(square) for square in move.split("-")]
        if len(squares) == 1:
            at = squares[0]
            lines.append(
                f"Move=[Move:mover={mover},from={at},to={at},actions=[Remove:type=Cell,to={at},decision=true]]"
            )
            continue
        start, stop = squares
        step = 2 * (size if abs(stop - start) >= size else 1) * (1 if stop > start else -1)
        for at in range(start, stop, step):
            hop = f"[Move:typeFrom=Cell,from={at},typeTo=Cell,to={at + step},decision=true]"
            actions = f"{hop},[Remove:type=Cell,to={at + step // 2}]"
            lines.append(f"Move=[Move:mover={mover},from={at},to={at + step},actions=[{actions}]]")
        if abs(stop - start) < 2 * abs(step) and number % 2:
            lines.append(f"Move=[Move:mover={mover},actions=[Pass:decision=true]]")
    winner = {"1-0": 1, "0-1": 2, "*": -1}[result]
    lines += [
        "numInitialPlacementMoves=2",
        f"winner={winner}",
        "endtype=Normal",
        "rankings=0.0,1.0,2.0",
        "SANDBOX=false",
    ]
    return "\n".join([*lines, "LUDII_VERSION=1.3.13", ""])


@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_trial_of_ludii_is_read_with_its_jumps_in_one(size: int) -> None:
    for seed in range(3, 9):
        moves, result = game_of("konane", seed, size=str(size))
        record = read_text(ludii(moves, result, size, options=size != 10))
        assert [move.text for move in record.moves] == moves
        assert (record.result, record.options) == (result, {"size": str(size)})
        assert len(list(positions(record))) == len(moves) + 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game=/lud/board/space/line/Hex.lud\nMove=x", "only Konane can be imported, not “Hex”"),
        ("game=/x/Konane.lud\nSTART GAME OPTIONS\nBoard Size/12x12\nEND GAME OPTIONS\n", "on a 12x12 board"),
        ("game=/x/Konane.lud\nMove=[Move:mover=1,from=999,to=3]\n", "Move 1 of this trial cannot be read"),
        ("game=/x/Konane.lud\nMove=[Swap:]\n", "Move 1 of this trial cannot be read"),
        ("game=/x/Konane.lud\nMove=[Pass:mover=1,actions=[Pass:]]\n", "is a pass"),
    ],
)
def test_what_ludii_has_and_we_have_not_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        read_text(text)


def test_the_stones_that_older_trials_do_not_count_are_no_moves() -> None:
    moves, result = game_of("konane", 3, size="6")
    older = ludii(moves, result, 6).replace("numInitialPlacementMoves=2\n", "")
    assert [move.text for move in read_text(older).moves] == moves


def opentafl(moves: list[str], result: str, **tags: str) -> str:
    """A record as OpenTafl writes it, with captures and comments."""
    named = {
        "date": "2026.01.31",
        "result": {"1-0": "1", "0-1": "-1", "1/2-1/2": "0", "*": "?"}[result],
        "attackers": "Ann",
        "defenders": "Bob",
        "rules": f"dim:13 name:Convoy esc:c atkf:y ka:y cenh:tcnkTCNK start:{board()}",
    } | tags
    lines = [f"[{name}:{value}]" for name, value in named.items()]
    lines.append("")
    for number, pair in enumerate(zip_longest(moves[::2], moves[1::2]), 1):
        words = [f"{move}xd4/Td5+" if number % 5 == 0 else move for move in pair if move]
        lines.append(f"{number}. {' '.join(words)}")
        lines.append("[A comment: with 3. e3-e4 in it|and more]" if number % 4 == 0 else "")
    return "\n".join(lines)


def board() -> str:
    """The start of King's Convoy as OpenTafl writes boards, rank 13 first."""
    rows = [line.split()[1:] for line in GAMES["kings_convoy"].start().diagram().splitlines()[:13]]
    letters = {"A": "t", "D": "T", "K": "K"}
    packed = ["".join(letters.get(cell, ".") for cell in row) for row in rows]
    return "/" + "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in packed) + "/"


def test_a_record_of_opentafl_is_read_where_its_board_is_ours() -> None:
    moves, result = game_of("kings_convoy", 4)
    record = read_text(opentafl(moves, result))
    assert [move.text for move in record.moves] == moves
    assert (record.result, record.players, record.begun) == (result, ("Ann", "Bob"), 1_769_817_600)
    assert len(list(positions(record))) == len(moves) + 1
    resigned = read_text(opentafl(moves[:9], "0-1", termination="Black resigns"))
    assert (resigned.result, resigned.reason) == ("0-1", "resignation")


def test_other_tafl_games_are_refused() -> None:
    tablut = "dim:9 name:Tablut start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
    with pytest.raises(Refusal, match="starts with a different board"):
        read_text(opentafl(["e2-g2"], "*", rules=tablut))
    with pytest.raises(Refusal, match="is not an OpenTafl move"):
        read_text(opentafl(["e2=g2"], "*"))


@pytest.mark.parametrize("rule", ["esc:e", "ks:w", "atkf:n", "ka:n", "surf:y", "sw:s", "nj:k"])
def test_a_tafl_game_with_another_rule_is_refused_by_the_rule(rule: str) -> None:
    moves, _ = game_of("kings_convoy", 4, plies=6)
    with pytest.raises(Refusal, match=rule):
        read_text(opentafl(moves, "*", rules=f"dim:13 name:Convoy {rule} start:{board()}"))


def test_the_start_of_a_tafl_game_is_read_under_both_names_but_no_other_position() -> None:
    moves, _ = game_of("kings_convoy", 4, plies=6)
    rules = f"dim:13 name:Convoy starti:{board()}"
    assert [move.text for move in read_text(opentafl(moves, "*", rules=rules)).moves] == moves
    with pytest.raises(Refusal, match="set-up position"):
        read_text(opentafl(moves, "*", rules=rules, position=board()))


def test_a_trial_that_is_cut_off_is_refused() -> None:
    moves, result = game_of("konane", 3, size="6")
    trial = ludii(moves, result, 6)
    cut = trial[: trial.rindex("Move=")]
    with pytest.raises(Refusal, match="cut off"):
        read_text(cut)


def test_the_throne_is_read_from_the_rules_and_variations_are_left_out() -> None:
    moves, _ = game_of("kings_convoy", 4, plies=6, throne="empty")
    usual = f"dim:13 name:Convoy start:{board()}"
    aside = f"\n2a.1.1a. e2-e3 d1-d3\n2b.1.1a. ..... d1-d3\n3. {moves[4]} {moves[5]}\n"
    text = opentafl(moves[:4], "*", rules=usual) + aside + "4. ---\n"
    record = read_text(text.replace("[result:?]", "[result:-1]"))
    assert [move.text for move in record.moves] == moves
    assert (record.options, record.result, record.reason) == ({"throne": "empty"}, "0-1", "resignation")


BY_KEY = {form.KEY: form for form in FORMATS}
WRITTEN = {
    "abstractplay": [("konane", {"size": size}, True) for size in ("6", "8")],
    "ludii": [("konane", {"size": size}, unfinished) for size in ("6", "8", "10") for unfinished in (True, False)],
    "opentafl": [
        ("kings_convoy", {"throne": throne}, some) for throne in ("always", "empty") for some in (True, False)
    ],
}
"""For each format a game with its options, and whether its random game is played to its end."""


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 4), marks=pytest.mark.long)], ids=len)
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form.KEY))
def test_what_is_written_is_read_again(form: Any, seeds: range) -> None:
    for game, options, whole in WRITTEN[form.KEY]:
        for seed in seeds:
            moves, result = game_of(game, seed, plies=400 if whole else 9, **options)
            if result == "*" and form.KEY == "abstractplay":
                result = "1-0"
            names = ("", "") if form.KEY == "ludii" else ("Ann *the* “Fox”", "Bob \\ {x}")
            begun, ended = (None, None) if form.KEY == "ludii" else (1_769_860_800, 1_770_021_000)
            if form.KEY == "opentafl":
                begun, ended = 1_769_817_600, None
            played = [RecordedMove(text) for text in moves]
            record = Record(game, options, 1, names, played, result, begun=begun, ended=ended)  # type: ignore[arg-type]  # a fair result
            assert form in formats_for(record)
            text = form.write(record)
            assert (format_of(text), read_text(text)) == (form, record)
            assert form.write(read_text(text)) == text


ENDED = [
    ("abstractplay", "resignation", ("1-0", "0-1")),
    ("abstractplay", "time", ("1-0", "0-1")),
    ("abstractplay", "draw_agreed", ("1/2-1/2",)),
    ("abstractplay", "abandoned", ("none",)),
    ("opentafl", "resignation", ("1-0", "0-1")),
    ("opentafl", "time", ("1-0", "0-1")),
    ("opentafl", "draw_agreed", ("1/2-1/2",)),
]


@pytest.mark.parametrize(("key", "reason", "results"), ENDED)
def test_how_a_game_ended_is_written_too(key: str, reason: str, results: tuple[Any, ...]) -> None:
    form = BY_KEY[key]
    game, options = ("konane", {"size": "6"}) if key == "abstractplay" else ("kings_convoy", {"throne": "always"})
    for result, plies in ((result, plies) for result in results for plies in (0, 5, 6)):
        moves, _ = game_of(game, 2, plies=plies, **options)
        played = [RecordedMove(text) for text in moves]
        record = Record(game, options, 1, ("A", "B"), played, result, reason, begun=60, ended=120)
        again = read_text(form.write(record))
        assert (again.result, again.reason, again.moves) == (result, reason, played)


def test_no_name_has_what_opentafl_takes_for_the_end_of_a_tag_or_for_a_comment() -> None:
    played = [RecordedMove(text) for text in game_of("kings_convoy", 3, plies=2)[0]]
    record = Record("kings_convoy", {}, 1, ("A|n [n]\n1. x", "B]|ob"), played, "1-0")
    text = BY_KEY["opentafl"].write(record)
    assert "[attackers:A/n (n) 1. x]\n[defenders:B)/ob]\n" in text
    assert "|" not in text


def test_a_record_of_abstractplay_says_what_its_schema_wants() -> None:
    moves, _ = game_of("konane", 5, plies=5, size="8")
    played = [RecordedMove(text) for text in moves]
    record = Record("konane", {}, 1, ("Ann", ""), played, "0-1", "resignation", "1f3k", rated=True, begun=0, ended=60)
    assert [form.KEY for form in formats_for(record)] == ["abstractplay", "ludii"]
    document = json.loads(BY_KEY["abstractplay"].write(record))
    assert set(document) == {"header", "moves"}
    assert set(document["header"]) == {"game", "site", "date-start", "date-end", "date-generated", "players"}
    assert document["header"]["game"] == {"name": "Konane", "variants": ["8x8 board"]}
    assert document["header"]["date-end"] == "1970-01-01T00:01:00.000Z"
    assert document["header"]["site"] == {"name": "Tidepool", "gameid": "1f3k"}
    assert document["header"]["players"] == [{"name": "Ann", "result": 0}, {"name": "White", "result": 1}]
    assert [len(turns) for turns in document["moves"]] == [2, 2, 2]
    assert document["moves"][2] == [flipped(moves[4], 8), "resign"]
    casual = json.loads(BY_KEY["abstractplay"].write(replace(record, rated=False)))
    assert casual["header"]["unrated"] is True


@pytest.mark.parametrize("name", [name for name in PUBLISHED if "not-ours" not in name and "list" not in name])
def test_a_record_that_abstractplay_wrote_is_read_and_written_in_the_same_way(name: str) -> None:
    text = PUBLISHED[name]
    record = read_text(text)
    assert len(list(positions(record))) == len(record.moves) + 1
    document, again = json.loads(text), json.loads(BY_KEY["abstractplay"].write(record))
    assert again["moves"] == document["moves"]
    assert again["header"]["game"] == document["header"]["game"]
    assert [player["result"] for player in again["header"]["players"]] == [
        player["result"] for player in document["header"]["players"]
    ]
    for key in ("date-start", "date-end", "unrated"):
        assert again["header"].get(key) == document["header"].get(key)


@pytest.mark.parametrize(
    ("name", "result", "reason", "moves"),
    [
        ("konane-6x6", "1-0", "", 21),
        ("konane-8x8-resigned", "0-1", "resignation", 10),
        ("konane-6x6-abandoned", "none", "abandoned", 10),
    ],
)
def test_the_end_of_a_record_that_abstractplay_wrote(name: str, result: str, reason: str, moves: int) -> None:
    record = read_text(PUBLISHED[name])
    assert (record.result, record.reason, len(record.moves), record.rated) == (result, reason, moves, True)


def test_an_unrated_game_of_abstractplay_is_not_rated_and_a_draw_is_one() -> None:
    listed = imports.read_text(PUBLISHED["player-list-of-four"])
    assert isinstance(listed, imports.RecordList)
    assert listed.others == 1
    newest_first = [read_text(text) for text in listed.texts]
    assert [record.ended for record in newest_first] == [1_753_600_000, 1_753_300_000, 1_751_100_000]
    assert [record.rated for record in newest_first] == [False, True, True]
    assert [record.result for record in newest_first] == ["1/2-1/2", "1-0", "0-1"]
    assert [record.reason for record in newest_first] == ["draw_agreed", "time", ""]
    assert imports.listed_texts(listed.text) == listed.texts
    assert imports.read_text(listed.text) == imports.RecordList(listed.texts, 0)


def test_a_board_that_is_not_ours_is_named() -> None:
    with pytest.raises(Refusal, match="on its 6x6 board or 8x8 board, not on “9x8 board”"):
        read_text(PUBLISHED["konane-9x8-not-ours"])


def test_a_list_with_one_record_of_ours_is_that_record() -> None:
    only, other = PUBLISHED["konane-6x6"], PUBLISHED["konane-9x8-not-ours"]
    assert read_text(f"[{other},{only},{other}]") == read_text(only)
    with pytest.raises(Refusal, match="not on “9x8 board”"):
        read_text(f"[{other}, {other}]")


@pytest.mark.parametrize("end", ["", ",", "{", "5]"])
def test_a_list_that_is_cut_off_is_refused(end: str) -> None:
    with pytest.raises(Refusal, match="looks like JSON but"):
        read_text(f"[{PUBLISHED['konane-6x6']}{end}")


def test_a_list_of_thousands_is_read_and_a_longer_one_refused() -> None:
    text = PUBLISHED["konane-6x6"]
    listed = imports.read_file(f"[{','.join([text] * 2_000)}]".encode())
    assert isinstance(listed, imports.RecordList)
    assert len(listed.texts) == 2_000
    with pytest.raises(Refusal, match="at most 20,000 records"):
        read_file(f"[{','.join(['{}'] * 20_001)}]".encode())


def test_a_trial_has_a_line_for_each_hop_and_a_pass_where_one_more_could_follow() -> None:
    position, passes, moves, chance = GAMES["konane"].start(size="6"), 0, list[str](), random.Random(8)
    while position.result() is None:
        legal = position.legal_moves()
        move = chance.choice(legal)
        text = position.format(move)
        moves.append(text)
        start, _, stop = text.partition("-")
        passes += any(
            other.startswith(start) and len(other) > 2 and between(start, stop, other[3:])
            for other in map(position.format, legal)
            if stop
        )
        position = position.play(move)
    written = BY_KEY["ludii"].write(
        Record("konane", {"size": "6"}, 1, ("", ""), [RecordedMove(text) for text in moves])
    )
    assert written.count("Pass:decision=true") == passes > 0


def between(start: str, middle: str, end: str) -> bool:
    """Whether a jump to the middle square could go on to the end square."""
    if start[0] == middle[0] == end[0]:
        return abs(ord(end[1]) - ord(middle[1])) == 2 and (end > middle) == (middle > start)
    if start[1] == middle[1] == end[1]:
        return abs(ord(end[0]) - ord(middle[0])) == 2 and (end > middle) == (middle > start)
    return False


NOWHERE = [
    Record("squalma", {}, 1, ("", ""), result="1-0", begun=0, ended=1),
    Record("konane", {"size": "10"}, 1, ("", ""), result="none", begun=0, ended=1),
    Record("konane", {"size": "6"}, 1, ("", ""), result="1-0", start="a position", begun=0, ended=1),
    Record("kings_convoy", {}, 1, ("", ""), result="none"),
    Record("brain_coral", {}, 1, ("", "")),
]


@pytest.mark.parametrize("record", NOWHERE, ids=lambda record: f"{record.game} {record.result}")
def test_a_format_is_named_just_for_what_it_can_say(record: Record) -> None:
    assert formats_for(record) == []


def test_our_own_records_are_not_taken_for_others() -> None:
    assert format_of('[Tidepool "1"]\n[Game "konane"]') is None
    assert format_of("1. a1") is None


PIECES = st.sampled_from(
    [*chain.from_iterable(re.split(r"(?<=[,:\n\[\]])", text) for text in (
        abstractplay(["a6", "a5"], "1-0", 6), ludii(["d3", "c3"], "*", 6), opentafl(["g2-d2"], "*")
    ))]
)  # fmt: skip


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form.KEY))
def test_a_text_is_read_on_one_line_and_with_a_byte_order_mark(form: Any) -> None:
    """Discord takes the line breaks out of a typed text, and some programs mark a text in UTF-8."""
    options = GAMES[form.GAME].start().chosen
    moves, _ = game_of(form.GAME, 3, plies=9)
    written = [RecordedMove(text) for text in moves]
    record = Record(form.GAME, options, 1, ("Ann", "Bob"), written, "1-0", begun=1_769_817_600, ended=1_769_817_900)
    text = form.write(record)
    for changed in (text.replace("\n", " "), text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert read_file(changed.encode()) == read_text(text)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form.KEY))
def test_moves_that_are_written_in_another_way_are_written_as_the_format_has_them(form: Any) -> None:
    """A record that somebody hands in keeps the moves as they stand there, and our games read more than one way."""
    options = GAMES[form.GAME].start().chosen
    moves, _ = game_of(form.GAME, 3, plies=9)
    played = [RecordedMove(text) for text in moves]
    usual = Record(form.GAME, options, 1, ("Ann", "Bob"), played, "1-0", begun=1_769_817_600, ended=1_769_817_900)
    other = replace(usual, moves=[RecordedMove(text.upper().replace("-", ">")) for text in moves])
    assert len(list(positions(other))) == len(moves) + 1
    assert form.write(other) == form.write(usual)


def test_a_text_with_half_a_character_is_refused() -> None:
    with pytest.raises(Refusal, match="not UTF-8 text"):
        read_text('[Tidepool "1"] [Game "konane"] [Rules "1"] [First "\ud800"] *')


@given(st.sampled_from(["{", "game=/a/Konane.lud\n", "[date:2026.01.31]\n", ""]), st.lists(PIECES, max_size=40))
def test_any_text_in_these_formats_is_a_record_or_refused(begun: str, pieces: list[str]) -> None:
    refused = ""
    try:
        list(positions(read_file((begun + "".join(pieces)).encode())))
    except Refusal as refusal:
        refused = refusal.said()
    assert len(refused) < 400
