"""Studies: they are legal, belong to one person and are bounded; hostile records are refused."""

import asyncio
import gc
import json
import random
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from matches.checking import positions
from matches.errors import Refusal
from matches.limits import Limits
from matches.model import Person
from matches.movetext import MAIN, MOST_LINES, MOST_MOVES, Line, RecordedMove, RecordedResult
from matches.notation import LONGEST, Record, read, record_of, write
from matches.results import end, own_end, result_sentence
from matches.studies import MOST_STUDIES, NoStudy
from matches.timecontrol import DAY
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin_game
from tests.support.single_records import read_file, read_text


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(7))


def record(game: str = "konane", plies: int = 12, seed: int = 3, **more: Any) -> Record:
    """A game of random moves."""
    chance, position, moves = random.Random(seed), GAMES[game].start(), list[RecordedMove]()
    while len(moves) < plies and position.result() is None:
        move = chance.choice(position.legal_moves())
        moves.append(RecordedMove(position.format(move)))
        position = position.play(move)
    return Record(game, {}, 1, ("Ann", "Bob"), moves, **more)


@pytest.mark.parametrize("game", GAMES)
async def test_every_moment_of_a_study_is_that_of_its_record(service: Service, game: str) -> None:
    opened, _ = await service.studies.open(ANN.id, record(game, result="1-0", reason="resignation", code="1f3k"))
    boards = [position for position, _ in positions(opened.record)]
    last = len(boards) - 1
    for ply, position in enumerate(boards):
        at = await service.studies.moment(opened.id, ANN.id, MAIN, ply)
        assert (at.snapshot.position, at.ply, at.count) == (position, ply, last)
        assert at.snapshot.match.over == (ply == last)
        assert at.snapshot.before == (boards[ply - 1] if ply else None)
    assert write((await service.studies.of(opened.id, ANN.id)).record) == write(opened.record)


async def test_other_moves_begin_lines_that_grow_and_are_followed_again(service: Service) -> None:
    studies = service.studies
    opened, _ = await studies.open(ANN.id, record(result="1-0", reason="resignation", code="1f3k"))
    main = [move.text for move in opened.record.moves]
    assert await studies.play(opened.id, ANN.id, MAIN, 4, main[4]) == (MAIN, 5)

    async def other(line: int, ply: int) -> str:
        at = await studies.moment(opened.id, ANN.id, line, ply)
        known = set(at.study.following(line, ply).values())
        position = at.snapshot.position
        return next(text for text in map(position.format, position.legal_moves()) if text not in known)

    first = await other(MAIN, 4)
    assert await studies.play(opened.id, ANN.id, MAIN, 4, first.upper()) == (1, 5)
    assert await studies.play(opened.id, ANN.id, MAIN, 4, first) == (1, 5), "the same move follows the line"
    grown = await other(1, 5)
    assert await studies.play(opened.id, ANN.id, 1, 5, grown) == (1, 6)
    second = await other(1, 4)
    assert await studies.play(opened.id, ANN.id, 1, 4, second) == (2, 5), "before its first move it is the main line"
    inner = await other(1, 5)
    assert await studies.play(opened.id, ANN.id, 1, 5, inner) == (3, 6)
    study = await studies.of(opened.id, ANN.id)
    assert [move.text for move in study.moves(1)] == [*main[:4], first, grown]
    assert [move.text for move in study.moves(3)] == [*main[:4], first, inner]
    assert study.following(2, 4) == {2: second, MAIN: main[4], 1: first}
    assert study.following(1, 5) == {1: grown, 3: inner}
    for line in study.lines:
        assert list(positions(study.record_of(line)))
    assert await studies.drop_line(opened.id, ANN.id, 1) == (MAIN, 4)
    study = await studies.of(opened.id, ANN.id)
    assert list(study.lines) == [2], "what left the line is gone with it"
    with pytest.raises(Refusal, match="no longer exists"):
        await studies.moment(opened.id, ANN.id, 3, 5)
    assert study.record == opened.record


