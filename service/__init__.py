"""The bot's use cases: what people can do, and what the bot does at scheduled times.

Each change is one transaction.
"""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from games import GAMES, Position
from matches.kinds import import_modules
from matches.limits import Limits, Retention
from matches.standing import RATED_A_DAY
from service.clock import Clock
from service.core import PARTS, Core, Part
from service.thinker import Thinker
from storage.backups import BackupFolder
from storage.store import Store


class Service:
    """All parts of the service, which share one store.

    For example, `service.play` is the Play in `service/play.py`. Every method of a part is one transaction: its changes
    are durable when it returns, and undone if it raises. A Refusal, or a RuleError of the game, carries the sentence
    for the player.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        random: Random | None = None,
        games: Mapping[str, type[Position[Any]]] = GAMES,
        thinker: Thinker | None = None,
        backups: BackupFolder | None = None,
        rated_a_day: int = RATED_A_DAY,
        limits: Limits = Limits(),  # noqa: B008 (a frozen value)
        retention: Retention = Retention.off(),  # noqa: B008 (a frozen value)
        *,
        alone: bool = True,
    ) -> None:
        """Create all parts.

        If `thinker` is None, there are no computer players. If `backups` is None, no backups are made.

        `alone` means that no other process uses the same store.
        """
        dice = random or SystemRandom()
        core = Core(store, clock, dice, games, rated_a_day, limits, retention, alone, thinker, backups)
        self.clock = clock
        self.replays = core.replays
        self.__dict__.update({name: core.part(kind) for name, kind in PARTS.items()})

    def __getattr__(self, name: str) -> Part:
        """Raise AttributeError for an unknown part of the service.

        mypy knows the parts from `tests/support/typed_attributes.py`.
        """
        raise AttributeError(f"no part in service/ is called {name}: give its class the base Part")


import_modules(__name__, __path__)  # each module declares its parts and its kinds of alarms and deliveries
