"""The public posts of a match, move by move and at its end."""

import random
from dataclasses import replace

import pytest

from cogs.posts.board_posts import describe_changes
from cogs.texts import posts
from cogs.ui.acts.agreements import claim
from cogs.ui.context import Context
from cogs.ui.pages import board
from cogs.ui.picker import pages as picker
from cogs.ui.picker.stages import stage
from games import GAMES, Result, Seat
from matches.model import Person, Snapshot
from matches.results import end, own_end
from matches.timecontrol import DAY
from service import Service
from storage.store import Store
from tests.games.clash_boards import sketch
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed
from tests.support.records import a_match

ODD = Person(4, "*Ann*")


class Table:
    """A match whose boards are all looked at."""

    def __init__(self, store: Store) -> None:
        self.clock = StillClock()
        self.service = Service(store, self.clock, random.Random(1))

    async def begin(self, game: str = "konane", first: Person = ANN, clock: str = "none", **options: str) -> Snapshot:
        return await begin_game(self.service, game, first, options=options, clock=clock)

    async def play(self, snapshot: Snapshot, *moves: str) -> Snapshot:
        for move in moves:
            match = snapshot.match
            snapshot = await self.service.play.move(match.id, match.players[match.turn].id, move)
        return snapshot


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


async def test_a_post_says_what_happened_what_is_asked_where_and_until_when(table: Table) -> None:
    first = await table.begin(clock="1d")
    match = first.match
    foot = f"due <t:{match.deadline}:R> · Konane, match #{match.code}"
    begins = "you move first against Bob: take one of your stones off the board"
    assert posts.headline(first, {ANN.id}) == f"<@1>, {begins} · {foot}"
    assert posts.headline(first, {BOB.id}) == f"**Ann**, {begins} · {foot}"
    second = await table.play(first, "d5")
    assert posts.headline(second, {BOB.id}) == (
        "<@2>, your first move: take off one of your stones beside the empty square. Ann took d5 off the board"
        f" · {foot}"
    )
    later = await table.play(second, "d4", "d7-d5")
    assert posts.headline(later, {BOB.id}) == f"<@2>, your move. Ann jumped d7-d5, taking d6 · {foot}"


def in_check() -> Snapshot:
    """A match of Coral Clash in which Bob's turtle has just gone to d6 and gives check."""
    before = sketch("6  tg.\n4  ... ... ... WW. WW.\n1  OH.", turn=1)
    move = before.parse("a6-d6")
    after = before.play(move)
    return Snapshot(a_match("coral_clash", ply=after.ply, turn=after.turn), after, before, move)


def test_a_post_says_that_there_is_a_check() -> None:
    check, foot = "**Check by the turtle on d6**", "Coral Clash, match #1000"
    told = "Bob moved the gatherer turtle a6-d6"
    assert posts.headline(in_check(), {ANN.id}) == f"<@1>, your move. {told} · {check} · {foot}"
    assert posts.spectator_text(in_check()) == f"{told} · {check} · {foot}"
    over = replace(in_check(), match=end(in_check().match, Result(1, "resigned"), 0))
    assert check not in posts.headline(over, ())


async def test_the_picker_and_the_boards_of_a_match_say_that_there_is_a_check() -> None:
    snapshot = in_check()
    asked, _, _ = await picker._choose(
        {"view": 0, "theme": "classic"}, snapshot, (), stage(snapshot.position, ()), picker.to_play(snapshot.match)
    )
    letters, _ = board._letters(snapshot, snapshot.ply)
    assert asked.startswith("**Check by the turtle on d6**\n")
    assert "\n**Check by the turtle on d6**\n" in letters


async def test_a_post_says_why_the_clock_stands_still(table: Table) -> None:
    first = await table.begin(clock="1d")
    paused = replace(first, match=replace(first.match, deadline=None, paused=60))
    assert posts.headline(paused, ()).endswith(
        f"the clock is paused while Ann is away · Konane, match #{first.match.code}"
    )
    timeless = replace(first, match=replace(first.match, deadline=None))
    assert posts.headline(timeless, ()).endswith(f" · Konane, match #{first.match.code}")


async def test_names_are_shown_as_they_were_typed(table: Table) -> None:
    second = await table.play(await table.begin(first=ODD), "d5")
    assert posts.headline(second, ()).startswith(r"**Bob**, your first move: ")
    assert r"\*Ann\* took d5 off the board" in posts.headline(second, ())


async def test_a_move_that_was_answered_at_once_is_told_with_its_answer(table: Table) -> None:
    first = await table.begin("brain_coral")
    match = first.match
    await table.service.conditional.prepare(match.id, BOB.id, ["a1", "b1"])
    both = await table.play(first, "a1")
    assert posts.headline(both, ()).startswith(
        "**Ann**, your move. You played a1, then Bob placed a stone on b1 · Brain Coral"
    )


