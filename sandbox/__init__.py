"""A local stand-in for Discord that runs an unmodified bot without an account.

This module is the public API, which README.md describes. Everything else may change.
"""

from sandbox.bot_process import BotDied, BotProcess
from sandbox.discord.interaction import Interaction, State
from sandbox.discord.model import Attachment, Channel, ChannelType, Guild, Message, User
from sandbox.discord.uploads import Upload
from sandbox.discord.world import Change
from sandbox.driver import Answer, Driver, Impossible, Modal
from sandbox.ports import free_ports
from sandbox.server import PATIENCE, Sandbox
from sandbox.terminal.run import run_sandbox
from sandbox.wire.log import Entry
from sandbox.workers import Workers

__all__ = [
    "PATIENCE",
    "Answer",
    "Attachment",
    "BotDied",
    "BotProcess",
    "Change",
    "Channel",
    "ChannelType",
    "Driver",
    "Entry",
    "Guild",
    "Impossible",
    "Interaction",
    "Message",
    "Modal",
    "Sandbox",
    "State",
    "Upload",
    "User",
    "Workers",
    "free_ports",
    "run_sandbox",
]
