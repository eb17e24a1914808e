"""The columns that hold a person's ID: what export, forgetting and retention do with the rows."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column with the IDs of people. Where a usual rule does not apply to it, the field holds the reason why."""

    table: str
    name: str
    forgotten: Literal["row removed", "stand-in", "number"]
    """What happens when a person is forgotten: the row goes, or another ID takes the person's place.

    A stand-in lets opponents keep their rows; a number keeps a ban.
    """
    not_exported: str = ""
    """Why a person's export leaves these rows out; empty if it has them."""
    name_not_kept: str = ""
    """Why retention may delete a person's name although a row has their ID; empty if it keeps the name."""

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


HOUR = "it is counted for an hour and then deleted"
TEN_MINUTES = "it is deleted after ten minutes"
A_DAY = "it is deleted after a day"

PERSON_COLUMNS = (
    PersonColumn("person", "id", "row removed", name_not_kept="it is the name itself"),
    PersonColumn("player", "person_id", "row removed"),
    PersonColumn("vacation", "person_id", "row removed"),
    PersonColumn("block", "blocker_id", "row removed"),
    PersonColumn("block", "blocked_id", "row removed", "nobody learns who blocked them"),
    PersonColumn("ban", "person_id", "number"),
    PersonColumn("rating", "person_id", "row removed"),
    PersonColumn("rating_rank", "person_id", "row removed", *("it is an index of ratings",) * 2),
    PersonColumn("rating_change", "person_id", "row removed", name_not_kept="their rating keeps the name"),
    PersonColumn(
        "rating_change", "opponent_id", "stand-in", "it is the opponent's rating", "the rated match keeps the name"
    ),
    PersonColumn("tally", "person_id", "stand-in"),
    PersonColumn("tally", "opponent_id", "stand-in", *("the opponent has the same scores in a row of their own",) * 2),
    PersonColumn("finished", "person_id", "stand-in", *("it is an index of matches",) * 2),
    PersonColumn("follow", "person_id", "row removed"),
    PersonColumn("study", "owner_id", "row removed"),
    PersonColumn("study", "first_id", "stand-in", "the study is private to its owner"),
    PersonColumn("study", "second_id", "stand-in", "the study is private to its owner"),
    PersonColumn("entrant", "person_id", "stand-in"),
    PersonColumn("publication", "person_id", "row removed", name_not_kept="the message is only edited or deleted"),
    PersonColumn("outbox", "person_id", "row removed", "they are told it shortly", "their matches keep the name"),
    PersonColumn("ping", "by_id", "row removed", *(HOUR,) * 2),
    PersonColumn("ping", "person_id", "row removed", *(HOUR,) * 2),
    PersonColumn("limited_use", "person_id", "row removed", *(HOUR,) * 2),
    PersonColumn("board_link", "person_id", "row removed", *(TEN_MINUTES,) * 2),
    PersonColumn("visit", "person_id", "row removed", *(A_DAY,) * 2),
    PersonColumn("puzzle_attempt", "person_id", "row removed", name_not_kept="nobody is shown it"),
    PersonColumn("puzzle_try", "person_id", "row removed"),
    PersonColumn("challenge", "challenger_id", "stand-in"),
    PersonColumn("challenge", "opponent_id", "stand-in"),
    PersonColumn("match", "first_id", "stand-in"),
    PersonColumn("match", "second_id", "stand-in"),
)
"""All columns with ids of people. Other rows refer to the first, so it is removed last."""
EXPORTED = [column for column in PERSON_COLUMNS if not column.not_exported]
