"""The choices of people and servers about pictures and typed moves, and their effect."""

from dataclasses import replace

import pytest

from sandbox import Driver, Impossible
from tests.e2e.rooms import Room, labels, play_button

DAY = 24 * 3600
THEME, VIEW = "t1:set:0:0:theme", "t1:set:0:0:view"
SERVER_THEME, SERVER_VIEW = "t1:serve:0:0:theme", "t1:serve:0:0:view"
DAYS = "t1:serve:0:0:days"


@pytest.fixture
def server(room: Room) -> Room:
    """A room in a server of its own, whose owner is Alice, so that her choices affect no other test."""
    world = room.sandbox.world
    guild = world.add_guild("Reef", room.alice.user)
    for person in (room.bob, room.carol):
        world.join(guild, person.user)
    channel = world.add_channel("reef", guild)
    people = [Driver(room.sandbox, person.user, channel) for person in (room.alice, room.bob, room.carol)]
    return Room(room.sandbox, room.bot, channel, *people)


async def test_a_choice_takes_effect_at_once_and_the_sample_shows_it(room: Room) -> None:
    front = await room.alice.slash("/settings")
    room.keep_older_pages(4)
    assert front.private
    assert "**Boards**: classic" in front.content
    assert labels(front) == ["Boards", "Language", "Your moves", "Names"]
    page = await room.alice.click(front, "Boards")
    assert "In this sample you play White" in page.content
    assert "e5-e3" in (page.post.attachments[0].description or ""), "it is told in words, too"
    pictures = [await page.png()]
    page = await room.alice.select(page, "dark", custom_id=THEME)
    pictures.append(await page.png())
    page = await room.alice.select(page, "first", custom_id=VIEW)
    assert "**Boards**: dark · The player named first at the bottom" in (await room.alice.slash("/settings")).content
    pictures.append(await page.png())
    assert len(set(pictures)) == 3
    page = await room.alice.select(page, "usual", custom_id=THEME)
    assert "**Boards**: classic · " in (await room.alice.slash("/settings")).content
    page = await room.alice.click(await room.alice.click(page, "Back"), "Your moves")
    assert "Your moves are **played at once**" in page.content
    page = await room.alice.click(page, "Preview my moves first")
    assert "**previewed** until you confirm" in page.content
    before = page.content
    again = await room.alice.slash("/settings")
    assert "**Your moves**: previewed first" in again.content
    again = await room.alice.click(again, "Your moves")
    assert again.content == before
    assert "played at once" in (await room.alice.click(again, "Play my moves at once")).content


async def test_private_boards_follow_the_player_and_public_ones_do_not(room: Room) -> None:
    match = await room.match()
    pictures = []
    for chosen in ({}, {"theme": "dark"}, {"view": "second"}):
        await room.alice.slash("/settings", **chosen)
        pictures.append(await (await room.alice.click(await match.post(), "My board")).png())
    assert len({*pictures}) == 3
    picker = await (await room.alice.click(await match.post(), "Move")).png()
    await room.alice.slash("/settings", theme="usual", view="own")
    usual = await room.alice.click(await match.post(), "Move")
    assert picker != await usual.png()
    rules = await room.bob.slash("/konane rules")
    await room.bob.slash("/settings", theme="high-contrast")
    assert await (await room.bob.slash("/konane rules")).png() != await rules.png()
    public = (await match.post()).attachments[0]
    assert await room.sandbox.png(public) == pictures[0]


async def test_a_typed_move_is_shown_first_to_those_who_want_that(room: Room) -> None:
    match = await room.match()
    await room.alice.slash("/settings", preview=True)
    shown = await match.move(0, "D5")
    assert shown.private
    assert shown.content == "Not played yet. Play **d5**?"
    assert len(match.posts()) == 1
    await room.alice.click(shown, play_button(shown))
    assert "took d5 off the board" in (await match.post(2)).content
    assert not (await match.move(1, "d4")).private
    picker = await room.alice.click(await match.post(3), "Move")
    form = await room.alice.click(picker, "Type a move")
    typed = await room.alice.submit(form, {"Your move": "d7d5"})
    assert typed.content == "Not played yet. Play **d7-d5**?"


