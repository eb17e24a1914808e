"""Planned replies, also called conditional moves.

A reply stays private until the opponent plays the move that it responds to.
"""

from collections.abc import Sequence

from games import SEATS, Seat, other_side
from language import mark
from matches.conditional import (
    MOST_REPLIES,
    MOST_REPLIES_IN_LINE,
    Condition,
    legal_line,
    shelve,
    standing,
    unshelve,
    with_line,
)
from matches.errors import Refusal
from matches.model import Match, Snapshot
from matches.notices import NOTICE_KINDS
from service.change import Change, Happening, after, ahead_of
from service.core import Part, reading, transaction
from storage.store import Tables

DROPPED = NOTICE_KINDS.declare(
    "dropped",
    to="player",
    public=None,
    text=mark("{you}, a move was taken back, so your planned replies were deleted · {title}"),
    buttons=(),
    urgency="none",
    shares={"use"},
    until=(),
)


@after("take back", order=70)
async def drop_answers(change: Change, happening: Happening) -> None:
    """Delete a player's planned replies that no longer apply after a takeback, and notify the player.

    After a takeback, the opponent's replies that were shelved because of the removed move are active again. The
    player's own stay shelved, because the opponent's move before it remains.
    """
    match, tx = happening.match, change.tx
    for seat in SEATS:
        known = await tx.conditions.of(match.id, seat)
        if standing(known):
            await change.notices.tell(match, seat, DROPPED, happening.actor)
        kept = [condition for condition in known if condition.shelved] if seat == match.turn else unshelve(known)
        await tx.conditions.replace(match.id, seat, kept)


@ahead_of("move")
def ask_replies(change: Change, match: Match) -> None:
    change.tx.conditions.ask(match.id, other_side(match.turn))


class Conditional(Part):
    @reading
    async def of(self, view: Tables, match_id: int, person_id: int) -> list[Condition]:
        """Return a player's planned replies, those that answer the shortest lines of moves first.

        Raises NotAPlayer, and Over if the match has ended.
        """
        _, seat = await self._core.acting(view, match_id, person_id, None)
        return standing(await view.conditions.of(match_id, seat))

    @transaction
    async def prepare(
        self, change: Change, match_id: int, person_id: int, line: Sequence[str], *, rev: int | None = None
    ) -> list[Condition]:
        """Prepare the last move of `line` as the reply to the moves before it.

        Returns all of the player's planned replies. A line alternates between the opponent's moves and this player's
        replies, with at most MOST_REPLIES_IN_LINE pairs. A new reply to a known line replaces the old one and drops the
        replies that follow from it. Raises NotAPlayer, Over, Stale, the RuleError of an illegal move, and Refusal on
        this player's turn or in a match against the computer.
        """
        if not line or len(line) % 2 or len(line) > 2 * MOST_REPLIES_IN_LINE:
            raise Refusal.counted(
                "Give a move of theirs and your reply.",
                "Give a move of theirs and your reply, at most {count} such pairs in a row.",
                MOST_REPLIES_IN_LINE,
            )
        match, seat = await self._waiting(change.tx, match_id, person_id, rev)
        snapshot = change.snapshot(match)
        moves = legal_line(snapshot.position, line, seat)
        before = standing(await change.tx.conditions.of(match_id, seat))
        kept = with_line(before, moves)
        most = MOST_REPLIES if change.limits.prepared is None else min(change.limits.prepared, MOST_REPLIES)
        if len(before) < len(kept) > most:
            raise Refusal.counted(
                "You have planned {count} reply in this match. Cancel it before you plan another.",
                "You have planned {count} replies in this match. Cancel one before you plan another.",
                most,
            )
        await change.tx.conditions.replace(match_id, seat, kept)
        return kept

    @transaction
    async def cancel(
        self, change: Change, match_id: int, person_id: int, path: Sequence[str] | None = None
    ) -> list[Condition]:
        """Delete the planned replies to lines that begin with `path`, or all planned replies if `path` is None.

        Returns the remaining replies.
        """
        _, seat = await self._core.acting(change.tx, match_id, person_id, None)
        kept = []
        if path is not None:
            conditions = standing(await change.tx.conditions.of(match_id, seat))
            kept = [condition for condition in conditions if condition.path[: len(path)] != tuple(path)]
        await change.tx.conditions.replace(match_id, seat, kept)
        return kept

    async def board_after(
        self, match_id: int, person_id: int, line: Sequence[str] = (), *, rev: int | None = None
    ) -> Snapshot:
        """Return the board after the moves of `line`, on which the player chooses the next move.

        Raises the same errors as `prepare`.
        """

        async def waiting(view: Tables) -> Match:
            return (await self._waiting(view, match_id, person_id, rev))[0]

        snapshot = await self._core.snapshot_of(waiting)
        for text in line:
            position = snapshot.position
            move = position.parse(text)
            snapshot = Snapshot(snapshot.match, position.play(move), position, move)
        return snapshot

    async def _waiting(self, view: Tables, match_id: int, person_id: int, rev: int | None) -> tuple[Match, Seat]:
        match, seat = await self._core.acting(view, match_id, person_id, rev)
        if match.practice:
            raise Refusal(
                "Match #{code} is against the computer. You can plan replies only against people.", code=match.code
            )
        if match.turn == seat:
            raise Refusal("It is your turn in match #{code}. Play your move first, then plan replies.", code=match.code)
        return match, seat


async def prepared_reply(tx: Tables, snapshot: Snapshot) -> str | None:
    """Return the reply prepared for the last move, or None if there is none.

    If there is a reply, the replies that follow from it are kept. If there is none, all replies are shelved until the
    move is taken back.
    """
    match = snapshot.match
    if match.over or snapshot.before is None:
        return None
    seat = other_side(snapshot.before.turn)
    known = await tx.conditions.of(match.id, seat)
    if not known:
        return None
    played = snapshot.before.format(snapshot.move)
    answer = next((condition.answer for condition in known if condition.path == (played,)), None)
    rest = [
        Condition(condition.path[2:], condition.answer) for condition in known if condition.path[:2] == (played, answer)
    ]
    await tx.conditions.replace(match.id, seat, rest if answer else shelve(known))
    return answer
