"""The choices of people and servers about pictures and typed moves, and their effect."""

from dataclasses import replace

import pytest

from sandbox import Driver, Impossible
from tests.e2e.rooms import Room, labels, play_button

DAY = 24 * 3600
THEME, VIEW = "t1:set:0:0:theme", "t1:set:0:0:view"
SERVER_THEME, SERVER_VIEW = "t1:serve:0:0:theme", "t1:serve:0:0:view"
DAYS = "t1:serve:0:0:days"
WHAT = "t1:serve-what:0:0"


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
    page = await room.alice.slash("/settings")
    assert page.private
    assert "Your boards: **classic** (this server's theme).\n- Language: **the language of Discord**." in page.content
    assert "\n- **Like the boards in the channel**" in page.content
    assert "Typed moves are **played at once**" in page.content
    pictures = [await page.png()]
    page = await room.alice.select(page, "dark", custom_id=THEME)
    assert "Your boards: **dark**." in page.content
    pictures.append(await page.png())
    page = await room.alice.select(page, "second", custom_id=VIEW)
    assert "**The second side at the bottom**" in page.content
    pictures.append(await page.png())
    assert len(set(pictures)) == 3
    page = await room.alice.select(page, "usual", custom_id=THEME)
    assert "this server's theme" in page.content
    page = await room.alice.click(page, "Preview typed moves")
    assert "**previewed** until you confirm" in page.content
    again = await room.alice.slash("/settings")
    assert again.content == page.content
    assert "played at once" in (await room.alice.click(again, "Play typed moves at once")).content


async def test_the_sample_is_told_in_words_too(room: Room) -> None:
    page = await room.alice.slash("/settings")
    assert "e5-e3" in (page.post.attachments[0].description or "")


async def test_private_boards_follow_the_player_and_public_ones_do_not(room: Room) -> None:
    match = await room.match()
    plain = await room.alice.click(await match.post(), "My board")
    await room.alice.slash("/settings", theme="dark")
    dark = await room.alice.click(await match.post(), "My board")
    assert await dark.png() != await plain.png()
    await room.alice.slash("/settings", view="second")
    turned = await room.alice.click(await match.post(), "My board")
    assert await turned.png() != await dark.png()
    picker = await room.alice.click(await match.post(), "Move")
    await room.alice.slash("/settings", theme="usual", view="own")
    usual = await room.alice.click(await match.post(), "Move")
    assert await picker.png() != await usual.png()
    rules = await room.bob.slash("/konane rules")
    await room.bob.slash("/settings", theme="high-contrast")
    assert await (await room.bob.slash("/konane rules")).png() != await rules.png()
    public = (await match.post()).attachments[0]
    assert await room.sandbox.png(public) == await plain.png()


async def test_a_typed_move_is_shown_first_to_those_who_want_that(room: Room) -> None:
    match = await room.match()
    await room.alice.slash("/settings", preview=True)
    shown = await match.move(0, "D5")
    assert shown.private
    assert shown.content == "Play **d5**?"
    assert len(match.posts()) == 1
    await room.alice.click(shown, play_button(shown))
    assert "took d5 off the board" in (await match.post(2)).content
    assert not (await match.move(1, "d4")).private
    picker = await room.alice.click(await match.post(3), "Move")
    form = await room.alice.click(picker, "Type it")
    typed = await room.alice.submit(form, {"Your move": "d7d5"})
    assert typed.content == "Play **d7-d5**?"


async def test_the_last_choice_plays_the_move_for_those_who_want_that(room: Room) -> None:
    match = await room.match("squalma")
    await room.alice.click(await room.alice.slash("/settings"), "Play chosen moves at once")
    picker = await room.alice.click(await match.post(), "Move")
    cells = await room.alice.click(picker, "a2")
    assert len(match.posts()) == 1
    played = await room.alice.click(cells, "a3")
    assert "You played **a2-a3**" in played.content
    assert "moved a2-a3" in (await match.post(2)).content
    picker = await room.bob.click(await match.post(2), "Move")
    cells = await room.bob.click(picker, labels(picker)[0])
    preview = await room.bob.click(cells, labels(cells)[0])
    assert play_button(preview), "others see the move first"


async def test_a_move_that_was_not_chosen_to_its_end_is_shown_before_it_counts(room: Room) -> None:
    match = await room.match("coral_clash")
    await room.bob.click(await room.bob.slash("/settings"), "Play chosen moves at once")
    await match.move(1, "+e8")
    await match.move(0, "e2-f3+")
    picker = await room.bob.click(await match.post(3), "Move")
    preview = await room.bob.click(picker, "a7-b6")
    assert labels(preview) == ["just move", "✓ place coral", "Play a7-b6+", "Back"]
    played = await room.bob.click(preview, "just move")
    assert "You played **a7-b6**" in played.content


