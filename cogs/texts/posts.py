"""Text of a board's public post. The first line is also the push notification on a phone."""

from collections.abc import Collection

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, plural, say, shown
from games import SEATS, other_side
from language import listing
from matches.model import Match, Snapshot
from matches.results import names, player_name, result_of, result_sentence
from matches.timecontrol import roughly


def content(snapshot: Snapshot, called: Collection[int]) -> str:
    """The text of a post that pings the people in `called`."""
    match = snapshot.match
    lines = (headline(snapshot, called), _options(match), summary(snapshot), texts.offered(match))
    return texts.introduced_once(match, "\n".join(filter(None, lines)))


def headline(snapshot: Snapshot, called: Collection[int]) -> str:
    """The first line: what happened and what is asked, or how the match ended.

    `@Bob, your move. Alice jumped d7-d5, taking d6 · due in 3 days · Konane #1000`; a warning follows what happened.
    """
    match = snapshot.match
    if match.over:
        return ended(match, called)
    parts = [_asked(snapshot, called), texts.warning(snapshot), time_left(match), shown(texts.title(match))]
    return texts.SEPARATOR.join(filter(None, parts))


def ended(match: Match, called: Collection[int] = ()) -> str:
    """How a match ended: `@Alice, you win! **Bob** has no jump left · Konane #1000`"""
    return texts.SEPARATOR.join([*_ended(match, called), shown(texts.title(match))])


def seen(snapshot: Snapshot) -> str:
    """The first line for a spectator: `Alice jumped d7-d5, taking d6 · Konane #1000`"""
    match = snapshot.match
    if match.over:
        return headline(snapshot, ())
    parts = [shown(texts.told(snapshot)), texts.warning(snapshot), shown(texts.title(match))]
    return texts.SEPARATOR.join(filter(None, parts))


def time_left(match: Match) -> str:
    """`due in 3 days`, or why the clock is paused; empty without a clock."""
    if match.deadline is not None:
        return say("due {when}", when=texts.relative(match.deadline))
    if match.paused is not None:
        return say("the clock is paused while {player} is away", player=match.players[match.turn].name)
    return ""


def summary(snapshot: Snapshot) -> str:
    """How long a finished match took, with its last move if that decided it; empty for other matches."""
    match = snapshot.match
    if not match.over or match.ended_at is None or match.ply == 0:
        return ""
    facts = {"time": roughly(match.ended_at - match.created_at)}
    if snapshot.before is None or snapshot.position.result() is None:
        return plural("{count} move in {time}", "{count} moves in {time}", count=match.ply, **facts)
    return plural(
        "{count} move in {time}: {told}",
        "{count} moves in {time}. Last move: {told}",
        count=match.ply,
        told=texts.told(snapshot),
        **facts,
    )


def _options(match: Match) -> str:
    """The unusual options of a practice match, until a person has moved: no challenge has named them."""
    if not match.practice or match.over or match.ply > (0 if match.thinking else 1):
        return ""
    options = texts.unusual_options(match)
    return say("-# Options: {options}", options=options) if options else ""


def _asked(snapshot: Snapshot, called: Collection[int]) -> str:
    """The first line of a running match: what happened, and what the side to move is asked to do."""
    match, position, before = snapshot.match, snapshot.position, snapshot.before
    facts: dict[str, object] = {"player": texts.mention_or_name(match, match.turn, called)}
    if match.watched:
        return _shown(snapshot)
    if match.thinking:
        if before is None:
            return say("{player} is thinking about the first move", **facts)
        return say("{player} is thinking: {told}", told=texts.told(snapshot), **facts)
    if snapshot.taken_back is not None:
        return say("{player}, your move again. {move} was taken back", move=snapshot.taken_back, **facts)
    if before is None:
        opponent = player_name(match, other_side(match.turn))
        return say(
            "{player}, you move first against {opponent}: {task}", opponent=opponent, task=position.task(), **facts
        )
    facts["told"] = texts.told(snapshot)
    if snapshot.answered is not None:
        return say("{player}, your move. You played {move}, then {told}", move=snapshot.answered, **facts)
    if match.ply == 1 and before.turn != match.turn:
        return say("{player}, your first move: {task}. {told}", task=position.task(), **facts)
    return say("{player}, your move. {told}", **facts)


def _shown(snapshot: Snapshot) -> str:
    """The first line of a match between computer players."""
    if snapshot.before is not None:
        return say("Computer match: {told}", told=texts.told(snapshot))
    first, second = names(snapshot.match)
    return say("Computer match: {first} plays {second}", first=first, second=second)


def _ended(match: Match, called: Collection[int]) -> list[str]:
    """How the match ended, to the winner in `called`; preceded by mentions of the others unless it contains them."""
    by_seat = [texts.mention_or_name(match, seat, called) for seat in SEATS]
    ended = shown(result_sentence(match, by_seat))
    if match.winner is not None and match.players[match.winner].id in called:
        reason = shown(result_of(match).why(by_seat))
        reason = Markdown(reason[:1].upper() + reason[1:])
        ended = say("{winner}, you win! {reason}", winner=by_seat[match.winner], reason=reason)
    mentions = [texts.mention(player) for player in match.players if player.id in called]
    if all(mention in ended for mention in mentions):
        return [ended]
    return [shown(listing(mentions)), ended]
