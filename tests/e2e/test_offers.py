"""Agreements: draws, take-backs, abortion, claims, rematches, bumps, moves to a channel."""

import re

from sandbox import Answer, Driver, Message
from tests.e2e.rooms import Match, Room, labels, refusal

DAY = 86400
STANDS = " stands until it is answered or your turn comes again."
"""How long an offer can be accepted: true before the answer and after it."""


async def question(room: Room, words: str) -> Message:
    """The public message that asks something, with these words."""
    return await room.bob.sees(lambda message: not message.private and words in message.text, what=words)


async def gone(room: Room, message: Message) -> None:
    """Wait until a message is deleted."""
    await room.sandbox.wait_for(
        lambda: room.sandbox.world.message(room.channel.id, message.id) is None, what="a message is cleaned up"
    )


async def declined(match: Match, question: Message, button: str, words: str) -> None:
    """Let Bob decline what a message asks: it goes, and the board's post says so, without another message."""
    room, public = match.room, [message.id for message in match.room.bob.messages() if not message.private]
    said = await room.bob.click(question, button)
    assert (said.private, said.content) == (True, "The match continues.")
    await gone(room, question)
    await room.sandbox.wait_for(lambda: words in match.posts()[-1].text.splitlines()[-1], what="the board says so")
    public.remove(question.id)
    assert [message.id for message in room.bob.messages() if not message.private] == public


async def more(match: Match, who: Driver) -> Answer:
    return await who.click(await match.post(), "More")


async def play_on(match: Match, *moves: str) -> None:
    for n, text in enumerate(moves):
        assert not (await match.move(n % 2, text)).private, text


async def test_the_turn_post_has_five_buttons_and_more_shows_what_is_possible_now(room: Room) -> None:
    match = await room.match(size="6")
    post = await match.post()
    assert labels(post) == ["Move", "My board", "Resign", "More"]
    assert labels(await more(match, room.alice)) == [
        "Abort (no result)",
        "Post the board again",
        "Board as text",
        "Rules",
    ]
    assert "Plan my replies" in labels(await more(match, room.bob))
    assert labels(await more(match, room.carol)) == ["Follow", "Board as text", "Rules"]
    assert "you are watching" in refusal(await room.carol.forge(post, f"t1:agree:{match.id}:1"))
    letters = await room.carol.click(await more(match, room.carol), "Board as text")
    assert "```" in letters.content
    assert (await room.carol.click(await more(match, room.carol), "Rules")).private


async def test_a_draw_is_offered_asked_in_the_channel_with_a_ping_and_accepted(room: Room) -> None:
    match = await room.match("squalma")
    await play_on(match, "a2-a3")
    room.keep_older_pages(1)
    menu, late = [await room.alice.click(await match.post(2), "Offer a draw") for _ in range(2)]
    assert menu.content.endswith(f"Offer {room.bob.user.global_name} a draw?")
    offered = await room.alice.click(menu, "Offer a draw")
    assert offered.private
    assert offered.content.endswith(STANDS)
    asked = await question(room, "offers a draw")
    assert asked.pinged == (room.bob.user.id,)
    assert labels(asked) == ["Accept the draw", "Decline the draw"]
    assert "so only" in refusal(await room.alice.click(asked, "Accept the draw"))
    assert "you are watching" in refusal(await room.carol.click(asked, "Accept the draw"))
    final = await room.bob.click(asked, "Accept the draw")
    assert "Draw: both players agreed on it" in final.content
    assert final.post.pinged == (room.alice.user.id,)
    await gone(room, asked)
    assert "is over" in refusal(await room.alice.click(late, "Offer a draw"))


async def test_where_the_rules_know_no_draw_none_is_offered(room: Room) -> None:
    match = await room.match(size="6")
    await play_on(match, "d3")
    assert labels(await match.post(2)) == ["Move", "My board", "Resign", "More"]
    menu = await room.alice.forge(await match.post(2), f"t1:agree:{match.id}:2")  # of a version that had the button
    forged = await room.alice.forge(menu, f"t1:draw:{match.id}:2")
    assert "Konane has no draws" in refusal(forged)
    assert "Offer a draw" not in labels(menu)