async def test_a_move_that_a_record_has_in_another_form_is_followed_too(service: Service) -> None:
    usual = record(plies=3)
    handed_in = replace(usual, moves=[RecordedMove(move.text.upper()) for move in usual.moves])
    opened, _ = await service.studies.open(ANN.id, handed_in)
    for ply, move in enumerate(usual.moves):
        assert await service.studies.play(opened.id, ANN.id, MAIN, ply, move.text) == (MAIN, ply + 1)
    assert await service.studies.of(opened.id, ANN.id) == opened, "no line leaves it"


async def test_a_record_with_lines_is_opened_with_them_and_each_is_checked(service: Service) -> None:
    whole = record(plies=3)
    first, second, third = (move.text for move in whole.moves)
    others = {1: Line(MAIN, 1, [second, third]), 2: Line(1, 2, [third])}
    opened, _ = await service.studies.open(ANN.id, replace(whole, lines=others))
    kept = await service.studies.of(opened.id, ANN.id)
    assert (kept.record, kept.lines, kept.whole) == (whole, others, replace(whole, lines=others))
    for wrong in ({1: Line(MAIN, 1, [first])}, {**others, 2: Line(1, 3, [third])}):
        with pytest.raises(Refusal, match="In a variation: move"):
            await service.studies.open(ANN.id, replace(whole, lines=wrong))
    assert len(await service.studies.all_of(ANN.id)) == 1


async def test_a_game_that_is_nobodys_match_grows_at_its_end(service: Service) -> None:
    opened, _ = await service.studies.open(ANN.id, record(plies=2))
    at = await service.studies.moment(opened.id, ANN.id)
    text = at.snapshot.position.format(at.snapshot.position.legal_moves()[0])
    assert await service.studies.play(opened.id, ANN.id, MAIN, 2, text) == (MAIN, 3)
    assert (await service.studies.moment(opened.id, ANN.id)).count == 3


async def test_lines_and_studies_are_bounded(service: Service, clock: StillClock) -> None:
    studies = service.studies
    opened, _ = await studies.open(ANN.id, record("squalma", result="1-0", code="1f3k"))
    position = GAMES["squalma"].start()
    texts = [position.format(move) for move in position.legal_moves()]
    others = [text for text in texts if text != opened.record.moves[0].text]
    for text in others[:MOST_LINES]:
        await studies.play(opened.id, ANN.id, MAIN, 0, text)
    if len(others) > MOST_LINES:
        with pytest.raises(Refusal, match="at most 20 lines"):
            await studies.play(opened.id, ANN.id, MAIN, 0, others[MOST_LINES])
    for number in range(MOST_STUDIES - 1):
        clock.time += 60
        _, gone = await studies.open(ANN.id, record(seed=number))
        assert gone == 0
    clock.time += DAY
    await studies.moment(opened.id, ANN.id)
    await studies.open(BOB.id, record())
    _, gone = await studies.open(ANN.id, record())
    assert gone == 1
    kept = await studies.all_of(ANN.id)
    assert len(kept) == MOST_STUDIES
    assert opened.id in {study.id for study in kept}, "it was looked at a moment ago"
    read = [await studies.of(study.id, ANN.id) for study in kept]
    assert [(one.game, one.players, one.moves, one.lines) for one in kept] == [
        (one.record.game, one.record.players, len(one.record.moves), len(one.lines)) for one in read
    ]


async def test_nobody_else_has_it_until_a_line_is_shared(service: Service) -> None:
    studies = service.studies
    opened, _ = await studies.open(ANN.id, record())
    for act in (
        studies.of(opened.id, BOB.id),
        studies.moment(opened.id, BOB.id),
        studies.play(opened.id, BOB.id, MAIN, 0, "d5"),
        studies.share(opened.id, BOB.id, MAIN),
        studies.delete(opened.id, BOB.id),
    ):
        with pytest.raises(NoStudy):
            await act
    with pytest.raises(Refusal, match="deleted it"):
        await studies.copy(BOB.id, opened.id, MAIN)
    await studies.share(opened.id, ANN.id, MAIN)
    copied, _ = await studies.copy(BOB.id, opened.id, MAIN)
    assert (copied.owner_id, copied.record, copied.shared) == (BOB.id, opened.record, frozenset())
    with pytest.raises(Refusal, match="deleted it"):
        await studies.copy(BOB.id, opened.id, 1)


