"""Yesterday's puzzle of the day is closed, whatever has become of its channel."""

import pytest

from matches.alarms import next_puzzle
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from tests.support.kills import Run, draw_nothing, first_run
from tests.support.matches import CHANNEL
from tests.support.stores import Stores

SERVER = 10


async def next_day(run: Run) -> None:
    run.clock.time = next_puzzle(run.clock.time, SERVER, ServerSettings().puzzle_hour)
    await run.service.schedule.act()
    await run.quiet()


async def begin_days(run: Run, monkeypatch: pytest.MonkeyPatch) -> int:
    """Post the first puzzle. Returns its message."""
    draw_nothing(monkeypatch)
    await run.service.settings.choose_for_server(SERVER, ServerSettings(puzzle_channel=CHANNEL.channel_id))
    await next_day(run)
    (message_id,) = run.channels.messages
    assert run.channels.messages[message_id].labels == ["Solve", "Rules"]
    return message_id


async def test_without_leave_to_attach_files_the_solution_comes_without_a_picture(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_run(stores) as run:
        old = run.channels.messages[await begin_days(run, monkeypatch)]
        run.channels.takes_files = False
        await next_day(run)
        assert old.labels == []
        assert "olution" in old.content
        assert await run.service.outbox.next_due() is None


async def test_a_deleted_post_is_not_edited_and_the_days_go_on(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(stores) as run:
        del run.channels.messages[await begin_days(run, monkeypatch)]
        await next_day(run)
        (post,) = run.channels.messages.values()
        assert post.labels == ["Solve", "Rules"]
        assert await run.service.outbox.next_due() is None


async def test_the_post_in_an_archived_thread_is_closed(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(stores) as run:
        old = run.channels.messages[await begin_days(run, monkeypatch)]
        run.channels.threads.add(CHANNEL.channel_id)
        run.channels.archived.add(CHANNEL.channel_id)
        await next_day(run)
        assert old.labels == []


async def test_where_the_channel_is_gone_no_post_is_due_any_more(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_run(stores) as run:
        await begin_days(run, monkeypatch)
        run.channels.refusals[CHANNEL.channel_id] = 10003, 404
        await next_day(run)
        assert (await run.service.settings.of_server(SERVER)).puzzle_channel is None
        run.clock.time += DAY
        await run.service.schedule.act()
        assert await run.service.outbox.next_due() is None
