"""Parses time spans and moments as people type them in any supported language: `2h`, `18:00`, `tomorrow 9:00`."""

import re

from games.base import shorten
from language import Sentence, in_context
from matches.errors import Refusal
from matches.hours import minutes_of, next_daily, tomorrow_at, zone_of
from matches.timecontrol import DAY, HOUR, MINUTE
from matches.words import choice_of, fold, template_words, words

AND = Sentence("{before} and {last}")
UNITS = {
    DAY: in_context("typed", "d, day, days"),
    HOUR: in_context("typed", "h, hr, hrs, hour, hours"),
    MINUTE: in_context("typed", "m, min, mins, minute, minutes"),
}
TOMORROW = in_context("typed", "tomorrow, tomorrow at")
"""Words that precede the time of day."""
LONGEST_TYPED = 150
"""The longest text that is read. A longer one is not a time span in any language."""


def read_span(text: str) -> int | None:
    """Parse a time span such as `2h`, `90 minutes` or `1 day and 12 hours`. Returns its length in seconds.

    Returns None for other texts.
    """
    typed = fold(text[: LONGEST_TYPED + 1])
    if len(typed) > LONGEST_TYPED:
        return None
    units = {word: unit for unit, said in UNITS.items() for word in words(said)}
    found: list[int] = []

    def keep(part: re.Match[str]) -> str:
        found.append(int(part[1]) * units[part[2]])
        return " "

    between = re.sub(rf"(\d{{1,5}})\s?({choice_of(units)})\.?", keep, typed).replace(",", " ").split()
    return sum(found) if found and {*between} <= template_words(AND) else None


def read_moment(text: str, now: int, zone: str) -> int:
    """Parse a moment after `now`, as a person in this time zone means it. Returns the moment in UTC seconds.

    A span counts from now, so `2h` is in two hours; a time of day is its next occurrence. Raises Refusal for other
    texts.
    """
    if span := read_span(text):
        return now + span
    there = zone_of(zone)
    tomorrow = re.match(choice_of(words(TOMORROW)), typed := fold(text))
    try:
        if tomorrow is not None:
            return tomorrow_at(now, minutes_of(typed[tomorrow.end() :]), there)
        return next_daily(now, minutes_of(typed), there)
    except Refusal as refusal:
        raise Refusal(
            "“{typed}” is not a time. Type one like 2h, 18:00 or tomorrow 9:00.", typed=shorten(text)
        ) from refusal