async def test_a_wrong_typed_move_is_refused_with_and_without_a_look_first(room: Room) -> None:
    match = await room.match()
    plain = await match.move(0, "d6")
    await room.alice.slash("/settings", preview=True)
    assert (await match.move(0, "d6")).content == plain.content
    assert "It is" in (await match.move(1, "d4")).content


async def test_the_server_chooses_how_public_boards_look(server: Room) -> None:
    match = await server.match()
    plain = await server.sandbox.png((await match.post()).attachments[0])
    page = await server.alice.slash("/server")
    assert page.private
    assert "channels: **classic**.\n- **The side to move at the bottom**" in page.content
    page = await server.alice.select(page, "theme", custom_id=WHAT)
    before = await page.png()
    page = await server.alice.select(page, "dark", custom_id=SERVER_THEME)
    assert "channels: **dark**" in page.content
    assert await page.png() != before
    dark = await server.match()
    page = await server.alice.select(page, "view", custom_id=WHAT)
    page = await server.alice.select(page, "second", custom_id=SERVER_VIEW)
    turned = await server.match()
    seen = {plain, *[await server.sandbox.png((await one.post()).attachments[0]) for one in (dark, turned)]}
    assert len(seen) == 3
    mine = await server.alice.click(await turned.post(), "My board")
    assert await mine.png() == await server.sandbox.png((await turned.post()).attachments[0])


async def test_boards_from_the_side_to_move_turn_with_every_move(server: Room) -> None:
    await server.alice.slash("/server", view="mover")
    match = await server.match()
    answer = await match.move(0, "d5")
    first = await server.bob.click(answer, "My board")
    assert await first.png() == await answer.png()
    answer = await match.move(1, "d4")
    second = await server.alice.click(answer, "My board")
    assert await second.png() == await answer.png()


async def test_the_page_of_a_challenge_begins_with_the_usual_clock_of_the_server(server: Room) -> None:
    for clock in ("3 days a move", "7 days a move"):
        page = await server.bob.user_command("Challenge", server.alice.user)
        assert clock in page.content
        opened = await server.alice.select(await server.alice.slash("/server"), "clock", custom_id=WHAT)
        await server.alice.forge(opened, "t1:serve:0:0:clock", "7d")


async def test_everything_that_a_server_chooses_is_on_one_page(server: Room) -> None:
    world = server.sandbox.world
    page = await server.alice.slash("/server")
    for topic, values, said in (
        ("channels", (server.channel.id,), f"Matches can start in <#{server.channel.id}>"),
        ("channels", (), "Matches can start in any channel"),
        ("clock", ("1d",), "Default clock: 1 day"),
        ("place", ("thread",), "**Each match gets its own thread**"),
        ("rated", ("True",), "Matches are **rated** by default"),
        ("large", ("moderators",), "Only moderators may post open challenges"),
        ("keep", ("newest",), "Old boards are **deleted**"),
        ("table", (server.channel.id,), f"posted in <#{server.channel.id}> each Monday"),
        ("table", (), "not posted automatically"),
        ("role", (world.guilds[server.channel.guild_id or ""].roles[0].id,), "and <@&"),
        ("role", (), "Moderators: people with **Manage Server**."),
    ):
        opened = await server.alice.select(page, topic, custom_id=WHAT)
        page = await server.alice.forge(opened, f"t1:serve:0:0:{topic}", *map(str, values))
        assert said in page.content, (topic, values)


async def test_only_who_may_manage_the_server_changes_it(server: Room) -> None:
    with pytest.raises(Impossible):
        await server.bob.slash("/server", theme="dark")
    with pytest.raises(Impossible):
        await server.alice.at(None).slash("/server")
    page = await server.alice.select(await server.alice.slash("/server"), "theme", custom_id=WHAT)
    world = server.sandbox.world
    guild = world.guilds[server.channel.guild_id or ""]
    world.put(replace(guild, owner_id=server.bob.user.id))
    refused = await server.alice.select(page, "dark", custom_id=SERVER_THEME)
    assert refused.private
    assert "**Manage Server**" in refused.content
    assert "channels: **classic**" in (await server.bob.slash("/server")).content


async def test_a_board_by_direct_message_looks_as_the_player_chose(room: Room) -> None:
    await room.bob.slash("/notifications", way="dm")
    await room.bob.slash("/settings", theme="dark", view="first")
    match = await room.match()
    await match.move(0, "d5")
    told = await room.bob.at(None).sees(lambda message: match.name in message.content and message.attachments)
    mine = await room.bob.click(await match.post(2), "My board")
    assert await room.sandbox.png(told.attachments[0]) == await mine.png()