async def test_a_result_that_the_rules_contradict_is_refused(service: Service) -> None:
    whole = record(plies=200)
    (*_, (last, _)) = positions(whole)
    result = last.result()
    assert result is not None
    claimed: RecordedResult = "0-1" if result.winner == 0 else "1-0"
    with pytest.raises(Refusal, match=f"result as {claimed}, but by the rules"):
        await service.studies.open(ANN.id, replace(whole, result=claimed))
    assert await service.studies.all_of(ANN.id) == []


def cycling(plies: int) -> str:
    """A record of King's Convoy in which boats go to and fro, as often as no rule forbids."""
    position = GAMES["kings_convoy"].start()
    way = position.format(position.legal_moves()[0])
    there = position.play(position.parse(way))
    answer = there.format(there.legal_moves()[0])
    moves = [way, answer, "-".join(reversed(way.split("-"))), "-".join(reversed(answer.split("-")))]
    texts = [RecordedMove(moves[number % 4]) for number in range(plies)]
    return write(Record("kings_convoy", {}, 1, ("A", "B"), texts))


def branching(plies: int) -> str:
    """A record with twenty variations of so many moves each; the move after the last of them is not legal."""
    moves = [move.text for move in record("kings_convoy", plies).moves]
    line = " ".join(f"{number}. {text}" for number, text in enumerate(moves, 1))
    return f"({line}) " * 19 + f"({line} {plies + 1}. a1-a2)"


HOSTILE = {
    "10,000 plies": write(record(plies=3))[:-2] + " ".join(f"{n}. a1" for n in range(4, 10_001)) + " *",
    "cycles": cycling(MOST_MOVES),
    "a tag without an end": '[Tidepool "1"] [Game "konane"] [First "' + "\\\\" * 90_000,
    "many tags": '[Tidepool "1"] ' + " ".join(f'[{"abcdefghij"[n % 10] * (n % 20 + 1)} "x"]' for n in range(9_000)),
    "white space": '[Tidepool "1"] [Game "konane"]' + " \n" * 90_000,
    "braces": '[Tidepool "1"] [Game "konane"] 1. a1 ' + "{" * 190_000,
    "options": f'[Tidepool "1"] [Game "konane"] [Rules "1"] [Options "{"size=7 " * 20}"] *',
    "digits": '[Tidepool "1"] [Game "konane"] ' + "9" * 190_000,
    "Markdown": '[Tidepool "1"] [Game "**@everyone** `x`"] *',
    "brackets": '[Tidepool "1"] [Game "konane"] [Rules "1"] 1. d5 ' + "(" * 10_000,
    "nested lines": '[Tidepool "1"] [Game "konane"] [Rules "1"] ' + "".join(f"({n}. d5 " for n in range(1, 10_001)),
    "lines in a row": '[Tidepool "1"] [Game "konane"] [Rules "1"] 1. d5 ' + "(1. d5) " * 20_000 + "*",
    "long lines": '[Tidepool "1"] [Game "kings_convoy"] [Rules "1"] 1. g2-d2 ' + branching(120) + " *",
    "a wide game": "game=a" + " " * 190_000 + "x",
    "open tags": "[a:x]" + "[a:" * 60_000,
    "years": '[Tidepool "1"] [Game "konane"] [Rules "1"] [Begun "99999-01-01T00:00:00Z"] *',
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_hostile_records_are_refused_within_a_second_and_hold_nobody_up(service: Service, what: str) -> None:
    longest, stop = 0.0, asyncio.Event()

    async def watch() -> None:
        nonlocal longest
        while not stop.is_set():
            begun = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - begun)

    gc.freeze()  # so that garbage of other tests is not collected meanwhile
    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    begun = time.process_time()
    with pytest.raises(Refusal) as refused:
        await service.studies.open(ANN.id, await asyncio.to_thread(read_text, HOSTILE[what]))
    spent = time.process_time() - begun
    stop.set()
    await watching
    gc.unfreeze()
    assert len(str(refused.value)) < 300
    assert longest < 1, "some milliseconds where nothing else runs"
    assert spent < 10, "less than a second there"
    assert await service.studies.all_of(ANN.id) == []


