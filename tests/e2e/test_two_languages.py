"""Two people with different languages in one channel: each reads their own in private, and the server's in posts."""

from dataclasses import replace

from sandbox import Driver
from tests.e2e.rooms import Room, labels


def speaking(room: Room, person: Driver, locale: str) -> Driver:
    """The person with another language in their Discord."""
    return Driver(room.sandbox, room.sandbox.world.put(replace(person.user, locale=locale)), room.channel)


async def test_each_reads_their_own_language_in_private_and_the_servers_in_posts(room: Room) -> None:
    alice, bob = speaking(room, room.alice, "de"), speaking(room, room.bob, "ja")
    match = await room.match(seats=(alice, bob))
    post = await match.post()
    assert "you move first against" in post.content
    assert labels(post)[:2] == ["Move", "My board"]
    picker = await alice.click(post, "Move")
    assert picker.content.endswith("Welcher Stein verlässt das Brett?")
    assert "Zug eintippen" in labels(picker)
    waiting = await bob.click(post, "My board")
    assert "盤を回す" in labels(waiting)
    assert "your first move" in (await match.move(0, "d5")).content
    assert "どの石を取り除きますか？" in (await bob.click(await match.post(2), "Move")).content
    assert "Wer am Zug ist" in (await alice.slash("/konane rules")).content
    assert "跳べなければ負け" in (await bob.slash("/konane rules")).content
    page = await alice.slash("/settings", language="fr")
    assert "Tes réglages" in page.content or "Tes paramètres" in page.content
    assert "Konane" in (await alice.slash("/matches")).content
