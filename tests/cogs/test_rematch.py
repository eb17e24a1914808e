"""Where a rematch is offered, and what the person who offers it reads."""

from dataclasses import replace
from typing import Literal

import pytest

from cogs.buttons import use
from cogs.ui.acts.challenges import rematch
from cogs.ui.acts.practice import play_again
from cogs.ui.context import Context
from cogs.ui.pages.menu import move_here
from matches.errors import Over, Refusal
from matches.model import Venue
from matches.settings import ServerSettings
from service import Service
from service.outbox import TakenOver
from storage.errors import Unavailable
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import Client, pressed, trouble

THREAD = Venue(500, CHANNEL.guild_id)
DIRECT = Venue(10_001, None)


@pytest.mark.parametrize(
    ("place", "asked_in", "told"),
    [
        ("thread", THREAD, "You challenged Bob to **Konane** in <#100>."),
        ("channel", DIRECT, "You sent Bob a **Konane** challenge by direct message."),
    ],
)
async def test_a_person_who_asks_elsewhere_is_told_where_the_challenge_is(
    service: Service, place: Literal["thread", "channel"], asked_in: Venue, told: str
) -> None:
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place=place))
    made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await service.outbox.challenge_shown(
        made.id, THREAD.channel_id
    )  # a thread has the id of the message from which it was begun
    match = (await service.challenges.accept(made.id, BOB)).match
    await service.play.resign(match.id, BOB.id)
    client = Client(service)
    press = pressed(client, ANN, asked_in, private=False)
    await rematch(Context(press, match.id, match.rev))
    assert press.answers.text() == told
    (posted,) = client.channel.posted
    assert posted["content"].startswith("<@2>, Ann would like a rematch in **Konane**")
    assert [item.label for item in posted["view"].children] == ["Accept", "Decline", "Learn it"]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TakenOver(), "You sent Bob a **Konane** challenge by direct message."),
        (
            Unavailable("The database does not answer just now."),
            "Your challenge is saved and will appear soon.",
        ),
    ],
)
async def test_a_challenge_that_another_process_or_a_later_try_posts_is_no_fault(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, told: str
) -> None:
    """This process was frozen, or has lost the database, after the challenge was written down."""
    match = (await begin_game(service)).match
    await service.play.resign(match.id, BOB.id)

    async def confirm(_: object) -> None:
        raise error

    monkeypatch.setattr(service.outbox, "confirm", confirm)
    client = Client(service)
    press = pressed(client, ANN, DIRECT, private=False, custom_id=f"t1:rematch:{match.id}:{match.rev}")
    await use(press, press.data)
    assert press.answers.text() == told
    assert client.channel.posted == []
    assert not [record for record in caplog.records if record.exc_info]


async def test_in_a_channel_where_a_server_lets_no_match_begin_no_rematch_does(service: Service) -> None:
    played = [
        (rematch, (await begin_game(service)).match),
        (play_again, (await service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match),
    ]
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(channels=(999,)))
    client = Client(service)
    for begin, match in played:
        await service.play.resign(match.id, ANN.id)
        context = Context(pressed(client, ANN, CHANNEL, private=False), match.id, match.rev, ("=",))
        with pytest.raises(Refusal, match="matches start in other channels"):
            await begin(context)
        await begin(replace(context, interaction=pressed(client, ANN, DIRECT)))


@pytest.mark.parametrize("asked_in", [CHANNEL, DIRECT], ids=["channel", "direct"])
async def test_with_somebody_who_was_forgotten_nothing_goes_on(
    service: Service, monkeypatch: pytest.MonkeyPatch, asked_in: Venue
) -> None:
    match = (await begin_game(service)).match
    await service.privacy.forget(BOB.id)
    client = Client(service)

    async def nobody(*_: object) -> None:
        raise trouble(50033, 400)

    monkeypatch.setattr(client, "create_dm", nobody)
    monkeypatch.setattr(client.viewers, "is_member", nobody)
    with pytest.raises(Refusal, match=r"no longer uses Tidepool|cannot reach"):
        await rematch(Context(pressed(client, ANN, asked_in, private=False), match.id))
    elsewhere = replace(asked_in, channel_id=777)
    with pytest.raises(Over):
        await move_here(Context(pressed(client, ANN, elsewhere, private=False), match.id))


async def test_a_rematch_in_a_channel_needs_no_direct_messages(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await begin_game(service)).match
    await service.play.resign(match.id, BOB.id)
    client = Client(service)

    async def nobody(_: object) -> None:
        raise trouble(50033, 400)

    monkeypatch.setattr(client, "create_dm", nobody)
    press = pressed(client, ANN, CHANNEL, private=False)
    await rematch(Context(press, match.id, match.rev))
    assert "would like a rematch" in press.answers.text()
    with pytest.raises(Refusal, match="cannot reach Bob by direct message"):
        await rematch(Context(pressed(client, ANN, DIRECT, private=False), match.id))
