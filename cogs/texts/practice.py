"""Texts about computer players and their reviews."""

from collections.abc import Mapping

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say
from games import SEATS, merit, other_side
from language import Sentence, mark, series
from matches.computers import LEVELS
from matches.model import Match
from matches.results import bare_name, player_name, seat_name
from matches.reviews import Review, Slip

REMATCHES: Mapping[str, tuple[int, str]] = {
    "-": (-1, mark("Easier: {name}")),
    "=": (0, mark("Same level: {name}")),
    "+": (1, mark("Harder: {name}")),
}
"""Maps each custom_id argument of a rematch to the change of level and the button's label, weakest first."""
USUAL_PAIR = "33"
"""The default levels of a match between computer players."""


def level_name(number: int) -> Sentence:
    """`Breaker, level 3`"""
    return Sentence("{name}, level {number}", {"name": LEVELS[number].name, "number": number})


def level_line(number: int) -> Sentence:
    """`Breaker, level 3: for those who look a move or two ahead`"""
    return Sentence("{level}: {suits}", {"level": level_name(number), "suits": Sentence(LEVELS[number].suits)})


def level_choices() -> dict[int, str]:
    """Maps each level to its plain-text label: its name, and whom it suits."""
    return {number: level_line(number).said() for number in LEVELS}


def pair_choices() -> dict[str, str]:
    """Maps the text for `pair_of` to the plain-text names of two levels."""
    return {
        f"{first}{second}": Sentence(
            "{first} against {second}", {"first": level_name(first), "second": level_name(second)}
        ).said()
        for first in LEVELS
        for second in LEVELS
    }


def pair_of(text: str) -> tuple[int, int]:
    """The two levels in a choice, unchecked; 0 for a missing digit."""
    first, second = (int(digit) if digit.isdecimal() else 0 for digit in f"{text:0<2}"[:2])
    return first, second


def place_in_queue(ahead: int) -> Markdown:
    """Tells how many answers are ahead in the queue; empty if there are none."""
    if not ahead:
        return Markdown("")
    return plural("-# {count} request is ahead of yours.", "-# {count} requests are ahead of yours.", count=ahead)


def question(game: str) -> str:
    """Asks for the computer's level, with a line for each."""
    asked = say("Play **{game}** against the computer, unrated and with no clock:", game=texts.game_name(game))
    return _with_levels(asked)


def question_at(game: str, side: Sentence) -> str:
    """Asks for the level of the computer with which to play on from a position. The person plays the side to move."""
    asked = say(
        "Continue **{game}** from this board against the computer as {side}, unrated and with no clock:",
        game=texts.game_name(game),
        side=side,
    )
    return _with_levels(asked)


def _with_levels(asked: str) -> str:
    return "\n".join([asked, *(say("- {line}", line=level_line(number)) for number in LEVELS)])


def overview(match: Match, review: Review, what: Sentence) -> str:
    """The number of mistakes, the accuracy, and what the graph shows, for the page with the graph; `what` is named."""
    how = say("The closer the line is to a player's edge, the better that player's chances were.")
    return _page(match, review, what, [how])


def mistake(match: Match, review: Review, slip: Slip, what: Sentence) -> str:
    """One mistake: what it cost, the reply to it, and the better move with its reason."""
    opponent = player_name(match, other_side(slip.seat))
    before, after = _percent(slip.before), _percent(slip.after)
    facts: dict[str, object] = {
        "number": review.slips.index(slip) + 1,
        "count": len(review.slips),
        "ply": slip.ply,
        "player": seat_name(match, slip.seat),
        "played": slip.played,
        "better": slip.better,
        "reply": slip.reply[0] if slip.reply else "",
    }
    if slip.lost:
        cost = _forced(slip, opponent)
    else:
        cost = plural(
            "It gives up {count} point of winning chance ({before} % to {after} %).",
            "It gives up {count} points of winning chance ({before} % to {after} %).",
            count=before - after,
            before=before,
            after=after,
        )
    played = (
        say("🟡 Played: **{played}**. Best reply: {reply}.", **facts)
        if slip.reply
        else say("🟡 Played: **{played}**.", **facts)
    )
    move = slip.position.parse(slip.better)
    forced = slip.won and slip.position.play(move).result() is None
    reason = Sentence("it forces a win") if forced else merit(slip.position, move)
    better = (
        say(
            "🔵 Better: **{better}**. From {name}'s side: {reason}.",
            name=bare_name(match, slip.seat),
            reason=reason,
            **facts,
        )
        if reason
        else say("🔵 Better: **{better}**.", **facts)
    )
    which = say("Mistake {number} of {count}, move {ply} by {player}. {cost}", cost=cost, **facts)
    return _page(match, review, what, [which, played, better])


def _forced(slip: Slip, opponent: object) -> str:
    """What the opponent forces after the move played: how and in how many moves, if the line shows it to the end."""
    board = slip.position.play(slip.position.parse(slip.played))
    moves = 0
    for text in slip.reply:
        moves += board.turn != slip.seat
        board = board.play(board.parse(text))
    end = board.result()
    if end is None or end.winner in {None, slip.seat}:
        return say("{opponent} can now force a win.", opponent=opponent)
    return plural(
        "{opponent} can now win in {count} move ({reason}).",
        "{opponent} can now force a win in {count} moves ({reason}).",
        count=moves,
        opponent=opponent,
        reason=end.phrase,
    )


def _page(match: Match, review: Review, what: Sentence, told: list[str]) -> str:
    foot = say("-# 100 % accuracy means no loss of estimated winning chance · {match}", match=what)
    return texts.introduced_once(match, "\n".join([_heading(match, review), *told, foot]))


def _heading(match: Match, review: Review) -> str:
    """`3 mistakes. Ann 71 %, Bob 84 % accuracy.`"""
    count = len(review.slips)
    if review.more:
        mistakes = say("**The {count} worst mistakes.**", count=count)
    elif count:
        mistakes = plural("**{count} mistake.**", "**{count} mistakes.**", count=count)
    else:
        mistakes = say("**No mistakes.**")
    accuracies = [
        say("{player} {percent} %", player=player_name(match, seat), percent=round(accuracy))
        for seat, accuracy in zip(SEATS, review.accuracies, strict=True)
        if accuracy is not None
    ]
    return (
        say("{mistakes} {accuracies} accuracy.", mistakes=mistakes, accuracies=series(accuracies))
        if accuracies
        else mistakes
    )


def _percent(share: float) -> int:
    return round(100 * share)
