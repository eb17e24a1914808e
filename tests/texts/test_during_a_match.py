"""The texts beside the board of a match: planned replies, what players said, notices, computer players and reviews."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.texts import conditional, matches, notices, practice
from cogs.texts.matches import title
from cogs.wire.pictures import evaluation_picture
from games import GAMES, SEATS, Measure, Position, Reason, Seat, worded_in_line
from games.konane import Konane
from language import languages, speaking
from matches.computers import LEVELS
from matches.conditional import Condition
from matches.deliveries import Delivery
from matches.model import EventKind, Person, Place
from matches.notices import NOTICE_KINDS
from matches.reviews import HOLDS, Review, Slip, explain_better
from tests.support.drawings import draw_konane
from tests.support.matches import ANN, CAROL
from tests.support.records import NOW, a_match, board, over

HOUR = 3600
LINE = ["d5", "d4", "d7-d5", "d2-d4"]


@pytest.mark.parametrize(
    ("chosen", "heading", "preview"),
    [
        (
            0,
            "Plan a reply in Konane #1000. Your opponent's move",
            "Konane #1000: plan a reply to **{move}**?",
        ),
        (
            1,
            "Konane #1000, your reply to **d5**",
            (
                "Konane #1000: if they play **d5**, you reply **{move}**? "
                "I then play it at once. Only you see this plan."
            ),
        ),
        (
            2,
            "Konane #1000, their move after **d5** and **d4**",
            ("Konane #1000: if they play **d5**, you reply **d4**. Plan a reply to **{move}** after that?"),
        ),
        (
            3,
            "Konane #1000, your reply to **d7-d5**, after **d5** and **d4**",
            (
                "Konane #1000: if they play **d5**, you reply **d4**; then, if they play **d7-d5**, "
                "you reply **{move}**? I then play it at once. Only you see this plan."
            ),
        ),
    ],
)
def test_what_is_asked_while_an_answer_is_prepared(chosen: int, heading: str, preview: str) -> None:
    line = LINE[:chosen]
    assert str(conditional.heading(a_match(), line)) == heading
    asked = conditional.preview(a_match(), line)
    assert asked.message.format(**{**asked.fields, "move": "{move}"}) == preview


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        (2, "if they play d5, you reply d4"),
        (4, "if they play d5, you reply d4; then, if they play d7-d5, you reply d2-d4"),
    ],
)
def test_a_line_of_prepared_moves(moves: int, text: str) -> None:
    assert str(conditional.line_sentence("squalma", LINE[:moves])) == text


def test_nothing_is_prepared() -> None:
    assert conditional.tree(a_match(), []) == (
        "Konane #1000: no planned replies. Choose a move that your opponent may play and your reply. I play the "
        "reply at once if that move comes. Nobody else sees it."
    )


def test_what_is_prepared_is_a_tree() -> None:
    prepared = [Condition(("d5",), "d4"), Condition(("d5", "d4", "d7-d5"), "d2-d4"), Condition(("e4",), "e5")]
    assert conditional.tree(a_match(), prepared).splitlines() == [
        "Konane #1000: your planned replies. Only you can see them.",
        "- if **d5**, you reply **d4**",
        "  - if **d7-d5**, you reply **d2-d4**",
        "- if **e4**, you reply **e5**",
    ]


@pytest.mark.parametrize(("limit", "last"), [(1, "- … and 1 more"), (3, "- … and 3 more")])
def test_a_tree_that_is_too_long_says_how_much_is_left_out(
    monkeypatch: pytest.MonkeyPatch, limit: int, last: str
) -> None:
    prepared = [Condition((move,), "d4") for move in ("a1", "a2", "a3", "a4")]
    line = len("- if **a1**, you reply **d4**")
    monkeypatch.setattr(conditional, "LONGEST_TREE", (4 - limit) * (line + 1) - 1)
    lines = conditional.tree(a_match(), prepared).splitlines()
    assert (len(lines), lines[-1]) == (1 + 4 - limit + 1, last)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("decline draw", "Bob declined the draw, and the match continues · Konane, match #1000"),
        ("refuse take back", "Bob declined to take back **d7-d5** · Konane, match #1000"),
        ("decline abort", "Bob wants to keep playing · Konane, match #1000"),
        ("keep", "Bob wants to continue the match · Konane, match #1000"),
    ],
)
def test_what_a_player_said_about_a_match(kind: EventKind, text: str) -> None:
    assert kind in matches.SENTENCES
    assert matches.action_text(a_match(), kind, 1, "d7-d5") == text


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (None, "Ann moved the match to <#70> · Konane, match #1000"),
        (0, "Ann moved the match to direct messages · Konane, match #1000"),
    ],
)
def test_where_a_match_has_moved(seat: Seat | None, text: str) -> None:
    assert matches.moved_text(a_match(), ANN, Place(46_656, seat, 70, 10, None, 0)) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("claim", "<@1>, Bob ran out of time. Claim the win or wait · Konane, match #1000"),
        (
            "ask",
            (
                "<@1>, nobody has moved for 30 days. Do you want to continue? Without an answer, the match closes in a "
                "week · Konane, match #1000"
            ),
        ),
        (
            "lost",
            (
                "<@1>, I can no longer post your match in its channel. Use `/match move-here` where you want to "
                "continue, or choose the match in `/matches` · Konane, match #1000"
            ),
        ),
        (
            "dropped",
            "<@1>, a move was taken back, so your planned replies were deleted · Konane, match #1000",
        ),
        ("offer", "<@1>, your opponent has a question for you · Konane, match #1000"),
        ("turn", f"<@1>, your move. Bob took d4 off the board · due <t:{NOW + 6 * HOUR}:R> · Konane, match #1000"),
        (
            "six hours left",
            f"<@1>, your move against Bob is due <t:{NOW + 6 * HOUR}:R> · Konane, match #1000",
        ),
        (
            "third left",
            f"<@1>, your move against Bob is due <t:{NOW + 6 * HOUR}:R> · Konane, match #1000",
        ),
        ("followed", "Bob took d4 off the board · Konane, match #1000"),
    ],
)
def test_a_notice(kind: str, text: str) -> None:
    match = a_match(deadline=NOW + 6 * HOUR)
    person = CAROL if kind == "followed" else ANN
    notice = Delivery("notice", match.id, person_id=person.id, about=kind)
    assert notices.sentence(notice, board(match, "d5", "d4")) == text


@pytest.mark.parametrize("kind", ["end", "followed end"])
def test_a_notice_of_the_end(kind: str) -> None:
    notice = Delivery("notice", 46_656, person_id=CAROL.id, about=kind)
    assert notices.sentence(notice, board(over(), "d5")) == "**Ann** wins: **Bob** resigned · Konane, match #1000"


@pytest.mark.parametrize(
    ("kinds", "first"),
    [
        (["third left"], "<@1>, your time is running out in 1 match:"),
        (["third left", "six hours left"], "<@1>, your time is running out in 2 matches:"),
        (["end", "end"], "<@1>, 2 matches are over:"),
        (["claim", "third left", "turn"], "<@1>, there is news in 3 matches:"),
    ],
)
def test_several_notices_in_one_message(kinds: list[str], first: str) -> None:
    lines = notices.combined_text(ANN.id, [NOTICE_KINDS[kind] for kind in kinds], ["a line"] * len(kinds)).splitlines()
    assert lines == [first, *["- a line"] * len(kinds)]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("kind", ["claim", "ask", "lost", "dropped", "turn", "six hours left"])
def test_a_line_among_several_notices_does_not_address_its_reader_again(kind: str, code: str) -> None:
    notice = Delivery("notice", 46_656, person_id=ANN.id, about=kind)
    with speaking(code):
        line = notices.line(notice, board(a_match(deadline=NOW + 6 * HOUR), "d5", "d4"))
    assert "<@1>" not in line
    assert line[0].isalnum()


def test_the_levels_of_computer_players() -> None:
    assert str(practice.level_name(3)) == "Breaker, level 3"
    assert str(practice.level_line(3)) == "Breaker, level 3: for those who look a move or two ahead"
    assert all(str(practice.level_line(number)).count(":") == 1 for number in LEVELS)
    assert practice.level_choices() == {number: str(practice.level_line(number)) for number in LEVELS}
    pairs = practice.pair_choices()
    assert len(pairs) == len(LEVELS) ** 2
    assert pairs["13"] == "Ripple, level 1 against Breaker, level 3"


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("13", (1, 3)),
        ("4", (4, 0)),
        ("", (0, 0)),
        ("x2", (0, 2)),
        ("555", (5, 5)),
        ("²²", (0, 0)),
        ("½5", (0, 5)),
        ("-1", (0, 1)),
        (" {}", (0, 0)),
        ("٣2", (3, 2)),
    ],
)
def test_a_pair_of_levels_is_read(text: str, pair: tuple[int, int]) -> None:
    assert practice.pair_of(text) == pair


def test_who_plays_the_computer_is_asked_for_a_level() -> None:
    levels = [f"- {practice.level_line(number)}" for number in LEVELS]
    asked, *listed = practice.question("konane").splitlines()
    assert asked == "Play **Konane** against the computer, with no clock:"
    assert listed == levels
    asked, *listed = practice.question_at("konane", board(a_match()).position.info.side(1)).splitlines()
    assert asked == "Continue **Konane** from this board against the computer as White, with no clock:"
    assert listed == levels


KONANE = Konane.start().play(Konane.start().parse("d5"))
BOARD: Position[Any] = KONANE
SLIP = Slip(2, BOARD, "d4", "e5", 0.625, 0.28, reply=("d7-d5", "d2-d4"))
FOOT = "-# 100% accuracy means no loss of estimated winning chance · Konane #1000"


@pytest.mark.parametrize(
    ("slips", "mistakes"), [(0, "No mistakes."), (1, "1 mistake."), (3, "3 mistakes."), (4, "The 4 worst mistakes.")]
)
def test_a_review_begins_with_the_number_of_mistakes_and_the_accuracy(slips: int, mistakes: str) -> None:
    match = over()
    found = Review((0.5, 0.6), (SLIP,) * slips, (71.4, 83.6), more=slips > 3)
    said = practice.Account(match, found, title(match)).overview().splitlines()
    assert said[0] == f"**{mistakes}** Ann 71%, Bob 84% accuracy."
    assert said[2:] == [FOOT]


@pytest.mark.parametrize(("reader", "begins"), [(0, "Ann's chances (Black): 50%"), (1, "Bob's chances (White): 50%")])
async def test_the_graph_of_a_review_rises_for_its_reader(reader: Seat, begins: str) -> None:
    words = (await evaluation_picture(over(), Review((0.5, 0.75), ()), "classic", reader)).alt
    assert words.startswith(begins)
    assert f"{(75, 25)[reader]}% after move 1" in words


def test_a_review_knows_no_accuracy_of_a_player_who_never_moved() -> None:
    match = over()
    said = practice.Account(match, Review((0.5, 0.5), (), (100, None)), title(match)).overview().splitlines()
    assert said[0] == "**No mistakes.** Ann 100% accuracy."
    said = practice.Account(match, Review((0.5,), ()), title(match)).overview().splitlines()
    assert said[0] == "**No mistakes.**"


def test_a_mistake_tells_its_cost_the_reply_and_the_better_move() -> None:
    match = over(players=(ANN, Person(2, "*Bob*")))
    said = practice.Account(match, Review((0.5, 0.4), (SLIP,), (90, 60)), title(match)).mistake(SLIP).splitlines()
    assert said == [
        r"**1 mistake.** Ann 90%, \*Bob\* 60% accuracy.",
        r"Mistake 1 of 1, move 2 by \*Bob\* (White). The chance to win fell from 62% to 28%.",
        "🟠 Played: **d4**. Best reply: d7-d5, then d2-d4.",
        "🔵 Better: **e5**.",
        FOOT,
    ]
    winning = replace(SLIP, won=True)
    won = practice.Account(match, Review((0.5, 0.4), (winning,)), title(match)).mistake(winning).splitlines()
    assert won[3:5] == ["🔵 Better: **e5**.", "e5 forces a win."]


LOST = draw_konane("\n".join([*[". . . . . ."] * 3, ". . . B W .", ". . . . . .", "W B . . . ."]), turn=1)
"""After a1-c1, Black takes White's last stone that can jump. After e3-c3, Black has no jump left."""


