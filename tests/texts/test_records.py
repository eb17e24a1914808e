"""The texts about ratings, records and studies."""

from dataclasses import replace

import pytest

from cogs.texts import standing, studies
from games import Seat
from matches.computers import computer
from matches.model import Person
from matches.movetext import Line, RecordedMove
from matches.notation import Record
from matches.ratings import Rating
from matches.standing import Outcome, Score
from matches.studies import ListedStudy, Moment, Study
from service.standing import Aftermath, GameRecord, Leaderboard, Profile, Rank
from tests.support.matches import ANN, BOB
from tests.support.records import NOW, a_match, board, over

SURE, UNSURE = Rating(1534, 62, matches=18), Rating(1466, 290, matches=1)
ANNS, BOBS = Rank(1, ANN.id, "Ann", SURE), Rank(2, BOB.id, "*Bob*", UNSURE)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (Aftermath((), False, Score()), ""),
        (
            Aftermath([(UNSURE, SURE), (SURE, UNSURE)], False, Score(2, 1)),
            " · Ratings: **Ann** 1466 → 1534 and **Bob** 1534 → 1466 · Ann leads 2-1",
        ),
        (Aftermath([(UNSURE, SURE), None], False, Score(2, 1)), " · Ratings: **Ann** 1466 → 1534 · Ann leads 2-1"),
        (
            Aftermath((), True, Score(2, 1, 1)),
            " · Ann leads 2-1 with 1 draw\n-# Not for ratings: you two have reached the daily limit.",
        ),
        (Aftermath((), False, Score(1, 2)), " · Bob leads 2-1"),
        (Aftermath((), False, Score(0, 0, 1)), " · Score: 1 draw"),
    ],
)
def test_what_a_match_has_changed(after: Aftermath, said: str) -> None:
    match = over(ply=2)
    assert standing.aftermath(match, after) == f"-# 2 moves in 1 hour{said}"
    assert standing.aftermath(over(ply=0), after) == (f"-# {said[3:]}" if said else "")


@pytest.mark.parametrize(
    ("game", "outcome", "text"),
    [
        (None, None, "No finished matches here."),
        ("konane", None, "No finished Konane matches here."),
        (None, "drawn", "No finished matches with the outcome “draw” here."),
        ("konane", "won", "No finished Konane matches with the outcome “won” here."),
    ],
)
def test_nothing_is_found(game: str | None, outcome: Outcome | None, text: str) -> None:
    assert standing.nothing_found_text(game, outcome) == text


@pytest.mark.parametrize(
    ("person", "ending", "winner", "words"),
    [
        (ANN, "resignation", 0, "against Bob: **won** (resignation)"),
        (BOB, "resignation", 0, "against Ann: **lost** (resignation)"),
        (ANN, "aborted", None, "against Bob: **no result** (aborted)"),
        (BOB, "aborted_first", None, "against Ann: **no result** (Ann aborted it)"),
        (ANN, "forfeit_first", None, "against Bob: **lost** (resignation before both had moved)"),
        (ANN, "late_second", None, "against Bob: **won** (time was up before both had moved)"),
    ],
)
def test_a_finished_match_in_a_list(person: Person, ending: str, winner: Seat | None, words: str) -> None:
    match = over(ending, winner)
    found = [(match, "https://a.example")]
    assert standing.finished_lines(found, person.id, 1000) == [
        f"- [Konane #1000](https://a.example) {words}, <t:{NOW}:R>"
    ]
    assert standing.finished_lines(found, person.id, 60) == [f"- Konane #1000 {words}, <t:{NOW}:R>"], "without links"
    label = words.replace("*", "").rpartition(" (")[0]
    assert str(standing.finished_label(match, person.id)) == f"Konane #1000 {label}"


def test_as_many_matches_are_linked_as_there_is_room_for() -> None:
    line = f"Konane #1000 against Bob: **won** (resignation), <t:{NOW}:R>"
    linked = f"[Konane #1000](https://a.example){line.removeprefix('Konane #1000')}"
    found = [(over("resignation", 0), "https://a.example")] * 3
    most = len(f"- {linked}\n- {linked}\n- {line}")
    assert standing.finished_lines(found, ANN.id, most) == [f"- {linked}", f"- {linked}", f"- {line}"]
    assert standing.finished_lines(found, ANN.id, most - 1) == [f"- {linked}", f"- {line}", f"- {line}"]


