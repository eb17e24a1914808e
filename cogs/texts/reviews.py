"""Texts of a match's review."""

from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say, shown
from language import Sentence
from matches.model import Match
from matches.names import bare_name, seat_name
from matches.reviews import Review, Slip


def summary(match: Match, review: Review) -> str:
    """How the match ended, and how many moves lost much."""
    lines = [shown(texts.ending(match))]
    if review.slips:
        lines.append(
            plural(
                "{count} mistake. Choose it below.",
                "{count} mistakes. Choose one below.",
                count=len(review.slips),
            )
        )
    else:
        lines.append(say("No big mistakes."))
    return "\n".join(lines)


def slip_label(match: Match, slip: Slip) -> Sentence:
    """`Move 12 lost 34 %: Alice, d7-d5`, as plain text; phones cut off the end."""
    return Sentence(
        "Move {number} lost {percent} %: {player}, {move}",
        {
            "number": slip.ply,
            "player": bare_name(match, slip.seat),
            "move": slip.played,
            "percent": _percent(slip.before - slip.after),
        },
    )


def slip_text(match: Match, slip: Slip, *, played: bool) -> str:
    """Which move was played, what it cost, and which move the picture shows (`played` or the better one)."""
    facts = {
        "match": texts.title(match),
        "number": slip.ply,
        "player": seat_name(match, slip.seat),
        "played": slip.played,
        "better": slip.better,
        "before": _percent(slip.before),
        "after": _percent(slip.after),
    }
    said = say(
        "{match}, move {number}: {player} played **{played}**. The chance to win fell from {before} % to {after} "
        "%. **{better}** was better.",
        **facts,
    )
    shown = (
        say("-# The picture shows {played}, the move played.", **facts)
        if played
        else say("-# The picture shows {better}.", **facts)
    )
    return f"{said}\n{shown}"


def _percent(share: float) -> int:
    return round(100 * share)