@pytest.mark.parametrize(
    ("reply", "cost"),
    [
        (("d3-f3",), "Ann can now win in 1 move (no jump left)."),
        ((), "Ann can now force a win."),
    ],
)
def test_a_mistake_after_which_the_match_is_lost_says_how(reply: tuple[str, ...], cost: str) -> None:
    match = over()
    slip = Slip(4, LOST, "a1-c1", "e3-c3", 1, 0, reply=reply, lost=True)
    said = practice.Account(match, Review((0, 1), (slip,), (90, 60)), title(match)).mistake(slip).splitlines()
    assert said[1] == f"Mistake 1 of 1, move 4 by Bob (White). {cost}"
    assert said[3:5] == ["🔵 Better: **e3-c3**.", "After e3-c3, the opponent has no forced win in sight."]


def test_a_reply_that_forces_a_win_says_which_move_it_threatens() -> None:
    position = GAMES["kings_convoy"].decode(
        "always 3 4AAAA6A4A1A23D6A5D5AA5D5AA2DDDK1DD1AAA5D5AA5D5A6D25A10AAAAA4 "
        "g7-h7 g12-b12 g6-d6 m8-h8 d6-d1 a5-a3 h7-h4 i2-i4 h4-h2"
    )
    slip = Slip(9, position, "e1-e4", "m9-m8", 1, 0, reply=("h2-m2",), lost=True)
    match = replace(over(), game="kings_convoy")
    said = practice.Account(match, Review((0, 1), (slip,), (90, 60)), title(match)).mistake(slip).splitlines()
    reply = "h2-m2 (it threatens m2-m1, which would win at once)"
    assert said[2] == f"🟠 Played: **e1-e4**. Best reply: {reply}."


