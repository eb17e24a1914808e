"""Imports through Discord: two people's files are read at once, one for each person, and every use counts."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import tests.support.controls  # noqa: F401 (importing it registers all functions)
from cogs.buttons import use
from cogs.ui.context import Context
from cogs.ui.studies.imports import import_record, study_position
from cogs.wire.pictures import Kept
from games import GAMES
from matches.errors import Refusal
from matches.foreign import abstractplay
from matches.imports import RecordList
from matches.limits import Limits
from matches.model import Person
from matches.notation import Record
from service import Service
from service.file_work import AT_ONCE
from storage.store import Store
from tests.support.compute import InAThread
from tests.support.kills import rest
from tests.support.matches import ANN, CHANNEL, StillClock
from tests.support.presses import Client, pressed

USES = 3
"""The imports that a person has in an hour here."""
WON = Record("konane", {"size": "6"}, 1, ("Ann", "Bob"), (), "1-0", begun=0, ended=60)
LIST = RecordList([" ".join(abstractplay.write(WON).split())] * 30, 0).text.encode()
TOO_MANY = f"You have imported {USES} records in the last hour"


class Reading(InAThread):
    """Holds back the reading of files until the gate opens, and counts how many are read at once."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.begun = asyncio.Semaphore(0)
        self.running = self.most = 0

    async def full(self, count: int) -> None:
        """Wait until so many files are being read, and until everybody else waits."""
        for _ in range(count):
            await self.begun.acquire()
        await rest()

    async def run(self, function: Callable[..., Any], *args: object, **named: Any) -> Any:
        self.running += 1
        self.most = max(self.most, self.running)
        self.begun.release()
        try:
            await self.gate.wait()
            return await super().run(function, *args, **named)
        finally:
            self.running -= 1


@pytest.fixture
async def client(store: Store) -> Client:
    client = Client(Service(store, StillClock(), limits=replace(Limits.off(), imports=USES)))
    client.compute = Reading()
    return client


class File(SimpleNamespace):
    """A file on Discord with a list of records."""

    size = len(LIST)

    async def read(self) -> bytes:
        return LIST


async def imported(client: Client, who: Person) -> list[str]:
    """What somebody is answered who imports the list, in order."""
    interaction = pressed(client, who, CHANNEL)
    file: Any = File()
    try:
        await import_record(Context(interaction), file, "")
    except Refusal as refusal:
        return [str(refusal)]
    return [str(answer["content"]) for answer in interaction.answers.sent if "content" in answer]


async def turned(client: Client, *, private: bool = True, page: int = 1) -> tuple[dict[str, Any], File]:
    """What Ann is answered who turns the page of a list, and the file of the list."""
    interaction, file = pressed(client, ANN, CHANNEL, custom_id=f"t1:import-page:0:0:{page}:0", private=private), File()
    interaction.message.attachments = [file]
    await use(interaction, interaction.data)
    (answer,) = interaction.answers.sent
    return answer, file


async def test_the_list_stays_attached_when_its_page_is_turned(client: Client) -> None:
    answer, file = await turned(client)
    assert answer["edited"]
    assert answer["attachments"] == [file], "not uploaded again"
    assert answer["content"].startswith("### 30 records in this file")
    assert len(answer["view"].children[0].options) == 5


async def test_a_new_message_has_the_list_as_a_file_of_its_own(client: Client) -> None:
    answer, _ = await turned(client, private=False)
    assert answer["file"].fp.read() == LIST
    assert not isinstance(answer["file"], Kept)


async def test_turning_a_page_counts_as_an_import(client: Client) -> None:
    for page in range(USES):
        answer, _ = await turned(client, page=page % 2)
        assert "edited" in answer
    refused, _ = await turned(client)
    assert TOO_MANY in refused["content"]
    assert TOO_MANY in (await imported(client, ANN))[0]


async def test_two_peoples_files_are_read_at_once_and_the_others_are_told_that_they_wait(client: Client) -> None:
    reading: Any = client.compute
    reading.gate.clear()
    people = [Person(number, f"Person {number}") for number in range(100, 107)]
    importing = [asyncio.create_task(imported(client, person)) for person in people]
    await reading.full(AT_ONCE)
    reading.gate.set()
    answers = await asyncio.gather(*importing)
    assert reading.most == AT_ONCE
    assert all(answer[-1].startswith("### 30 records") for answer in answers)
    told = [answer[:-1] for answer in answers]
    assert told[: AT_ONCE + 2] == [
        *[[]] * AT_ONCE,
        ["-# 1 request is ahead of yours."],
        ["-# 2 requests are ahead of yours."],
    ]


async def test_a_person_has_one_file_read_at_a_time_and_every_other_import_is_answered(client: Client) -> None:
    reading: Any = client.compute
    reading.gate.clear()
    importing = [asyncio.create_task(imported(client, ANN)) for _ in range(12)]
    await reading.full(1)
    turning = asyncio.create_task(turned(client))
    await rest()
    reading.gate.set()
    first, *others = await asyncio.gather(*importing)
    page, _ = await turning
    assert reading.most == 1
    assert first[-1].startswith("### 30 records")
    still = "I am still working on a file for you. Please try again when it is here."
    assert [*others, [page["content"]]] == [[still]] * 12
    assert "### 30 records" in (await imported(client, ANN))[-1], "what was refused does not count"


@pytest.mark.parametrize("game", GAMES)
async def test_position_codes_wait_for_nobodys_file_and_count_although_they_come_at_once(
    client: Client, game: str
) -> None:
    reading: Any = client.compute
    reading.gate.clear()
    importing = [asyncio.create_task(imported(client, Person(n, "Somebody"))) for n in range(100, 100 + AT_ONCE)]
    await reading.full(AT_ONCE)
    uses = [pressed(client, ANN, CHANNEL) for _ in range(USES + 2)]
    code = GAMES[game].start().encode()
    outcomes = await asyncio.gather(
        *(study_position(Context(interaction), game, code) for interaction in uses), return_exceptions=True
    )
    refused = [str(outcome) for outcome in outcomes if isinstance(outcome, Refusal)]
    assert len(refused) == 2
    assert all(TOO_MANY in text for text in refused)
    assert sum(bool(interaction.answers.sent) for interaction in uses) == USES
    reading.gate.set()
    await asyncio.gather(*importing)
