"""Brain Coral in Discord."""

from cogs.commands.game import commands_of
from games.brain_coral import GAME

setup = commands_of(GAME)
