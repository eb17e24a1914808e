"""Each control checks its subject: a stranger to it is refused as if it did not exist, and changes nothing."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from cogs.ui.actions import CONTROLS, Scene
from cogs.wire.arrivals import Malformed
from matches.errors import NoChallenge, NoMatch, NoTournament, Unknown
from matches.model import Place, Venue
from matches.studies import NoStudy, NotShared
from tests.support.controls import NAMES
from tests.support.world import EVE, World, held

ROOT = Path(__file__).parents[2]
OTHER_SERVER = Venue(700, 77)
"""Where nothing of the world is shown."""
SUBJECTS: Mapping[str, tuple[str, type[Exception]]] = {
    **dict.fromkeys(get_args(Scene), ("match", NoMatch)),
    **dict.fromkeys(("challenge", "show"), ("challenge", NoChallenge)),
    **dict.fromkeys(("server", "announcement"), ("owner", Malformed)),
    "study": ("study", NoStudy),
    "shared study": ("shared study", NotShared),
    "puzzle": ("puzzle", Unknown),
    "tournament": ("tournament", NoTournament),
    "tournament full": ("tournament", NoTournament),
    "tournament left": ("tournament", NoTournament),
}
"""By scene: the kind of its subject, and how a stranger to it is refused."""
ANYBODYS = {"nothing", "Ann", "Bob"}
"""The scenes without a subject, or with a person, of whom each control shows only what the reader may see."""


async def _on_another_message(interaction: Any) -> None:
    """Press the control on a message that does not bear it."""
    interaction.message.components = []


async def _nothing(_: int, __: Iterable[Place]) -> set[int]:
    """Nobody can view any of these places."""
    return set()


@pytest.mark.parametrize("name", [name for name in NAMES if CONTROLS[name].example.scene not in ANYBODYS])
async def test_a_stranger_to_the_subject_of_a_control_is_refused(
    world: World, failures: list[Exception], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    used = CONTROLS[name]
    kind, refusal = SUBJECTS[used.example.scene]
    code: Any = vars(used.action)["__wrapped__"].__code__
    where = f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno}"
    wrong = f'{where}: what "{name}" is used for in its example is a {kind}: declare about="{kind}"'
    assert used.about in {kind, "owner"}, wrong
    async with world.client() as client:
        monkeypatch.setattr(client.viewers, "viewable", _nothing)
        before = await held(client)
        await world.press(client, name, _on_another_message, (EVE, OTHER_SERVER))
        assert [type(one) for one in failures] == [Malformed if used.about == "owner" else refusal], wrong
        assert await held(client) == before, f"{where}: it writes something for a stranger"