async def test_a_match_that_is_over_is_studied_and_one_that_runs_is_not(service: Service) -> None:
    begun = await begin_game(service)
    with pytest.raises(Refusal, match="can be studied when it is over"):
        await service.studies.open_match(ANN.id, begun.match.id, None)
    await service.play.move(begun.match.id, ANN.id, "d5")
    await service.play.resign(begun.match.id, BOB.id)
    study, _ = await service.studies.open_match(ANN.id, begun.match.id, 10)
    at = await service.studies.moment(study.id, ANN.id)
    assert (at.snapshot.match.ending, at.snapshot.match.winner) == ("resignation", 0)
    assert (study.match_id, study.record.code, study.grows) == (begun.match.id, begun.match.code, False)


async def test_a_forgotten_person_is_named_in_no_study(service: Service) -> None:
    begun = await begin_game(service)
    await service.play.resign(begun.match.id, BOB.id)
    mine, _ = await service.studies.open_match(ANN.id, begun.match.id, None)
    theirs, _ = await service.studies.open_match(BOB.id, begun.match.id, None)
    held = json.loads((await service.privacy.export(ANN.id)).text)["held"]
    assert [row["id"] for row in held["study"]] == [mine.id]
    await service.privacy.forget(ANN.id)
    with pytest.raises(NoStudy):
        await service.studies.of(mine.id, ANN.id)
    assert (await service.studies.of(theirs.id, BOB.id)).record.players == ("deleted player", "Bob")


async def test_whoever_is_forgotten_stands_in_no_record_that_was_handed_in(service: Service) -> None:
    """A whole match that was played here is known by its moves; any other record by the name that was last seen."""
    strange = Person(777, 'Zo\N{RIGHT-TO-LEFT OVERRIDE}e "100%_!" \\')

    async def exported(person: Person) -> Record:
        match_id = (await begin_game(service, "konane", person)).match.id
        await service.play.move(match_id, person.id, "d5")
        await service.play.move(match_id, BOB.id, "d4")
        await service.play.resign(match_id, person.id)
        match, _, plies = await service.lookup.course(match_id)
        return read(write(record_of(match, plies, None)))

    whole = await exported(strange)
    cut = replace(whole, moves=whole.moves[:1], result="*", reason="")
    others = replace(whole, players=("Zoe", "Zo"), code="")
    opened = [(await service.studies.open(CAROL.id, one))[0].id for one in (whole, cut, others)]

    async def names() -> list[tuple[str, str]]:
        return [(await service.studies.of(study_id, CAROL.id)).record.players for study_id in opened]

    await exported(Person(777, "Zoe"))  # the name by which they are known now
    await service.privacy.forget(777)
    assert await names() == [("deleted player", "Bob"), whole.players, ("deleted player", "Zo")]
    await exported(Person(778, strange.name))
    await service.privacy.forget(778)
    assert (await names())[1] == ("deleted player", "Bob")


async def test_there_is_no_hint_for_the_board_of_a_match_that_one_plays(service: Service) -> None:
    begun = await begin_game(service)
    after = await service.play.move(begun.match.id, ANN.id, "d5")
    with pytest.raises(Refusal, match=f"this position in match #{begun.match.code}, so there is no hint"):
        await service.advice.best(after.position, BOB.id, 1)


