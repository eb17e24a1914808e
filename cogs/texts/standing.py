"""What people read about ratings, records and finished matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.texts import matches as words
from cogs.texts.markdown import Markdown, one_line, say, shown
from language import Sentence, listing, mark
from matches.results import result_of
from matches.standing import outcome_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matches.records import Match
    from matches.standing import Outcome
    from service.standing import Aftermath

OUTCOMES: Mapping[Outcome, str] = {
    "won": mark("won"),
    "lost": mark("lost"),
    "drawn": mark("draw"),
    "void": mark("no result"),
}
"""How a match went for one of its players."""


def aftermath(match: Match, after: Aftermath) -> str:
    """What a match that is over has changed: `Alice 1520 → 1534, Bob 1480 → 1466`, and the score between the two."""
    first, second = (player.name for player in match.players)
    lines = []
    if after.ratings:
        changes = [
            Sentence("**{player}** {before} → {after}", {"player": player.name, "before": str(was), "after": str(now)})
            for player, (was, now) in zip(match.players, after.ratings, strict=True)
        ]
        lines.append(shown(Sentence("{changes}", {"changes": listing(changes)})))
    elif after.too_many:
        lines.append(say("-# Not rated: the two of you have finished enough rated matches within a day."))
    if after.score.played:
        facts = {"first": first, "second": second, "game": words.game_name(match.game), "score": str(after.score)}
        if after.overall == after.score:
            lines.append(say("-# {first} against {second} in {game}: {score}", **facts))
        else:
            overall = str(after.overall)
            lines.append(
                say("-# {first} against {second} in {game}: {score}, in all games {overall}", **facts, overall=overall)
            )
    return "\n".join(lines)


def finished_line(match: Match, person_id: int) -> Markdown:
    """A finished match in somebody's list: `Konane #1f3k against Bob: won (no legal move), 2 days ago`."""
    seat = match.seat_of(person_id) or 0
    return say(
        "{match} against {opponent}: **{outcome}** ({reason}), {when}",
        match=words.title(match),
        opponent=match.players[1 - seat].name,
        outcome=Sentence(OUTCOMES[outcome_for(match, person_id)]),
        reason=result_of(match).phrase,
        when=words.relative(match.ended_at or match.moved_at),
    )


def finished_label(match: Match, person_id: int) -> Sentence:
    """The same in a select. Plain text."""
    seat = match.seat_of(person_id) or 0
    return Sentence(
        "{match} against {opponent}: {outcome}",
        {
            "match": words.title(match),
            "opponent": one_line(match.players[1 - seat].name),
            "outcome": Sentence(OUTCOMES[outcome_for(match, person_id)]),
        },
    )
