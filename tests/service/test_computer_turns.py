"""When a computer player thinks, and what it does then."""

import asyncio
from typing import Any, get_args

import pytest

from games import GAMES
from matches.alarms import SEARCH_LEASE
from matches.computers import Interrupted
from matches.deliveries import DELIVERY_LEASE
from matches.errors import NotYourTurn
from matches.model import Match, Snapshot
from matches.settings import Notifications, PlayerSettings, Way
from matches.timecontrol import DAY
from service import Service, computer_turns
from storage.store import Store
from tests.service.computers import begin, in_search, newest, play, settle, shown, told
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.outbox import notices_due, show, with_board
from tests.support.thinker import SETTLES, Puppet, until_awaited


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


async def test_the_computer_answers_a_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.texts = ["take 2"]
    board = await play(service, match, "take 1")
    assert (board.match.ply, board.match.turn) == (2, 0)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 1", "take 2"]
    assert puppet.seeds == {match.id}
    assert await service.computer_turns.next_due() is None


async def test_the_computer_moves_first_where_that_is_its_side(service: Service) -> None:
    match = await begin(service, "second")
    assert match.thinking
    assert (await settle(service, match)).match.ply == 1


async def test_an_answer_that_comes_soon_is_shown_with_the_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    answered = await service.computer_turns.answer(match.id, SETTLES)
    assert answered is not None
    assert puppet.shows == [False]
    assert (answered.match.ply, answered.answered) == (2, "take 2")
    (board,) = await service.outbox.of("board", match.id)
    assert board.due_at == service.clock.now() + DELIVERY_LEASE, "whoever waits for it shows it"


@pytest.mark.parametrize("way", get_args(Way))
@pytest.mark.parametrize("seen_by", [ANN.id, BOB.id, None])
async def test_an_answer_in_time_is_told_unless_its_board_was_shown_to_the_person_who_waits(
    service: Service, clock: StillClock, way: Way, seen_by: int | None
) -> None:
    await service.settings.choose(ANN.id, PlayerSettings(notifications=Notifications(way)))
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    answered = await service.computer_turns.answer(match.id, SETTLES)
    assert answered is not None
    assert await notices_due(service) == [], "the board is shown first"
    clock.time += DELIVERY_LEASE - 1
    assert await notices_due(service) == []
    if seen_by is not None:
        await show(service, answered.match, 500, called=(), seen_by=seen_by)
    clock.time += DAY
    ways = [delivery.way for delivery in [*await with_board(service, match.id), *await notices_due(service)]]
    assert ways == ([] if seen_by == ANN.id else ["channel", "dm"] if way == "both" else [way])
    assert await told(service, match) == [(ANN.id, "turn")] * len(ways)


