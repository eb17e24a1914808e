"""Formats clock names and parses clocks typed by users, in every supported language."""

from games.base import bare
from language import Sentence, in_context
from matches.errors import Refusal
from matches.moments import LONGEST_TYPED, read_span
from matches.timecontrol import CLOCKS, LONGEST, TimeControl, clock_text, lasting, span_text
from matches.words import fold, match_template, words

NO_CLOCK = Sentence("no clock")
EACH_MOVE = "{start} a move"
BANK = "{start} + {increment} a move"
CAPPED = "{start} + {increment} a move, at most {cap}"
SOFT = "{clock}, soft: the opponent may claim a win on time"
TYPED = (CAPPED, BANK, EACH_MOVE, "{start} + {increment}", "{start}")
NONE = in_context("typed", "none, no, without")


def clock_name(clock: TimeControl | None) -> Sentence:
    """Return a clock's name, such as `3 days a move`, `1 day + 1 hour a move` or `no clock`.

    `read_clock` parses such names.
    """
    if clock is None:
        return NO_CLOCK
    facts = {"start": lasting(clock.start), "increment": lasting(clock.increment), "cap": lasting(clock.cap)}
    if clock.start == clock.increment == clock.cap:
        name = Sentence("{start} a move", facts)
    elif clock.cap == LONGEST:
        name = Sentence("{start} + {increment} a move", facts)
    else:
        name = Sentence("{start} + {increment} a move, at most {cap}", facts)
    return name if clock.hard else Sentence("{clock}, soft: the opponent may claim a win on time", {"clock": name})


def clock_choices(*more: str) -> dict[str, str]:
    """Return the clocks on offer as a dict mapping each clock's text form to its plain-text name.

    `more` adds further clocks in text form.
    """
    return {text: clock_name(TimeControl.parse(text)).said() for text in dict.fromkeys((*CLOCKS, *more))}


def clocks_like(typed: str) -> dict[str, str]:
    """Suggest clocks that match the typed text, in the format of `clock_choices`.

    If the text is a complete clock, that clock comes first.
    """
    wanted = fold(typed)
    offered = {text: name for text, name in clock_choices().items() if wanted in fold(name)}
    try:
        own = clock_text(read_clock(typed))
    except Refusal:
        return offered
    return {own: clock_choices(own)[own]} | offered


def read_clock(typed: str) -> TimeControl | None:
    """Parse a clock typed in any supported language. Raises Refusal if the text is not a clock."""
    text = bare(typed)
    try:
        return TimeControl.parse(text)
    except Refusal:
        return TimeControl.parse(_in_english(fold(text)) or typed)


def _in_english(text: str) -> str | None:
    """Convert a clock's name in any supported language to its text form, or return None if it is no such name."""
    if len(text) > LONGEST_TYPED:
        return None
    for fields in match_template(Sentence(SOFT), text):
        clock = _in_english(fields["clock"])
        if clock not in {None, "none"}:
            return f"{clock} soft"
    if text in words(NO_CLOCK) | words(NONE):
        return "none"
    for template in TYPED:
        for fields in match_template(Sentence(template), text):
            spans = {name: read_span(value) for name, value in fields.items()}
            texts = {name: span_text(min(span, 2 * LONGEST)) for name, span in spans.items() if span is not None}
            if texts.keys() == spans.keys():
                start, increment, cap = (texts.get(name) for name in ("start", "increment", "cap"))
                return f"{start}{f' + {increment}' if increment else ''}{f' / {cap}' if cap else ''}"
    return None
