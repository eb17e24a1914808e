"""The tables of crowds, their voters and votes."""

from collections.abc import Sequence

from games import Seat
from matches.crowds import ROUNDS_EXPECTED, Crowd, Reason, Vote, Voter
from matches.model import Running
from storage.driver import Statements
from storage.people import EVERYWHERE
from storage.tables import MatchColumn, ModelTable, PersonColumn, Told

CROWD = ModelTable(
    "crowd",
    Crowd,
    "A crowd",
    "match_id, seat",
    indexes=["crowd_in_server (guild_id)"],
    of_match=MatchColumn("row removed", not_exported="it names nobody", until=None),
)
VOTER = ModelTable(
    "voter",
    Voter,
    "A voter",
    "match_id, person_id",
    indexes=["voter_of (person_id)"],
    holds=[PersonColumn("person_id", "row removed", name_not_kept="nobody is shown a name because of it")],
    of_match=MatchColumn("row removed", until=None),
    policy=Told(
        "matches that your server plays: your side, your votes with their times and reasons, and whether you are told "
        "of new votes",
        "to count votes and to show the reasons; they name you only if you agreed",
    ),
)
VOTE = ModelTable(
    "vote",
    Vote,
    "A vote",
    "match_id, ply, person_id",
    indexes=["vote_of (person_id)", "vote_no (match_id, no)"],
    holds=[PersonColumn("person_id", "stand-in")],
    of_match=MatchColumn("row removed", until=None),
    policy=VOTER.told,
)
OF_MATCH = f"SELECT {CROWD.columns} FROM crowd WHERE match_id = ? ORDER BY seat"
RUNNING = """
SELECT crowd.match_id, crowd.channel_id FROM crowd JOIN match ON match.id = crowd.match_id
WHERE crowd.guild_id = ? AND match.status = 'running'
GROUP BY crowd.match_id, crowd.channel_id
"""
VOTER_OF = f"SELECT {VOTER.columns} FROM voter WHERE match_id = ? AND person_id = ?"
SIZES = "SELECT seat, count(*) AS number FROM voter WHERE match_id = ? GROUP BY seat"
VOTES = f"SELECT {VOTE.columns} FROM vote WHERE match_id = ? AND ply = ? ORDER BY no"
VOTE_OF = f"SELECT {VOTE.columns} FROM vote WHERE match_id = ? AND ply = ? AND person_id = ?"
LAST_NO = "SELECT max(no) AS no FROM vote WHERE match_id = ?"
VOTED = "SELECT count(*) AS number FROM vote WHERE match_id = ? AND ply = ?"
LAST_PLY = "SELECT ply FROM vote WHERE match_id = ? AND seat = ? AND ply < {before} ORDER BY ply DESC LIMIT 1"
LAST_PLIES = f"""
WITH RECURSIVE past (ply, number) AS (
    SELECT ({LAST_PLY.format(before="?")}), 1
    UNION ALL SELECT ({LAST_PLY.format(before="past.ply")}), number + 1 FROM past WHERE number < ?
)
SELECT coalesce(ply, 0) AS ply FROM past
"""
"""The plies of a side's last votes, found without reading the votes between them. A missing vote has ply 0."""
EXPECTED = f"""
SELECT count(*) AS people, sum(now) AS voted FROM (
    SELECT person_id, max(CASE WHEN ply = ? THEN 1 ELSE 0 END) AS now, min(ply) AS first FROM vote
    WHERE match_id = ? AND ply IN ({", ".join("?" * (ROUNDS_EXPECTED + 1))}) AND seat = ? AND person_id > 0
    GROUP BY person_id
) AS voters
WHERE first < ? AND NOT EXISTS (
    SELECT 1 FROM ban WHERE ban.person_id = voters.person_id
    AND ban.guild_id IN ({EVERYWHERE}, (SELECT guild_id FROM crowd WHERE match_id = ? AND seat = ?))
)
"""
"""The number of expected voters, and how many of them have voted.

One pass suffices: a join would compare all with all in a database without statistics.
"""
TO_NOTIFY = """
SELECT voter.person_id FROM voter
WHERE voter.match_id = ? AND voter.seat = ? AND voter.notified = 1 AND EXISTS (
    SELECT 1 FROM vote WHERE vote.match_id = voter.match_id AND vote.person_id = voter.person_id AND vote.ply = (
        SELECT max(ply) FROM vote WHERE match_id = ? AND seat = ?
    )
)
ORDER BY voter.person_id
"""
BANNED = f"""EXISTS (
    SELECT 1 FROM ban WHERE ban.person_id = vote.person_id AND ban.guild_id IN ({EVERYWHERE}, (
        SELECT guild_id FROM crowd WHERE crowd.match_id = vote.match_id AND crowd.seat = vote.seat
    ))
)"""
"""Whether a voter is banned from the server for which they voted. Their counted votes stay, but without a name."""
REASONS = f"""
SELECT vote.move, vote.reason, CASE WHEN {BANNED} THEN 0 ELSE vote.named END AS named, vote.person_id,
    coalesce(person.name, '') AS name
FROM vote LEFT JOIN person ON person.id = vote.person_id
WHERE vote.match_id = ? AND vote.ply = ? AND vote.reason <> '' ORDER BY vote.no
"""
OPEN_VOTES = """
SELECT vote.match_id FROM vote JOIN match ON match.id = vote.match_id
WHERE vote.person_id = ? AND match.status = 'running' AND vote.ply = match.ply + 1
"""
TO_VOTE = """
SELECT match.id, match.deadline, match.moved_at FROM voter JOIN match ON match.id = voter.match_id
WHERE voter.person_id = ? AND match.status = 'running' AND match.turn = voter.seat
ORDER BY match.deadline, match.id
"""
SPOKEN = """
SELECT DISTINCT vote.match_id FROM vote JOIN match ON match.id = vote.match_id
WHERE vote.person_id = ? AND vote.named = 1 AND vote.reason <> '' AND vote.ply >= match.ply - 1
"""


