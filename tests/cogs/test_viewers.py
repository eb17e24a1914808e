"""Who can view a channel, where Discord tells more about a server than discord.py knows."""

from typing import Any

import discord
import pytest

from cogs.posts.threads import channel_of
from cogs.wire.permissions import Viewers
from matches.model import Place
from tests.support.matches import ANN, StillClock
from tests.support.presses import trouble
from tests.support.wire import SERVER, VIEW, Wire, asking, channel

OPEN, HIDDEN, STRANGE = 501, 502, 503


@pytest.mark.parametrize(
    "strange",
    [
        channel(STRANGE, kind=99),
        {"id": str(STRANGE), "type": 0},
        {"id": str(STRANGE), "name": "x"},
        {**channel(STRANGE), "permission_overwrites": [{"id": "1"}]},
    ],
    ids=["unknown kind", "no name", "no kind", "strange overwrites"],
)
async def test_a_channel_that_cannot_be_built_hides_no_other_and_is_itself_hidden(
    strange: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    viewers = Viewers(asking(Wire(strange, channel(OPEN), channel(HIDDEN, denied=VIEW))), StillClock())
    places = [Place(1, None, shown, SERVER, None, 1) for shown in (STRANGE, OPEN, HIDDEN)]
    assert await viewers.is_member(ANN.id, SERVER)
    assert await viewers.viewable(ANN.id, places) == {OPEN}
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        (Place(1, None, OPEN, SERVER, None, 1), True),
        (Place(1, None, HIDDEN, SERVER, None, 1), False),
        (Place(1, 0, OPEN, SERVER, None, 1), False),
        (Place(1, None, OPEN, None, None, 1), False),
        (Place(1, None, STRANGE, SERVER, None, 1), False),
        (Place(1, None, STRANGE, SERVER, None, 1, thread_of=OPEN), True),
    ],
    ids=["open", "hidden", "private", "direct messages", "gone", "thread of a match"],
)
async def test_a_place_is_seen_by_all_if_everybody_can_view_its_channel(place: Place, seen: bool) -> None:
    viewers = Viewers(asking(Wire(channel(OPEN), channel(HIDDEN, denied=VIEW))), StillClock())
    assert await viewers.seen_by_all(place) is seen


async def test_a_member_is_asked_for_once_a_minute_and_a_stranger_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, clock = Wire(), StillClock()
    viewers, asked, answers = Viewers(asking(wire), clock), list[int](), {ANN.id: 0, 2: 10007, 3: 10004}

    async def get_member(_: int, person_id: int) -> dict[str, Any]:
        asked.append(person_id)
        if code := answers[person_id]:
            raise trouble(code)
        return {}

    monkeypatch.setattr(wire, "get_member", get_member)
    assert await viewers.is_member(ANN.id, SERVER)
    assert await viewers.is_member(ANN.id, SERVER)
    clock.time += 60
    assert await viewers.is_member(ANN.id, SERVER)
    assert asked == [ANN.id, ANN.id]
    assert not await viewers.is_member(2, SERVER)
    answers[2] = 0
    assert await viewers.is_member(2, SERVER), "they are back"
    with pytest.raises(discord.NotFound):  # the bot is not in that server
        await viewers.is_member(3, SERVER)


async def test_a_server_that_cannot_be_built_is_hidden() -> None:
    wire: Any = Wire(channel(OPEN))
    wire.get_guild = wire.get_nothing
    assert await Viewers(asking(wire), StillClock()).viewable(ANN.id, [Place(1, None, OPEN, SERVER, None, 1)]) == set()


async def test_a_channel_that_cannot_be_built_is_no_thread() -> None:
    assert await channel_of(asking(Wire(channel(STRANGE, kind=99))), STRANGE) is None
