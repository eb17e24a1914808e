"""King's Convoy in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs._game import GameCog
from games.kings_convoy import GAME

if TYPE_CHECKING:
    from cogs._client import Tidepool


class KingsConvoyCog(GameCog, group_name="kings-convoy"):
    """`/kings-convoy` and what every game has."""

    game = GAME


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(KingsConvoyCog(bot))
