"""Pictures of tournaments and the same in letters."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from cogs.posts.tournaments import crosstable, page_of, pairing, part_picture, parts, tournament_controls
from cogs.texts.markdown import Markdown
from cogs.texts.tournaments import (
    announcement,
    ending,
    halves,
    level_lines,
    out_line,
    progress_of,
    removed_text,
    result_line,
    round_text,
    table_ending,
    title,
)
from cogs.wire.discord_limits import MESSAGE
from games import Seat
from matches.model import Person
from matches.timecontrol import DAY, TimeControl
from matches.tournaments.course import GroupCourse
from matches.tournaments.model import Entrant, Fixture, Format, Meeting, Tournament
from matches.tournaments.progress import Progress
from matches.tournaments.together import by_part, entrants_of, pairings_once, portions
from render.crosstable import Result
from render.layout import WIDTH

NAMES = ("Ann", "Bob", "Carol", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lee", "Max")


def begun(kind: Format, people: int) -> Progress:
    """A tournament in which the first side of each match has won."""
    terms = TimeControl(DAY, DAY, DAY)
    tournament = Tournament("konane", {}, kind, terms, True, 64, 0, 10, 100, 7, "running")
    entrants = [Entrant(7, Person(n, NAMES[(n - 1) % 13]), n, 0) for n in range(1, people + 1)]
    progress = Progress(tournament, entrants, [])
    fixtures = progress.course.due_fixtures(lambda: True)
    winner: Seat = 0
    meetings = [
        Meeting(fixture, number, over=number > 1, winner=winner if number > 1 else None, moved=frozenset({0, 1}))
        for number, fixture in enumerate(fixtures, 1)
    ]
    return Progress(tournament, entrants, meetings)


def test_half_points_are_written_as_fractions() -> None:
    assert [halves(points) for points in (0, 1, 2, 3, 7)] == ["0", "½", "1", "1½", "3½"]


async def test_a_group_is_a_crosstable_and_a_line_for_each_entrant() -> None:
    progress = begun("groups", 4)
    assert isinstance(progress.course, GroupCourse)
    picture = await part_picture(progress, parts(progress)[0], "classic", reader=2)
    assert picture.alt.splitlines()[0] == "1. Bob: 2 from 3 matches"
    assert Image.open(BytesIO(picture.png)).width == WIDTH
    ((lines,),) = progress.course.tables()
    rows = {row.name: row for row in crosstable(progress, progress.meetings, lines, 2)}
    assert rows["Bob"].own
    assert [row.results.count(None) for row in rows.values()] == [1, 1, 1, 1]
    results = [result for row in rows.values() for result in row.results if result]
    assert results.count(Result(open=True)) == 2  # both sides of the open match


async def test_withdrawn_entrants_are_last_and_their_results_empty() -> None:
    progress = begun("groups", 5)
    left = [Entrant(7, e.person, e.number, 0, 0 if e.number == 3 else None) for e in progress.entrants]
    progress = Progress(progress.tournament, left, progress.meetings)
    assert isinstance(progress.course, GroupCourse)
    ((lines,),) = progress.course.tables()
    last = crosstable(progress, progress.meetings, lines, 0)[-1]
    assert (last.name, last.place, set(last.results), last.out) == ("Carol", "", {None, Result()}, True)
    alt = (await part_picture(progress, parts(progress)[0], "classic")).alt
    assert "Carol is out; these results do not count." in alt
    told = "Carol left before playing half of their matches: none of these matches counts."
    assert out_line(progress, progress.meetings) == told
    assert [out_line(other, other.meetings) for other in (begun("groups", 5), begun("knockout", 4))] == ["", ""]
    counts = {meeting.involves(3): table_ending(progress, meeting.match_id or 0) for meeting in progress.meetings}
    told = "This match does not count in the tournament: a player has left it."
    assert counts == {True: told, False: ""}


def test_lines_tell_what_counts() -> None:
    """Carol has finished nothing, so her results leave the table; Dan has finished enough, so the rest is lost."""
    ended: list[tuple[int, int, Seat | None, bool]] = [
        (1, 2, 0, False),
        (4, 1, None, False),
        (2, 4, 1, False),
        (3, 1, 0, False),
        (4, 5, None, True),
    ]
    meetings = [
        Meeting(Fixture(1, 1, n, *pair), n, False, True, winner, void, moved=frozenset({0, 1}), ended_at=3 + 2 * n)
        for n, (*pair, winner, void) in enumerate(ended, 1)
    ]
    meetings.append(Meeting(Fixture(1, 1, 6, 2, 5), 6))
    left = {3: 10, 4: 12}
    entrants = [Entrant(7, Person(n, NAMES[n - 1]), n, 0, left.get(n)) for n in range(1, 6)]
    progress = Progress(begun("groups", 5).tournament, entrants, meetings)
    assert [result_line(progress, meeting, None) for meeting in meetings] == [
        "- Ann – Bob 1 : 0",
        "- Dan – Ann ½ : ½",
        "- Bob – Dan 0 : 1",
        "- ~~Carol – Ann 1 : 0~~",
        "- Dan – Eve 0 : 1",
        "- Bob – Eve",
    ]
    assert result_line(progress, meetings[-1], Markdown("link")) == "- Bob – Eve [#6](link)"
    assert result_line(progress, meetings[0], Markdown("link")) == "- Ann – Bob 1 : 0 [#1](link)"
    assert result_line(progress, meetings[3], Markdown("link")) == "- ~~Carol – Ann 1 : 0~~ [#4](link)"
    odd = [Entrant(7, Person(n, name), n, 0) for n, name in enumerate(["Ann", "a\\b 🎲", "C", "D", "E [x]"], 1)]
    line = result_line(replace(progress, entrants=odd), meetings[-1], Markdown("link"))
    assert line == "- a\\\\b 🎲 – E \\[x\\] [#6](link)", "names are outside of the link, where they cannot break it"
    knockout = Progress(begun("knockout", 5).tournament, entrants, meetings)
    assert result_line(knockout, meetings[4], None) == "- Dan – Eve, no result"


@pytest.mark.parametrize(("people", "expected"), [(4, 1), (7, 1), (13, 3), (30, 5), (64, 9)])
async def test_a_bracket_is_drawn_in_parts_of_three_rounds(people: int, expected: int) -> None:
    progress = begun("knockout", people)
    listed = parts(progress)
    assert len(listed) == expected
    pictures = [await part_picture(progress, part, "dark") for part in (listed[0], listed[-1])]
    assert pictures[0].alt.splitlines()[-1].startswith("Final: ")
    if people == 7:
        assert pictures[0].alt.splitlines()[0].startswith("Quarterfinals: Ann has a bye; ")
    named = {name for picture in pictures for name in NAMES if name in picture.alt}
    assert named


async def test_the_letters_of_a_bracket_name_who_goes_on_without_points() -> None:
    progress = begun("knockout", 4)
    left = [Entrant(7, e.person, e.number, 0, 5 if e.number == 4 else None) for e in progress.entrants]
    progress = Progress(progress.tournament, left, progress.meetings)
    alt = (await part_picture(progress, parts(progress)[0], "classic")).alt
    assert alt.splitlines()[0] == "Semifinals: Ann – Dan 0 : 1, Ann goes on; Bob – Carol 1 : 1"


@pytest.mark.parametrize(
    ("used", "told"), [((3, 4), "Ann goes on with less time used"), ((4, 4), "goes on, chosen at random")]
)
async def test_a_level_pairing_names_what_decided_it(used: tuple[int, int], told: str) -> None:
    progress = begun("knockout", 4)
    pairs = [(1, 4), (4, 1), (1, 4)]
    meetings = [
        Meeting(Fixture(1, 1, n, *pair), n, over=True, moved=frozenset({0, 1}), used=used if n > 2 else (5, 5))
        for n, pair in enumerate(pairs, 1)
    ]
    level = replace(progress, meetings=meetings)
    assert [table_ending(level, n) for n in (1, 2, 9)] == ["", "", ""]
    assert told in table_ending(level, 3)
    assert level_lines(level) == [f"- {table_ending(level, 3)}"]
    (tie,) = level.level_ties()
    marks = [side.decided_by for side in pairing(level, tie, 0)]
    decided = "by time used" if used == (3, 4) else "at random"
    assert marks == [decided if tie.winner == entrant else "" for entrant in (1, 4)]
    assert told in (await part_picture(level, parts(level)[0], "classic")).alt


@pytest.mark.parametrize("kind", ["groups", "knockout"])
@pytest.mark.parametrize("people", [4, 7, 13, 64])
@pytest.mark.parametrize("name", ["Ann", "Maximilian the Third of Somewhere", "[_*_~_`_|_>_#_-_*_~_`_|_>_#_]"])
def test_the_posts_of_a_round_fit_and_name_everybody_once(kind: Format, people: int, name: str) -> None:
    progress = begun(kind, people)
    named = [replace(entrant, person=Person(10**18 + entrant.number, name)) for entrant in progress.entrants]
    progress = replace(progress, entrants=named)
    called = {entrant.person.id for entrant in named}
    byes = progress.byes()
    texts = [
        round_text(progress, meetings, [] if number else byes, called, {})
        for number, meetings in enumerate(portions(progress.meetings))
    ]
    assert len(texts) <= max(1, -(-people // 12))
    assert all(len(text) <= MESSAGE for text in texts)
    mentioned = re.findall(r"<@(\d+)>", "\n".join(texts))
    assert sorted(mentioned) == sorted(map(str, called))


def test_the_post_of_a_group_links_each_board_once_if_there_is_room() -> None:
    progress = begun("groups", 4)
    links = {n: Markdown(f"https://discord.com/channels/{10**18}/{10**18}/{10**18 + n}") for n in range(1, 7)}
    text = round_text(progress, progress.meetings, [], {1}, links)
    assert [text.count(link) for link in links.values()] == [1] * 6
    assert text.splitlines()[1].startswith("<@1> plays [Bob](https://")
    assert text.splitlines()[2].startswith("Bob plays [Carol](https://")


@pytest.mark.parametrize("game", ["konane", "brain_coral"])
def test_the_post_of_a_small_group_has_all_opponents_of_each(game: str) -> None:
    progress = begun("groups", 4)
    progress = replace(progress, tournament=replace(progress.tournament, game=game))
    text = round_text(progress, progress.meetings, [], {1}, {})
    assert text.splitlines()[1:] == [
        "<@1> plays Bob, Carol and Dan",
        "Bob plays Carol, Dan and Ann",
        "Carol plays Dan, Ann and Bob",
        "Dan plays Ann, Bob and Carol",
    ]


def test_a_winner_with_as_many_points_as_others_is_explained() -> None:
    """Ann and Bob have two points each, and Bob has beaten Ann."""
    won: dict[tuple[int, int], Seat] = {(1, 2): 1, (1, 3): 0, (1, 4): 0, (2, 3): 0, (2, 4): 1, (3, 4): 0}

    def told(won: dict[tuple[int, int], Seat]) -> list[str]:
        meetings = [
            Meeting(Fixture(1, 1, n, *pair), n, over=True, winner=winner, moved=frozenset({0, 1}))
            for n, (pair, winner) in enumerate(won.items(), 1)
        ]
        return level_lines(replace(begun("groups", 4), meetings=meetings))

    assert told(won) == ["- Bob and Ann have equal points; the matches between them decided."]
    assert told({**won, (2, 4): 0}) == [], "Bob has won all"
    assert told({**won, (1, 4): 1}) == ["- Dan and Bob have equal points; the matches between them decided."]
    assert told({**won, (1, 2): 0, (1, 3): 1, (2, 4): 0}) == [], "three share first place"


@pytest.mark.parametrize(("people", "count"), [(4, 6), (5, 8), (8, 14)])
def test_the_count_of_a_knockout_has_the_rounds_to_come(people: int, count: int) -> None:
    progress = begun("knockout", people)
    assert progress_of(progress, progress.meetings).endswith(f" of {count} matches over")


def test_a_group_that_has_begun_is_described_as_it_is() -> None:
    small, large = begun("groups", 7), begun("groups", 8)
    assert announcement(small).splitlines()[1] == "Everyone plays everyone else once."
    assert "With 8 or more players" in announcement(large)
    joining = replace(small, tournament=replace(small.tournament, status="joining"), meetings=[])
    assert "With 8 or more players" in announcement(joining)


@pytest.mark.parametrize("people", [4, 5, 7, 8])
def test_the_pairings_of_a_group_are_divided_evenly(people: int) -> None:
    progress = begun("groups", people)
    for part in by_part(progress.meetings):
        listed = pairings_once(part)
        assert [*listed] == entrants_of(part), "everybody has a line"
        pairs = [{entrant, other} for entrant, others in listed.items() for other in others]
        assert len(pairs) == len(part)
        assert all(set(meeting.fixture.entrants) in pairs for meeting in part)
        assert max(map(len, listed.values())) - min(map(len, listed.values())) <= 1


def test_the_post_of_a_large_group_has_no_links() -> None:
    link = Markdown(f"https://discord.com/channels/{10**18}/{10**18}/{10**18}")
    large = begun("groups", 7)
    assert "https" not in round_text(large, large.meetings, [], set(), dict.fromkeys(range(1, 22), link))


async def test_several_groups_have_letters() -> None:
    progress = begun("groups", 12)
    assert [part.name for part in parts(progress)] == ["Group A", "Group B"]
    assert [page_of(progress, reader) for reader in (1, 2, 3, 4, 99)] == [0, 1, 1, 0, 0]
    assert "Ann" in (await part_picture(progress, parts(progress)[0], "classic")).alt
    assert "Bob" in (await part_picture(progress, parts(progress)[1], "classic")).alt


def test_the_standings_of_a_large_knockout_begin_where_the_reader_plays() -> None:
    progress = begun("knockout", 13)
    assert [(part.rounds[0][0].round, len(part.rounds[0])) for part in parts(progress)] == [(2, 4), (1, 4), (1, 4)]
    assert [page_of(progress, reader) for reader in (1, 8, 7, 99)] == [0, 1, 2, 0]  # the first has a bye
    over = Progress(replace(progress.tournament, status="over"), progress.entrants, progress.meetings)
    assert page_of(over, 7) == 0


def test_the_standings_of_a_knockout_with_six_rounds_begin_at_the_readers_bye() -> None:
    progress = begun("knockout", 40)
    pages = [page_of(progress, reader) for reader in (1, 24, 25, 40)]
    assert {parts(progress)[page].rounds[0][0].round for page in pages} == {1}
    assert len(set(pages)) > 1


def test_a_knockout_is_called_unlike_the_groups_of_the_same_game() -> None:
    groups, knockout = begun("groups", 4), begun("knockout", 4)
    assert [title(progress.tournament) for progress in (groups, knockout)] == [
        "Konane tournament",
        "Konane knockout tournament",
    ]
    assert "**Konane knockout tournament**" in announcement(knockout)
    assert removed_text(knockout.tournament) == "A moderator removed you from the **Konane knockout tournament**."


def test_where_matches_are_announced_is_told_only_elsewhere() -> None:
    progress = begun("groups", 4)
    progress = Progress(replace(progress.tournament, channel_id=5), progress.entrants, [])
    where = "Matches are announced in <#5>."
    assert (where in announcement(progress), where in announcement(progress, 1, 5)) == (False, False)
    assert where in announcement(progress, 1, 6)
    assert announcement(progress, 1, 6).replace(f" {where}", "") == announcement(progress)


def test_the_post_of_a_cancelled_tournament_leaves_the_reason_to_the_message_of_its_end() -> None:
    progress = begun("groups", 4)
    few = Progress(replace(progress.tournament, status="cancelled"), progress.entrants[:2], [])
    assert announcement(few) == "The **Konane tournament** did not begin."
    assert ending(few) == "The **Konane tournament** did not begin: fewer than 4 people had joined."
    assert not tournament_controls(few).children
    ended = Progress(few.tournament, progress.entrants, progress.meetings)
    assert announcement(ended) == "The **Konane tournament** was ended early."
    assert len(tournament_controls(ended).children) == 1
