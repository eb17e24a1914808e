"""Notices: how many lines of a digest fit into one message, and that each has its buttons and is told once."""

from dataclasses import replace

import pytest

from cogs.posts.notice_messages import alone
from cogs.texts.notices import MORE, digest
from cogs.ui.actions import CONTROLS
from cogs.wire.controls import parse_custom_id
from cogs.wire.discord_limits import MESSAGE
from matches.deliveries import Delivery
from matches.notices import NOTICE_KINDS, NOWHERE
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import pressed
from tests.support.world import World


@pytest.mark.parametrize("name", NOTICE_KINDS)
async def test_a_notice_in_direct_messages_has_its_buttons(world: World, name: str) -> None:
    kind = NOTICE_KINDS[name]
    async with world.client() as client:
        scene = {"offer": "draw offered", "end": "over", "followed end": "over"}.get(name, "played")
        match_id = world.scenes[scene].subject
        reader = BOB if kind.asks else ANN
        notice = Delivery("notice", match_id, person_id=reader.id, about=name, way="dm")
        message = await alone(client.service, notice, await client.service.lookup.snapshot(match_id), None)
    actions = [parse_custom_id(item.custom_id)[0] for item in message["view"].children] if "view" in message else []
    assert set(actions) <= CONTROLS.keys(), f"{kind.where}the notice {name!r} has a button of no control"
    assert actions == [button.action for button in kind.buttons] or kind.asks or kind.with_board
    assert bool(actions) is (bool(kind.buttons) or name in {"offer", "turn"})


@pytest.mark.parametrize("forgotten", [False, True], ids=["", "shares nothing"])
@pytest.mark.parametrize("name", NOTICE_KINDS)
async def test_only_a_notice_that_was_shown_is_done(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str, *, forgotten: bool
) -> None:
    """Two that wait for the next use of the bot share a message with both, or have one each."""
    if forgotten:
        monkeypatch.setitem(NOTICE_KINDS, name, replace(NOTICE_KINDS[name], shares=NOWHERE))
    async with world.client() as client:
        service = client.service
        begun = [(await begin_game(service, "squalma", clock="3d")).match for _ in range(2)]
        matches = [(await service.play.move(match.id, ANN.id, "a1-a2")).match for match in begun]
        notices = [Delivery("notice", match.id, name, match.rev, ANN.id, name, "use") for match in matches]
        text = (await client.relay.notices._message(notices))["content"]
        assert all(match.code in text for match in matches), "one message tells all of its notices"
        async with service.outbox._core.store.write() as tx:
            for notice in notices:
                await tx.outbox.save(notice)
        use = pressed(client, ANN, CHANNEL)
        await client.relay.notices.show_waiting(use)
        waiting = {notice.subject for notice in await service.outbox.waiting(ANN.id) if notice.about == name}
    told = [answer["content"] for answer in use.answers.sent]
    shown = {match.id for match in matches if any(match.code in text for text in told)}
    assert shown == {match.id for match in matches} - waiting
    assert shown
    assert not (forgotten and all(match.code in text for text in told[:1] for match in matches))


def test_a_digest_is_never_longer_than_a_message() -> None:
    for last in range(1, 200, 3):
        text = digest(["x" * 150] * 12 + ["y" * last] + ["z" * 150] * 5)
        assert len(text) <= MESSAGE
        assert text.endswith(MORE)


def test_a_digest_that_just_fits_is_whole() -> None:
    whole = digest(["x" * 100, "y" * (MESSAGE - 125)])
    assert len(whole) == MESSAGE
    assert whole.endswith("y")
