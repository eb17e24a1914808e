"""The texts of board posts. Phones show the first line in push notifications."""

from collections.abc import Collection, Sequence

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escaped, say
from cogs.texts.votes import counts, voter_count
from games import SEATS, other_side, worded
from language import listing
from matches.crowds import Ballot, closes_at
from matches.model import Event, Match, Snapshot
from matches.results import names, player_name, result_of, result_sentence


def content(
    snapshot: Snapshot,
    pinged: Collection[int],
    ballot: Ballot | None = None,
    *,
    in_tournament: bool = False,
    events: Sequence[Event] = (),
) -> str:
    """Return the text of a board's post, which pings the people in `pinged`.

    `ballot` is None unless people vote on the next move. `events` has the match's events since the board.
    """
    match, before = snapshot.match, snapshot.before
    lines = (
        headline(snapshot, pinged, ballot, in_tournament=in_tournament),
        _options(match),
        texts.offer_lines(match),
        texts.action_lines(match, events, before.format(snapshot.move) if before is not None else ""),
        escaped(dropped) if ballot and (dropped := ballot.dropped_told()) else "",
        counts(match.game, ballot.outcome) if ballot and ballot.outcome else "",
    )
    return texts.introduced_once(match, "\n".join(filter(None, lines)))


def headline(
    snapshot: Snapshot, pinged: Collection[int], ballot: Ballot | None = None, *, in_tournament: bool = False
) -> str:
    """Return the first line of a board's post.

    The line says what happened, and what the players should do or how the match ended. Example: `@Bob, your move. Alice
    jumped d7-d5, taking d6 · due in 3 days · Konane, match #1000`. A warning, such as one about a check, comes after
    what happened. The line of a tournament match ends with `tournament match`.
    """
    match = snapshot.match
    tournament = say(texts.IN_TOURNAMENT) if in_tournament else ""
    if match.over:
        return texts.SEPARATOR.join(filter(None, [ending_text(match, pinged), tournament]))
    parts = [
        _vote_pending(snapshot) if ballot and not ballot.ours else _turn_text(snapshot, pinged),
        texts.warning(snapshot),
        time_left(match, ballot),
        voter_count(ballot.voted) if ballot and ballot.voted else "",
        escaped(texts.which(match)),
        tournament,
    ]
    return texts.SEPARATOR.join(filter(None, parts))


def ending_text(match: Match, pinged: Collection[int]) -> str:
    """Return a line saying how a match ended: `@Alice, you win! **Bob** has no jump left · Konane, match #1000`."""
    return texts.SEPARATOR.join([*_ending_lines(match, pinged), escaped(texts.which(match))])


def spectator_text(snapshot: Snapshot) -> str:
    """Return the first line of a post for spectators, as in `Alice jumped d7-d5, taking d6 · Konane, match #1000`."""
    match = snapshot.match
    if match.over:
        return headline(snapshot, ())
    parts = [escaped(texts.told(snapshot)), texts.warning(snapshot), escaped(texts.which(match))]
    return texts.SEPARATOR.join(filter(None, parts))


def time_left(match: Match, ballot: Ballot | None = None) -> str:
    """Return when the move or the vote is due, such as `due in 3 days`, or say why the clock is paused.

    Returns "" if there is no deadline.
    """
    if (closes := closes_at(match)) is not None:
        if ballot and ballot.extended and not ballot.voted:
            return say(
                "nobody has voted, so the vote was extended: without a vote, the match ends {when}",
                when=texts.relative(closes),
            )
        return say("the vote ends {when}", when=texts.relative(closes))
    if match.deadline is not None:
        return say("due {when}", when=texts.relative(match.deadline))
    if match.paused is not None:
        return say("the clock is paused while {player} is away", player=match.players[match.turn].name)
    return ""


