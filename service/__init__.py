"""What people and time do: everything that changes challenges and matches, each in one transaction."""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from games import GAMES, Position
from matches.kinds import import_modules
from matches.limits import Limits, Retention
from matches.standing import RATED_A_DAY
from service.advice import Advice
from service.agreements import Agreements
from service.announcements import Announcements
from service.blocks import Blocks
from service.challenges import Challenges
from service.clock import Clock
from service.conditional import ConditionalMoves
from service.core import Core
from service.follows import Follows
from service.interactions import Interactions
from service.lookup import Lookup, Records
from service.metrics import Metrics
from service.missed_puzzles import MissedPuzzles
from service.moderation import Moderation
from service.outbox import Outbox
from service.owner import Owner
from service.places import Places
from service.play import Play
from service.practice import Practice
from service.privacy import Privacy
from service.puzzles import DailyPuzzles, Puzzles
from service.quotas import Quotas
from service.schedule import Schedule
from service.settings import Settings
from service.standing import Standing
from service.studies import Studies
from service.thoughts import Thinker, Thoughts
from service.tournaments import Tournaments
from service.upkeep import Backups
from service.vacations import Vacations
from service.visits import Visits
from service.watching import Watching
from storage.backups import BackupFolder
from storage.store import Store


class Service:
    """The parts of the service, which share one store.

    Every method of a part is one transaction: its changes are durable when it returns, and undone if it raises. A
    Refusal, or a RuleError of the game, carries the sentence for the player.
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
        """`thinker` computes for computer players, `backups` is the backup folder; both are optional.

        `alone` means that no other process uses the same store at the same time.
        """
        core = Core(store, clock, random or SystemRandom(), games, rated_a_day, limits, retention, alone)
        self.clock = clock
        self.play = Play(core)
        self.challenges = Challenges(core)
        self.agreements = Agreements(core)
        self.conditional = ConditionalMoves(core)
        self.lookup = Lookup(core)
        self.follows = Follows(core)
        self.places = Places(core)
        self.outbox = Outbox(core)
        self.schedule = Schedule(core)
        self.vacations = Vacations(core)
        self.settings = Settings(core)
        self.standing = Standing(core)
        self.blocks = Blocks(core)
        self.practice = Practice(core)
        self.thoughts = Thoughts(core, self.play, self.agreements, thinker)
        self.backups = Backups(core, backups)
        self.privacy = Privacy(core)
        self.moderation = Moderation(core)
        self.owner = Owner(core, self.places)
        self.announcements = Announcements(core)
        self.quotas = Quotas(core)
        self.interactions = Interactions(core)
        self.metrics = Metrics(core, self.backups, self.schedule)
        self.advice = Advice(core, self.thoughts, self.quotas)
        self.studies = Studies(core)
        self.records = Records(core)
        self.puzzles = Puzzles(core)
        self.daily_puzzles = DailyPuzzles(core)
        self.missed_puzzles = MissedPuzzles(core, self.thoughts)
        self.visits = Visits(core, self.moderation)
        self.watching = Watching(core)
        self.tournaments = Tournaments(core)


import_modules(__name__, __path__)  # some only declare kinds of alarms and deliveries, so nothing else imports them