class Crowds(Statements):
    """Reads and writes crowds (groups of people who vote), voters and votes, skipping damaged rows."""

    async def of(self, match_id: int) -> list[Crowd]:
        """Return the crowds of a match, by seat."""
        return CROWD.each(await self._session.rows(OF_MATCH, match_id))

    async def running(self, guild_id: int) -> list[tuple[int, int]]:
        """Return the match ID and channel ID of each running match in which a server decides its moves by vote."""
        return [(row["match_id"], row["channel_id"]) for row in await self._session.rows(RUNNING, guild_id)]

    def save(self, crowd: Crowd) -> None:
        self._session.change(CROWD.upsert(), *CROWD.values(crowd))

    async def voter(self, match_id: int, person_id: int) -> Voter | None:
        return VOTER.maybe(await self._session.row(VOTER_OF, match_id, person_id))

    def save_voter(self, voter: Voter) -> None:
        self._session.change(VOTER.upsert(), *VOTER.values(voter))

    async def sizes(self, match_id: int) -> tuple[int, int]:
        """Return how many people vote for the first player and how many for the second."""
        sizes = {row["seat"]: row["number"] for row in await self._session.rows(SIZES, match_id)}
        return sizes.get(0, 0), sizes.get(1, 0)

    async def votes(self, match_id: int, ply: int) -> list[Vote]:
        """Return the votes on the move at this ply, oldest first."""
        return VOTE.each(await self._session.rows(VOTES, match_id, ply))

    async def vote(self, match_id: int, ply: int, person_id: int) -> Vote | None:
        return VOTE.maybe(await self._session.row(VOTE_OF, match_id, ply, person_id))

    async def count_voters(self, match_id: int, ply: int) -> int:
        """Return how many people have voted on the move at this ply."""
        return await self._count(VOTED, match_id, ply)

    async def last_no(self, match_id: int) -> int:
        """Return the sequence number of a match's latest vote, or 0 if nobody has voted yet."""
        return await self._count(LAST_NO, match_id)

    def save_vote(self, vote: Vote) -> None:
        self._session.change(VOTE.upsert(), *VOTE.values(vote))

    async def reasons(self, match_id: int, ply: int) -> Sequence[Reason]:
        """Return the reasons given for votes on the move at this ply, oldest first."""
        return [
            Reason(row["move"], row["reason"], row["name"] if row["named"] else None, row["person_id"])
            for row in await self._session.rows(REASONS, match_id, ply)
        ]

    async def complete(self, match_id: int, seat: Seat, ply: int) -> bool:
        """Return whether everybody expected to vote on this move has voted.

        The voters of this side's last ROUNDS_EXPECTED votes are expected to vote, unless they are banned. Before the
        side's second vote, returns False.
        """
        session, side = self._session, (match_id, seat)
        past = [row["ply"] for row in await session.rows(LAST_PLIES, *side, ply, *side, ROUNDS_EXPECTED)]
        row = await session.row(EXPECTED, ply, match_id, ply, *past, seat, ply, *side)
        return row is not None and 0 < row["people"] == row["voted"]

    async def to_notify(self, match_id: int, seat: Seat) -> list[int]:
        """Return the IDs of the people to notify when this side's next vote opens.

        They took part in its last vote and want to be notified.
        """
        return await self._column(TO_NOTIFY, match_id, seat, match_id, seat)

    def drop_after(self, match_id: int, ply: int) -> None:
        """Delete the votes on moves after this ply, and any record that voting on one of those moves was extended."""
        self._session.change("DELETE FROM vote WHERE match_id = ? AND ply > ?", match_id, ply)
        self._session.change("UPDATE crowd SET extended = 0 WHERE match_id = ? AND extended > ?", match_id, ply)

    async def open_votes(self, person_id: int) -> list[int]:
        """Return the IDs of the matches with an open vote in which a person has taken part."""
        return await self._column(OPEN_VOTES, person_id)

    async def to_vote(self, person_id: int) -> list[Running]:
        """Return the running matches in which a person's side is voting, in the order in which the votes close.

        The person has voted in each of them or joined a team, and does not play in them.
        """
        rows = await self._session.rows(TO_VOTE, person_id)
        return [Running(row["id"], own_turn=False, deadline=row["deadline"], moved_at=row["moved_at"]) for row in rows]

    async def matches_naming(self, person_id: int) -> list[int]:
        """Return the IDs of the matches whose latest board may name a person as the author of a reason."""
        return await self._column(SPOKEN, person_id)

    def drop_vote(self, match_id: int, ply: int, person_id: int) -> None:
        self._session.change(
            "DELETE FROM vote WHERE match_id = ? AND ply = ? AND person_id = ?", match_id, ply, person_id
        )

    def silence(self, person_id: int) -> None:
        """Delete a person's reasons but keep their votes."""
        self._session.change("UPDATE vote SET reason = '', named = 0 WHERE person_id = ?", person_id)
