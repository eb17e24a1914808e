"""Moderators of a server end matches there, shut people out, and choose where matches begin."""

from tests.e2e.conftest import House
from tests.e2e.rooms import refusal


async def test_a_moderator_ends_a_match_and_shuts_somebody_out(own_house: House) -> None:
    room = own_house.room()
    match = await room.match()
    assert "Manage Server" in refusal(await room.carol.slash("/moderate end", match=match.name))
    boss = room.owner()
    asked = await boss.slash("/moderate end", match=match.name)
    assert "without a result" in asked.content
    assert "You ended" in (await boss.click(asked, "End the match")).content
    assert "a moderator ended the match" in (await match.post(2)).content

    assert "is banned" in (await boss.slash("/moderate ban", user=room.alice.user.id)).content
    assert "banned from Tidepool here" in refusal(await room.alice.slash("/help"))
    assert "banned from Tidepool here" in refusal(await room.alice.click(await match.post(2), "Rematch"))
    assert (await room.alice.slash("/privacy")).content.startswith("### What Tidepool stores")
    listed = await boss.slash("/moderate list")
    assert room.alice.user.global_name in listed.content
    freed = await boss.select(listed, str(room.alice.user.id))
    assert "may use Tidepool in this server again.\nNobody is banned here." in freed.content
    assert (await room.alice.slash("/help")).private

    page = await boss.click(await boss.slash("/server"), "Moderators")
    page = await boss.select(page, "moderators", custom_id="t1:serve:0:0:large")
    assert "Only moderators may post open challenges" in page.content
    assert "only moderators may post open challenges" in refusal(await room.alice.slash("/konane challenge"))
