"""Beginning a match by vote, its boards, and voting in it."""

from sandbox import Answer, Driver, Message
from tests.e2e.rooms import labels

COMPUTER = "This server against the computer"
"""The opponent on the page of `/play`, before its level is chosen."""


async def begin(
    player: Driver, whom: str, length: str = "1d", game: str = "SquAlma", side: str = "f", level: int = 1
) -> None:
    page = await player.click(await player.slash("/play"), game)
    page = await player.select(page, whom, custom_id=listing(page, "start-whom"))
    page = await player.select(page, length, custom_id=listing(page, "start-clock"))
    if whom != "vt":
        page = await player.click(page, "More options")
    if whom == COMPUTER:
        page = await player.select(page, f"v{level}", custom_id=listing(page, "start-level"))
    if whom != "vt":
        page = await player.select(page, side, custom_id=listing(page, "start-side"))
    await player.click(page, "Start")


def listing(shown: Answer, name: str) -> str:
    """The custom_id of the list with this action."""
    return next(select.custom_id for select in shown.selects if f":{name}:" in select.custom_id)


def posts(player: Driver) -> list[Message]:
    """The boards with **Vote** that everybody in the player's channel sees."""
    return [message for message in player.messages() if not message.private and "Vote" in labels(message)]


def only_post(player: Driver) -> list[Message] | None:
    """The one board with **Vote**; None if there is none, or another one."""
    found = posts(player)
    return found if len(found) == 1 else None


async def newest(player: Driver, after: str = "") -> Message:
    """The newest board with **Vote**, once it is another one than the message with this ID."""
    return await player.sandbox.wait_for(
        lambda: found[-1] if (found := posts(player)) and found[-1].id != after else None, what="a board to vote on"
    )


async def cast(player: Driver, choice: int) -> Answer:
    """Vote by taps in the picker, with this one of the first choices."""
    shown = await player.click(await newest(player), "Vote")
    while not any(label.startswith("Vote for ") for label in labels(shown)):
        offered = [button for button in shown.buttons if ":vote-pick:" in (button.custom_id or "")]
        offered = [button for button in offered if button.label != "Back" and not button.disabled]
        assert offered, shown.content
        shown = await player.click(shown, offered[choice % len(offered)].label or "")
        choice = 0
    return await player.click(shown, next(label for label in labels(shown) if label.startswith("Vote for ")))
