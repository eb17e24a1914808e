"""Public answers to buttons record whom they name, so that “Forget me” deletes or edits them."""

import re

import pytest

from cogs.ui.actions import CONTROLS
from tests.support.rows import dicts_of
from tests.support.world import PEOPLE, World


@pytest.mark.long
async def test_a_public_answer_records_whom_it_names(world: World) -> None:
    naming = set()
    for name in CONTROLS:
        async with world.client() as client:
            interaction = await world.press(client, name)
            store = client.service.outbox._core.store
            edited = {row["message_id"] for table in ("place", "challenge") for row in await dicts_of(store, table)}
            deleted = {(row["message_id"], row["person_id"]) for row in await dicts_of(store, "publication")}
        for number, answer in zip(interaction.answers.ids, interaction.answers.sent, strict=True):
            if {"ephemeral", "edited", "original"} & answer.keys() or number in edited:
                continue
            text = answer.get("content") or ""
            people = {person.id for called, person in PEOPLE.items() if _names(text, called, person.id)}
            missing = people - {person_id for about, person_id in deleted if about in {number, interaction.id}}
            assert not missing, (name, text)
            naming |= {name} if people else set()
    assert {"share", "study-share", "gif-post", "profile-all"} <= naming


def _names(text: str, called: str, person_id: int) -> bool:
    return re.search(rf"<@!?{person_id}>|\b{called}\b", text) is not None