async def test_when_the_opponent_has_acted_a_take_back_is_asked_and_allowed_or_not(room: Room) -> None:
    match = await room.match("squalma")
    await play_on(match, "a2-a3")
    fresh = await more(match, room.alice)
    await match.act(room.bob, "Offer a draw")  # from then on, as after a minute, Bob must agree
    ask = f"Ask {room.bob.user.global_name} to take back a2-a3"
    late = await room.alice.click(fresh, "Take back a2-a3")
    assert "only if" in late.content
    assert labels(late) == [ask]
    assert not any("take back" in message.text for message in room.sandbox.world.messages(room.channel))
    room.keep_older_pages(3)
    menus = [await more(match, room.alice) for _ in range(3)]
    asked = await room.alice.click(menus[0], ask)
    assert "You asked" in asked.content
    assert "already asked" in refusal(await room.alice.click(menus[1], ask))
    waiting = await more(match, room.alice)
    assert "You asked to take back **a2-a3**." in waiting.content
    message = await question(room, "asks to take back **a2-a3**")
    assert message.pinged == (room.bob.user.id,)
    await declined(match, message, "Decline the takeback", "declined to take back **a2-a3**")
    assert "declined the takeback" in refusal(await room.alice.click(menus[2], ask))
    await match.move(1, "b7-b6")
    menu = await more(match, room.alice)
    await room.alice.click(menu, "Decline the draw")
    await match.act(room.bob, f"Ask {room.alice.user.global_name} to take back b7-b6")
    menu = await more(match, room.alice)
    granted = await room.alice.click(menu, "Allow the takeback")
    assert "took back the move" in granted.content
    post = await match.post(4)
    assert "b7-b6 was taken back" in post.content
    assert post.pinged == (room.bob.user.id,)


async def test_a_match_in_which_both_have_made_two_moves_is_aborted_if_both_agree(room: Room) -> None:
    match = await room.match(size="6")
    await play_on(match, "a6", "a5", "c6-a6", "a3-a5")
    asked = await room.alice.click(await more(match, room.alice), "Abort (no result)")
    assert "If they agree" in asked.content
    assert labels(asked) == ["Ask to abort", "Keep playing"]
    assert (await room.alice.click(asked, "Ask to abort")).content.endswith(STANDS)
    proposal = await question(room, "wants to abort")
    assert proposal.pinged == (room.bob.user.id,)
    assert labels(proposal) == ["Agree to abort", "Keep playing"]
    assert "**abort proposed**" in (await room.bob.slash("/matches")).content
    await declined(match, proposal, "Keep playing", "wants to keep playing")
    asked = await match.act(room.alice, "Abort (no result)")
    assert "wants to play on" in refusal(await room.alice.click(asked, "Ask to abort"))
    early = await more(match, room.alice)
    asked = await room.bob.click(await match.act(room.bob, "Abort (no result)"), "Ask to abort")
    agreed = await room.alice.click(early, "Abort (no result)")
    assert labels(agreed) == ["Agree to abort", "Keep playing"]
    await room.alice.click(agreed, "Agree to abort")
    assert "No result: both players agreed to abort the match" in (await match.post(6)).content


async def test_bump_brings_the_board_to_the_bottom_without_a_ping(room: Room) -> None:
    match = await room.match(size="6")
    old = await match.post()
    await room.carol.say("something else")
    menu = await more(match, room.carol)
    assert "only they can post it again" in refusal(await room.carol.forge(menu, f"t1:bump:{match.id}:1"))
    menu = await more(match, room.bob)
    await room.bob.click(menu, "Post the board again")
    new = await match.post(2)
    assert room.bob.messages()[-1].id == new.id
    assert new.pinged == ()
    await room.sandbox.wait_for(lambda: not match.posts()[0].buttons, what="the old buttons go")
    assert match.posts()[0].id == old.id
    await room.alice.click(await more(match, room.alice), "Post the board again")
    assert (await match.post(3)).pinged == ()
    elsewhere = room.sandbox.world.add_channel("elsewhere")
    away = room.bob.at(elsewhere)
    forged = await away.forge(await away.slash("/matches"), f"t1:bump:{match.id}:1")
    assert "is in another channel" in refusal(forged)


async def test_a_rematch_swaps_sides_and_waits_for_the_other(room: Room) -> None:
    match = await room.match(size="6", clock="7d")
    await room.alice.click(await room.alice.slash("/konane resign"), "Resign")
    final = await match.post(2)
    assert labels(final) == ["Rematch", "Replay", "More"]
    assert "You did not play" in refusal(await room.carol.click(final, "Rematch"))
    asked = await room.alice.click(final, "Rematch")
    assert asked.post.pinged == (room.bob.user.id,)
    assert "would like a rematch in **Konane**, sides swapped" in asked.content
    assert "You play Black" in asked.content
    assert "6 x 6, a small board" in asked.content
    assert "7 days a move" in asked.content
    assert "You have already asked" in refusal(await room.alice.click(final, "Rematch"))
    begun = await room.bob.click(final, "Rematch")
    assert begun.content.startswith(f"{room.bob.user.mention}, you move first against {room.alice.user.global_name}")
    await room.sandbox.wait_for(lambda: not asked.buttons, what="the question settles")
    told = refusal(await room.alice.click(final, "Rematch"))
    assert re.search(rf"rematch has already started: .* It is here: \S+/{begun.post.id}$", told)
