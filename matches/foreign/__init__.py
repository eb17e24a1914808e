"""Records in the formats of other programs, as far as they have games that are played here, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.foreign import abstractplay, ludii, opentafl

if TYPE_CHECKING:
    from collections.abc import Callable

    from matches.notation import Record

FORMATS: tuple[tuple[Callable[[str], bool], Callable[[str], Record]], ...] = (
    (abstractplay.recognised, abstractplay.read),
    (ludii.recognised, ludii.read),
    (opentafl.recognised, opentafl.read),
)
"""How each format is recognised, and read."""


def reader_of(text: str) -> Callable[[str], Record] | None:
    """What reads this text; None where it is in no format of others."""
    return next((read for recognised, read in FORMATS if recognised(text)), None)
