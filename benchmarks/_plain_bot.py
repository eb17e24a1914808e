"""A bot that does the least for a move: it encodes a ready picture and sends it, with a text and five buttons.

It runs as a program of its own against a sandbox. `PLAIN_PICTURES` names a folder of pictures with numbers as names.
"""

import os
from io import BytesIO
from pathlib import Path

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image

LABELS = ("Move", "My board", "Offer a draw", "Resign", "More")
ALT = "Move 12: Alice (Black) played d7-d5, which captured d6. White to move. " * 6

Interaction = discord.Interaction[discord.Client]


class PlainBot(discord.Client):
    """One command, which answers with a picture and then takes the buttons off the post before."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.pictures = {int(path.stem): _loaded(path) for path in folder.glob("*.png")}
        self.newest: dict[int, int] = {}
        """The newest post of each channel."""
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="plain", description="Send a ready picture, and strip the post before")(self.plain)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def plain(self, interaction: Interaction, move: str, match: str) -> None:
        stream = BytesIO()
        self.pictures[int(move)].save(stream, "PNG", compress_level=6)
        stream.seek(0)
        answer = await interaction.response.send_message(
            f"<@{interaction.user.id}>, your move in Konane #1f3k: move {move}, due <t:1700000000:R>\n"
            f"Alice (Black) played **{match}**.",
            file=discord.File(stream, f"konane-1f3k-{move}.png", description=ALT),
            view=_Buttons(move),
            allowed_mentions=discord.AllowedMentions(
                users=[interaction.user], everyone=False, roles=False, replied_user=False
            ),
        )
        channel_id = interaction.channel_id or 0
        before, self.newest[channel_id] = self.newest.get(channel_id), answer.message_id or 0
        if before is not None:
            channel = self.get_partial_messageable(channel_id, guild_id=interaction.guild_id)
            await channel.get_partial_message(before).edit(view=None)


class _Buttons(discord.ui.View):
    def __init__(self, move: str) -> None:
        super().__init__(timeout=None)
        for label in LABELS:
            self.add_item(discord.ui.Button(label=label, custom_id=f"plain:{label}:{move}"))
        self.stop()  # nobody presses the buttons, so the view need not stay in memory


def _loaded(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


if __name__ == "__main__":
    address = yarl.URL(os.environ["TIDEPOOL_API"])
    Route.BASE = str(address / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"
    PlainBot(Path(os.environ["PLAIN_PICTURES"])).run(os.environ["DISCORD_TOKEN"], log_handler=None)
