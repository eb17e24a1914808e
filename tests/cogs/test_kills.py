"""Whenever the bot is killed, everything that was acknowledged is shown exactly once after the next start.

Each story is played without a kill, then again and again with a kill at its first moment, its second, and so on. A
moment is just before or just after a request to Discord or the end of a transaction. Nonces do not help here. After the
next start, people see exactly what they see when the bot is stopped after the last act that counted, and not killed.
Then the story goes on with the other acts, and its end is that of a story in which nothing was killed: what people see,
and every row with its times.
"""

import asyncio
import gc
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import product
from typing import Any, Literal, NamedTuple
from unittest.mock import Mock

import pytest

from cogs.posts import boards
from matches.codes import code_of
from matches.deliveries import DELIVERY_KINDS
from matches.model import FIRST_ID, Venue
from matches.notices import NOTICE_KINDS
from matches.settings import Notifications, PlayerSettings, ServerSettings, Way
from matches.timecontrol import DAY, TimeControl
from storage.store import Tables
from tests.support.channels import Channels
from tests.support.kill_stories import (
    ELSEWHERE,
    STORIES,
    a_board_that_is_posted_again,
    a_board_that_its_channel_refuses,
    a_challenge_that_is_declined_in_direct_messages,
    a_direct_message_that_nobody_could_note,
    a_match_that_moves_to_another_channel,
    a_puzzle_from_a_match,
    a_remark_that_its_channel_refuses,
    a_tournament_from_which_somebody_withdraws,
    a_tournament_that_begins_and_somebody_leaves,
    an_offer_that_is_declined_in_public,
    the_leaderboards_of_a_week,
)
from tests.support.kills import (
    INBOXES,
    SLOT,
    CutStore,
    Killed,
    Run,
    accept,
    all_is_shown_once,
    begin,
    draw_nothing,
    first_run,
    invite,
    move,
    move_and_be_answered_meanwhile,
    shown,
)
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import trouble
from tests.support.rows import everything
from tests.support.shares import share
from tests.support.stores import Stores
from tests.support.thinker import SETTLES

DEAR = (a_tournament_that_begins_and_somebody_leaves, a_tournament_from_which_somebody_withdraws)
"""Stories with so many moments that only `make test-all` tells them; the matches begin later after a kill."""
LIKE_OTHERS = {
    **dict.fromkeys(("six hours left", "claim", "ask"), "third left"),
    **dict.fromkeys(("lost", "dropped"), "turn"),
    **dict.fromkeys(("decline draw", "refuse take back", "decline abort", "keep"), "offer"),
    "followed end": "followed",
    **dict.fromkeys(("take back", "moved"), "followed"),
}
"""Notices that no story queues, each with one that a story queues and that is delivered in the same way."""
CHOSEN = {
    "challenge": ["message_id", "invitation"],
    "place": ["id", "message_id"],
    "outbox": ["id", "key", "message_id", "claimed_by"],
    "publication": ["message_id"],
    "puzzle_post": ["message_id"],
    "tournament": ["message_id"],
}
"""The columns with what Discord, the database or chance chose: they differ after a kill."""
TELLING = (
    an_offer_that_is_declined_in_public,
    a_match_that_moves_to_another_channel,
    the_leaderboards_of_a_week,
    a_puzzle_from_a_match,
)
"""The stories with posts that name people and are neither boards nor challenges."""
REFUSED = (a_board_that_its_channel_refuses, a_remark_that_its_channel_refuses)
"""The stories with a closed channel, where edits wait for its back-off, too."""
GROUP = Venue(400, None, guest=True)
MOMENTS = 120
"""More moments than any story has."""
# The other stories. In `make test` two tests tell them by turns.
FIRST, *OTHERS = [story for story in STORIES if story not in DEAR]
SHARE = 12
each_moment = pytest.mark.parametrize("part", ["share", pytest.param("rest", marks=pytest.mark.long)])
"""Kills at each moment take long, so `make test` kills at each twelfth one, and `make test-all` at the others."""


