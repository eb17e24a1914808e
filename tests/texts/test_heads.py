"""The heads of posts: on a phone, the first 60 characters say what happened and what to do."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

import pytest

from cogs.posts.controls import offer_message
from cogs.posts.old_boards import old_line
from cogs.texts import challenges, matches, notices, owner, posts, standing
from matches.computers import computer
from matches.crowds import crowd
from matches.deliveries import Delivery
from matches.model import Challenge, ChallengeStatus, Match, Person, Place, Ply, Venue
from matches.notices import NOTICE_KINDS
from matches.ratings import Rating
from matches.timecontrol import TimeControl
from service.standing import Rank
from tests.support.records import NOW, a_match, board, over

SHOWN = 60
"""How many characters of a push notification are surely read."""
DAY = 86_400
SHORT = Person(1, "Ann"), Person(2, "Bob")
LONG = Person(1, "Leilani Kamakawiwoole"), Person(2, "Bartholomew Quigley")
PUT_LAST = re.compile(r"#1000|https?://")
"""What is of no use in a notification: codes and links."""

Heads = Iterator[tuple[str, str, str]]
"""What a post is about, its text, and what its head must say."""


def posted(match: Match) -> Heads:
    """Boards, ends, and matches of the computer."""
    due = replace(match, deadline=NOW + DAY)
    bob = {2}
    yield "first board", posts.content(board(due), {1}), "you move first against"
    yield "first answer", posts.content(board(due, "d5"), bob), "your first move"
    yield "move", posts.content(board(due, "d5", "d4"), {1}), "your move"
    yield "take-back", posts.content(replace(board(due, "d5"), taken_back="d4"), bob), "your move again"
    yield "offer", posts.content(board(replace(due, draw_by=0), "d5"), bob), "your first move"
    for key, winner, called, said in (
        ("resignation", 1, bob, "you win!"),
        ("time", 0, {1, 2}, "you win!"),
        ("time", 0, set[int](), "wins: "),
        ("draw_agreed", None, bob, "Draw: "),
        ("aborted_first", None, bob, "No result: "),
        ("forfeit_first", None, bob, "you win!"),
    ):
        ended = replace(over(key, winner), players=match.players)  # type: ignore[arg-type]  # a seat or None
        yield f"end by {key}", posts.content(board(ended, "d5", "d4"), called), said
    practice = replace(match, players=(match.players[0], computer(2)))
    yield "practice", posts.content(board(practice), {1}), "you move first against"
    yield "the computer thinks", posts.content(board(practice, "d5"), ()), "is thinking"
    yield "practice, your move", posts.content(board(practice, "d5", "d4"), {1}), "your move"
    votes = replace(due, players=(crowd(7, match.players[0].name), match.players[1]))
    for moves, said in (((), "vote for your first move against"), (("d5", "d4"), "vote for your move")):
        yield "vote", posts.content(board(votes, *moves), ()), said
    watched = replace(match, players=(computer(5), computer(5, second=True)))
    yield "watched", posts.content(board(watched, "d5"), ()), "Computer match"
    yield "old board", old_line(replace(match, ply=3), 2, Ply(2, "d4", 1, NOW)), "Move 2"


def beginning(text: str) -> str:
    """The first words of a text between its fields."""
    between = next(part for part in re.split(r"\{\w+\}", text) if re.search(r"\w", part))
    return " ".join(between.strip(", ").split()[:3])


def told(match: Match) -> Heads:
    """Notices, offers and remarks."""
    remarks = {
        "decline draw": "declined the draw",
        "refuse take back": "declined to take back",
        "decline abort": "wants to keep playing",
        "keep": "wants to continue the match",
    }
    words = {
        **remarks,
        "turn": "your move",
        "end": "you win!",
        "followed": "took d4 off",
        "followed end": "wins: ",
        **{name: beginning(kind.text) for name, kind in NOTICE_KINDS.items() if isinstance(kind.text, str)},
    }
    missing = NOTICE_KINDS.keys() - words.keys()
    assert not missing, f"tests/texts/test_heads.py: add to `words` what the heads of {sorted(missing)} must say"
    for kind, declared in NOTICE_KINDS.items():
        shown = over(players=match.players) if kind in {"end", "followed end"} else replace(match, deadline=NOW + DAY)
        notice = Delivery("notice", match.id, person_id=1, about=kind)
        yield f"notice {kind}", notices.sentence(notice, board(shown, "d5", "d4")), words[kind]
        alike = notices.combined_text(1, [declared] * 2, ["first", "second"])
        yield f"two notices {kind}", alike, "2 match"
    yield "digest", notices.digest(["first"]), "Your matches today"
    for offer, said in (("draw_by", "offers a draw"), ("takeback_by", "asks to take"), ("abort_by", "wants to")):
        asked, _ = offer_message(board(replace(match, **{offer: 1}), "d5", "d4"), 0)  # type: ignore[arg-type]  # a seat
        yield offer, f"<@1>, {asked}", said
    assert remarks.keys() == matches.SENTENCES.keys()
    for event, said in remarks.items():
        yield event, matches.action_text(match, event, 1, "d7-d5"), said
    for seat in (None, 0):
        place = Place(match.id, seat, 70, 7, None, 0)
        yield "moved", matches.moved_text(match, match.players[0], place), "moved the match"


def offered(match: Match) -> Heads:
    """Challenges, leaderboards and announcements."""
    challenger, opponent = match.players
    challenge = Challenge(
        id=match.id,
        game="konane",
        options={},
        challenger=challenger,
        opponent=opponent,
        venue=Venue(100, 10),
        side="first",
        created_at=NOW,
        expires_at=NOW + DAY,
        clock=TimeControl.parse("3d"),
    )
    yield "challenge", challenges.invitation(challenge), "challenges you"
    yield "rematch", challenges.invitation(replace(challenge, rematch_of=1)), "would like a "
    yield "open challenge", challenges.invitation(replace(challenge, opponent=None)), "challenges anyone"
    for status in get_args(ChallengeStatus):
        word = {"open": "challenge", "expired": "challenge"}.get(status, status.replace("withdrawn", "withdrew"))
        yield f"challenge {status}", challenges.settled_text(replace(challenge, status=status)), word
    ranks = [Rank(1, challenger.id, challenger.name, Rating())]
    yield "leaderboards", standing.weekly_leaderboards({"konane": ranks}), "This week's leaderboards"
    yield "announcement", owner.announcement("Tidepool pauses at noon."), "Tidepool pauses at noon."


def head(text: str, people: tuple[Person, Person]) -> str:
    """The first characters of a notification, which shows no Markdown and the names of the mentioned people."""
    for person in people:
        text = text.replace(f"<@{person.id}>", f"@{person.name}")
    return re.sub(r"\*\*|^(### |-# )", "", text)[:SHOWN]


@pytest.mark.parametrize("kinds", [posted, told, offered])
@pytest.mark.parametrize("people", [SHORT, LONG])
def test_a_head_says_what_happened_and_what_to_do(
    kinds: Callable[[Match], Heads], people: tuple[Person, Person]
) -> None:
    heads = {name: (head(text, people), said) for name, text, said in kinds(a_match(players=people))}
    assert {name: shown for name, (shown, said) in heads.items() if said not in shown} == {}


@pytest.mark.parametrize("kinds", [posted, told, offered])
def test_codes_and_links_come_last(kinds: Callable[[Match], Heads]) -> None:
    late = {name: text for name, text, _ in kinds(a_match(players=SHORT)) if not last(text.split("\n")[0])}
    assert late == {}


def last(line: str) -> bool:
    """Whether nothing but codes and links follows the first of them."""
    found = PUT_LAST.search(line)
    return found is None or re.fullmatch(r"(#1000|https?://\S+|[ .])*", line[found.start() :]) is not None