async def test_a_name_is_taken_out_although_the_match_is_gone(service: Service, store: Store) -> None:
    begun = await begin_game(service)
    await service.play.resign(begun.match.id, BOB.id)
    study, _ = await service.studies.open_match(BOB.id, begun.match.id, None)
    await service.studies.share(study.id, BOB.id, MAIN)
    copied, _ = await service.studies.copy(CAROL.id, study.id, MAIN)
    async with store.write() as tx:
        (old,) = await tx.retention.old_matches(begun.match.created_at + DAY, 9)
        tx.retention.remove_match(old)
    await service.privacy.forget(ANN.id)
    for one in (await service.studies.of(study.id, BOB.id), await service.studies.of(copied.id, CAROL.id)):
        assert one.record.players == ("deleted player", "Bob")


async def test_what_could_not_be_read_again_is_not_kept(service: Service) -> None:
    moves = [RecordedMove("a2-a3", 1_800_000_000, 258_600)] * 4_760
    long = Record("squalma", {}, 1, ("Ann", "Bob"), moves)
    assert LONGEST - 2_000 < len(write(long)) < LONGEST
    with pytest.raises(Refusal, match="too long for a study"):
        await service.studies.open(ANN.id, long)


@pytest.mark.parametrize(
    ("key", "stated", "told"),
    [
        ("forfeit_first", "0-1", "Bob wins: Ann resigned before both had moved (not for ratings)"),
        ("forfeit_first", "none", "Bob wins: Ann resigned before both had moved (not for ratings)"),
        ("late_second", "1-0", "Ann wins: Bob ran out of time before both had moved (not for ratings)"),
        ("late_second", "0-1", "Bob wins: as the record says"),
        ("aborted_first", "none", "No result: Ann aborted the match"),
    ],
)
async def test_a_match_lost_before_both_had_moved_is_won_in_its_record_and_in_the_records_of_earlier_versions(
    service: Service, key: str, stated: RecordedResult, told: str
) -> None:
    """Earlier versions wrote `none`."""
    match = (await begin_game(service)).match
    written = record_of(end(match, own_end(key), 99), [], None)
    assert written.result == {"forfeit_first": "0-1", "late_second": "1-0"}.get(key, "none")
    handed_in = read(write(replace(written, result=stated)))
    opened, ply = await service.studies.open(CAROL.id, handed_in)
    moment = await service.studies.moment(opened.id, CAROL.id, MAIN, ply)
    assert str(result_sentence(moment.snapshot.match)) == told


async def test_records_that_are_handed_in_are_counted(store: Store, clock: StillClock) -> None:
    service = Service(store, clock, limits=Limits(imports=2))
    for _ in range(2):
        await service.quotas.count_stored("import", ANN.id)
    with pytest.raises(Refusal, match="2 records in the last hour"):
        await service.quotas.count_stored("import", ANN.id)
    await service.quotas.count_stored("import", BOB.id)


PIECES = st.sampled_from(
    [
        *(f"[{tag}] " for tag in (
            'Tidepool "1"', 'Game "konane"', 'Game "squalma"', 'Rules "1"', 'Options "size=6"', 'Start "x 1"',
            'Result "1-0"', 'Clock "3d"', 'Reason "time x"', 'Begun "0001-01-01T00:00:00Z"',
        )),
        "1. d3 ", "2. c3 ", "1. a1 ", "{2026-01-31T12:10:00Z 5} ", "{0001-01-31T12:10:00Z} ", "1-0", "*", "none",
    ]
)  # fmt: skip


@given(st.one_of(st.binary(max_size=400), st.lists(st.one_of(PIECES, st.text(max_size=9)), max_size=14)))
def test_any_text_is_a_record_or_refused(given: bytes | list[str]) -> None:
    content = given if isinstance(given, bytes) else "".join(given).encode()
    refused = ""
    try:
        found = read_file(content)
        list(positions(found))
        assert read_file(write(found).encode()) == found
    except Refusal as refusal:
        refused = refusal.said()
    assert len(refused) < 400
