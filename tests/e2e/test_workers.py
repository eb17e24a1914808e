"""Several workers on one PostgreSQL database, with interactions over HTTP: one leads, and any of them may end."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from functools import partial

import psycopg
import pytest

from games import GAMES
from matches.crowds import SPREAD
from matches.timecontrol import HOUR
from sandbox import Answer, BotProcess, Sandbox, State
from tests.e2e import voting
from tests.e2e.rooms import Room, labels
from tests.soak.ledger import Ledger
from tests.support import postgres
from tests.support.frozen import frozen
from tests.support.patience import DISCORD
from tests.support.workers import beginning, boards, leader, send_to, syncs, working

pytestmark = pytest.mark.long


@pytest.fixture
def address(postgres_server: str) -> str:
    return postgres.fresh(postgres_server)


async def ended(worker: BotProcess) -> None:
    """Wait until a process has ended by itself."""
    async with asyncio.timeout(40):
        await worker.wait()


async def transactions_ended(sandbox: Sandbox, server: str) -> None:
    """Wait until the server has ended the transactions of a worker that was frozen right now.

    People read for so long that the database does not answer: ten seconds at most.
    """
    with psycopg.connect(server, autocommit=True) as connection:
        (frozen_at,) = connection.execute("SELECT clock_timestamp() + '1 s'").fetchone() or ()

        def look() -> bool:
            found = connection.execute(
                "SELECT 1 WHERE clock_timestamp() < %(at)s UNION ALL"
                " SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'tidepool %%' AND xact_start < %(at)s",
                {"at": frozen_at},
            )
            return found.fetchone() is None

        await sandbox.wait_for(look, 60, "the transactions of a frozen worker to end")


async def test_workers_that_start_at_once_share_the_work(address: str) -> None:
    async with working(address, 3) as (sandbox, workers):
        assert syncs(sandbox) == 1
        room = Room.new(sandbox, workers[0])
        match = await room.match("konane")
        sandbox.endpoint.deliver_twice(1000)
        await match.replay(GAMES["konane"].start(), beginning(6))
        assert set(boards(room).values()) == {1}
        async with asyncio.timeout(DISCORD):  # by lot, one of them may have taken none so far
            while len({delivery.worker for delivery in sandbox.endpoint.deliveries if delivery.interaction_id}) < 3:
                assert (await room.alice.slash("/matches")).private


async def test_a_rolling_restart_under_load_fails_no_interaction(address: str) -> None:
    """Each worker is stopped and started again once, while people go on using the bot."""
    async with working(address, 2) as (sandbox, workers):
        rooms = [Room.new(sandbox, workers[0]) for _ in range(3)]
        going, states = True, Counter[State]()

        async def ask(room: Room) -> None:
            while going:
                states[(await room.alice.slash("/matches")).state] += 1
                states[(await room.bob.slash("/help")).state] += 1

        asking = [asyncio.create_task(ask(room)) for room in rooms]
        for worker in workers:
            await asyncio.sleep(1)
            assert await worker.stop() == 0
            await asyncio.sleep(1)
            await worker.start()
        going = False
        await asyncio.gather(*asking)
        assert states[State.FAILED] == 0, states
        assert states.total() > 20


@pytest.mark.parametrize("how", ["killed", "frozen", "cut off"])
async def test_a_match_goes_on_without_the_leader(address: str, postgres_server: str, how: str) -> None:
    """However the leader ends, another worker leads within seconds, and nothing is posted twice."""
    async with working(address, 2) as (sandbox, workers):
        room = Room.new(sandbox, workers[0])
        match = await room.match("konane")
        moves = beginning(6)
        position = await match.replay(GAMES["konane"].start(), moves[:2])
        leads, (other,) = await leader(sandbox, workers)
        with ExitStack() as until_another_leads:
            if how == "killed":
                await leads.kill()
            elif how == "frozen":
                until_another_leads.enter_context(frozen(leads.pid))
                send_to(sandbox, other)  # as a load balancer does when a worker is not ready
                await transactions_ended(sandbox, postgres_server)
            else:
                with psycopg.connect(postgres_server, autocommit=True) as server:
                    server.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
                        " 'tidepool lead' AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"
                    )
                await ended(leads)
            position = await match.replay(position, moves[2:4])
            ledger = Ledger(address)
            clock = sandbox.clock.now()
            await sandbox.wait_for(
                lambda: ledger.rows("SELECT at FROM heartbeat")[0]["at"] > int(clock), 60, "another leader's heartbeat"
            )
        if how == "frozen":
            await ended(leads)
        await match.replay(position, moves[4:])
        assert set(boards(room).values()) == {1}
        assert ledger.rows("SELECT * FROM outage") == []
        ledger.close()
        if not leads.running:
            await leads.start()


async def test_ten_minutes_without_a_leader_are_counted_once(address: str) -> None:
    async with working(address, 2) as (sandbox, workers):
        room = Room.new(sandbox, workers[0])
        await room.match("konane", clock="3d")
        ledger = Ledger(address)
        (before,) = ledger.rows("SELECT deadline FROM match")
        (beat,) = ledger.rows("SELECT at FROM heartbeat")
        for worker in workers:
            await worker.kill()
        sandbox.move_clock(600)
        await asyncio.gather(*(worker.start() for worker in workers))
        (outage,) = await sandbox.wait_for(lambda: ledger.rows("SELECT * FROM outage"), 30, "the outage")
        assert 600 <= outage["seconds"] <= sandbox.clock.now() - beat["at"]
        (after,) = ledger.rows("SELECT deadline FROM match")
        assert after["deadline"] - before["deadline"] == outage["seconds"]
        leads, _ = await leader(sandbox, workers)
        await leads.kill()
        await leads.start()
        assert len(ledger.rows("SELECT * FROM outage")) == 1
        ledger.close()


async def test_a_takeback_pressed_twice_at_once_counts_once(address: str) -> None:
    """Both workers take one press each, and both answers say the same."""
    async with working(address, 2) as (sandbox, workers):
        room = Room.new(sandbox, workers[0])
        match = await room.match("squalma")
        await match.replay(GAMES["squalma"].start(), ["a2-a3", "b7-b6"])
        menu = await room.bob.click(await match.post(3), "More")
        answers = await asyncio.gather(*(room.bob.click(menu, "Take back b7-b6") for _ in workers))
        assert {answer.content for answer in answers} == {f"You took back your move in SquAlma {match.name}."}
        ledger = Ledger(address)
        assert [row["ply"] for row in ledger.rows("SELECT ply FROM move")] == [1]
        ledger.close()
        await sandbox.wait_for(lambda: "was taken back" in match.posts()[-1].content, what="the board")
        assert set(boards(room).values()) == {1}


def _is_gone(answer: Answer) -> bool:
    return answer.message is None


async def test_over_http_a_page_that_is_opened_again_replaces_the_older_one(address: str) -> None:
    async with working(address, 1) as (sandbox, (worker,)):
        room = Room.new(sandbox, worker)
        for page in (
            "/matches",
            "/settings",
            "/profile",
            "/help",
            "/puzzle",
            "/play",
            "/learn",
            "/history",
            "/privacy",
        ):
            older, newer = [await (await room.alice.slash(page)).settled() for _ in range(2)]
            await sandbox.wait_for(partial(_is_gone, older), what=f"the older {page}")
            assert newer.message is not None, page


async def test_over_http_people_join_teams_vote_say_why_and_see_the_result_once(address: str) -> None:
    """Two workers answer by turns, and each press may come to either; some come twice."""
    async with working(address, 2) as (sandbox, workers):
        room = Room.new(sandbox, workers[0])
        await voting.begin(room.alice, "vt", "1h")
        sandbox.endpoint.deliver_twice(1000)
        post = await voting.newest(room.alice)
        teams = await room.alice.click(post, "Vote")
        assert "You vote for Black." in (await room.alice.click(teams, "Join Black")).content
        teams = await room.bob.click(post, "Join a team")
        assert "Black: 2" in (await room.bob.click(teams, "Join Black")).content
        voted = await voting.cast(room.alice, 0)
        assert "You voted for **" in voted.content
        said = await room.alice.submit(
            await room.alice.click(voted, "Say why"), {"One line, shown with the result": "It opens the corner"}
        )
        assert "with your name" in (await room.alice.click(said, "Show my name")).content
        await voting.cast(room.bob, 0)
        draw = await room.bob.click(await voting.cast(room.bob, 1), "Vote for a draw")
        assert "Keep playing" in labels(draw)
        sandbox.move_clock(HOUR + SPREAD + 30)
        result = await voting.newest(room.bob, post.id)
        assert "Last vote: " in result.content
        assert f"It opens the corner · {room.alice.user.global_name}" in result.content
        await sandbox.wait_for(lambda: voting.only_post(room.bob), what="one post")
        assert set(boards(room).values()) == {1}
        assert "turn in match" in (await room.bob.click(result, "Vote")).content
