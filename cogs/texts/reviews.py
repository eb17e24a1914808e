"""Texts of a review."""

from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from games import SEATS, merit, other_side
from language import Sentence, series
from matches.model import Match
from matches.results import bare_name, player_name, seat_name
from matches.reviews import Review, Slip


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
