"""Following a match as a spectator."""

from language import mark
from matches.errors import Refusal
from matches.model import Follow, Match, Person
from matches.notices import NOTICE_KINDS, NOWHERE, NoticeButton, Text
from service.change import Change, Happening, after, ahead_of
from service.core import Part, check_running, reading, transaction
from storage.store import Tables

MOST_FOLLOWED = 25
"""The most running matches that one person may follow."""
FOLLOWED = NOTICE_KINDS.declare(
    "followed",
    to="follower",
    public=None,
    text=Text.FOLLOWED,
    buttons=(NoticeButton("mine", alone=mark("Board")), NoticeButton("unfollow", alone=mark("Unfollow"))),
    urgency="none",
    shares=NOWHERE,
    until=(),
)
FOLLOWED_END = NOTICE_KINDS.declare(
    "followed end",
    to="follower",
    public=None,
    text=Text.FOLLOWED,
    buttons=(NoticeButton("mine", alone=mark("Replay")),),
    urgency="none",
    shares=NOWHERE,
    until=None,
)


@after("move", "end", order=120)
async def tell_followers(change: Change, happening: Happening) -> None:
    """Notify a match's followers of a new board or of the match's end.

    Followers who are banned in a server that shows the match get no notice.
    """
    match = happening.match
    kind = FOLLOWED_END if match.over else FOLLOWED
    for follow in await change.tx.follows.of(match.id):
        if match.over or follow.each_move:
            await change.notices.tell_spectator(match, follow.person_id, kind)


@ahead_of("move")
def ask_followers(change: Change, match: Match) -> None:
    change.tx.follows.ask(match.id)


class Follows(Part):
    """Lets people follow matches.

    Callers must make sure that the person may see the match.
    """

    @transaction
    async def follow(self, change: Change, match_id: int, person: Person, *, each_move: bool) -> Follow:
        """Have a person notified when a match ends and, if `each_move` is true, after each move as well.

        Replaces an earlier choice. Raises Over, and Refusal for players of the match and beyond MOST_FOLLOWED matches.
        """
        match = await self._core.match(change.tx, match_id)
        if match.seat_of(person.id) is not None:
            raise Refusal("You are playing in match #{code}, so you are notified anyway.", code=match.code)
        check_running(match)
        known = {follow.person_id for follow in await change.tx.follows.of(match_id)}
        if person.id not in known and await change.tx.follows.count(person.id) >= MOST_FOLLOWED:
            raise Refusal.counted(
                "You already follow {count} match. Unfollow it first.",
                "You already follow {count} matches. Unfollow one of them first.",
                MOST_FOLLOWED,
            )
        await change.tx.people.save(person)
        follow = Follow(match_id, person.id, each_move)
        await change.tx.follows.save(follow)
        return follow

    @transaction
    async def unfollow(self, change: Change, match_id: int, person_id: int) -> None:
        """Stop notifying a person about a match, or raise Refusal if they do not follow it."""
        match = await self._core.match(change.tx, match_id)
        if not await change.tx.follows.remove(match_id, person_id):
            raise Refusal("You are not following match #{code}.", code=match.code)
        await change.notices.end(match_id, match.rev + 1, [FOLLOWED], person_id)

    @reading
    async def follow_of(self, view: Tables, match_id: int, person_id: int) -> Follow | None:
        """Return how a person is notified as a follower of a match, or None if they do not follow it."""
        return next((follow for follow in await view.follows.of(match_id) if follow.person_id == person_id), None)