def test_a_line_in_coral_clash_does_not_repeat_the_usual_effect() -> None:
    line = [str(worded_in_line("coral_clash", text)) for text in ("e2-h5+", "a7-a6^", "d1e1-e1e2")]
    assert line == ["e2-h5", "a7-a6 (lifting the coral)", "d1e1-e1e2"]


def test_a_better_move_that_hardly_helps_gets_no_reason() -> None:
    slip = Slip(4, LOST, "a1-c1", "e3-c3", HOLDS, 0, reply=("d3-f3",), lost=True)
    assert explain_better(slip, "Bob", "Ann")
    assert not explain_better(replace(slip, before=HOLDS - 0.01), "Bob", "Ann")


CORAL = GAMES["brain_coral"].decode("limping 5 own last off 8 ...B./....B./..BB.../WW.W..../...W.../....../...../....")
JOINING = Slip(9, CORAL, "h4", "b4", 0.58, 0.39, ("d3", "f4", "a3"), line=("d3", "d5", "e5"))


@pytest.mark.parametrize(
    ("reader", "begins", "reason"),
    [
        (0, "Mistake 1 of 1, move 9 (yours). ", "you 7, Bob 7. With h4: you 6, Bob 7."),
        (1, "Mistake 1 of 1, move 9 by Ann (Black). ", "Ann 7, you 7. With h4: Ann 6, you 7."),
        (None, "Mistake 1 of 1, move 9 by Ann (Black). ", "Ann 7, Bob 7. With h4: Ann 6, Bob 7."),
    ],
)
def test_a_mistake_is_told_to_its_player_the_opponent_and_others_in_their_own_words(
    reader: Seat | None, begins: str, reason: str
) -> None:
    match = replace(over(), game="brain_coral")
    told = practice.Account(match, Review((0.5, 0.4), (JOINING,), (90, 60)), title(match), reader).mistake(JOINING)
    lines = told.splitlines()
    assert lines[1].startswith(begins)
    assert lines[2:5] == [
        "🟠 Played: **h4**. Best reply: d3, then f4, a3.",
        "🔵 Better: **b4**. Then: d3, d5, e5.",
        f"Points, 4 moves later. With b4: {reason}",
    ]


