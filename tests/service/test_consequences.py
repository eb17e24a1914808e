"""What follows from an event of a match: registered by the parts, in a stated order, inside the transaction."""

from dataclasses import replace
from typing import Any

import pytest

from matches.errors import Refusal
from service import Service
from service.change import _CONSEQUENCES, Change, Happening, after
from service.consequences import Consequences
from storage.store import Store
from storage.tables import TABLES, Table
from tests.support.matches import ANN, BOB, begin, play_all
from tests.support.rows import dicts_of
from tests.support.sample_rows import add_sample

LEFT_BY_A_MOVE = {
    *("move", "event", "crowd", "voter", "vote", "place", "rating_change", "finished"),  # what happened
    *("condition", "follow"),  # until the end
}
"""The tables of matches in which a player's row stays when that player moves."""


def named(name: str) -> Any:
    """A function with this name, which it returns."""

    def act() -> str:
        return name

    act.__module__, act.__qualname__ = "service.tide", name
    return act


def test_they_come_in_the_stated_order_whichever_was_registered_first() -> None:
    known = Consequences[Any](["move", "end"])
    for order, name in ((30, "third"), (10, "first"), (20, "second")):
        known.declare(order, ["move"], named(name))
    known.declare(15, ["end"], named("at the end"))
    assert [act() for act in known.of(frozenset({"move"}))] == ["first", "second", "third"]
    assert [act() for act in known.of(frozenset({"move", "end"}))] == ["first", "at the end", "second", "third"]
    known.declare(5, ["move"], named("zeroth"))
    assert [act() for act in known.of(frozenset({"move"}))] == ["zeroth", "first", "second", "third"]


def test_two_cannot_claim_the_same_order() -> None:
    known = Consequences[Any](["move", "end"])
    known.declare(10, ["move"], named("rise"))
    message = r"^service.tide.fall has the order 10 of another function: choose none of 10 \(service.tide.rise\).$"
    with pytest.raises(ValueError, match=message):
        known.declare(10, ["end"], named("fall"))
    assert [act() for act in known.of(frozenset({"move", "end"}))] == ["rise"]


@pytest.mark.parametrize(("events", "said"), [(["moved"], "moved"), ([], "no event"), (["end", "tide"], "tide")])
def test_an_event_that_does_not_exist_is_refused_with_those_that_do(events: list[str], said: str) -> None:
    known = Consequences[Any](["move", "end"])
    with pytest.raises(ValueError, match=rf"^service.tide.rise follows from {said}: choose from end, move.$"):
        known.declare(10, events, named("rise"))


def test_a_part_can_register_no_unknown_event_and_no_order_of_another() -> None:
    with pytest.raises(ValueError, match=r"follows from moved: choose from abandon, abort, any"):
        after("moved", order=12345)(named("rise"))  # type: ignore[call-overload] # the mistake
    with pytest.raises(ValueError, match=r"choose none of 10 \(service.ends.conclude\), 20 \("):
        after("move", order=10)(named("rise"))


@pytest.mark.parametrize("event", ["move", "any", "board"])
async def test_what_fails_undoes_the_event(service: Service, monkeypatch: pytest.MonkeyPatch, event: Any) -> None:
    match = (await begin(service)).match
    for name in ("_known", "_of"):
        monkeypatch.setattr(_CONSEQUENCES, name, dict(getattr(_CONSEQUENCES, name)))

    @after(event, order=12345)
    async def rise(change: Change, happening: Happening) -> None:
        assert (await change.tx.events.of(match.id))[-1].rev == happening.match.rev
        raise Refusal("The tide is rising.")

    with pytest.raises(Refusal, match="The tide is rising"):
        await service.play.move(match.id, ANN.id, "take 1")
    assert await service.lookup.match(match.id) == match


@pytest.mark.parametrize(("until", "left"), [((), {0, 1}), (("resign",), {0, 1}), (("move",), {1})])
@pytest.mark.parametrize("name", ["condition", "follow"])
async def test_a_persons_rows_stay_until_an_event_of_theirs_that_the_table_names(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch, name: str, until: tuple[str, ...], left: set[int]
) -> None:
    """One table names people by seat, the other by ID."""
    table = TABLES[name]
    monkeypatch.setattr(table, "of_match", replace(table.of_match, until=until))  # type: ignore[type-var]  # it has one
    begun = await begin(service)
    async with store.write() as tx:
        for seat, person in enumerate((ANN, BOB)):
            add_sample(tx.session, table, {"match_id": begun.match.id, "seat": seat, "person_id": person.id})
    await play_all(service, begun, "1")
    whose = {"seat": {0: 0, 1: 1}, "person_id": {ANN.id: 0, BOB.id: 1}}
    column = next(column for column in whose if column in table.all)
    assert {whose[column][row[column]] for row in await dicts_of(store, name)} == left


async def test_the_end_of_a_match_deletes_the_rows_that_do_not_outlast_it(service: Service, store: Store) -> None:
    match, ends = (await begin(service)).match, [table for table in TABLES.values() if ends_with_match(table)]
    assert {table.name for table in ends} >= {"condition", "follow"}
    async with store.write() as tx:
        for table in ends:
            for seat, person in enumerate((ANN, BOB)):
                people = {column.name: person.id for column in table.holds}
                add_sample(tx.session, table, {"match_id": match.id, "seat": seat, **people})
    await service.play.resign(match.id, BOB.id)
    for table in ends:
        assert await dicts_of(store, table.name) == [], f"{table.name} declares `until`, so the end deletes its rows"


def ends_with_match(table: Table) -> bool:
    return table.of_match is not None and table.of_match.deleted == "row removed" and table.of_match.until is not None


def test_what_a_move_leaves_is_meant_to_stay() -> None:
    left = {
        table.name: table.where
        for table in TABLES.values()
        if table.of_match and table.of_match.deleted == "row removed" and (table.holds or "seat" in table.all)
        if "move" not in (table.of_match.until or ())
    }
    unmeant = [
        f"{left[name]}{name} keeps a player's row when that player moves: give its MatchColumn until=('move',) or, "
        "if the row must stay, add its name to LEFT_BY_A_MOVE in tests/service/test_consequences.py."
        for name in left.keys() - LEFT_BY_A_MOVE
    ]
    assert not unmeant, "\n".join(unmeant)
    assert left.keys() == LEFT_BY_A_MOVE
