"""Clocks in the sandbox: deadlines, reminders, claims, vacations, and long silence."""

from sandbox import Entry
from tests.e2e.clocks import BLINK, DAY, HOUR, Heard, due, go_to, gone, headline
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, labels, refusal


async def opened(match: Match) -> Match:
    """A match in which both sides have moved once: only after that it can be lost on time."""
    assert not (await match.move(0, "d5")).private
    assert not (await match.move(1, "d4")).private
    return match


async def test_a_soft_clock_lets_the_opponent_claim_and_the_mover_move(own_house: House) -> None:
    room, heard = own_house.room(), Heard(own_house)
    claimed, commanded = [await opened(await room.match(clock="1d soft")) for _ in range(2)]
    moved = await room.match(clock="1d soft")
    own_house.sandbox.move_clock(1.5 * HOUR)
    early = refusal(await room.bob.forge(await room.bob.slash("/matches"), f"t1:claim:{claimed.id}:1"))
    assert early.startswith(f"{room.alice.user.global_name} has 22 hours and ")
    menu = await room.bob.click(await claimed.post(), "More")
    assert "Claim the win" not in labels(menu)
    go_to(own_house, max([due(headline(await match.post())) for match in (claimed, commanded, moved)]) + 1)
    for match in (claimed, commanded, moved):
        told = await heard.first(match.name, "Claim the win or wait")
        assert told.pinged == (room.bob.user.id,)
        assert "ran out of time" not in headline(await match.post())
    menu = await room.bob.click(await claimed.post(), "More")
    assert "Claim the win" in labels(menu)
    assert "your turn" in refusal(
        await room.alice.forge(await room.alice.slash("/matches"), f"t1:claim:{claimed.id}:1")
    )
    told = await heard.first(claimed.name, "Claim the win")
    assert "you are watching" in refusal(await room.carol.click(told, f"Claim the win: {claimed.name}"))
    await room.bob.click(told, f"Claim the win: {claimed.name}")
    await commanded.act(room.bob, "Claim the win")
    for match in (claimed, commanded):
        end = await match.post(4)
        assert f"**{room.bob.user.global_name}** wins: {room.alice.user.mention} ran out of time" in end.content
        assert end.pinged == (room.alice.user.id,)
    told = await heard.first(moved.name, "Claim the win")
    assert not (await moved.move(0, "d5")).private
    assert "It is your turn" in refusal(
        await room.bob.forge(await room.bob.slash("/matches"), f"t1:claim:{moved.id}:1")
    )
    await gone(room, told)
    assert abs(due(headline(await moved.post(2))) - room.sandbox.clock.now() - DAY) < BLINK
    assert heard.with_words("Claim the win") == [told]


async def test_an_old_board_stays_at_rest_though_discord_let_an_earlier_edit_wait(own_house: House) -> None:
    room = own_house.room()
    match = await room.match(clock="3d")
    old = await match.post()

    def edits(status: int) -> list[Entry]:
        entries = own_house.sandbox.log.entries
        return [
            entry for entry in entries if entry.method == "PATCH" and old.id in entry.path and entry.status == status
        ]

    own_house.sandbox.trouble.fail_next(status=429, path=f"PATCH .*/messages/{old.id}", retry_after=3)
    await room.alice.slash("/vacation", days=2)
    await own_house.sandbox.wait_for(lambda: edits(429), what="an edit that has to wait")
    await match.move(0, "d5")
    await match.post(2)
    await own_house.sandbox.wait_for(lambda: len(edits(200)) == 2, what="that edit, and the board's last one")
    at_rest = f"The start of Konane {match.name}"
    await own_house.sandbox.wait_for(lambda: match.posts()[0].content == at_rest, what="the old board at rest")
    assert not match.posts()[0].buttons
