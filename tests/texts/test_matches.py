"""The texts about matches and challenges, sentence by sentence."""

import random
from dataclasses import replace
from typing import Any

import pytest

from cogs.posts.controls import turn_controls
from cogs.texts import challenges, clocks, posts
from cogs.texts import matches as texts
from cogs.texts.markdown import cut_to_lines, escaped
from cogs.ui.context import Context
from cogs.ui.pages.matches import own_page
from games import GAMES
from matches.computers import computer
from matches.model import Challenge, Person, Snapshot
from matches.timecontrol import TimeControl, clock_text
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed
from tests.support.records import NOW, a_match, board, over

ODD = Person(4, "*Ann*")


def challenge(**more: object) -> Challenge:
    """Ann challenges Bob to Konane and plays White."""
    made = Challenge(
        id=46_656,
        game="konane",
        options={"size": "8"},
        challenger=ANN,
        opponent=BOB,
        side="second",
        venue=CHANNEL,
        message_id=500,
        status="open",
        created_at=NOW,
        expires_at=NOW + 60,
    )
    return replace(made, **more)  # type: ignore[arg-type]  # fields of Challenge


async def first_board(store: Store, first: Person = ANN, clock: str = "none") -> Snapshot:
    """A match of Konane that has just begun."""
    return await begin_game(Service(store, StillClock(), random.Random(1)), "konane", first, clock=clock)


async def test_names_are_shown_as_they_were_typed(store: Store) -> None:
    snapshot = await first_board(store, ODD)
    assert texts.state_of(snapshot) == r"Konane, move 1: \*Ann\* (Black) to move."
    assert texts.list_entry(snapshot.match, BOB.id).said().endswith("against *Ann*, move 1: *Ann*'s turn")


async def test_a_list_entry_is_written_for_its_reader(store: Store) -> None:
    match = (await first_board(store)).match
    title = f"Konane #{match.code}"
    assert texts.list_entry(match, ANN.id).said() == f"{title} against Bob, move 1: your turn"
    assert texts.list_entry(match, BOB.id).said() == f"{title} against Ann, move 1: Ann's turn"
    assert texts.list_entry(match, CAROL.id).said() == f"{title} Ann and Bob, move 1: Ann's turn"
    assert texts.list_entry(match, CAROL.id, named=False).said() == f"#{match.code} Ann and Bob, move 1: Ann's turn"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "<@2>, Ann challenges you to **Konane**!"),
        ({"opponent": None}, "Ann challenges anyone here to **Konane**: the first to accept plays."),
        ({"rematch_of": 1}, "<@2>, Ann would like a rematch in **Konane**, sides swapped!"),
    ],
)
def test_an_invitation_begins_with_who_challenges_whom(change: dict[str, object], text: str) -> None:
    assert challenges.invitation(challenge(**change)).splitlines()[0] == text


def test_an_invitation_names_options_only_where_they_differ_from_the_usual_game() -> None:
    _, terms, until = challenges.invitation(challenge()).splitlines()
    assert terms == "You play Black · no clock · not for ratings"
    assert until.startswith("-# The picture is an example. Expires <t:")
    _, terms, _ = challenges.invitation(challenge(options={"size": "6"}, rated=True)).splitlines()
    assert terms == "You play Black · no clock · 6 x 6, a small board · counts for ratings"


def test_a_note_is_one_quoted_line() -> None:
    assert "\n> a b\\*\n" in challenges.invitation(challenge(note="a\n\n b*"))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"side": "second"}, "You play Black"),
        ({"side": "first"}, "You play White"),
        ({"side": "random"}, "Random sides"),
        ({"side": "first", "opponent": None}, "Ann plays Black"),
    ],
)
def test_an_invitation_says_who_plays_what(change: dict[str, object], text: str) -> None:
    assert challenges.invitation(challenge(**change)).splitlines()[1].startswith(f"{text} · ")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"status": "accepted"}, "Bob accepted Ann's **Konane** challenge. Match #1000."),
        ({"status": "declined", "rematch_of": 1}, "Bob declined the **Konane** rematch."),
        ({"status": "withdrawn"}, "Ann withdrew the **Konane** challenge."),
        ({"status": "expired", "opponent": None}, "Ann's **Konane** challenge to anyone has expired."),
    ],
)
def test_a_settled_challenge_says_what_became_of_it(change: dict[str, object], text: str) -> None:
    assert challenges.settled_text(challenge(**change)).splitlines()[0] == text


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ("withdrawn", "Ann's **Konane** challenge was withdrawn. The rules changed"),
        ("declined", "Bob declined Ann's **Konane** challenge."),
        ("accepted", "Bob accepted Ann's **Konane** challenge. Match #1000."),
        ("expired", "Ann's **Konane** challenge to Bob has expired."),
    ],
)
def test_a_settled_challenge_needs_no_position_that_can_be_read(status: str, text: str) -> None:
    (line,) = challenges.settled_text(challenge(status=status, start="of older rules")).splitlines()
    assert line.startswith(text)