def test_a_finished_draw_against_a_computer_player() -> None:
    match = replace(over("draw_agreed", None, players=(ANN, computer(3))), void=False)
    assert str(standing.finished_label(match, ANN.id)) == "Konane #1000 against Breaker (computer, level 3): draw"


PROFILE = Profile(
    ANN,
    [
        GameRecord("konane", (Score(7, 2), Score(5, 3, 1)), SURE),
        GameRecord("squalma", (Score(1, 0), Score())),
    ],
    [],
    [],
    ("won", 2),
    Score(1, 3),
    ["konane", "squalma", "konane"],
)


def test_a_profile() -> None:
    assert standing.profile_text(PROFILE, ["- a match"], ["- a lesson"], own=False).splitlines() == [
        "### Ann",
        "**Konane**: Black 7-2, White 5-3-1",
        "**SquAlma**: Black 1-0, White 0-0",
        "Won the last 2 matches.",
        "Won 3 tournaments: **Konane** (2) and **SquAlma**.",
        "You lead against Ann: **3-1**",
        "**Last matches**",
        "- a match",
        "**Against the computer**",
        "- a lesson",
        "-# Scores are won-lost or won-lost-drawn.",
    ]


@pytest.mark.parametrize(
    ("score", "line"),
    [
        (Score(3, 1, 2), "Ann leads against you: **3-1 with 2 draws**"),
        (Score(0, 1), "You lead against Ann: **1-0**"),
        (Score(0, 0, 1), "You and Ann are tied: **1 draw**"),
    ],
)
def test_who_leads_between_a_person_and_the_reader(score: Score, line: str) -> None:
    assert line in standing.profile_text(replace(PROFILE, against_reader=score), [], [], own=False).splitlines()


@pytest.mark.parametrize(
    ("streak", "line"),
    [
        (("won", 1), "Won the last match."),
        (("lost", 1), "Lost the last match."),
        (("lost", 3), "Lost the last 3 matches."),
        (("drawn", 1), "The last match was a draw."),
        (("drawn", 2), "The last 2 matches were draws."),
    ],
)
def test_a_streak(streak: tuple[Outcome, int], line: str) -> None:
    assert line in standing.profile_text(replace(PROFILE, streak=streak), [], [], own=True).splitlines()


def test_a_profile_names_the_ratings_that_are_still_uncertain() -> None:
    games = [replace(PROFILE.games[0], rating=UNSURE), replace(PROFILE.games[1], rating=UNSURE)]
    for uncertain, told in ((games, "Konane and SquAlma"), ([games[0], PROFILE.games[1]], "Konane")):
        last = standing.profile_text(replace(PROFILE, games=uncertain), [], [], own=False).splitlines()[-1]
        assert last == f"-# Ratings still uncertain, after few matches lately: {told}."


def test_a_profile_of_ones_own_has_no_score_against_oneself() -> None:
    once = replace(PROFILE, tournaments=["squalma"], games=[GameRecord("squalma", (Score(1, 0), Score()))], streak=None)
    assert standing.profile_text(once, [], [], own=True).splitlines() == [
        "### Ann",
        "**SquAlma**: Black 1-0, White 0-0",
        "Won 1 tournament: **SquAlma**.",
        "-# Scores are won-lost or won-lost-drawn.",
    ]


def test_a_profile_of_somebody_who_has_finished_nothing() -> None:
    newcomer = Profile(Person(4, "*Dan*"), [], [], [], None, Score())
    assert standing.profile_text(newcomer, [], [], own=False).splitlines() == [
        r"### \*Dan\*",
        r"\*Dan\* has not finished a match against another person yet.",
    ]
    own = standing.profile_text(newcomer, [], [], own=True).splitlines()
    assert own[1:] == ["You have not finished a match against another person yet."]


