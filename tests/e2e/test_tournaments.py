"""A tournament in the sandbox: opened, joined, begun with one ping each, looked at, and played to its end."""

from functools import partial

from matches.codes import code_of
from sandbox import Driver, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import labels, play_chosen

DAY = 86_400


async def test_a_tournament_is_opened_joined_and_played_to_its_end_by_resignations(own_house: House) -> None:
    room = own_house.room()
    sandbox, boss = own_house.sandbox, room.owner()
    fourth = Driver(sandbox, sandbox.world.add_user("Dora"), room.channel)
    people = (room.alice, room.bob, room.carol, fourth)

    def posts(*parts: str) -> list[Message]:
        return [message for message in sandbox.world.messages(room.channel) if all(p in message.content for p in parts)]

    page = await boss.slash("/tournament create")
    page = await boss.select(page, "10m", custom_id=page.selects[3].custom_id)
    page = await boss.select(page, "konane", custom_id=page.selects[0].custom_id)
    page = await boss.select(page, "1d", custom_id=page.selects[2].custom_id)
    opened = await boss.click(page, "Open the tournament")
    assert "The Konane tournament is open." in opened.content
    assert "lets you start it early" in opened.content
    assert "Start now" not in labels(opened)
    post = await room.alice.sees(lambda message: "**Konane tournament**" in message.content)
    assert "if at least 4 have joined." in post.content
    offered = await room.alice.slash("/tournament show")
    for person in people:
        joined = await person.click(post, "Join")
        assert "You have joined the Konane tournament" in joined.content
        assert labels(joined) == ["Learn it", "Withdraw"]
    assert "already" in (await room.bob.click(post, "Join")).content
    shown = (await room.bob.slash("/tournament show")).content
    assert shown.startswith("You have joined the Konane tournament.")
    assert "**Join**" not in shown
    waits = "- You have joined the Konane tournament. Start: "
    assert waits in (await room.bob.slash("/matches")).content
    eve = Driver(sandbox, sandbox.world.add_user("Eve"), room.channel)
    await eve.click(post, "Join")
    whom = await boss.click(await boss.slash("/tournament show"), "Remove a player")
    await boss.select(whom, eve.user.id, custom_id=whom.selects[0].custom_id)
    await eve.at(None).sees(
        lambda message: message.content == "A moderator removed you from the **Konane tournament**."
    )
    await sandbox.wait_for(partial(posts, "4 of 64 places"), what="the post with four names")

    room.keep_older_pages(1)
    assert "Start now" not in labels(await room.alice.slash("/tournament show"))
    told = await boss.click(await boss.slash("/tournament show"), "Start now")
    assert told.content == "The Konane tournament begins now."
    await sandbox.wait_for(partial(posts, "is on with 4 players.\n"), what="the post that it has begun")
    for _ in range(8):
        sandbox.move_clock(3)
        await own_house.calm()
    sandbox.move_clock(10)
    begun = "6 matches of the **Konane tournament** have begun"
    await sandbox.wait_for(partial(posts, begun), what="the post of all pairings")
    await own_house.calm()
    (pairings,) = posts(begun)
    assert set(pairings.pinged) == {person.user.id for person in people}
    assert f"<@{room.alice.user.id}> plays " in pairings.content
    assert not [message for message in posts("Konane, match #") if message.attachments], "nobody has played yet"
    late = await room.alice.click(offered, "Join")
    assert late.content.startswith("The Konane tournament has begun, and you are in it.\nhttps://")
    assert labels(late) == ["Move", "Standings"]
    standings = await room.alice.slash("/tournament show")
    assert "0 of 6 matches over" in standings.content
    assert (await standings.png()).startswith(b"\x89PNG")
    first = own_house.rows("SELECT first_id FROM match ORDER BY id")[0]["first_id"]
    mover = next(person for person in people if int(person.user.id) == first)
    picker = await mover.click(pairings, "Move")
    await play_chosen(mover, picker, picker.buttons[0].label)
    board = await room.alice.sees(lambda message: "Konane, match #" in message.content and bool(message.attachments))
    assert "Standings" in [button.label for button in (await room.alice.click(board, "More")).buttons]

    for match in own_house.rows("SELECT id, first_id FROM match ORDER BY id"):
        loser = next(person for person in people if int(person.user.id) == match["first_id"])
        asked = await loser.slash("/konane resign", match=f"#{code_of(match['id'])}")
        assert (
            "gets the point in the tournament. Not both players have moved, so it does not count for ratings."
            in asked.content
        )
        assert "You resigned " in (await loser.click(asked, "Resign")).content
    await sandbox.wait_for(partial(posts, "**Konane tournament**", "!"), what="the end")
    (end,) = [*posts("has won the **Konane tournament**!"), *posts("share first place in the **Konane tournament**")]
    assert end.attachments
    table = (await room.bob.click(end, "Standings")).content
    assert "6 of 6 matches over" in table
    assert table.count("0 : 1, not for ratings") == 6
    assert "**Konane tournament**" in (await room.bob.slash("/tournament list")).content
    profiles = [(await person.slash("/profile")).content for person in people]
    assert any("Won 1 tournament: **Konane**." in profile for profile in profiles)