@pytest.mark.parametrize("status", ["withdrawn", "declined", "expired", "accepted"])
def test_only_a_match_that_began_has_terms(status: str) -> None:
    lines = challenges.settled_text(challenge(status=status)).splitlines()
    assert lines[1:] == ([f"-# {challenges.terms(challenge(status=status))}"] if status == "accepted" else [])


def test_sides_that_have_been_drawn_are_not_said_to_be_drawn_still() -> None:
    assert "Random sides" in challenges.settled_text(challenge(side="random", status="open"))
    assert "Random sides" not in challenges.settled_text(challenge(side="random", status="accepted"))


@pytest.mark.parametrize(
    ("clock", "name"),
    [
        ("none", "no clock"),
        ("1d", "1 day a move"),
        ("3d", "3 days a move"),
        ("72+12/96h", "3 days + 12 hours a move, at most 4 days"),
        ("5m", "5 minutes a move"),
        ("1d + 1h", "1 day + 1 hour a move"),
        ("2d soft", "2 days a move, soft: the opponent may claim a win on time"),
    ],
)
def test_a_clock_is_named(clock: str, name: str) -> None:
    assert escaped(clocks.clock_name(TimeControl.parse(clock))) == name


async def test_a_list_counts_the_turns_of_its_reader(store: Store) -> None:
    service = Service(store, StillClock(), random.Random(1))
    client = Client(service)

    async def head(who: Person) -> str:
        text, _ = await own_page(Context(pressed(client, who, CHANNEL)), 0)
        return text.splitlines()[1]

    made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    assert await head(ANN) == "You have no running matches."
    await service.challenges.accept(made.id, BOB)
    assert await head(ANN) == "You have 1 running match. It is your turn."
    assert await head(BOB) == "You have 1 running match. It is your opponent's turn."
    await begin_game(service)
    assert await head(ANN) == "It is your turn in **2** of 2 running matches."
    assert await head(BOB) == "It is your turn in **none** of 2 running matches."


def test_all_clocks_and_sides_can_be_chosen() -> None:
    offered = clocks.clock_choices()
    assert offered["none"] == "no clock"
    assert offered["3d"] == "3 days a move"
    assert len(offered) == 7
    assert all(clock_text(TimeControl.parse(name)) == text for text, name in offered.items())
    assert list(clocks.clocks_like("36 h").items())[:1] == [("36h", "1 day and 12 hours a move")]
    assert list(clocks.clocks_like("days")) == ["3d", "7d", "14d"]
    assert clocks.clocks_like("tomorrow") == {}
    assert challenges.side_choices() == {
        "random": "Random sides",
        "first": "The side that moves first",
        "second": "The side that moves second",
    }
    named = challenges.side_choices(GAMES["kings_convoy"].info)
    assert named["first"].startswith("Attacker, ")
    assert named["second"].startswith("Defender, ")


def test_an_invitation_to_a_position_that_was_set_up_says_who_moves() -> None:
    begun = GAMES["konane"].start().play(GAMES["konane"].start().legal_moves()[0])
    invited = challenges.invitation(challenge(start=begun.encode())).splitlines()
    assert "from a set-up position, White to move" in invited[1]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "Ann plays White, Bob plays Black · no clock · not for ratings"),
        ({"rated": True, "side": "random", "status": "accepted"}, "no clock · counts for ratings"),
        (
            {"options": {"size": "6"}},
            "Ann plays White, Bob plays Black · no clock · 6 x 6, a small board · not for ratings",
        ),
    ],
)
def test_the_terms_of_a_settled_challenge_are_one_line(change: dict[str, object], text: str) -> None:
    assert challenges.terms(challenge(**change)) == text


@pytest.mark.parametrize(
    ("reader", "change", "label", "entry"),
    [
        (BOB, {}, "Konane #1000: Ann challenges you", "Ann challenges you to {match}"),
        (ANN, {}, "Konane #1000: you challenged Bob", "You challenged Bob to {match}"),
        (ANN, {"opponent": None}, "Konane #1000: your open challenge", "You posted an open challenge: {match}"),
    ],
)
def test_a_challenge_in_a_list_is_written_for_its_reader(
    reader: Person, change: dict[str, object], label: str, entry: str
) -> None:
    assert challenges.challenge_label(challenge(**change), reader.id) == label
    link = "[**Konane #1000**](https://discord.com/channels/10/100/500)"
    line = challenges.challenge_line(challenge(**change), reader.id)
    assert line == f"- {entry.format(match=link)}, open until <t:{NOW + 60}:f>"


