"""Konane in Discord."""

from cogs.commands.game import commands_of
from games.konane import GAME

setup = commands_of(GAME)