def test_moves_that_differ_only_in_a_coral_are_told_apart_in_a_reason() -> None:
    position = GAMES["coral_clash"].decode(
        "text 12 pgthtgwwww:bthph/cgohch1dh1ogch/1dgb1ogbohb1cgb1/1tgb3:b2/"
        "TGy1:y3DGy1/1CGy1OHyOGy1CGy1/CH1OGyDH1CHOH1/PHTH1WWWWTGTHPG"
    )
    line = ("a4-b4+", "b6-c6+", "b4-b5", "c6-b5", "g3-h4+", "c7-b6")
    (told,) = explain_better(Slip(13, position, "g7-f7", "g7-f7+", 0.39, 0.26, line, line), "you", "Ann")
    assert str(told) == (
        "Points, 7 moves later. With g7-f7 (placing a coral): you 9, Ann 10. With g7-f7: you 8, Ann 10."
    )


def test_a_measure_that_the_sides_share_is_told_once() -> None:
    three, four = (Measure("Corners that the king could reach", (count,), -1) for count in (3, 4))

    class Cut(Slip):
        @property
        def reason(self) -> Reason:
            return Reason(three, four, 4)

    slip = Cut(1, GAMES["kings_convoy"].start(), "g2-d2", "g2-c2", 0.5, 0.4)
    (told,) = explain_better(slip, "you", "Bob")
    assert str(told) == "Corners that the king could reach, 4 moves later. With g2-c2: 3. With g2-d2: 4."