async def test_an_answer_that_comes_late_is_told(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    assert await service.computer_turns.answer(match.id, 0.01) is None
    puppet.gate.set()
    await service.computer_turns.until_done(match.id, SETTLES)
    assert (await newest(service, match)).match.ply == 2
    assert await told(service, match) == [(ANN.id, "turn")]
    (board,) = await service.outbox.of("board", match.id)
    assert (board.due_at, board.claimed_by) == (service.clock.now(), None)


async def test_pings_by_the_computer_have_no_limit(service: Service) -> None:
    """They are answered by moves alone, and whoever begins a match after another has not moved in between."""
    for _ in range(10):
        match = await begin(service, "second")
        await settle(service, match)
        assert [delivery.person_id for delivery in await with_board(service, match.id)] == [ANN.id]


async def test_an_answer_that_is_written_down_when_patience_ends_is_shown_with_the_move(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody must wait for it: whoever does so is to show its board."""
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    searches, move = service.computer_turns._running, service.play.move
    written = asyncio.Event()

    async def slow_move(*args: Any, **kwargs: Any) -> Snapshot:
        written.set()
        async with asyncio.timeout(SETTLES):
            while searches[match.id].awaited:  # noqa: ASYNC110 (patience ends unheard)
                await asyncio.sleep(0.01)
        return await move(*args, **kwargs)

    async def until_written(*_: object, **__: object) -> None:
        await asyncio.wait_for(written.wait(), SETTLES)

    monkeypatch.setattr(service.play, "move", slow_move)
    monkeypatch.setattr(asyncio, "wait", until_written)
    answered = await service.computer_turns.answer(match.id, 1)
    assert answered is not None
    assert (answered.match.ply, answered.answered) == (2, "take 2")
    (board,) = await service.outbox.of("board", match.id)
    assert board.claimed_by is not None


async def test_a_move_that_comes_while_a_thought_ends_gets_its_own_answer(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    claim = service.computer_turns._claim
    waiting: list[asyncio.Task[Snapshot | None]] = []

    async def claim_and_pause(match_id: int, *, again: bool = False) -> bool:
        claimed = await claim(match_id, again=again)
        if not claimed and not waiting:
            await service.play.move(match.id, ANN.id, "take 1")
            waiting.append(asyncio.create_task(service.computer_turns.answer(match.id, SETTLES)))
            await asyncio.sleep(0.05)
        return claimed

    monkeypatch.setattr(service.computer_turns, "_claim", claim_and_pause)
    await service.computer_turns.answer(match.id, SETTLES)
    answered = await waiting[0]
    assert answered is not None
    assert (answered.match.ply, answered.answered) == (4, "take 1")


async def test_nobody_else_is_told_of_the_computers_turn(service: Service) -> None:
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    assert await told(service, match) == []


async def test_the_computer_thinks_once_about_a_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await asyncio.gather(*(service.computer_turns.act() for _ in range(5)))
    waiting = asyncio.create_task(service.computer_turns.answer(match.id, SETTLES))
    await until_awaited(service, match.id)
    puppet.gate.set()
    assert (await waiting) is not None
    assert puppet.thought == [1]
    assert (await newest(service, match)).match.ply == 2


async def test_a_thought_begins_anew_after_a_restart(
    service: Service, store: Store, clock: StillClock, puppet: Puppet
) -> None:
    match = await in_search(service, puppet)
    assert (await newest(service, match)).match.thinking
    service.computer_turns.stop()
    later = Service(store, clock, games={"heap": Heap}, thinker=Puppet())
    assert (await settle(later, match)).match.ply == 1  # the first run still has the alarm
    await later.computer_turns.start()
    assert (await settle(later, match)).match.ply == 2


async def test_a_thought_of_a_process_that_is_gone_is_begun_by_another(
    service: Service, store: Store, clock: StillClock, puppet: Puppet
) -> None:
    match = await in_search(service, puppet)
    other = Service(store, clock, games={"heap": Heap}, thinker=Puppet())
    clock.time += SEARCH_LEASE
    assert (await settle(other, match)).match.ply == 2
    puppet.gate.set()
    await service.computer_turns.until_done(match.id, SETTLES)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 2", "take 1"]


@pytest.mark.parametrize(("failure", "tracebacks"), [(Interrupted("the helper process died"), 0), (ValueError("x"), 1)])
async def test_a_thought_that_fails_is_tried_again(
    service: Service,
    puppet: Puppet,
    clock: StillClock,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
    tracebacks: int,
) -> None:
    """The log tells where a fault of ours is, from the second time on; a process that was killed is none."""
    match = await begin(service)
    puppet.failures, puppet.failure = 2, failure
    assert (await play(service, match, "take 1")).match.ply == 1
    for _ in range(2):
        due = await service.computer_turns.next_due()
        assert due is not None
        assert due > clock.time
        clock.time = due
        board = await settle(service, match)
    assert board.match.ply == 2
    told = [record for record in caplog.records if "will be retried" in record.message]
    assert len(told) == 2
    assert sum(bool(record.exc_info) for record in told) == tracebacks


async def test_a_move_that_is_taken_back_in_mid_thought_gets_no_answer(service: Service, puppet: Puppet) -> None:
    match = await in_search(service, puppet)
    assert (await service.agreements.take_back(match.id, ANN.id)).match.ply == 0
    puppet.gate.set()
    assert (await settle(service, match)).match.ply == 0
    assert await service.computer_turns.next_due() is None


async def test_another_move_after_that_gets_its_own_answer(service: Service, puppet: Puppet) -> None:
    match = await in_search(service, puppet)
    await service.agreements.take_back(match.id, ANN.id)
    await service.play.move(match.id, ANN.id, "take 1")
    puppet.gate.set()
    assert (await settle(service, match)).match.ply == 2
    assert puppet.thought == [1, 1]


async def test_the_computer_thinks_no_more_when_its_opponent_resigns(service: Service, puppet: Puppet) -> None:
    match = await in_search(service, puppet)
    await service.play.resign(match.id, ANN.id)
    puppet.gate.set()
    board = await settle(service, match)
    assert (board.match.over, board.match.winner, board.match.ply) == (True, 1, 1)
    assert await service.computer_turns.next_due() is None


@pytest.mark.parametrize(
    ("chance", "certain", "accepted"), [(0.3, False, True), (0.48, False, False), (0.5, True, True), (0.8, True, False)]
)
async def test_the_computer_accepts_a_draw_when_it_is_worse_or_cannot_win(
    service: Service, puppet: Puppet, chance: float, certain: bool, accepted: bool
) -> None:
    match = await begin(service)
    puppet.chances, puppet.certain = (1 - chance, chance), certain
    await service.agreements.offer_draw(match.id, ANN.id)
    board = await settle(service, match)
    assert board.match.over == accepted
    assert board.match.draw_by is None
    assert await service.computer_turns.next_due() is None


@pytest.mark.parametrize(("chance", "accepted"), [(0.89, True), (0.91, False)])
async def test_in_a_long_match_the_computer_accepts_a_draw_unless_it_is_nearly_sure_to_win(
    service: Service, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, chance: float, accepted: bool
) -> None:
    monkeypatch.setattr(computer_turns, "LONG", 2)
    match = await begin(service, size="9")
    puppet.chances = (1 - chance, chance)
    await service.agreements.offer_draw(match.id, ANN.id)
    assert not (await settle(service, match)).match.over, "it is not long yet"
    await play(service, match, "take 1")
    await service.agreements.offer_draw(match.id, ANN.id)
    assert (await settle(service, match)).match.over == accepted


@pytest.mark.parametrize(("chance", "drawn"), [(0.11, True), (0.89, True), (0.09, False), (0.91, False)])
async def test_in_a_long_match_for_show_the_players_agree_to_a_draw_unless_one_is_nearly_sure_to_win(
    service: Service, puppet: Puppet, clock: StillClock, monkeypatch: pytest.MonkeyPatch, chance: float, drawn: bool
) -> None:
    monkeypatch.setattr(computer_turns, "LONG", 2)
    puppet.chances = (1 - chance, chance)
    match = (await service.practice.show("heap", ANN, (1, 1), CHANNEL, {"size": "9"})).match
    boards = [await _shown_next(service, match, clock) for _ in range(3)]
    assert [board.match.ply for board in boards] == [1, 2, 2 if drawn else 3]
    assert boards[-1].match.over == drawn
    assert boards[-1].match.winner is None


async def test_in_a_game_without_draws_a_long_match_for_show_goes_on(
    store: Store, puppet: Puppet, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_turns, "LONG", 1)
    service = Service(store, clock, games={"konane": GAMES["konane"]}, thinker=puppet)
    match = (await service.practice.show("konane", ANN, (1, 1), CHANNEL)).match
    for ply in range(1, 4):
        assert (await _shown_next(service, match, clock)).match.ply == ply
    assert puppet.judged == 0


async def _shown_next(service: Service, match: Match, clock: StillClock) -> Snapshot:
    """A match for show after its next search, for which its board has to be shown."""
    await shown(service, match)
    clock.time = await service.computer_turns.next_due() or clock.time
    return await settle(service, match)


async def test_an_offer_at_the_moment_of_the_move_is_answered_before_it(
    service: Service, store: Store, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The offer comes after the last look for one, and before the move is written down."""
    match = await in_search(service, puppet)
    move = service.play.move

    async def offered_before(*args: Any, **more: Any) -> Snapshot:
        monkeypatch.setattr(service.play, "move", move)
        await service.agreements.offer_draw(match.id, ANN.id)
        return await move(*args, **more)

    monkeypatch.setattr(service.play, "move", offered_before)
    puppet.chances = (0.4, 0.6)
    puppet.gate.set()
    await settle(service, match)
    async with store.read() as view:
        kinds = [event.kind for event in await view.events.of(match.id)]
    assert kinds == ["start", "move", "offer draw", "decline draw", "move"]


@pytest.mark.parametrize(
    ("chance", "events"), [(0.6, ["offer draw", "decline draw", "move"]), (0.3, ["offer draw", "draw"])]
)
async def test_an_offer_in_mid_thought_is_answered_before_the_move(
    service: Service, store: Store, puppet: Puppet, chance: float, events: list[str]
) -> None:
    match = await in_search(service, puppet)
    puppet.chances = (1 - chance, chance)
    await service.agreements.offer_draw(match.id, ANN.id)
    await service.computer_turns.act()
    puppet.gate.set()
    board = await settle(service, match)
    async with store.read() as view:
        assert [event.kind for event in await view.events.of(match.id)] == ["start", "move", *events]
    assert (board.match.over, board.match.draw_by) == ("draw" in events, None)
    assert puppet.thought == [1], "what was found about the move is kept"
    assert await service.computer_turns.next_due() is None


async def test_a_person_cannot_move_for_the_computer(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 1")
    with pytest.raises(NotYourTurn):
        await service.play.move(match.id, ANN.id, "take 1")


async def test_a_whole_match_ends_as_the_rules_say(service: Service) -> None:
    match = await begin(service, size="9")
    while not (await newest(service, match)).match.over:
        await play(service, match, "take 1")
    over = (await newest(service, match)).match
    assert (over.winner, over.rated, over.ply) == (0, False, 9)
    assert await service.computer_turns.next_due() is None
