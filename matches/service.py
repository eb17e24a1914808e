"""The match service: everything that people can do with challenges and matches."""

from __future__ import annotations

from matches.blocks import Blocking
from matches.challenges import Challenging
from matches.conditions import Preparing
from matches.lookup import Looking
from matches.offers import Offering
from matches.places import Placing
from matches.play import Playing
from matches.schedule import Scheduling
from matches.settings import Choosing
from matches.telling import Noticing
from matches.vacation import Vacationing


class Matches(
    Challenging,
    Playing,
    Offering,
    Preparing,
    Looking,
    Placing,
    Noticing,
    Scheduling,
    Vacationing,
    Choosing,
    Blocking,
):
    """Challenges and matches in a store.

    Every method is one transaction: when it returns, what it did is durable; when it raises, nothing happened.
    A Refusal, or a RuleError of the game, carries the sentence for the player.
    """
