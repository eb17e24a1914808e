"""Coral Clash in Discord."""

from cogs.commands.game import commands_of
from games.coral_clash import GAME

setup = commands_of(GAME)