def test_the_leaderboards_of_a_week() -> None:
    assert standing.weekly_leaderboards({"konane": [ANNS, BOBS], "squalma": [BOBS]}).splitlines() == [
        "### This week's leaderboards",
        r"**Konane**: Ann 1534 · \*Bob\* 1466, still uncertain",
        r"**SquAlma**: \*Bob\* 1466, still uncertain",
        "-# `/leaderboard` shows everyone, and your place.",
    ]


@pytest.mark.parametrize(
    ("trend", "change", "told"),
    [
        ([], "", "1534"),
        ([1500.2, 1534], "+34", "1534, +34 in 30 days"),
        ([1560, 1500, 1534], "−26", "1534, −26 in 30 days"),
        ([1534, 1490, 1534.3], "0", "1534, unchanged in 30 days"),
    ],
)
def test_the_change_of_a_month(trend: list[float], change: str, told: str) -> None:
    rank = replace(ANNS, trend=trend)
    assert standing.change(rank) == change
    assert standing.leaderboards_alt({"konane": [rank]}, 0) == f"Konane:\n1. Ann: {told}, 18 matches"


def test_leaderboards_in_words_say_which_row_is_the_readers() -> None:
    boards = {"konane": [ANNS, BOBS], "squalma": [BOBS]}
    assert standing.leaderboards_alt(boards, BOB.id).splitlines() == [
        "Konane:",
        "1. Ann: 1534, 18 matches",
        "2. *Bob* (you): 1466, still uncertain, 1 match",
        "SquAlma:",
        "2. *Bob* (you): 1466, still uncertain, 1 match",
    ]


def test_leaderboards_in_words_fit_the_description_of_a_picture_with_the_readers_row() -> None:
    ranks = [Rank(number, number, "W" * 80, SURE, [1400, 1534]) for number in (*range(1, 11), 28)]
    words = standing.leaderboards_alt({"konane": ranks}, 28)
    assert len(words) <= 1024
    assert words.endswith(f"\n28. {'W' * 80} (you): 1534, +134 in 30 days, 18 matches")


def test_a_leaderboard_says_which_page_it_is() -> None:
    page = Leaderboard([ANNS], 0, 2, 2, BOBS)
    assert page.shown == [ANNS, BOBS]
    assert standing.leaderboard_text(page, "konane", everywhere=False).splitlines() == [
        "### Konane: leaderboard for this server",
        "-# Page 1 of 2",
    ]


@pytest.mark.parametrize(
    ("everywhere", "lines"),
    [
        (
            True,
            [
                "### Konane: leaderboard for all servers",
                "Nobody is listed yet. To be listed, turn it on in `/settings`.",
            ],
        ),
        (
            False,
            [
                "### Konane: leaderboard for this server",
                "Nobody has finished a rated match in this server yet.",
            ],
        ),
    ],
)
def test_an_empty_leaderboard(everywhere: bool, lines: list[str]) -> None:
    page = Leaderboard([], 0, 1, 0)
    assert standing.leaderboard_text(page, "konane", everywhere=everywhere).splitlines() == lines


MOVES = ("d5", "d4", "d7-d5", "d2-d4")


def a_study(*names: str, lines: int = 0, moves: int = 4) -> Study:
    """A study of a match of these players; without names nobody is named. Its lines leave it after two moves."""
    players = (names[0], names[1]) if names else ("", "")
    record = Record("konane", {}, 1, players, [RecordedMove(move) for move in MOVES[:moves]])
    return Study(7, ANN.id, record, NOW, {number: Line(0, number + 1, ["e4"]) for number in range(1, lines + 1)})


def at(study: Study, ply: int, line: int = 0, *, ended: bool = False) -> Moment:
    """The study after so many moves."""
    match = over() if ended else a_match()
    players = tuple(
        replace(player, name=name) for player, name in zip(match.players, study.record.players, strict=True)
    )
    shown = board(replace(match, players=(players[0], players[1])), *MOVES[:ply])
    return Moment(study, line, ply, len(study.record.moves), studies.with_names(shown))


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), "Study of Konane"),
        (("Ann", "Bob"), "Study of Konane, Ann and Bob"),
        (("", "Bob"), "Study of Konane, Bob"),
    ],
)
def test_the_title_of_a_study(names: tuple[str, ...], text: str) -> None:
    assert str(studies.title(a_study(*names))) == text


