"""King's Convoy in Discord."""

from cogs.commands.game import commands_of
from games.kings_convoy import GAME

setup = commands_of(GAME)
