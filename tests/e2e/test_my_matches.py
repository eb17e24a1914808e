"""`/matches`: the list, the way from turn to turn, challenges, lost channels, and the matches of others."""

import re

from sandbox import Answer, Driver
from tests.e2e.rooms import Room, labels, play_chosen, watch
from tests.e2e.whereabouts import code_in

LINK = re.compile(r"\[\*\*[^\]]*\*\*\]\((https://discord\.com/channels/\S+)\)")


async def choose(who: Driver, page: Answer, name: str) -> Answer:
    """Open the match or challenge of this name from a list."""
    (menu,) = page.selects
    value = next(value for label, value in menu.options if name in label)
    return await who.select(page, value)


async def noted_list(who: Driver, linked: int) -> Answer:
    """The list once so many entries link to messages: the bot notes each right after it posts it."""
    while True:
        page = await who.slash("/matches")
        messages = [link.rsplit("/", 1)[1] for link in LINK.findall(page.content)]
        if len(messages) >= linked and who.channel.id not in messages:
            return page


async def test_who_has_no_match_is_told_how_to_begin_one(room: Room) -> None:
    empty = await room.alice.slash("/matches")
    assert empty.private
    assert "You have no matches or challenges. Start one with </play:" in empty.content


async def test_the_list_has_ones_turns_first_with_deadline_and_a_link_to_the_newest_board(room: Room) -> None:
    waiting = await room.match(clock="3d")
    await waiting.move(0, "d5")
    late = await room.match("squalma", clock="5d")
    soon = await room.match("squalma", clock="1d")
    page = await noted_list(room.alice, linked=3)
    assert page.private
    assert "your turn in **2** of 3 running matches" in page.content
    turns, others = page.content.split("**Waiting for opponents**")
    assert turns.index(soon.name) < turns.index(late.name)
    assert waiting.name in others
    assert page.content.count("due <t:") == 3
    links = LINK.findall(page.content)
    newest = [(await match.post()).id for match in (soon, late)] + [(await waiting.post(2)).id]
    assert [link.rsplit("/", 1)[1] for link in links] == newest


async def test_next_leads_through_ones_turns_with_the_picker_right_there(room: Room) -> None:
    first = await room.match(size="6")
    second = await room.match(size="6")
    page = await room.alice.slash("/matches")
    picker = await room.alice.click(page, "Next match (2)")
    assert picker.state == "update"
    against = f"Konane {first.name} against {room.bob.user.global_name}, move 1: Which stone leaves the board?"
    assert against in picker.content
    picker = await room.alice.click(picker, "Next match")
    assert second.name in picker.content
    picker = await room.alice.click(picker, "Next match")
    assert first.name in picker.content
    done = await play_chosen(room.alice, picker, "d3")
    assert "You played **d3** in Konane." in done.content
    assert "took d3 off the board" in (await first.post(2)).content
    picker = await room.alice.click(done, "Next match")
    assert second.name in picker.content
    assert picker.post.attachments
    assert not any(button.label.startswith("Next match") for button in picker.buttons), "it is the only one"
    done = await play_chosen(room.alice, picker, picker.buttons[0].label)
    assert not any("Next match" in label for label in labels(done)), "nothing waits any more"
    listed = await room.alice.slash("/matches")
    assert "your turn in **none** of 2" in listed.content
    assert not any(button.label.startswith("Next match") for button in listed.buttons)
    assert not listed.post.attachments


async def test_next_finds_room_beside_a_picker_that_needs_every_button(room: Room) -> None:
    match, _ = await room.match("brain_coral", clock="1d"), await room.match("brain_coral")
    picker = await room.alice.click(await room.alice.slash("/matches"), "Next match (2)")
    assert match.name in picker.content
    assert picker.buttons[-1].label == "Next match", "the other one"
    assert len(picker.buttons) <= 25


async def test_a_match_of_the_list_can_be_looked_at(room: Room) -> None:
    match = await room.match()
    page = await choose(room.alice, await room.alice.slash("/matches"), match.name)
    assert labels(page) == ["Move", "My board", "More", "Back to the list"]
    board = await room.alice.click(page, "My board")
    assert board.private
    assert board.post.attachments
    back = await room.alice.click(page, "Back to the list")
    assert back.content.startswith("### Your matches")
    theirs = await choose(room.bob, await room.bob.slash("/matches"), match.name)
    assert "Move" not in labels(theirs)