class Told(NamedTuple):
    """How a story was played."""

    acts: int
    """How many of its acts count."""
    since: int
    """The first moment at which the last of them does."""
    moments: int
    """How many moments the last run had that was to be killed."""
    seen: list[str]
    """What people saw soon after the last start."""
    end: list[str]
    """What people saw a day after the last act."""
    rows: dict[str, list[tuple[Any, ...]]]
    """The rows of all tables then, without ids that Discord or the database chose."""
    results: list[Any]
    """What the acts of the first run returned."""


class WatchedStore(CutStore):
    """A store that notes the kinds of all deliveries that its transactions queue, and what they are about."""

    kinds: set[tuple[str, str]]

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        async with super().write() as tx:
            yield tx
            rows = await tx.outbox._session.rows("SELECT DISTINCT kind, about FROM outbox")
            self.kinds |= {(row["kind"], row["about"]) for row in rows}


@pytest.fixture(autouse=True)
def _plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@pytest.fixture(autouse=True)
def _same_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", "{:x}".format)


def apart(seen: Sequence[str]) -> list[str]:
    """What people see, with each reminder by itself: those that may have been sent are not joined after a kill."""
    return sorted(part for text in seen for part in re.findall(r"your move against .*?#\w+", text) or [text])


@each_moment
@pytest.mark.parametrize("story", share(2, zip([FIRST, *OTHERS])), ids=lambda story: story.__name__)
async def test_after_a_kill_at_any_moment_all_is_shown_once_and_the_story_goes_on_to_the_same_end(
    story: Callable[[Run], Awaitable[None]], stores: Stores, part: str
) -> None:
    """After the next start people see what they see without the kill; then they do the rest, with the same end."""
    told = await _told(story, stores)
    assert 2 < told.moments < MOMENTS
    assert [STORIES[story] in text for text in [*told.seen, *told.end]].count(True) == 2, "soon, and a day later"
    usual, ends = dict[int, Told](), {told.acts: told}
    for fatal in _part(story, told.moments, part):
        killed = await _told(story, stores, fatal, rest=told.results)
        acts = killed.acts
        if acts not in usual:
            usual[acts] = await _told(story, stores, limit=acts)
        if acts not in ends:
            ends[acts] = await _told(story, stores, pause=acts)
        assert apart(killed.seen) == apart(usual[acts].seen), f"killed at moment {fatal}, after act {acts}"
        assert killed.end == ends[acts].end, f"killed at moment {fatal}, after act {acts}"
        assert killed.rows == ends[acts].rows, f"killed at moment {fatal}, after act {acts}"


@pytest.mark.long
@pytest.mark.parametrize("story", DEAR, ids=lambda story: story.__name__)
async def test_a_kill_at_any_moment_of_a_tournament_leaves_nothing_lost_and_nothing_double(
    story: Callable[[Run], Awaitable[None]], stores: Stores
) -> None:
    told = await _told(story, stores)
    usual = [(await _told(story, stores, limit=most)).end for most in range(told.acts + 1)]
    for fatal in range(1, told.moments + 1):
        killed = await _told(story, stores, fatal)
        assert apart(killed.end) == apart(usual[killed.acts]), f"killed at moment {fatal}, after act {killed.acts}"


@each_moment
@pytest.mark.parametrize(
    "story",
    [*share(2, zip(OTHERS)), *(pytest.param(story, marks=pytest.mark.long) for story in (FIRST, *DEAR))],
    ids=lambda story: story.__name__,
)
async def test_a_kill_while_the_outbox_delivers_everything_leaves_nothing_lost_and_nothing_double(
    story: Callable[[Run], Awaitable[None]], stores: Stores, part: str
) -> None:
    """The first run is killed before it shows anything of the last act, and the next one at any moment, too."""
    told = await _told(story, stores)
    moments = (await _told(story, stores, told.since, None)).moments
    assert 2 < moments < MOMENTS
    for fatal in _part(story, moments, part):
        killed = await _told(story, stores, told.since, fatal)
        assert killed.acts == told.acts
        assert (killed.seen, killed.end) == (told.seen, told.end), f"killed at moment {fatal}"


