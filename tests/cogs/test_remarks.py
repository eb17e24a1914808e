"""A refusal costs a channel no message: the line above the newest board tells of it until the next move."""

from collections.abc import Awaitable

import pytest

from cogs.wire import languages
from matches.clock import FREE_TAKEBACK
from matches.model import Snapshot, Venue
from matches.settings import ServerSettings
from matches.timecontrol import DAY
from tests.support.kills import INBOXES, Run, begin, draw_nothing, first_run, move
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import trouble
from tests.support.stores import Stores

SAID = "Bob declined the draw, and the match continues"


@pytest.fixture(autouse=True)
def _plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


async def begin_in(run: Run, where: str = "channel", moves: int = 3) -> int:
    """A match of SquAlma in which these moves were made and shown."""
    if where == "thread":
        await run.service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place="thread"))
    if where == "direct messages":
        inboxes = [Venue(INBOXES + person.id, None) for person in (ANN, BOB)]
        match_id = (await begin_game(run.service, "squalma", venue=inboxes[0], also=inboxes[1])).match.id
    else:
        match_id = await begin(run, "squalma")
    for _ in range(moves):
        await move(run, match_id, await place(run, match_id))
        await run.quiet()
    return match_id


async def place(run: Run, match_id: int) -> Venue:
    """Where Ann sees the match."""
    place = (await run.service.places.of(match_id))[0]
    return Venue(place.channel_id, place.guild_id)


async def boards(run: Run, match_id: int) -> list[int]:
    return [place.message_id or 0 for place in await run.service.places.of(match_id)]


def texts(run: Run) -> dict[int, str]:
    """The text of each message, by its ID."""
    return {message.id: message.content for message in run.channels.messages.values()}


async def refuse(run: Run, act: Awaitable[Snapshot], door: str = "Discord") -> None:
    """Let Bob refuse something, in Discord or on the board page."""
    match = (await act).match
    if door == "Discord":
        await run.relay.remarks.say(match, run.interaction(BOB, await place(run, match.id)))
    await run.quiet()


@pytest.mark.parametrize("door", ["Discord", "page"])
@pytest.mark.parametrize("where", ["channel", "thread", "direct messages"])
async def test_a_declined_draw_leaves_the_board_with_one_line_more(stores: Stores, where: str, door: str) -> None:
    async with first_run(stores) as run:
        match_id = await begin_in(run, where)
        before = texts(run)
        await run.service.agreements.offer_draw(match_id, ANN.id)
        await run.quiet()
        assert len(texts(run)) == len(before) + 1, "the question"
        await refuse(run, run.service.agreements.decline_draw(match_id, BOB.id), door)
        newest = await boards(run, match_id)
        assert texts(run) == {
            message_id: f"{text}\n{SAID}" if message_id in newest else text for message_id, text in before.items()
        }
        again = run.interaction(ANN, await place(run, match_id))
        await run.relay.boards.bump(await run.service.lookup.snapshot(match_id), again)
        assert [*texts(run).values()][-1].endswith(SAID), "the board that is posted again has it, too"
        await move(run, match_id, await place(run, match_id))
        await run.quiet()
        assert not any(SAID in text for text in texts(run).values()), "the next move ends it"


async def test_the_line_is_in_the_language_of_the_server(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_servers", {})
    async with first_run(stores) as run:
        languages.keep_server(CHANNEL.guild_id or 0, ServerSettings(language="de"))
        match_id = await begin_in(run)
        await run.service.agreements.offer_draw(match_id, ANN.id)
        await refuse(run, run.service.agreements.decline_draw(match_id, BOB.id))
        (board,) = await boards(run, match_id)
        assert texts(run)[board].splitlines()[-1] == "Bob hat das Remis abgelehnt, und die Partie geht weiter"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("take back", "Bob declined to take back"),
        ("abort", "Bob wants to keep playing"),
        ("idle", "Bob wants to continue the match"),
    ],
)
async def test_every_refusal_is_told_above_the_board(stores: Stores, asked: str, words: str) -> None:
    async with first_run(stores) as run:
        match_id = await begin_in(run, moves=4 if asked == "abort" else 3)
        agreements = run.service.agreements
        number = len(texts(run))
        run.clock.time += FREE_TAKEBACK if asked != "idle" else 60 * DAY
        if asked == "take back":
            await agreements.take_back(match_id, ANN.id)
        elif asked == "abort":
            await agreements.offer_abort(match_id, ANN.id)
        else:
            await run.service.schedule.act()
        await run.quiet()
        assert len(texts(run)) > number
        refusals = {"take back": agreements.refuse_take_back, "abort": agreements.decline_abort}
        await refuse(run, refusals.get(asked, agreements.keep)(match_id, BOB.id))
        (board,) = await boards(run, match_id)
        assert texts(run)[board].splitlines()[-1].startswith(words)
        assert len(texts(run)) == number


@pytest.mark.parametrize("why", ["deleted", "too old"])
async def test_where_the_board_cannot_be_edited_one_message_tells_of_the_refusal(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """Discord limits how often messages older than an hour are edited."""
    async with first_run(stores) as run:
        match_id = await begin_in(run)
        await run.service.agreements.offer_draw(match_id, ANN.id)
        await run.quiet()
        (board,) = await boards(run, match_id)
        if why == "deleted":
            run.channels.delete(board)

        def change(*_: object) -> None:
            raise trouble(30046, 400)

        monkeypatch.setattr(run.channels, "change", change)
        await refuse(run, run.service.agreements.decline_draw(match_id, BOB.id))
        assert [text for text in texts(run).values() if SAID in text] == [f"{SAID} · SquAlma, match #1000"]
