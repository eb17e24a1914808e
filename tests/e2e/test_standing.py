"""Ratings after the last board, profiles, leaderboards, histories and replays."""

import io
import zipfile
from functools import partial

from games import GAMES
from matches.checking import positions
from matches.notation import read
from sandbox import Answer, Driver, Message, Upload
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room, labels
from tests.support.patience import HELPERS


async def ended(room: Room, loser: int, game: str = "konane", *, rated: bool = False) -> Match:
    """A match that one seat resigned, after two moves if it is rated or Konane."""
    match = await room.match(game, rated=rated)
    position = GAMES[game].start()
    for konane in ("d5", "d4") if rated or game == "konane" else ():
        text = konane if game == "konane" else position.format(position.legal_moves()[0])
        await match.move(position.turn, text)
        position = position.play(position.parse(text))
    asked = await match.seats[loser].slash(f"{match.command} resign", match=match.name)
    await match.seats[loser].click(asked, "Resign")
    return match


async def test_a_profile_is_private_until_it_is_shown_to_everybody(room: Room) -> None:
    empty = await room.carol.slash("/profile")
    assert "You have not finished a match" in empty.content
    assert "Play" in labels(empty)
    won = await ended(room, 1, rated=True)
    await ended(room, 0, rated=True)
    profile = await room.bob.slash("/profile", user=room.alice.user.id)
    assert profile.private
    assert "**Konane**: Black 1-1, White 0-0" in profile.content
    assert "Konane 1433, still uncertain, 1-1, rated from" in (profile.post.attachments[0].description or "")
    assert f"You and {room.alice.user.global_name} are tied: **1-1**" in profile.content
    assert "Lost the last match." in profile.content
    assert (await profile.png()).startswith(b"\x89PNG")
    (menu,) = profile.selects
    assert any(won.name in label for label, _ in menu.options)
    posted = await room.bob.click(profile, "Post it here")
    assert not posted.private
    assert "are tied" not in posted.content
    assert (await posted.png()).startswith(b"\x89PNG")


async def test_a_leaderboard_lists_who_finished_a_rated_match_here(room: Room) -> None:
    empty = await room.alice.slash("/leaderboard", game="kings_convoy")
    assert "Play" in labels(empty), "nobody else plays it rated in the tests"
    await ended(room, 1, "coral_clash", rated=True)
    board = await room.alice.slash("/leaderboard", game="coral_clash")
    assert board.private
    assert (await board.png()).startswith(b"\x89PNG")
    lines = described(board).splitlines()
    mine = next(line for line in lines if "(you)" in line)
    assert "1662, still uncertain, +162 in 30 days" in mine
    assert any(room.bob.user.global_name in line for line in lines)
    everywhere = await room.alice.click(board, "Everywhere")
    assert "(you)" not in described(everywhere)
    settings = await room.alice.slash("/settings", listed=True)
    assert "You are **listed**" in settings.content
    everywhere = await room.alice.slash("/leaderboard", game="coral_clash", scope="everywhere")
    assert "(you)" in described(everywhere)
    assert room.bob.user.global_name not in described(everywhere)
    await room.alice.click(settings, "Leave me off the leaderboard for all servers")
    posted = await room.bob.click(await room.bob.slash("/leaderboard", game="coral_clash"), "Post it here")
    assert not posted.private
    assert room.bob.user.global_name in described(posted)
    assert "(you)" not in described(posted)


def described(page: Answer) -> str:
    """The description of the picture of a leaderboard; empty if there is none."""
    return "".join(picture.description or "" for picture in page.post.attachments)


