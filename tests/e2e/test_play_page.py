"""`/play`: a game, an opponent, more options, and Start."""

import re

from games import GAMES
from tests.e2e.rooms import Room, labels
from tests.e2e.voting import listing


async def test_from_play_to_the_first_move_in_five_taps_and_the_last_choice_is_kept(room: Room) -> None:
    page = await room.alice.slash("/play")
    assert page.private
    assert page.post.attachments[0].description
    assert "Konane" in labels(page)
    assert labels(page)[-4:] == ["Surprise me", "Start", "More options", "Learn it"]
    page = await room.alice.click(page, "Brain Coral")
    against, about = page.content.splitlines()
    assert against == "**Brain Coral** against Ripple (computer, level 1)"
    assert about == f"-# {GAMES['brain_coral'].info.summary}"
    more = await room.alice.click(page, "More options")
    more = await room.alice.select(more, "f", custom_id=listing(more, "start-side"))
    more = await room.alice.select(more, "order=4", custom_id=listing(more, "start-variant"))
    terms = ["**Brain Coral** against Ripple (computer, level 1)", "You play Black · 4 cells a side, a small board"]
    assert more.content.splitlines() == terms
    await room.public(await room.alice.click(more, "Start"))
    page = await room.alice.slash("/play")
    assert page.content.splitlines() == terms
    taps = 0
    shown = page
    board = await room.public(await room.alice.click(await room.alice.click(shown, "Konane"), "Start"))
    shown = await room.alice.click(board, "Move")
    taps += 3
    while "You played" not in shown.content:
        shown = await room.alice.click(shown, labels(shown)[0])
        taps += 1
    assert taps <= 5


async def test_a_person_is_challenged_with_a_typed_clock_and_a_note(room: Room) -> None:
    page = await room.alice.click(await room.alice.slash("/play"), "SquAlma")
    page = await room.alice.select(page, str(room.bob.user.id), custom_id=listing(page, "start-person"))
    assert f"**SquAlma** against <@{room.bob.user.id}>" in page.content
    assert page.content.splitlines()[1] == "Random sides · 3 days a move · counts for ratings"
    more = await room.alice.click(page, "More options")
    assert labels(more) == ["Start", "Do not count for ratings", "Start with a note", "Back"]
    form = await room.alice.select(more, "other", custom_id=listing(more, "start-clock"))
    more = await room.alice.submit(form, {"Time per move": "36 hours"})
    assert "1 day and 12 hours a move" in more.content
    more = await room.alice.click(more, "Do not count for ratings")
    assert "not for ratings" in more.content
    form = await room.alice.click(more, "Start with a note")
    challenge = await room.public(await room.alice.submit(form, {"A note to your opponent": "Good luck!"}))
    assert challenge.pinged == (room.bob.user.id,)
    assert "> Good luck!" in challenge.text
    assert "1 day and 12 hours a move · not for ratings" in challenge.text
    page = await room.alice.slash("/play")
    assert "**SquAlma** against Ripple" in page.content, "nobody is challenged again by accident"


async def test_anyone_is_challenged_and_two_computers_are_watched(room: Room) -> None:
    page = await room.alice.click(await room.alice.slash("/play"), "King's Convoy")
    page = await room.alice.select(page, "a", custom_id=listing(page, "start-whom"))
    more = await room.alice.click(page, "More options")
    more = await room.alice.select(more, "b", custom_id=listing(more, "start-side"))
    assert "Both sides: two matches at once" in more.content
    challenge = await room.public(await room.alice.click(more, "Start"))
    assert "anyone here" in challenge.text
    await room.bob.click(challenge, "Accept")
    posts = await room.sandbox.wait_for(
        lambda: [m for m in room.bob.messages() if "you move first against" in m.text and not m.private][1:],
        what="both boards",
    )
    assert re.search(r"#\w+", posts[0].text)
    page = await room.carol.slash("/play")
    page = await room.carol.select(page, "w33", custom_id=listing(page, "start-whom"))
    assert "and you watch" in page.content
    shown = await room.public(await room.carol.click(page, "Start"))
    assert "Computer match" in shown.text


async def test_the_page_refuses_oneself_and_surprises(room: Room) -> None:
    page = await room.alice.slash("/play")
    before = page.content
    page = await room.alice.click(page, "Surprise me")
    assert page.content != before
    before = page.content
    refused = await room.alice.select(page, str(room.alice.user.id), custom_id=listing(page, "start-person"))
    assert refused.content == f"You cannot challenge yourself. Choose another opponent.\n{before}"


async def test_help_is_one_screen(room: Room) -> None:
    shown = await room.alice.slash("/help")
    assert len(shown.content.splitlines()) <= 12
    assert shown.post.attachments
    assert labels(shown)[0] == "Play"
    page = await room.alice.click(shown, "Play")
    assert "Start" in labels(page)


async def test_the_length_of_a_vote_is_on_the_first_page(room: Room) -> None:
    page = await room.alice.click(await room.alice.slash("/play"), "SquAlma")
    page = await room.alice.select(page, "vt", custom_id=listing(page, "start-whom"))
    assert "Each vote takes 1 day" in page.content
    assert "More options" not in labels(page), "SquAlma has none for two teams"
    page = await room.alice.select(page, "1h", custom_id=listing(page, "start-clock"))
    assert "Each vote takes 1 hour" in page.content
    assert "Surprise me" in labels(page), "still the first page"
    page = await room.alice.click(page, "Brain Coral")
    assert "Each vote takes 1 hour" in page.content
    page = await room.alice.select(page, "a", custom_id=listing(page, "start-whom"))
    assert listing(page, "start-person")