@pytest.mark.parametrize(
    ("story", "step"),
    [
        *((story, SHARE) for story in TELLING),
        *(
            pytest.param(story, 1 if story in TELLING else 3, marks=pytest.mark.long)
            for story in STORIES
            if story not in REFUSED
        ),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_after_a_kill_at_any_moment_no_public_message_names_somebody_who_is_then_forgotten(
    story: Callable[[Run], Awaitable[None]], step: int, stores: Stores
) -> None:
    """They are forgotten before the next run delivers anything."""
    for fatal in _moments(story, MOMENTS, step):
        async with first_run(stores, fatal) as first:
            with _killed(first):
                await first.tell(story)
                await first.quiet()
            last = first.next_run()
            await last.service.privacy.forget(ANN.id)
            for _ in range(3):
                await _begin(last)
            public = [message.content for message in first.channels.messages.values() if message.channel_id < INBOXES]
            assert [text for text in public if ANN.name in text] == [], f"killed at moment {fatal}"
        if first.moments.passed < fatal:
            break


async def test_a_board_that_is_posted_again_is_known_to_name_its_players_after_a_kill_at_any_moment(
    stores: Stores,
) -> None:
    for fatal in range(1, MOMENTS):
        async with first_run(stores, fatal) as first:
            with _killed(first):
                await a_board_that_is_posted_again(first)
            last = first.next_run()
            await _begin(last)
            async with first.store.read() as view:
                rows = await view.privacy._session.rows("SELECT message_id, person_id FROM publication")
        again = first.channels.sent.count("konane-1000-1.png") > 1
        assert {row["person_id"] for row in rows} == ({ANN.id, BOB.id} if again else set()), f"killed at {fatal}"
        if first.moments.passed < fatal:
            assert again
            break


async def test_a_kill_at_any_moment_leaves_the_opponent_told_once_of_a_move_whose_channel_was_deleted(
    stores: Stores,
) -> None:
    for fatal in range(1, MOMENTS):
        async with first_run(stores, fatal) as first:
            with _killed(first):
                match_id = await begin(first)
                first.channels.refusals[CHANNEL.channel_id] = 10003, 404
                await move(first, match_id, ELSEWHERE)
                await first.quiet()
            last = first.next_run()
            await _begin(last)
            async with first.store.read() as view:
                match = await view.matches.of(FIRST_ID)
        inbox = INBOXES + BOB.id
        told = [post.content for post in first.channels.messages.values() if post.channel_id == inbox]
        if match is not None and match.ply == 1:
            assert sum("your first move" in text for text in told) == 1, f"killed at moment {fatal}"
        if first.moments.passed < fatal:
            assert match is not None
            break


@pytest.mark.parametrize(
    ("where", "bumped"),
    [(GROUP, False), (GROUP, True), (CHANNEL, False)],
    ids=["guest", "guest, asked for a board", "no permission to post"],
)
async def test_a_kill_at_any_moment_leaves_both_told_of_each_match_that_the_clock_ends_at_once_where_no_board_is_posted(
    stores: Stores, where: Venue, *, bumped: bool
) -> None:
    """If Bob asks a guest for one of the boards and it is shown but not noted, both are told of it once more."""
    for fatal in range(1, MOMENTS):
        async with first_run(stores) as first:
            matches = [await begin(first, clock="1d", where=where) for _ in range(2)]
            await first.quiet()
            if where == CHANNEL:
                first.channels.refusals[CHANNEL.channel_id] = 50013, 403
            first.clock.time += DAY
            first.moments.passed, first.moments.fatal = 0, fatal
            with _killed(first):
                await first.service.schedule.act()
                if bumped:
                    newest = await first.service.lookup.with_newest_board(matches[0])
                    await first.relay.boards.bump(newest, first.interaction(BOB, where))
                await first.quiet()
            await _begin(first.next_run())
        posts = [post.content for post in first.channels.messages.values() if "No result" in post.content]
        for person, code in product((ANN, BOB), map(code_of, matches)):
            told = [text for text in posts if f"<@{person.id}>" in text and f"#{code}" in text]
            assert 1 <= len(told) <= 1 + bumped, f"{person.name} about {code}, killed at moment {fatal}: {posts}"
        if first.moments.passed < fatal:
            break


@pytest.mark.parametrize(
    ("way", "late", "place"),
    share(
        2,
        [  # of every two in turn, those that `make test` runs have each pair of values
            *(("channel", False, "channel"), ("channel", True, "channel")),
            *(("channel", True, "thread"), ("channel", False, "thread")),
            *(("dm", True, "channel"), ("dm", False, "channel")),
            *(("dm", False, "thread"), ("dm", True, "thread")),
        ],
    ),
)
async def test_a_kill_at_any_moment_leaves_the_computers_answer_seen_by_ones_own_move_or_told_once(
    stores: Stores,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    way: Way,
    late: bool,
    place: Literal["channel", "thread"],
) -> None:
    """In a thread, which is opened for the answer, nobody sees it by a move in the channel."""
    if late:
        monkeypatch.setattr(boards, "PATIENCE", 0.0)
    found = set()
    for fatal in range(1, MOMENTS):
        async with first_run(stores, fatal) as first:
            with _killed(first):
                await first.service.settings.choose_for_server(10, ServerSettings(place=place))
                await _practise(first, way, move_and_be_answered_meanwhile if late else move)
                await first.quiet()
            if first.moments.passed < fatal:
                break
            last = first.next_run()
            await last.service.computer_turns.start()
            await last.service.computer_turns.act()
            await last.service.computer_turns.until_done(FIRST_ID, SETTLES)
            await _begin(last)
            await all_is_shown_once(first.store, first.channels, last.service)
            async with first.store.read() as view:
                match = await view.matches.of(FIRST_ID)
        if match is None or match.ply < 2:
            continue
        answers = [
            message
            for message in first.channels.messages.values()
            if "Ripple (computer, level 1) took" in message.content
        ]
        seen = any(message.interaction_metadata for message in answers)
        assert len({message.channel_id for message in answers}) == len(answers), f"killed at moment {fatal}"
        assert sum(f"<@{ANN.id}>" in message.content for message in answers) == (not seen), f"killed at moment {fatal}"
        found.add(seen)
    assert found == ({False} if late or place == "thread" else {True, False})
    gc.collect()
    assert not [record for record in caplog.records if record.name == "asyncio"], (
        "a later test would find it in its log"
    )


async def _practise(run: Run, way: Way, move: Callable[[Run, int], Awaitable[None]]) -> None:
    """Let Ann move in a match against the computer."""
    await run.service.settings.choose(ANN.id, PlayerSettings(notifications=Notifications(way)))
    begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
    await run.relay.boards.show(begun, run.interaction(ANN))
    await move(run, begun.match.id)


async def test_a_challenge_that_is_accepted_as_soon_as_it_is_seen_keeps_no_button_after_a_kill(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acceptance comes after the message was noted and before the delivery is noted as done."""
    async with first_run(stores) as first:
        control = TimeControl.parse("none")
        made = await first.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", {}, clock=control)
        note = first.service.outbox.challenge_shown

        async def note_and_accept(challenge_id: int, message_id: int) -> None:
            await note(challenge_id, message_id)
            await first.service.challenges.accept(challenge_id, BOB)

        monkeypatch.setattr(first.service.outbox, "challenge_shown", note_and_accept)
        first.clock.time += 30
        await first.relay.deliver_due()
        await first.beside()
        first.relay.close()
        second = first.next_run()
        assert (await second.service.challenges.of(made.id)).status == "accepted"
        await second.relay.begin()
        await second.quiet()
        await all_is_shown_once(first.store, first.channels, second.service)


async def test_a_stop_waits_for_a_delivery_that_overhears_it(stores: Stores) -> None:
    """A database whose connection breaks turns the cancellation into its own error, and Discord is not asked then."""
    still = asyncio.Event()
    asked = list[str]()

    async def overhears() -> None:
        with suppress(asyncio.CancelledError):
            await still.wait()
        await still.wait()
        asked.append("Discord")

    async with first_run(stores) as run:
        run.relay.later(overhears())
        await asyncio.sleep(0)
        run.relay.close()
        await run.relay.wait_until_ended()
        still.set()
        await asyncio.sleep(0)
    assert asked == []


START, MOVED = "The start of Konane #1000", "Move 1 · Ann a8 · #1000"


@pytest.mark.parametrize(
    ("chosen", "before"),
    [
        ("line", [(START, []), (MOVED, [])]),
        ("all", [(START, ["konane-1000-1.png"]), (MOVED, ["konane-1000-2.png"])]),
        ("newest", []),
    ],
)
async def test_only_the_newest_board_has_a_picture_unless_the_server_keeps_them(
    stores: Stores, chosen: Literal["line", "all", "newest"], before: list[tuple[str, list[str]]]
) -> None:
    async with first_run(stores) as run:
        await run.service.settings.choose_for_server(10, ServerSettings(past_boards=chosen))
        match_id = await invite(run)
        await accept(run, match_id)
        for _ in range(2):
            await move(run, match_id)
            await run.quiet()
    *old, newest = [message for message in run.channels.messages.values() if "-1000-" in message.sent]
    assert [(message.content, message.files, message.buttons) for message in old] == [(*line, []) for line in before]
    assert newest.files == [newest.sent] == ["konane-1000-3.png"]


@pytest.mark.parametrize(("others", "sent"), [(0, ["konane-1000-1.png"]), (10, ["konane-1000-3.png"])])
async def test_against_the_computer_one_board_stays_which_is_edited_while_it_is_in_sight(
    stores: Stores, others: int, sent: list[str]
) -> None:
    async with first_run(stores) as run:
        begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
        await run.relay.boards.show(begun, run.interaction(ANN))
        for number in range(others):
            run.channels.post(CHANNEL.channel_id, f"Chat {number}", {})
        await move(run, begun.match.id)
        await run.quiet()
    boards = [message for message in run.channels.messages.values() if message.files]
    assert [message.sent for message in boards] == sent
    assert [message.files for message in boards] == [["konane-1000-3.png"]]


@pytest.mark.parametrize("refused", [10008, 30046])
async def test_against_the_computer_a_board_that_cannot_be_edited_is_posted_again(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    async with first_run(stores) as run:
        begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
        await run.relay.boards.show(begun, run.interaction(ANN))
        with monkeypatch.context() as patched:
            patched.setattr(run.channels, "change", Mock(side_effect=trouble(refused)))
            await move(run, begun.match.id)
        await run.quiet()
    assert [message.sent for message in run.channels.messages.values()] == ["konane-1000-3.png"]


async def test_where_a_server_keeps_only_the_newest_board_that_at_which_a_thread_begins_stays(stores: Stores) -> None:
    async with first_run(stores) as run:
        await run.service.settings.choose_for_server(10, ServerSettings(place="thread", past_boards="newest"))
        begun = await run.service.practice.begin("konane", ANN, 1, CHANNEL, "first")
        await run.relay.boards.show(begun, run.interaction(ANN))
        for _ in range(2):
            await move(run, begun.match.id)
            await run.quiet()
    first, newest = run.channels.messages.values()
    assert (first.channel_id, first.buttons) == (CHANNEL.channel_id, [])
    assert newest.channel_id == first.id


async def test_a_direct_challenger_reads_that_it_was_declined(stores: Stores) -> None:
    async with first_run(stores) as run:
        await a_challenge_that_is_declined_in_direct_messages(run)
        inbox = (await run.client.create_dm(ANN)).id
    told = [message.content for message in run.channels.messages.values() if message.channel_id == inbox]
    assert [text.partition("\n")[0] for text in told] == ["Bob declined Ann's **Konane** challenge."]


async def test_a_direct_message_that_nobody_could_note_is_removed_when_it_is_out_of_date(stores: Stores) -> None:
    told = await _told(a_direct_message_that_nobody_could_note, stores)
    assert not [one for one in told.seen if one.startswith("10002:")]


async def test_the_stories_queue_every_kind_of_delivery(stores: Stores) -> None:
    kinds = set[tuple[str, str]]()
    for story in STORIES:
        clock = StillClock()
        async with stores.lent(WatchedStore) as store:
            store.kinds = kinds
            run = Run(store, Channels(clock), clock)
            await story(run)
            await run.quiet()
    unqueued = DELIVERY_KINDS.keys() - {kind for kind, _ in kinds}
    untold = NOTICE_KINDS.keys() - {about for kind, about in kinds if kind == "notice"} - LIKE_OTHERS.keys()
    assert not unqueued | untold, (
        f"tests/support/kill_stories.py: no story queues {sorted(unqueued | untold)}: add one, or if there is one,"
        " read in the log below why it was not told: an alarm only logs its error"
    )


def _part(story: Callable[[Run], Awaitable[None]], moments: int, part: str) -> list[int]:
    """A share of the moments of a story, or the rest of them."""
    share = _moments(story, moments, SHARE)
    return share if part == "share" else [moment for moment in range(1, moments + 1) if moment not in share]


def _moments(story: Callable[[Run], Awaitable[None]], moments: int, step: int) -> list[int]:
    """Each moment of a story after so many others; those of the next story begin one later."""
    return list(range(1 + [*STORIES, *TELLING].index(story) % step, moments + 1, step))


async def _told(
    story: Callable[[Run], Awaitable[None]],
    stores: Stores,
    *fatal: int | None,
    limit: int | None = None,
    pause: int | None = None,
    rest: Sequence[Any] | None = None,
) -> Told:
    """Play a story, or its first acts, start again, and check the result.

    The first run is killed at the first of these moments, the next run at the second, and so on; None kills nothing.
    With `rest`, what the acts return without a kill, the last run goes on with the acts that did not count before.
    """
    async with first_run(stores, next(iter(fatal), None), limit=limit, pause=pause) as first:
        run, clock = first, first.clock
        with _killed(first):
            await first.tell(story)
            await first.quiet()
        for moment in fatal[1:]:
            run = first.next_run(moment)
            with _killed(run):
                await _begin(run)
        last = first.next_run()
        await _begin(last)
        soon = shown(last.channels)
        if rest is not None:
            if first.begun == first.acts:  # no act is repeated, so all others are as late as if one were
                clock.time += SLOT
            await last.tell(story, rest[: first.acts])
            await last.quiet()
        clock.time = (clock.time // SLOT + 1) * SLOT + DAY  # for notices that wait until a certain hour
        await last.quiet()
        await all_is_shown_once(last.store, last.channels, last.service)
        rows = await everything(last.store, CHOSEN)
    return Told(first.acts, first.since, run.moments.passed, soon, shown(last.channels), rows, first.results)


@contextmanager
def _killed(run: Run) -> Iterator[None]:
    """Let a kill end the block and what else this run does."""
    try:
        yield
    except Killed:
        run.relay.close()


async def _begin(run: Run) -> None:
    """Let a run deliver what the one before has left."""
    await run.relay.begin()
    await run.service.schedule.act()
    await run.quiet()
