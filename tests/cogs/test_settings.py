"""Pages, lists and parsers of `/server` and `/settings` are made from the declarations of settings."""

from dataclasses import dataclass
from typing import Any

import pytest

from cogs.settings import own_page
from cogs.ui.context import Context
from cogs.ui.pages.samples import Page
from cogs.ui.pages.settings import changed, server_page
from cogs.wire.arrivals import Malformed
from matches.setting_kinds import Ids, OneOf, declared, setting
from matches.settings import PlayerSettings, ServerSettings
from service import Service
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed

GUILD = 10
SETTINGS = declared(ServerSettings)
TIDES = OneOf({"low": "At low tide", "high": "At high tide"})


@dataclass(frozen=True, slots=True)
class Wider(ServerSettings):
    """The settings of a version that has two more."""

    tide: str = setting("low", "tide", TIDES, about="When the tide turns")
    pool: int | None = setting(
        None,
        "pool",
        Ids("channel", some="The pool is in {chosen}.", none="There is no pool.", placeholder="A channel"),
        about="Where the pool is",
    )


@dataclass(frozen=True, slots=True)
class WiderOwn(PlayerSettings):
    """A person's settings in a version that has a list more."""

    tide: str = setting("low", "tide", TIDES)


@dataclass(frozen=True, slots=True)
class WetterOwn(PlayerSettings):
    """A person's settings in a version that has a switch more."""

    wet: bool = setting(False, "wet", OneOf({False: "Stay dry", True: "Get wet"}))


def controls(page: Page) -> list[dict[str, Any]]:
    """The lists of a page as Discord gets them."""
    return [row["components"][0] for row in page[1].to_components()]


async def test_a_declared_setting_is_on_the_page_in_the_list_and_in_the_parser() -> None:
    before = Wider()
    page = await server_page(before, "tide")
    assert page[0].count("\n- ") == len(SETTINGS) + 2
    assert "\n- **At low tide**.\n- There is no pool.\n" in page[0]
    topics, tides = controls(page)
    assert [(option["value"], option["label"]) for option in topics["options"]][-2:] == [
        ("tide", "When the tide turns"),
        ("pool", "Where the pool is"),
    ]
    assert tides["custom_id"] == "t1:serve:0:0:tide"
    assert [(option["value"], option["default"]) for option in tides["options"]] == [("low", True), ("high", False)]
    after = changed(changed(before, "tide", ["high"]), "pool", ["12"])
    assert after == Wider(tide="high", pool=12)
    page = await server_page(after, "pool")
    assert "\n- **At high tide**.\n- The pool is in <#12>.\n" in page[0]
    assert controls(page)[1]["default_values"] == [{"id": 12, "type": "channel"}]


async def test_a_declared_setting_of_a_person_is_a_list_or_a_switch(client: Client) -> None:
    context = Context(pressed(client, ANN, CHANNEL))
    chosen = changed(WetterOwn(), "wet", ["True"])
    assert chosen == WetterOwn(wet=True)
    page = await own_page(context, chosen)
    assert "\n- **Get wet**.\n" in page[0]
    switches = page[1].to_components()[-1]["components"]
    assert (switches[-1]["label"], switches[-1]["custom_id"]) == ("Stay dry", "t1:set:0:0:wet:False")
    higher = changed(WiderOwn(), "tide", ["high"])
    assert higher == WiderOwn(tide="high")
    page = await own_page(context, higher)
    assert "\n- **At high tide**.\n" in page[0]
    tides = page[1].to_components()[-1]["components"]
    assert tides[0]["custom_id"] == "t1:set:0:0:tide"
    assert [(option["value"], option["default"]) for option in tides[0]["options"]] == [("low", False), ("high", True)]


@pytest.mark.parametrize("topic", SETTINGS)
async def test_every_choice_of_a_setting_is_kept_and_shown(topic: str, service: Service) -> None:
    opened = controls(await server_page(ServerSettings(), topic))[1]
    texts = set()
    choices = [[option["value"]] for option in opened["options"]] if "options" in opened else [["12"], []]
    for values in choices:
        chosen = changed(ServerSettings(), topic, values)
        await service.settings.choose_for_server(GUILD, chosen)
        assert await service.settings.of_server(GUILD) == chosen
        page = await server_page(chosen, topic)
        texts.add(page[0])
        shown = controls(page)[1]
        marked = [option["value"] for option in shown.get("options", ()) if option["default"]]
        assert values == marked + [str(one["id"]) for one in shown.get("default_values", ())]
    assert len(texts) == len(choices)


@pytest.mark.parametrize("topic", [*SETTINGS, "nothing", "greeted", ""])
@pytest.mark.parametrize("values", [["nothing"], ["-1"], ["1", "x"]])
def test_what_no_list_offers_is_refused(topic: str, values: list[str]) -> None:
    with pytest.raises(Malformed):
        changed(ServerSettings(), topic, values)
