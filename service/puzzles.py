"""Puzzles: which one a person gets next and whether their move is right; a server's puzzle of the day and streaks."""

from collections import Counter
from dataclasses import replace

from matches.alarms import SEQUENCE_BITS, Alarm, next_puzzle
from matches.deliveries import DELIVERY_KINDS, Delivery, DeliveryKind
from matches.errors import Refusal, Unknown
from matches.model import Person
from matches.puzzles import FIRST_MISSED, Answer, DailyPuzzle, PuzzlePost, PuzzleTry, Standing, number_of_day, streak
from matches.timecontrol import DAY
from puzzles import collection
from puzzles.collection import Puzzle
from service.change import Change
from service.core import Core, Part, alarm, reading, reads, transaction
from service.missed_puzzles import find_missed, schedule_search
from storage.settings import player_settings
from storage.store import Tables

DELIVERY_KINDS.declare(DeliveryKind("puzzle", "server"))

GATHERED = 20
"""Seconds for which tries are gathered before the post is edited."""
CLOSED = 1 << 30
"""The revision of a post that is no longer the newest; before that, it is the number of tries."""
MOST_POSTS = 1000
"""The most posts that a streak counts."""
WEEK_OF_POSTS = 7
Post = tuple[int, int]
"""The server and the day of a puzzle of the day."""