def test_the_players_of_a_match_are_named_together() -> None:
    assert str(texts.pair(a_match())) == "Ann and Bob"


def test_what_is_said_of_a_match_that_is_over() -> None:
    assert texts.state_of(board(over())) == "The match is over. Ann wins: Bob resigned."
    assert texts.list_entry(over(), ANN.id).said() == "Konane #1000 against Bob, over"
    ended = replace(over(), ply=46)
    assert texts.list_entry(ended, ANN.id).said() == "Konane #1000 against Bob, over after 46 moves"


def test_nothing_is_told_of_a_move_before_the_first_one() -> None:
    assert texts.last_move(board(a_match())) == ""
    with pytest.raises(ValueError, match="nothing is played"):
        texts.told(board(a_match()))
    assert texts.last_move(board(a_match(), "d5")) == "Ann took d5 off the board."


@pytest.mark.parametrize(
    ("offer", "text"),
    [
        ({}, ""),
        ({"draw_by": 0}, "Ann offers a draw. Choose **More** to respond."),
        ({"abort_by": 1}, "Bob proposes to abort the match. Choose **More** to respond."),
    ],
)
def test_an_offer_is_told_with_the_button_that_answers_it(offer: dict[str, Any], text: str) -> None:
    assert texts.offer_lines(a_match(**offer)) == text


@pytest.mark.parametrize(
    ("match", "buttons"),
    [
        ({"ply": 0}, ["Resign"]),
        ({"ply": 0, "draw_by": 0}, ["Resign"]),
        ({"ply": 1, "turn": 1}, ["Offer a draw", "Resign"]),
        ({"ply": 1, "turn": 1, "rated": True}, ["Offer a draw", "Abort (no result)"]),
        ({"ply": 2, "turn": 0, "rated": True}, ["Offer a draw", "Resign"]),
        ({"ply": 0, "players": (ANN, computer(2))}, ["Hint"]),
        ({"ply": 1, "turn": 1, "players": (computer(2), BOB)}, ["Hint"]),
        ({"ply": 1, "turn": 1, "players": (ANN, computer(2))}, ["Hint", "Take back"]),
        ({"ply": 2, "turn": 0, "players": (computer(2), BOB)}, ["Hint", "Take back"]),
    ],
)
def test_a_board_offers_to_take_back_only_what_has_been_played(match: dict[str, Any], buttons: list[str]) -> None:
    shown = turn_controls(a_match(game="squalma", **match)).to_components()
    assert [item["label"] for row in shown for item in row["components"]] == ["Move", "My board", *buttons, "More"]


SHOW, LESSON = (computer(1), computer(3, second=True)), (computer(2), BOB)


@pytest.mark.parametrize("match", [{"ply": 1, "turn": 1}, {"ply": 1, "turn": 1, "abort_by": 0}])
def test_below_a_board_without_draws_nothing_is_taken_back_that_only_one_reader_could(match: dict[str, Any]) -> None:
    shown = turn_controls(a_match(game="konane", **match)).to_components()
    assert [item["label"] for row in shown for item in row["components"]] == ["Move", "My board", "Resign", "More"]


def test_an_offer_to_a_computer_player_is_told_without_a_button() -> None:
    assert texts.offer_lines(a_match(players=LESSON, draw_by=1)) == "Bob offers a draw."


@pytest.mark.parametrize(
    ("players", "moves", "text"),
    [
        (
            SHOW,
            (),
            (
                "Computer match: Ripple (computer, level 1, Black) plays Breaker (computer, level 3, White)"
                " · Konane, match #1000"
            ),
        ),
        (
            SHOW,
            ("d5",),
            "Computer match: Ripple (computer, level 1, Black) took d5 off the board · Konane, match #1000",
        ),
        (LESSON, (), "**Swell (computer, level 2)** is thinking about the first move · Konane, match #1000"),
        (
            LESSON,
            ("d5", "d4"),
            "**Swell (computer, level 2)** is thinking: Bob took d4 off the board · Konane, match #1000",
        ),
    ],
)
def test_a_post_says_what_computer_players_do(
    players: tuple[Person, Person], moves: tuple[str, ...], text: str
) -> None:
    assert posts.headline(board(a_match(players=players), *moves), ()) == text