def _options(match: Match) -> str:
    """Return a line listing a practice match's unusual options, or "" once the person has moved.

    In other matches, the challenge has already listed them.
    """
    if not match.practice or match.over or match.ply > (0 if match.thinking else 1):
        return ""
    options = texts.unusual_options(match)
    return say("-# Options: {options}", options=options) if options else ""


def _turn_text(snapshot: Snapshot, pinged: Collection[int]) -> str:
    """Return the first line of a running match's post, which reports the last event and addresses the side to move."""
    match, position, before = snapshot.match, snapshot.position, snapshot.before
    facts: dict[str, object] = {"player": texts.mention_or_name(match, match.turn, pinged)}
    if match.watched:
        return _watched_text(snapshot)
    if match.thinking:
        if before is None:
            return say("{player} is thinking about the first move", **facts)
        return say("{player} is thinking: {told}", told=texts.told(snapshot), **facts)
    if match.voting:
        return _vote_request(snapshot, facts)
    if snapshot.taken_back is not None:
        return say(
            "{player}, your move again. {move} was taken back", move=worded(match.game, snapshot.taken_back), **facts
        )
    if before is None:
        opponent = player_name(match, other_side(match.turn))
        return say(
            "{player}, you move first against {opponent}: {task}", opponent=opponent, task=position.task(), **facts
        )
    facts["told"] = texts.told(snapshot)
    if snapshot.answered is not None:
        return say("{player}, your move. You played {move}, then {told}", move=texts.answered_move(snapshot), **facts)
    if match.ply == 1 and before.turn != match.turn:
        return say("{player}, your first move: {task}. {told}", task=position.task(), **facts)
    return say("{player}, your move. {told}", **facts)


def _vote_request(snapshot: Snapshot, facts: dict[str, object]) -> str:
    """Return the line that reports the last event and calls for votes."""
    match = snapshot.match
    if snapshot.before is None:
        opponent = player_name(match, other_side(match.turn))
        task = snapshot.position.task()
        return say(
            "{player}, vote for your first move against {opponent}: {task}", opponent=opponent, task=task, **facts
        )
    facts["told"] = texts.told(snapshot)
    if snapshot.answered is not None:
        return say(
            "{player}, vote for your move. You played {move}, then {told}", move=texts.answered_move(snapshot), **facts
        )
    return say("{player}, vote for your move. {told}", **facts)


def _vote_pending(snapshot: Snapshot) -> str:
    """Return the line that reports the last event and says that the other server is voting."""
    match = snapshot.match
    facts: dict[str, object] = {"player": texts.mention_or_name(match, match.turn, ())}
    if snapshot.before is None:
        return say(
            "{player} votes for the first move against {opponent}",
            opponent=player_name(match, other_side(match.turn)),
            **facts,
        )
    return say("{player} votes for the next move. {told}", told=texts.told(snapshot), **facts)


def _watched_text(snapshot: Snapshot) -> str:
    """Return the first line of the post for a match between computer players."""
    if snapshot.before is not None:
        return say("Computer match: {told}", told=texts.told(snapshot))
    first, second = names(snapshot.match)
    return say("Computer match: {first} plays {second}", first=first, second=second)


def _ending_lines(match: Match, pinged: Collection[int]) -> list[str]:
    """Return the parts that make up the line saying how a match ended.

    The line addresses the winner if they are in `pinged`, and mentions everybody else in `pinged`.
    """
    by_seat = [texts.mention_or_name(match, seat, pinged) for seat in SEATS]
    ended = escaped(result_sentence(match, by_seat))
    result = result_of(match)
    if result.winner is not None and match.players[result.winner].id in pinged:
        reason = escaped(result.why(by_seat))
        reason = Markdown(reason[:1].upper() + reason[1:])
        ended = say("{winner}, you win! {reason}", winner=by_seat[result.winner], reason=reason)
    mentions = [texts.mention(player) for player in match.players if player.id in pinged]
    if all(mention in ended for mention in mentions):
        return [ended]
    return [escaped(listing(mentions)), ended]