async def test_stones_that_ones_own_answered_move_has_lifted_are_named(table: Table) -> None:
    first = await table.begin("brain_coral")
    await table.service.conditional.prepare(first.match.id, BOB.id, ["a1", "b1"])
    both = await table.play(first, "a1")
    crowded = GAMES["branching_coral"].decode("hex 3 own last off 2 W../B.../...../..../...")
    lifting = replace(both, first=crowded, answered="a2")
    assert "your move. You played a2 (lifting a1), then Bob" in posts.headline(lifting, ())


async def test_a_move_that_was_taken_back_is_asked_for_again(table: Table) -> None:
    second = await table.play(await table.begin(), "d5")
    back = await table.service.agreements.take_back(second.match.id, ANN.id)
    assert posts.headline(back, ()).startswith("**Ann**, your move again. d5 was taken back · Konane")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_tells_its_own_acts(table: Table, game: str) -> None:
    """The question for the first move and the sentence about each move are in the words of the game, on one line."""
    snapshot = await table.begin(game)
    rng = random.Random(7)
    while not snapshot.match.over and snapshot.match.ply < 12:
        position = snapshot.position
        snapshot = await table.play(snapshot, position.format(rng.choice(position.legal_moves())))
        line = posts.headline(snapshot, ())
        assert "played" not in line, f"`told` of {game} is still the default: docs/adding-a-game.md, step 1"
        assert "\n" not in line


@pytest.mark.parametrize(
    ("key", "winner", "called", "text"),
    [
        ("resignation", 1, {BOB.id}, "<@2>, you win! **Ann** resigned · Konane"),
        ("time", 0, {ANN.id, BOB.id}, "<@1>, you win! <@2> ran out of time · Konane"),
        ("draw_agreed", None, {ANN.id}, "<@1> · Draw: both players agreed on it · Konane"),
        ("aborted", None, {BOB.id}, "<@2> · No result: the match was aborted · Konane"),
        ("aborted_first", None, {BOB.id}, "<@2> · No result: **Ann** aborted the match · Konane"),
        ("aborted_second", None, {ANN.id}, "<@1> · No result: **Bob** aborted the match · Konane"),
        (
            "forfeit_first",
            None,
            {BOB.id},
            "<@2>, you win! **Ann** resigned before both had moved (not for ratings) · Konane",
        ),
        ("abandoned", None, {ANN.id, BOB.id}, "<@1> and <@2> · No result: nobody moved for a long time · Konane"),
        ("time", 1, (), "**Bob** wins: **Ann** ran out of time · Konane"),
    ],
)
async def test_an_end_is_one_sentence_that_pings_the_player_who_did_not_cause_it(
    table: Table, key: str, winner: Seat | None, called: set[int], text: str
) -> None:
    first = await table.begin()
    over = end(first.match, own_end(key, winner), table.clock.now())
    assert posts.headline(replace(first, match=over), called) == f"{text}, match #{over.code}"


async def test_an_end_that_this_version_does_not_know_still_names_the_winner(table: Table) -> None:
    first = await table.begin()
    over = replace(end(first.match, own_end("time", 1), table.clock.now()), ending="moonrise", reason="moonrise")
    assert posts.headline(replace(first, match=over), ()).startswith("**Bob** wins: moonrise")


async def test_below_the_end_stands_how_long_the_match_took(table: Table) -> None:
    snapshot = await table.begin(size="6")
    rng = random.Random(3)
    while not snapshot.match.over:
        table.clock.time += DAY // 8
        position = snapshot.position
        snapshot = await table.play(snapshot, position.format(rng.choice(position.legal_moves())))
    match = snapshot.match
    loser = ["Ann", "Bob"][1 - (match.winner or 0)]
    assert f"{loser}** has no jump left" in posts.headline(snapshot, ())
    lasted = f"-# {match.ply} moves in {round(match.ply / 8)} day"
    assert (await describe_changes(table.service, match, None)).startswith(lasted)
    first = await table.begin()
    resigned = await table.service.play.resign(first.match.id, ANN.id)
    assert "in" not in await describe_changes(table.service, resigned.match, None)
    second = await table.play(await table.begin(), "d5")
    table.clock.time += 3 * DAY
    resigned = await table.service.play.resign(second.match.id, ANN.id)
    assert posts.content(resigned, {BOB.id}).count("\n") == 0
    assert (await describe_changes(table.service, resigned.match, None)).startswith("-# 1 move in 3 days")


async def test_an_offer_stands_below(table: Table) -> None:
    first = await table.begin("squalma")
    await table.service.agreements.offer_draw(first.match.id, ANN.id)
    moved = await table.play(await table.service.lookup.snapshot(first.match.id), "a2-a3")
    assert posts.content(moved, ()).split("\n")[1:] == ["Ann offers a draw. Choose **More** to respond."]


async def test_a_claim_says_how_the_match_has_ended(service: Service, clock: StillClock, client: Client) -> None:
    match = (await begin_game(service, clock="1d soft")).match
    clock.time += 2 * DAY
    claimed = pressed(client, BOB, CHANNEL)
    await claim(Context(claimed, match.id, match.rev))
    assert "No result: time ran out before both players had moved" in claimed.answers.sent[0]["content"]
