"""Parses time spans, such as `2h`, typed in any supported language."""

import re

from language import Sentence, in_context
from matches.timecontrol import DAY, HOUR, MINUTE
from matches.words import choice_of, fold, template_words, words

AND = Sentence("{before} and {last}")
UNITS = {
    DAY: in_context("typed", "d, day, days"),
    HOUR: in_context("typed", "h, hr, hrs, hour, hours"),
    MINUTE: in_context("typed", "m, min, mins, minute, minutes"),
}
LONGEST_TYPED = 150
"""The longest text to parse. Anything longer is not a time span in any language."""


def read_span(text: str) -> int | None:
    """Parse a time span such as `2h` or `1 day and 12 hours`.

    Returns it in seconds, or None if the text is no time span.
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
