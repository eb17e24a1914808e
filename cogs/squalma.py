"""SquAlma in Discord."""

from cogs.commands.game import commands_of
from games.squalma import GAME

setup = commands_of(GAME)