@pytest.mark.parametrize(
    ("reply", "mine"), [(("d3-f3",), "You can now win in 1 move (no jump left)."), ((), "You can now force a win.")]
)
def test_a_forced_win_is_told_to_the_player_who_could_force_it(reply: tuple[str, ...], mine: str) -> None:
    slip = Slip(4, LOST, "a1-c1", "e3-c3", 1, 0, reply=reply, lost=True)
    told = practice.Account(over(), Review((0, 1), (slip,), (90, 60)), title(over()), 0)
    assert told.mistake(slip).splitlines()[1] == f"Mistake 1 of 1, move 4 by Bob (White). {mine}"


@pytest.mark.parametrize(
    ("seats", "heading"),
    [
        ((0,), "Your costliest mistake."),
        ((0, 1, 0), "Your 2 costliest mistakes."),
        ((1,), "You made no mistakes."),
    ],
)
def test_a_player_is_told_about_ones_own_mistakes(seats: tuple[Seat, ...], heading: str) -> None:
    slips = tuple(replace(SLIP, ply=ply, position=replace(KONANE, turn=seat)) for ply, seat in enumerate(seats))
    told = practice.Account(over(), Review((0.5, 0.6), slips, (71.4, 83.6)), title(over()), 0, both=False)
    assert told.overview().splitlines()[0] == f"**{heading}** Ann 71%, Bob 84% accuracy."
    assert [slip.seat for slip in told.slips] == [0] * seats.count(0)


def test_the_graph_names_a_players_own_mistakes() -> None:
    own, other = (replace(SLIP, position=replace(KONANE, turn=seat)) for seat in SEATS)
    slips = (own, replace(other, ply=3), replace(own, ply=6))
    told = practice.Account(over(), Review((0.5, 0.6), slips, (71.4, 83.6)), title(over()), 0, both=False)
    assert told.overview().splitlines()[1] == r"2\. **d4** 6\. **d4**"