async def test_a_history_opens_replays_that_can_be_shared(room: Room) -> None:
    first, second = await ended(room, 1), await ended(room, 0)
    last_board = await first.post(4)
    listed = await room.alice.slash("/history")
    assert listed.private
    lines = [line for line in listed.content.splitlines() if line.startswith("- ")]
    assert [second.name in lines[0], first.name in lines[1]] == [True, True]
    assert "**lost**" in lines[0]
    assert "**won**" in lines[1]
    won = await room.alice.slash("/history", game="konane", result="won")
    assert first.name in won.content
    assert second.name not in won.content
    drawn = await room.alice.slash("/history", game="konane", result="drawn")
    assert "No finished Konane matches with the outcome “draw” here." in drawn.content
    other = await room.alice.slash("/history", game="squalma")
    assert "No finished SquAlma matches here." in other.content
    drawn = await room.alice.slash("/history", result="drawn")
    assert "No finished matches with the outcome “draw” here." in drawn.content
    replay = await choose(room.alice, await room.alice.slash("/history"), first.name)
    assert replay.private
    end = await replay.png()
    replay = await room.alice.click(replay, "◀ Back")
    assert "after move 1 of 2" in replay.content
    moves = await room.alice.click(await room.alice.click(replay, "More"), "Moves")
    assert "1\\. **d5** 2\\. **d4**" in moves.content
    (menu,) = moves.selects
    replay = await room.alice.select(moves, menu.options[1][1])
    assert await replay.png() == end
    replay = await room.alice.click(await room.alice.click(replay, "More"), "Board as text")
    assert "```" in replay.content
    replay = await room.alice.click(replay, "Board as picture")
    shared = await room.alice.click(await room.alice.click(replay, "More"), "Share")
    assert not shared.private
    assert shared.content.startswith(f"{room.alice.user.global_name} shares a board:\n")
    assert await shared.png() == end
    theirs = await room.carol.click(shared, "Replay")
    assert theirs.private
    assert "Share" in labels(await room.carol.click(theirs, "More"))
    assert labels(last_board) == ["Rematch", "Review", "Replay", "GIF", "More"]
    assert labels(await room.bob.click(last_board, "More")) == ["Board as text", "Rules"]
    replay = await room.bob.click(last_board, "Replay")
    assert "Share" in labels(await room.bob.click(replay, "More"))
    review = await room.bob.click(last_board, "Review")
    await room.sandbox.wait_for(lambda: "Replay" in labels(review), HELPERS, "the review")
    replay = await room.bob.click(review, "Replay")
    back = await room.bob.click(replay, "Review")
    await room.sandbox.wait_for(lambda: "Replay" in labels(back), HELPERS, "the review again")
    assert back.post.id == replay.post.id, "the same message shows it"


async def test_a_match_without_a_move_has_nothing_to_review_or_to_draw(room: Room) -> None:
    last_board = await (await ended(room, 1, "squalma")).post(2)
    assert labels(last_board) == ["Rematch", "Replay", "More"]
    assert labels(await room.alice.click(last_board, "More")) == ["Board as text", "Rules"]
    board = await room.alice.click(last_board, "Replay")
    assert "Review" not in labels(board)
    replay = await room.alice.click(board, "More")
    assert "GIF" not in labels(replay)
    assert {"Try other moves", "Share"} <= set(labels(replay))


async def test_a_running_match_is_not_shared_and_not_in_the_history(room: Room) -> None:
    match = await room.match()
    board = await room.alice.click(await match.post(), "My board")
    assert "Review" not in labels(board)
    assert "Share" not in labels(await room.alice.click(board, "More"))
    history = await room.alice.slash("/history")
    assert "No finished match" in history.content
    assert "Play" in labels(history)
    page = await room.alice.slash("/matches")
    assert "No finished match" in (await room.alice.click(page, "History")).content


async def test_others_histories_stop_at_the_gate(room: Room) -> None:
    await ended(room, 1)
    listed = await room.carol.slash("/history", user=room.alice.user.id)
    assert "in this server" in listed.content
    assert "**won**" in listed.content
    nobody = await room.carol.slash("/history", user=room.carol.user.id)
    assert "No finished match" in nobody.content


async def choose(who: Driver, page: Answer, name: str) -> Answer:
    """Open the replay of the match of this name from a list."""
    menu = next(select for select in page.selects if any(name in label for label, _ in select.options))
    value = next(value for label, value in menu.options if name in label)
    return await who.select(page, value, custom_id=menu.custom_id)