async def test_a_show_is_listed_for_who_began_it_and_stopped_from_there_wherever_they_are(troubled_room: Room) -> None:
    room = troubled_room
    there = room.sandbox.world.add_channel("elsewhere")
    match = await room.match()
    show = await watch(room.alice, levels="12")
    name = f"#{code_in(show)}"
    room.sandbox.trouble.deny("view_channel", room.channel, room.alice.user)
    alice = room.alice.at(there)
    page = await alice.slash("/matches")
    _, shows = page.content.split("**Computer matches that you started**")
    assert match.name not in shows
    assert name in shows
    assert (
        "Ripple (computer, level 1, Black) and Swell (computer, level 2, White), move 1: Ripple (Black) to move"
        in shows
    )
    entry = await choose(alice, page, name)
    assert labels(entry) == ["Stop", "Board", "More", "Back to the list"]
    board = await alice.click(entry, "Board")
    assert board.post.attachments
    assert "You stopped" in (await alice.click(entry, "Stop")).content
    assert "for show" not in (await alice.slash("/matches")).content
    assert "for show" not in (await room.bob.slash("/matches")).content


async def test_challenges_are_listed_and_answered_from_the_list(room: Room) -> None:
    to_bob = await room.alice.slash("/konane challenge", opponent=room.bob.user.id)
    to_anyone = await room.alice.slash("/squalma challenge")
    from_bob = await room.bob.slash("/squalma challenge", opponent=room.alice.user.id)
    page = await noted_list(room.alice, linked=3)
    bob = room.bob.user.global_name
    for said in (f"You challenged {bob} to", "You posted an open challenge:", f"{bob} challenges you to"):
        assert said in page.content
    assert [link.rsplit("/", 1)[1] for link in LINK.findall(page.content)] == [
        one.message.id for one in (from_bob, to_anyone, to_bob) if one.message
    ]
    entry = await choose(room.alice, page, "your open challenge")
    withdrawn = await room.alice.click(entry, "Withdraw")
    assert "withdrew" in withdrawn.content
    await room.sandbox.wait_for(lambda: not to_anyone.buttons, what="the public challenge to close")
    entry = await choose(room.alice, await room.alice.slash("/matches"), "challenges you")
    declined = await room.alice.click(entry, "Decline")
    assert "declined" in declined.content
    await room.sandbox.wait_for(lambda: not from_bob.buttons, what="the public challenge to close")
    entry = await choose(room.bob, await room.bob.slash("/matches"), "challenges you")
    await room.bob.click(entry, "Accept")
    await room.bob.sees(lambda message: "you move first against" in message.content)
    await room.sandbox.wait_for(lambda: "accepted" in to_bob.content, what="the public challenge to close")


async def test_a_long_list_has_pages_to_turn(room: Room) -> None:
    played = [await room.match(size="6") for _ in range(14)]
    page = await room.alice.slash("/matches")
    assert len(page.content) <= 2000
    assert "Page 1 of 2" in page.content
    second = await room.alice.click(page, "▶ Page after")
    assert "Page 2 of 2" in second.content
    seen = LINK.findall(second.content)
    assert 0 < len(seen) < 14
    entry = await choose(room.alice, second, played[-1].name)
    assert "Page 2 of 2" in (await room.alice.click(entry, "Back to the list")).content
    first = await room.alice.click(second, "◀ Page before")
    assert len(LINK.findall(first.content)) + len(seen) == 14


async def test_others_see_what_is_played_in_the_server(room: Room) -> None:
    match = await room.match()
    page = await room.carol.slash("/matches", user=room.alice.user.id)
    assert page.private
    assert f"{room.alice.user.global_name}'s matches in this server" in page.content
    assert match.name in page.content
    entry = await choose(room.carol, page, match.name)
    assert labels(entry) == ["Board", "More", "Back to the list"]
    board = await room.carol.click(entry, "Board")
    assert "◀ Back" in labels(board)
    assert "matches in this server" in (await room.carol.click(entry, "Back to the list")).content
    assert "no running matches" in (await room.alice.slash("/matches", user=room.carol.user.id)).content
    own = await room.alice.slash("/matches", user=room.alice.user.id)
    assert own.content.startswith("### Your matches")