@pytest.mark.parametrize(
    ("players", "asked", "closed"),
    [
        ((ANN, BOB), "both players will be told", "Bob no longer accepts direct messages"),
        (LESSON, "its player will be told", "You no longer accept direct messages"),
        (SHOW, "without a result.", "You no longer accept direct messages"),
    ],
)
def test_what_is_said_to_two_players_is_said_otherwise_to_one_or_none(
    players: tuple[Person, Person], asked: str, closed: str
) -> None:
    assert asked in texts.end_question(a_match(players=players))
    assert ("/match move-here" in texts.channel_gone_text(a_match(players=players))) == (players != SHOW)
    assert closed in texts.closed_inbox_text(a_match(players=players), 1)
    assert ("/match move-here" in texts.closed_inbox_text(a_match(players=players), 1)) == (players != SHOW)
    assert "/match move-here" not in texts.channel_gone_text(over(players=players)), (
        "a match that is over does not move"
    )


def test_only_the_first_name_in_a_message_says_that_a_player_is_a_computer() -> None:
    match = over(players=LESSON, ending="stuck")
    told = "{swell} wins. 2 moves: {swell} took d4. {black} began, {swell}."
    names = {"swell": "Swell (computer, level 2)", "black": "Swell (computer, level 2, Black)"}
    assert texts.introduced_once(match, told.format_map(names)) == (
        "Swell (computer, level 2) wins. 2 moves: Swell took d4. Swell began, Swell."
    )
    assert texts.introduced_once(match, "Bob wins.") == "Bob wins."


def test_two_computer_players_of_one_name_are_told_apart() -> None:
    twins = (computer(3), computer(3, second=True))
    black, white = (f"Breaker (computer, level 3, {side})" for side in ("Black", "White"))
    assert texts.last_move(board(a_match(players=twins), "d5", "d4")) == f"{white} took d4 off the board."
    ended = over(players=twins, ending="stuck")
    assert posts.headline(board(ended), ()) == f"**{black}** wins: **{white}** has no jump left · Konane, match #1000"
    assert texts.state_of(board(ended)) == f"The match is over. {black} wins: {white} has no jump left."
    listed = texts.list_entry(a_match(players=twins), ANN.id).said()
    assert listed == "Konane #1000 Breaker (Black) and Breaker (White), move 1: Breaker (Black)'s turn"


@pytest.mark.parametrize(
    ("players", "moves", "told"),
    [
        ((BOB, computer(4)), (), True),
        ((BOB, computer(4)), ("a1",), False),
        ((BOB, computer(4)), ("a1", "b1"), False),
        ((computer(4), BOB), (), True),
        ((computer(4), BOB), ("a1",), True),
        ((computer(4), BOB), ("a1", "b1"), False),
        ((computer(4), computer(5, second=True)), (), True),
        ((computer(4), computer(5, second=True)), ("a1",), False),
        ((ANN, BOB), (), False),
    ],
)
def test_options_that_no_challenge_has_told_are_told_until_a_person_has_moved(
    players: tuple[Person, Person], moves: tuple[str, ...], *, told: bool
) -> None:
    match = a_match("brain_coral", players, options={"pie": "on"})
    lines = posts.content(board(match, *moves), ()).splitlines()[1:]
    assert lines == ["-# Options: second player may swap sides"] * told
    assert "Options" not in posts.content(board(replace(match, options={}), *moves), ())


@pytest.mark.parametrize(("moves", "told"), [((), True), (("a1",), True), (("a1", "b1"), False)])
def test_the_swap_rule_is_told_only_where_a_match_begins_before_the_swap(moves: tuple[str, ...], *, told: bool) -> None:
    position = GAMES["brain_coral"].start(pie="on", order="4")
    for move in moves:
        position = position.play(move)
    begun: dict[str, Any] = {"options": position.chosen, "start": position.encode()}
    asked = challenges.invitation(challenge(game="brain_coral", **begun))
    for text in (asked, posts.content(board(a_match("brain_coral", (BOB, computer(4)), **begun)), ())):
        assert ("second player may swap sides" in text) == told
        assert "4 cells a side" in text


def test_the_options_of_a_match_that_is_over_are_not_told() -> None:
    assert "Options" not in posts.content(board(over(players=LESSON, options={"size": "6"})), ())


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("one\ntwo", 7, "one\ntwo"),
        ("one\ntwo\nthree", 9, "one\ntwo\n…"),
        ("a very long line", 6, "a ver…"),
    ],
)
def test_a_text_that_is_too_long_ends_with_a_sign(text: str, limit: int, shown: str) -> None:
    assert cut_to_lines(text, limit) == shown