async def test_the_leaderboards_are_posted_each_week_where_the_server_wants_them(own_house: House) -> None:
    room = own_house.room()
    owner = own_house.sandbox.world.guilds[room.channel.guild_id or ""].owner_id
    manager = Driver(own_house.sandbox, own_house.sandbox.world.user(owner), room.channel)
    await ended(room, 1, rated=True)
    page = await manager.slash("/server", table=True)
    assert f"posted in <#{room.channel.id}> each Monday" in page.content

    def tables() -> list[Message]:
        posts = own_house.sandbox.world.messages(room.channel)
        return [message for message in posts if message.content.startswith("### This week's leaderboards")]

    def enough(count: int) -> bool:
        return len(tables()) >= count

    for count in (1, 2):
        own_house.sandbox.move_clock(7 * 24 * 3600)
        await own_house.sandbox.wait_for(partial(enough, count), what=f"table {count}")
    assert "1662, still uncertain" in tables()[0].content
    assert "1662, still uncertain, +162 in 30 days" in (tables()[0].attachments[0].description or "")
    stopped = await manager.slash("/server", table=False)
    assert "not posted automatically" in stopped.content
    own_house.sandbox.move_clock(8 * 24 * 3600)
    await ended(room, 1, rated=True)
    assert len(tables()) == 2


async def test_records_are_exported_one_by_one_and_all_together(room: Room) -> None:
    first, second = await ended(room, 1, rated=True), await ended(room, 0)
    running = await room.match("squalma")
    exported = await room.alice.slash("/match export", match=first.name)
    assert exported.private
    record = read((await exported.png()).decode())
    assert [move.text for move in record.moves] == ["d5", "d4"]
    assert (record.code, record.result, record.reason, record.rated) == (first.code, "1-0", "resignation", True)
    assert len(list(positions(record))) == 3
    listed = await room.alice.slash("/match export")
    assert [label.split(" against")[0] for label, _ in listed.selects[0].options] == [
        f"SquAlma {running.name}", f"Konane {second.name}", f"Konane {first.name}",
    ]  # fmt: skip
    now = await room.alice.select(listed, str(running.id))
    assert read((await now.png()).decode()).result == "*"
    names = await room.alice.autocomplete("/match export", "match", "konane")
    assert len(names) == 2
    listed = await room.alice.slash("/history")
    everything = await room.alice.click(listed, "Download all")
    with zipfile.ZipFile(io.BytesIO(await everything.png())) as packed:
        assert sorted(packed.namelist()) == sorted(f"konane-{match.code}.txt" for match in (first, second))


async def test_a_match_is_exported_as_other_programs_write_it(room: Room) -> None:
    over, running = await ended(room, 1), await room.match("squalma")
    ours = await room.alice.slash("/match export", match=over.name)
    assert labels(ours) == ["For AbstractPlay", "For Ludii"]
    exported = await room.alice.click(ours, "For AbstractPlay")
    assert "In AbstractPlay format." in exported.content
    assert exported.post.attachments[0].filename == f"konane-{over.code}.json"
    again = await room.bob.slash("/import", file=Upload("record.json", await exported.png()))
    assert "resigned" in again.content
    trial = await room.alice.click(ours, "For Ludii")
    assert (await trial.png()).startswith(b"game=/lud/board/")
    study = await room.bob.click(await room.bob.click(again, "More"), "Export")
    assert (await (await room.bob.click(study, "For AbstractPlay")).png()).startswith(b"{")
    assert not (await room.alice.slash("/match export", match=running.name)).buttons


async def test_a_finished_match_is_drawn_as_a_gif_and_kept(room: Room) -> None:
    match = await ended(room, 1)
    board = await room.carol.click(await room.carol.click(await match.post(4), "Replay"), "More")
    begun = await room.carol.click(board, "GIF")
    await room.sandbox.wait_for(lambda: begun.message and begun.message.attachments, HELPERS, "the GIF")
    told = f"Drawing 2 moves of Konane {match.name}"
    assert any(entry.method == "PATCH" and told in entry.body for entry in room.sandbox.log.entries)
    assert begun.content == f"Konane {match.name}, move by move."  # in place of what was told meanwhile
    assert begun.post.attachments[0].description == f"Konane {match.name} as a moving picture: 2 moves."
    png = await begun.png()
    assert png.startswith(b"GIF89a")
    again = await room.carol.click(board, "GIF")
    assert "move by move" in again.content
    assert await again.png() == png
    posted = await room.carol.click(again, "Post it here")
    assert not posted.private
    assert posted.content == f"{room.carol.user.global_name} posted a GIF of Konane {match.name}"
    assert (await posted.png()).startswith(b"GIF89a")
    assert not any(file.filename.endswith(".gif") for message in match.posts() for file in message.attachments)
