"""Puzzles: choosing the next puzzle for a person, and checking the person's answers.

This module also handles the puzzle of the day that a server posts, and streaks of solved puzzles of the day.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games import GAMES
from matches.alarms import SEQUENCE_BITS, Alarm, next_puzzle
from matches.computers import Interrupted
from matches.deliveries import DELIVERY_KINDS, ERASURE_PAUSE, Delivery
from matches.errors import Refusal, Unknown
from matches.hours import day_in, zone_of
from matches.model import Person
from matches.movetext import RecordedMove
from matches.notation import Record
from matches.puzzle_ratings import (
    AGAIN,
    BY_STARS,
    Practised,
    nearest,
    next_candidates,
    schedule_missed,
    schedule_repeat,
)
from matches.puzzles import (
    FIRST_MISSED,
    MOST_TRIES,
    Answer,
    DailyPuzzle,
    PuzzlePost,
    PuzzleTry,
    Standing,
    number_of_day,
    numbers_known,
    numbers_shown,
    streak,
    task_of,
    trap_of,
)
from matches.ratings import NEWCOMER, Rating, age_rating
from matches.ratings import rate_match as rated_after
from matches.results import game_name
from matches.studies import Study
from matches.timecontrol import DAY
from puzzles import collection
from puzzles.collection import Puzzle
from service.advice import Advice
from service.change import Change, Departure, after
from service.core import Core, Part, alarm, reading, reads, transaction
from service.lookup import last_game
from service.missed_puzzles import find_missed, schedule_search
from service.privacy import check_since
from service.standing import CURVE
from service.studies import Studies
from storage.settings import player_settings
from storage.store import Tables

DELIVERY_KINDS.declare("puzzle", "server")

GATHERED = 20
"""How long tries are gathered before the post is edited, in seconds."""
CLOSED = 1 << 30
"""Added to the revision of a post that is no longer the newest. Until then, its revision is the number of tries."""
MOST_POSTS = 1000
"""The most posts that count towards a streak."""
WEEK_OF_POSTS = 7


class Puzzles(Part):
    def of(self, number: int) -> Puzzle:
        """Return the puzzle with this number from the bot's collection, or raise Unknown if there is none."""
        try:
            return collection.puzzle(number)
        except IndexError:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number) from None

    async def _find(self, view: Tables, number: int) -> Puzzle:
        """Return the puzzle with this number, from the bot's collection or from a match. Raises Unknown."""
        return self.of(number) if number < FIRST_MISSED else Puzzle.from_line((await find_missed(view, number)).puzzle)

    find = reading(_find)
    attempt = reads(lambda view: view.puzzles.attempt)

    @reading
    async def check_seen(self, view: Tables, number: int, guild_id: int | None) -> None:
        """Raise Unknown if no puzzle with this number may be shown in this server.

        A puzzle from a match is shown only in the server of that match.
        """
        if number < FIRST_MISSED:
            self.of(number)
        elif (await find_missed(view, number)).guild_id != guild_id:
            raise Unknown("There is no puzzle {number}. Use `/puzzle`.", number=number)

    @reading
    async def next(self, view: Tables, person_id: int, game: str | None = None, after: int = 0) -> int | None:
        """Return the number of the next puzzle for a person to solve, or None if none are left."""
        ratings = await view.puzzle_ratings.newest(person_id, collection.games(), 1)
        tried, solved = await view.puzzles.tried_and_solved(person_id)
        practised = Practised(solved, tried, {other: newest[-1] for other, newest in ratings.items()})
        played = await last_game(view, person_id)
        if played is not None and played in collection.games():
            practised = replace(practised, first=played)
        choice = next_candidates(practised, self._today, game, after)
        if choice is None:
            return None
        strengths = await view.puzzle_ratings.strengths(choice[0])
        return nearest(choice[1], choice[0], practised, strengths, self._core.random)

    async def following(self, person_id: int, game: str | None = None, after: int = 0) -> int:
        """Return the number of the next puzzle for a person to solve, or raise Refusal if none are left."""
        number = await self.next(person_id, game, after)
        if number is not None:
            return number
        if game is None:
            raise Refusal("You have solved all puzzles.")
        raise Refusal("You have solved all puzzles of {game}.", game=game_name(game))

    @reading
    async def due_again(self, view: Tables, person_id: int) -> Sequence[int]:
        """Return the numbers of the puzzles that a person got wrong and should now repeat.

        The puzzle that has been due the longest comes first.
        """
        due = await view.puzzle_ratings.due(person_id, self._core.clock.now())
        hidden = numbers_shown(self._today) if due else set[int]()
        return [number for number in due if number not in hidden]

    async def next_repeat(self, person_id: int, after: int) -> int:
        """Return the number of the next puzzle for a person to repeat, excluding `after`.

        Raises Refusal if there is no puzzle to repeat.
        """
        number = next((number for number in await self.due_again(person_id) if number != after), None)
        if number is None:
            raise Refusal("No other puzzle that you missed comes again yet.")
        return number

    async def study(self, person_id: int, number: int) -> tuple[Study, int]:
        """Open a study, including the solution, of a puzzle that a person has solved.

        Returns what `studies.open` returns. Raises Unknown, and Refusal if the person has not solved it.
        """
        puzzle = await self.find(number)
        if (await self.attempt(person_id, number)).solved_at is None:
            raise Refusal("Solve the puzzle first. Its study shows the solution.")
        info, moves, chosen = GAMES[puzzle.game].info, tuple(map(RecordedMove, puzzle.line)), puzzle.board().chosen
        record = Record(puzzle.game, chosen, info.rules_version, ("", ""), moves, "*", start=puzzle.position)
        return await self._core.part(Studies).open(person_id, record)

    @reading
    async def was_posted(self, view: Tables, number: int, guild_id: int) -> bool:
        """Return whether a puzzle is a server's current puzzle of the day or comes from a match."""
        newest = await view.puzzles.newest_post(guild_id)
        return number >= FIRST_MISSED or (newest is not None and newest.puzzle == number)

    @reading
    async def curves(self, view: Tables, person_id: int) -> Mapping[str, Sequence[Rating]]:
        """Return a person's latest puzzle ratings in each game, oldest first.

        The last rating is adjusted for the time that has passed since then.
        """
        ratings = await view.puzzle_ratings.newest(person_id, sorted(GAMES), CURVE)
        now = self._core.clock.now()
        return {game: [*course[:-1], age_rating(course[-1], now)] for game, course in ratings.items()}

    @property
    def _today(self) -> int:
        return self._core.clock.now() // DAY

    @transaction
    async def answer(
        self,
        change: Change,
        person: Person,
        number: int,
        text: str,
        guild_id: int | None = None,
        day: int = 0,
        opened_at: int | None = None,
    ) -> Answer:
        """Try a move.

        Moves after the right one are not counted, nor is a wrong move that repeats the last try, because it may have
        been sent twice or both in Discord and on the page. If the puzzle is the server's open puzzle of the day, the
        try counts for it, whichever control was used. `day` is the day of the post from which the puzzle was opened, 0
        if it was opened otherwise, and `opened_at` when.

        Raises Unknown, RuleError for a text that is not a legal move, and Refusal as count_try does, for a puzzle of
        the day that is over, for one that is not open in this server but may be in others, and if the person was
        forgotten after they had opened it.
        """
        await check_since(change.tx, person.id, opened_at)
        puzzle = await self._find(change.tx, number)
        move = task_of(puzzle, number).move(text)
        right = move in puzzle.answers
        attempt = await change.tx.puzzles.attempt(person.id, number)
        again = not right and move == attempt.last
        daily = None
        newest = await change.tx.puzzles.newest_post(guild_id) if guild_id is not None else None
        if newest is not None and newest.puzzle == number:
            daily = await count_try(change, person, newest, move, right=right, again=again)
        elif day:
            raise Refusal("This puzzle of the day is over. The newest post shows its solution.")
        elif number in numbers_shown(change.now // DAY):
            raise Refusal(
                "This is a puzzle of the day now. Answer it in a server where it is posted, or use `/puzzle` for "
                "another one."
            )
        answer = Answer(puzzle, attempt, move, right, daily)
        if number < FIRST_MISSED:
            answer = await _count_answer(change, answer, number)
        if attempt.solved_at is None and not again:
            tries, solved_at = attempt.tries + 1, change.now if right else None
            attempt = replace(attempt, tries=tries, solved_at=solved_at, last=move)
            change.tx.puzzles.save(attempt)
        return replace(answer, attempt=attempt)

    async def reply(self, answer: Answer, person_id: int) -> str | None:
        """Return the best reply to a wrong move in a puzzle. Computing it may take a second.

        Returns None after a right move, if the game is over, or if no reply can be computed.
        """
        known = answer.puzzle.replies.get(answer.move)
        board = answer.puzzle.board()
        after = board.play(board.parse(answer.move))
        if known is not None or answer.right or after.result() is not None:
            return known
        try:
            return (await self._core.part(Advice).best(after, person_id, 0)).line[0]
        except (Refusal, Interrupted):
            return None


async def _count_answer(change: Change, answer: Answer, number: int) -> Answer:
    """Rate a person's first answer to a puzzle and, if the answer was wrong, schedule the puzzle for repetition.

    Later answers do not change the rating. A puzzle whose solution was posted lately, as the puzzle of the day, is not
    rated.
    """
    tables, now, person_id = change.tx.puzzle_ratings, change.now, answer.attempt.person_id
    before = await tables.repeat(person_id, number)
    if answer.attempt.tries == 0:
        if answer.daily is not None or number not in numbers_known(now // DAY):
            answer = replace(answer, rated=await _store_ratings(change, answer, number))
        repeat = schedule_missed(person_id, number, now) if not answer.right else None
    elif before is not None and before.at <= now:
        answer, repeat = replace(answer, repeated=True), schedule_repeat(before, now, right=answer.right)
        if repeat is None:
            tables.remove_repeat(before)
    else:
        return answer
    if repeat is None:
        return answer
    tables.save_repeat(repeat)
    return replace(answer, comes_again=AGAIN[repeat.step])


async def _store_ratings(change: Change, answer: Answer, number: int) -> tuple[Rating, Rating]:
    """Update a person's and a puzzle's rating, and return the person's before and after the answer."""
    tables, person_id, puzzle = change.tx.puzzle_ratings, answer.attempt.person_id, answer.puzzle
    mine = await tables.of(person_id, puzzle.game) or NEWCOMER
    strength = await tables.strength(puzzle.game, number) or BY_STARS[puzzle.stars]
    after, its = rated_after(mine, strength, 0 if answer.right else 1, change.now)
    tables.add(person_id, puzzle.game, after)
    tables.save_strength(puzzle.game, number, its)
    return age_rating(mine, change.now), after


class DailyPuzzles(Part):
    @reading
    async def of(self, view: Tables, guild_id: int, day: int) -> DailyPuzzle:
        """Return the puzzle that a server posted on a given day, or raise Unknown if there was none."""
        post, newest = await view.puzzles.post(guild_id, day), await view.puzzles.newest_post(guild_id)
        if post is None or newest is None:
            raise Unknown("There was no puzzle of the day here on that day.")
        tries = await view.puzzles.tries(guild_id, day, day + 1)
        before = await view.puzzles.newest_post(guild_id, day)
        missed = await view.puzzles.tries(guild_id, before.day, before.day + 1) if before is not None else []
        return DailyPuzzle(
            post,
            newest.day == day,
            len(tries),
            sum(row["tries"] == 1 and row["solved_at"] is not None for row in tries),
            [row["name"] for row in tries if row["solved_at"] is not None and player_settings(row["chosen"]).named],
            before,
            trap_of([row["wrong"] for row in missed if row["wrong"] is not None]),
        )

    @transaction
    async def record_message(self, change: Change, guild_id: int, day: int, message_id: int) -> None:
        """Record the message that shows a post."""
        change.tx.puzzles.store_message(guild_id, day, message_id)

    @reading
    async def standing(self, view: Tables, guild_id: int, person_id: int) -> tuple[int, int]:
        """Return how many of a server's daily puzzles a person has solved, and the length of their current streak."""
        solved = await view.puzzles.solved_here(person_id, guild_id)
        return len(solved), streak(await view.puzzles.days(guild_id, MOST_POSTS), solved)

    @reading
    async def week(self, view: Tables, guild_id: int, limit: int) -> list[tuple[int, Standing]]:
        """Return the people who have solved the most of a server's last seven daily puzzles.

        The result is a list of pairs of a person's ID and standing, best first. People who do not want to be named are
        left out.
        """
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
        ranked = sorted(solved, key=lambda person: (-solved[person], -firsts[person], person))[:limit]
        streaks = {person: streak(days, await view.puzzles.solved_here(person, guild_id)) for person in ranked}
        return [(person, Standing(names[person], solved[person], firsts[person], streaks[person])) for person in ranked]


async def count_try(
    change: Change, person: Person, post: PuzzlePost, move: str, *, right: bool, again: bool = False
) -> PuzzleTry:
    """Count a person's try at a server's current puzzle of the day, or raise Refusal if they have no tries left.

    Wrong tries in other servers that post the same puzzle on that day count too. Nothing is counted after the puzzle is
    solved, nor if the move repeats the last wrong try (`again`) and that has been counted here.
    """
    daily = await change.tx.puzzles.daily_try(post.guild_id, post.day, person.id)
    if daily.solved_at is not None or (again and daily.tries):
        return daily
    wrong_tries = max(daily.tries, await change.tx.puzzles.wrong_tries(person.id, post.day))
    if wrong_tries >= MOST_TRIES:
        raise Refusal("You have used your three tries. The next puzzle of the day comes with the solution.")
    await change.tx.people.save(person)
    daily = replace(
        daily,
        tries=wrong_tries + 1,
        solved_at=change.now if right else None,
        wrong=daily.wrong if right or daily.wrong is not None else move,
    )
    change.tx.puzzles.save_try(daily)
    await _queue_count(change, post)
    return daily


@after("forgotten", order=240)
async def forget_tries(change: Change, departure: Departure) -> None:
    """Queue edits of all posts that may name a person whose tries are about to be deleted.

    The newest posts are edited first.
    """
    for number, post in enumerate(await change.tx.puzzles.tried_by(departure.person_id)):
        await _queue(change, post, change.now // DAY + CLOSED, number * ERASURE_PAUSE)


@alarm("puzzle", "server")
async def post_puzzle(_: Core, change: Change, due: Alarm) -> None:
    """Queue a server's puzzle of the day, close the previous one, and schedule the next.

    On one day of the week, which differs by server, also schedule the search for puzzles in its matches.
    """
    guild_id = due.subject
    chosen = await change.tx.settings.of_server(guild_id)
    if chosen.puzzle_channel is None:
        return
    zone = zone_of(chosen.zone)
    day = day_in(zone, change.now)
    newest = await change.tx.puzzles.newest_post(guild_id)
    if newest is None or newest.day < day:
        post = PuzzlePost(guild_id, day, number_of_day(day), chosen.puzzle_channel)
        change.tx.puzzles.add_post(post)
        if newest is not None:
            await _queue(change, newest, CLOSED)
        await _queue(change, post, 0)
    if day % WEEK_OF_POSTS == (guild_id >> SEQUENCE_BITS) % WEEK_OF_POSTS:
        await schedule_search(change, guild_id)
    await change.arm("puzzle", guild_id, next_puzzle(change.now, guild_id, chosen.puzzle_hour, zone))


async def _queue_count(change: Change, post: PuzzlePost) -> None:
    """Queue an edit of the number of tries in a puzzle's post. An edit already queued keeps its time."""
    tries = await change.tx.puzzles.count_tries(post.guild_id, post.day)
    queued = [
        delivery.due_at
        for delivery in await change.tx.outbox.of("puzzle", post.guild_id)
        if delivery.key == str(post.day) and delivery.due_at is not None
    ]
    await _queue(change, post, tries, min(queued) - change.now if queued else GATHERED)


async def _queue(change: Change, post: PuzzlePost, rev: int, after: int = 0) -> None:
    await change.queue(
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