@pytest.mark.parametrize(
    ("names", "moves", "lines", "text"),
    [
        (("", ""), 1, 0, "Konane: 1 move"),
        (("Ann", "Bob"), 4, 0, "Konane, Ann and Bob: 4 moves"),
        (("Ann", ""), 4, 1, "Konane, Ann: 4 moves, 1 line of yours"),
        (("", ""), 4, 2, "Konane: 4 moves, 2 lines of yours"),
    ],
)
def test_a_study_in_a_list(names: tuple[str, str], moves: int, lines: int, text: str) -> None:
    assert str(studies.label(ListedStudy(7, "konane", names, moves, lines))) == text


@pytest.mark.parametrize(
    ("moment", "lines"),
    [
        (at(a_study(), 0), ["Study of Konane: at the start; 4 moves follow."]),
        (at(a_study(moves=1), 0), ["Study of Konane: at the start; 1 move follows."]),
        (
            at(a_study("Ann", "Bob"), 1),
            ["Study of Konane, Ann and Bob: after move 1 of 4.", "Ann took d5 off the board."],
        ),
        (
            at(a_study(lines=1), 2, 1),
            [
                "Study of Konane: after move 2 of 4.",
                "Your own line, from move 3 on.",
                "White took d4 off the board.",
            ],
        ),
        (
            at(a_study(lines=2), 2),
            [
                "Study of Konane: after move 2 of 4.",
                "White took d4 off the board.",
                "-# Other lines begin at moves 3 and 4.",
            ],
        ),
        (
            at(a_study("Ann", "Bob"), 1, ended=True),
            [
                "Study of Konane, Ann and Bob: after move 1 of 4.",
                "Ann took d5 off the board.",
                "Ann wins: Bob resigned.",
            ],
        ),
    ],
)
def test_a_moment_of_a_study(moment: Moment, lines: list[str]) -> None:
    assert studies.moment(moment).splitlines() == lines


def test_a_line_of_ones_own_may_begin_at_the_start() -> None:
    study = replace(a_study(), lines={1: Line(0, 0, ["e4"])})
    assert studies.moment(at(study, 0, 1)).splitlines()[1] == "Your own line, from the start."
    assert studies.leaving(at(study, 0)) == "-# Other lines begin at move 1."


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (at(a_study("Ann", "Bob"), 1), "Bob (White) to move."),
        (at(a_study(), 0), "Black to move."),
        (at(a_study(), 1, ended=True), ""),
    ],
)
def test_whose_turn_it_is_in_a_study(moment: Moment, text: str) -> None:
    assert studies.to_move(moment) == text


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        (0, ""),
        (1, "-# To make room, your least recently used study was deleted."),
        (3, "-# To make room, your 3 least recently used studies were deleted."),
    ],
)
def test_room_was_made_for_a_study(gone: int, text: str) -> None:
    assert studies.deleted_studies_text(gone) == text


@pytest.mark.parametrize(
    ("study", "whole", "text"),
    [
        (a_study(lines=1), True, "The record of this study: the main line and 1 variation."),
        (a_study(lines=2), True, "The record of this study: the main line and 2 variations."),
        (a_study(), True, "The game record of this line (4 moves)."),
        (a_study(lines=1, moves=1), False, "The game record of this line (1 move)."),
    ],
)
def test_what_an_exported_file_holds(study: Study, whole: bool, text: str) -> None:
    assert studies.export_text(at(study, 0), whole=whole) == text


def test_the_moves_of_a_study() -> None:
    assert studies.move_list(at(a_study(), 2), 3, ["d7-d5", "d2-d4"]).splitlines() == [
        "### Study of Konane",
        r"3\. **d7-d5** 4\. **d2-d4**",
    ]
    assert studies.move_list(at(a_study(lines=1), 0, 1), 1, []).splitlines() == [
        "### Study of Konane",
        "Your own line, from move 3 on.",
        "No move yet.",
    ]