async def test_the_last_choice_plays_the_move_unless_a_person_wants_to_see_it_first(room: Room) -> None:
    match = await room.match("squalma")
    await room.bob.slash("/settings", preview=True)
    picker = await room.alice.click(await match.post(), "Move")
    cells = await room.alice.click(picker, "a2")
    assert len(match.posts()) == 1
    played = await room.alice.click(cells, "a3")
    assert "You played **a2-a3**" in played.content
    assert "For a minute you can take it back." in played.content
    assert labels(played) == ["Take back a2-a3"]
    assert "moved a2-a3" in (await match.post(2)).content
    picker = await room.bob.click(await match.post(2), "Move")
    cells = await room.bob.click(picker, labels(picker)[0])
    preview = await room.bob.click(cells, labels(cells)[0])
    assert play_button(preview)
    await room.alice.click(played, "Take back a2-a3")
    assert "a2-a3 was taken back" in (await match.post(3)).content


async def test_a_move_that_was_not_chosen_to_its_end_is_shown_before_it_counts(room: Room) -> None:
    match = await room.match("coral_clash")
    for number, text in enumerate(("+e8", "h2-g3", "d7-a4+", "e2-h5+")):
        await match.move(number % 2 ^ 1, text)
    picker = await room.bob.click(await match.post(5), "Move")
    preview = await room.bob.click(picker, next(label for label in labels(picker) if "a7" in label))
    assert sorted(labels(preview)[:2]) == ["Just move", "✓ Place coral"], "its only square was not chosen"
    played = await room.bob.click(preview, "Just move")
    assert "You played **a7-" in played.content


async def test_the_server_chooses_how_public_boards_look(server: Room) -> None:
    match = await server.match()
    plain = await server.sandbox.png((await match.post()).attachments[0])
    front = await server.alice.slash("/server")
    assert front.private
    assert labels(front) == ["Boards", "Matches", "Posts", "Moderators"]
    assert "**Boards**: classic · The player to move at the bottom" in front.content
    page = await server.alice.click(front, "Boards")
    assert "look like this sample" in page.content
    before = await page.png()
    page = await server.alice.select(page, "dark", custom_id=SERVER_THEME)
    assert await page.png() != before
    dark = await server.match()
    page = await server.alice.select(page, "second", custom_id=SERVER_VIEW)
    turned = await server.match()
    seen = {plain, *[await server.sandbox.png((await one.post()).attachments[0]) for one in (dark, turned)]}
    assert len(seen) == 3
    mine = await server.alice.click(await turned.post(), "My board")
    assert await mine.png() == await server.sandbox.png((await turned.post()).attachments[0])


async def test_the_page_of_a_challenge_begins_with_the_usual_clock_of_the_server(server: Room) -> None:
    for clock in ("3 days a move", "7 days a move"):
        page = await server.bob.user_command("Challenge", server.alice.user)
        assert clock in page.content
        opened = await server.alice.click(await server.alice.slash("/server"), "Matches")
        await server.alice.forge(opened, "t1:serve:0:0:clock", "7d")


async def test_only_who_may_manage_the_server_changes_it(server: Room) -> None:
    with pytest.raises(Impossible):
        await server.bob.slash("/server", theme="dark")
    with pytest.raises(Impossible):
        await server.alice.at(None).slash("/server")
    page = await server.alice.click(await server.alice.slash("/server"), "Boards")
    world = server.sandbox.world
    guild = world.guilds[server.channel.guild_id or ""]
    world.put(replace(guild, owner_id=server.bob.user.id))
    refused = await server.alice.select(page, "dark", custom_id=SERVER_THEME)
    assert refused.private
    assert "**Manage Server**" in refused.content
    assert "**Boards**: classic" in (await server.bob.slash("/server")).content


async def test_a_board_by_direct_message_looks_as_the_player_chose(room: Room) -> None:
    await room.bob.slash("/notifications", way="dm")
    await room.bob.slash("/settings", theme="dark", view="first")
    match = await room.match()
    await match.move(0, "d5")
    told = await room.bob.at(None).sees(lambda message: match.name in message.content and message.attachments)
    mine = await room.bob.click(await match.post(2), "My board")
    assert await room.sandbox.png(told.attachments[0]) == await mine.png()