class Puzzles(Part):
    def of(self, number: int) -> Puzzle:
        """The puzzle of the collection with this number. Raises Unknown if there is none."""
        try:
            return collection.puzzle(number)
        except IndexError:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number) from None

    async def _find(self, view: Tables, number: int) -> Puzzle:
        """The puzzle of the collection, or from a match, with this number. Raises Unknown if there is none."""
        return self.of(number) if number < FIRST_MISSED else Puzzle.read((await find_missed(view, number)).puzzle)

    find = reading(_find)
    attempt = reads(lambda view: view.puzzles.attempt)

    @reading
    async def check_seen(self, view: Tables, number: int, guild_id: int | None) -> None:
        """Raise Unknown if there is no puzzle with this number, or if it is from a match of another server."""
        if number < FIRST_MISSED:
            self.of(number)
        elif (await find_missed(view, number)).guild_id != guild_id:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number)

    @reading
    async def next(self, view: Tables, person_id: int, game: str | None = None, after: int = 0) -> int | None:
        """The number of the next puzzle that this person has not solved, of any game or of one; None if there is none.

        It is the first one beyond `after`, or else the first of all.
        """
        solved = await view.puzzles.solved(person_id)
        today = number_of_day(self._core.clock.now() // DAY)  # servers may show it now
        left = [number for number in collection.offered(game) if number not in solved and number != today]
        return next((number for number in left if number > after), left[0] if left else None)

    @transaction
    async def answer(self, change: Change, person: Person, number: int, text: str, post: Post | None = None) -> Answer:
        """Try a move, in a puzzle of the day as count_try counts it. Moves after the right one are not counted.

        `post` names the server and the day of such a puzzle. Raises Unknown, RuleError for a text that is not a legal
        move, and Refusal as count_try does.
        """
        puzzle = await self._find(change.tx, number)
        position = puzzle.board()
        move = position.format(position.parse(text))
        right = move in puzzle.answers
        daily = await count_try(change, person, post, number, move, right=right) if post is not None else None
        attempt = await change.tx.puzzles.attempt(person.id, number)
        if attempt.solved_at is None:
            attempt = replace(attempt, tries=attempt.tries + 1, solved_at=change.now if right else None)
            change.tx.puzzles.save(attempt)
        return Answer(puzzle, attempt, move, right, daily)


class DailyPuzzles(Part):
    @reading
    async def of(self, view: Tables, guild_id: int, day: int) -> DailyPuzzle:
        """A server's puzzle of this day. Raises Unknown if there was none."""
        post, newest = await view.puzzles.post(guild_id, day), await view.puzzles.newest_post(guild_id)
        if post is None or newest is None:
            raise Unknown("There was no puzzle of the day here on that day.")
        tries = await view.puzzles.tries(guild_id, day, day + 1)
        before = await view.puzzles.newest_post(guild_id, day)
        wrong = Counter[str]()
        if before is not None:
            missed = await view.puzzles.tries(guild_id, before.day, before.day + 1)
            wrong.update(row["wrong"] for row in missed if row["wrong"] is not None)
        return DailyPuzzle(
            post,
            newest.day == day,
            len(tries),
            sum(row["tries"] == 1 and row["solved_at"] is not None for row in tries),
            [row["name"] for row in tries if row["solved_at"] is not None and player_settings(row["chosen"]).named],
            before,
            wrong.most_common(1)[0][0] if wrong else None,
        )

    @transaction
    async def shown(self, change: Change, guild_id: int, day: int, message_id: int) -> None:
        """Record the message of a post."""
        change.tx.puzzles.shown(guild_id, day, message_id)

    @reading
    async def standing(self, view: Tables, guild_id: int, person_id: int) -> tuple[int, int]:
        """How many of the puzzles of the day this person has solved in a server, and their streak."""
        solved = await view.puzzles.solved_here(person_id, guild_id)
        return len(solved), streak(await view.puzzles.days(guild_id, MOST_POSTS), solved)

    @reading
    async def week(self, view: Tables, guild_id: int, most: int) -> list[tuple[int, Standing]]:
        """Who solved most of a server's last seven puzzles, with their IDs, apart from people who are not named."""
        days = await view.puzzles.days(guild_id, MOST_POSTS)
        if not days:
            return []
        first = days[:WEEK_OF_POSTS][-1]
        solved, firsts, names = Counter[int](), Counter[int](), {}
        for row in await view.puzzles.tries(guild_id, first, days[0] + 1):
            if row["solved_at"] is not None and player_settings(row["chosen"]).named:
                solved[row["person_id"]] += 1
                firsts[row["person_id"]] += row["tries"] == 1
                names[row["person_id"]] = row["name"]
        ranked = sorted(solved, key=lambda person: (-solved[person], -firsts[person], person))[:most]
        streaks = {person: streak(days, await view.puzzles.solved_here(person, guild_id)) for person in ranked}
        return [(person, Standing(names[person], solved[person], firsts[person], streaks[person])) for person in ranked]


async def count_try(change: Change, person: Person, post: Post, number: int, move: str, *, right: bool) -> PuzzleTry:
    """Count a try at a server's newest puzzle of the day. Raises Refusal after the last try, or if it is closed.

    Nothing is counted after the puzzle was solved.
    """
    guild_id, day = post
    newest = await change.tx.puzzles.newest_post(guild_id)
    if newest is None or (newest.day, newest.puzzle) != (day, number):
        raise Refusal("This puzzle of the day is over. The newest post shows its solution.")
    daily = await change.tx.puzzles.daily_try(guild_id, day, person.id)
    if daily.solved_at is not None:
        return daily
    if daily.used_up:
        raise Refusal("You have used your three tries. The next puzzle of the day comes with the solution.")
    await change.tx.people.save(person)
    daily = replace(
        daily,
        tries=daily.tries + 1,
        solved_at=change.now if right else None,
        wrong=daily.wrong if right or daily.wrong is not None else move,
    )
    change.tx.puzzles.save_try(daily)
    await _owe_count(change, newest)
    return daily


async def forget_tries(change: Change, person_id: int) -> None:
    """Delete a person's tries, and owe the open posts that may name them."""
    for guild_id in await change.tx.puzzles.tried_since(person_id, change.now // DAY - 1):
        newest = await change.tx.puzzles.newest_post(guild_id)
        if newest is not None:
            await _owe(change, newest, change.now // DAY + CLOSED)


@alarm("puzzle", "server")
async def post_puzzle(_: Core, change: Change, due: Alarm) -> None:
    """Owe a server its puzzle of the day and the closing of the one before, and schedule the next one.

    On one day of the week, which differs by server, schedule the search for puzzles in its matches.
    """
    guild_id = due.subject
    chosen = await change.tx.settings.of_server(guild_id)
    if chosen.puzzle_channel is None:
        return
    day = change.now // DAY
    newest = await change.tx.puzzles.newest_post(guild_id)
    if newest is None or newest.day < day:
        post = PuzzlePost(guild_id, day, number_of_day(day), chosen.puzzle_channel)
        change.tx.puzzles.add_post(post)
        if newest is not None:
            await _owe(change, newest, CLOSED)
        await _owe(change, post, 0)
    if day % WEEK_OF_POSTS == (guild_id >> SEQUENCE_BITS) % WEEK_OF_POSTS:
        await schedule_search(change, guild_id)
    await change.arm("puzzle", guild_id, next_puzzle(change.now, guild_id, chosen.puzzle_hour))


async def _owe_count(change: Change, post: PuzzlePost) -> None:
    """Owe the edit with the new counts, unless one is due soon anyway."""
    tries = await change.tx.puzzles.tried(post.guild_id, post.day)
    owed = [
        delivery.due_at
        for delivery in await change.tx.outbox.of("puzzle", post.guild_id)
        if delivery.key == str(post.day) and delivery.due_at is not None
    ]
    await _owe(change, post, tries, min(owed) - change.now if owed else GATHERED)


async def _owe(change: Change, post: PuzzlePost, rev: int, after: int = 0) -> None:
    await change.owe(
        Delivery(
            "puzzle",
            post.guild_id,
            str(post.day),
            rev,
            channel_id=post.channel_id,
            guild_id=post.guild_id,
            message_id=post.message_id,
        ),
        max(after, 0),
    )
