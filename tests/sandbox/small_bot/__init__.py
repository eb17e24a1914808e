"""A small discord.py bot that uses a little of everything, to test the sandbox."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands


def png(width: int = 3, height: int = 2) -> bytes:
    """A black picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\0" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture(name: str = "board.png") -> discord.File:
    return discord.File(io.BytesIO(png()), name, description="A small black board")


class Form(discord.ui.Modal, title="Your move"):
    """A form with one field."""

    move: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Move", custom_id="move", max_length=5)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You wrote {self.move.value}", ephemeral=True)


class Terms(discord.ui.Modal, title="Terms"):
    """A form with labels, a text and selects."""

    intro: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Choose well.")
    note: discord.ui.Label[Terms] = discord.ui.Label(
        text="Note", component=discord.ui.TextInput(custom_id="note", required=False)
    )
    side: discord.ui.Label[Terms] = discord.ui.Label(
        text="Side",
        component=discord.ui.Select(
            custom_id="side",
            options=[discord.SelectOption(label="First"), discord.SelectOption(label="Second", default=True)],
        ),
    )
    whom: discord.ui.Label[Terms] = discord.ui.Label(
        text="Whom", component=discord.ui.UserSelect(custom_id="whom", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.note.component, discord.ui.TextInput)
        assert isinstance(self.side.component, discord.ui.Select)
        assert isinstance(self.whom.component, discord.ui.UserSelect)
        names = [user.name for user in self.whom.component.values]
        said = f"{self.note.component.value}/{self.side.component.values[0]}/{names}"
        await interaction.response.send_message(said, ephemeral=True)


class Board(discord.ui.View):
    """Buttons and a select that work for ever."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Accept", custom_id="accept")
    async def accept(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Board]) -> None:
        await interaction.response.edit_message(content=f"Accepted by {interaction.user.display_name}", view=None)

    @discord.ui.button(label="Move", custom_id="move")
    async def move(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Board]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Later it is")

    @discord.ui.select(
        custom_id="stone", options=[discord.SelectOption(label=name, value=name.lower()) for name in ("Black", "White")]
    )
    async def stone(self, interaction: discord.Interaction[Any], select: discord.ui.Select[Board]) -> None:
        await interaction.response.send_message(f"You chose {select.values[0]}", ephemeral=True)


class SmallBot(commands.Bot):
    """Has a command for each feature of the sandbox."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents or discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.seen: list[str] = []
        self.received: list[discord.Message] = []
        self.last: discord.Interaction[Any] | None = None
        self.identified = asyncio.Event()

    async def setup_hook(self) -> None:
        self.add_view(Board())
        _add_commands(self.tree)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before each new session, as discord.py would."""

    async def on_connect(self) -> None:
        self.identified.set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.last = interaction

    async def on_socket_event_type(self, name: str) -> None:
        self.seen.append(name)

    async def on_message(self, message: discord.Message, /) -> None:
        self.received.append(message)


def _add_commands(tree: app_commands.CommandTree[Any]) -> None:
    game = app_commands.Group(name="game", description="A game", guild_only=False)

    @game.command(name="challenge", description="Challenge somebody")
    @app_commands.choices(side=[app_commands.Choice(name="First", value="first")])
    async def challenge(
        interaction: discord.Interaction[Any],
        opponent: discord.User,
        side: app_commands.Choice[str] | None = None,
        days: app_commands.Range[int, 1, 14] = 3,
    ) -> None:
        assert side is None or side.value == "first"
        await interaction.response.send_message(
            f"{opponent.mention}, play for {days} days?",
            file=picture(),
            view=Board(),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[opponent]),
        )

    @game.command(name="move", description="Move")
    async def move(interaction: discord.Interaction[Any], move: str, against: discord.User | None = None) -> None:
        assert against is None or against.name == "bob"
        await interaction.response.send_message(f"Moved {move}", ephemeral=True)

    @move.autocomplete("move")
    async def moves(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in ("d5", "d6", "e5") if name.startswith(current)]

    @tree.command(name="think", description="Think for a while")
    async def think(interaction: discord.Interaction[Any], private: bool) -> None:
        await interaction.response.defer(thinking=True, ephemeral=private)
        await interaction.followup.send("Thought", file=picture())
        await interaction.followup.send("And one more", ephemeral=private)

    @tree.command(name="sleep", description="Never answer")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def sleep(interaction: discord.Interaction[Any]) -> None:
        """Leave the answer to the test."""

    @tree.command(name="terms", description="A longer form")
    async def terms(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Terms())

    @tree.context_menu(name="Challenge")
    async def challenge_menu(interaction: discord.Interaction[Any], member: discord.User) -> None:
        await interaction.response.send_message(f"Challenge {member.name}?", ephemeral=True)

    tree.add_command(game)
