"""Pages, lists and parsers of `/server` and `/settings` are made from the declarations of settings."""

import math
from dataclasses import dataclass
from typing import Any

import pytest

from cogs.settings import own_page
from cogs.ui.context import Context
from cogs.ui.pages.notifications import notifications_page
from cogs.ui.pages.samples import Page
from cogs.ui.pages.settings import LOOKS, change_setting, server_page, setting_text
from cogs.wire.arrivals import Malformed
from cogs.wire.discord_limits import ROWS
from language import languages, speaking
from matches.errors import Refusal
from matches.setting_kinds import Ids, OneOf, declared_settings, setting
from matches.settings import OWN_TOPICS, SERVER_TOPICS, PlayerSettings, ServerSettings
from service import Service
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed

GUILD = 10
SETTINGS = declared_settings(ServerSettings)
TIDES = OneOf({"low": "At low tide", "high": "At high tide"})


MOST_LINES = 8
"""The most lines of a page that fits on a phone, with its lists and buttons."""
LONG = 60
"""About how many characters stand on a line of a phone of 390 pixels, in small letters."""


@dataclass(frozen=True, slots=True)
class Wider(ServerSettings):
    """The settings of a version that has two more."""

    tide: str = setting("low", "tide", TIDES, group="moderators", about="When the tide turns")
    pool: int | None = setting(
        None,
        "pool",
        Ids(
            "channel",
            some="The pool is in {chosen}.",
            none="There is no pool.",
            briefly=("in {chosen}", "no pool"),
            placeholder="A channel",
        ),
        group="boards",
        about="Where the pool is",
    )


@dataclass(frozen=True, slots=True)
class WiderOwn(PlayerSettings):
    """A person's settings in a version that has a switch and a list more."""

    wet: bool = setting(False, "wet", OneOf({False: "Stay dry", True: "Get wet"}), group="moves")
    tide: str = setting("low", "tide", TIDES, group="moves")


def controls(page: Page) -> list[dict[str, Any]]:
    """The lists and buttons of a page as Discord gets them."""
    return [item for row in page[1].to_components() for item in row["components"]]


async def test_a_declared_setting_is_in_its_topic_in_a_list_and_in_the_parser() -> None:
    before = Wider()
    page = await server_page(before, "moderators")
    assert "\n- **At low tide**.\n" in page[0]
    tides = next(item for item in controls(page) if topic_of(item) == "tide")
    assert tides["custom_id"] == "t1:serve:0:0:tide"
    assert [(option["value"], option["default"]) for option in tides["options"]] == [("low", True), ("high", False)]
    after = change_setting(change_setting(before, "tide", ["high"]), "pool", ["12"])
    assert after == Wider(tide="high", pool=12)
    assert "\n- **At high tide**.\n" in (await server_page(after, "moderators"))[0]
    front = (await server_page(after))[0]
    assert "At high tide" in front
    assert "in <#12>" in front
    page = await server_page(after, "boards")
    assert controls(page)[-2]["default_values"] == [{"id": 12, "type": "channel"}]


async def test_a_declared_setting_of_a_person_is_a_list_or_a_switch(client: Client) -> None:
    context = Context(pressed(client, ANN, CHANNEL))
    chosen = change_setting(change_setting(WiderOwn(), "wet", ["True"]), "tide", ["high"])
    assert chosen == WiderOwn(wet=True, tide="high")
    page = await own_page(context, chosen, "moves")
    assert page[0].endswith("\n- **Get wet**.\n- **At high tide**.")
    tides, preview, switch, back = controls(page)
    assert tides["custom_id"] == "t1:set:0:0:tide"
    assert [(option["value"], option["default"]) for option in tides["options"]] == [("low", False), ("high", True)]
    assert preview["custom_id"] == "t1:set:0:0:preview:True"
    assert (switch["label"], switch["custom_id"]) == ("Stay dry", "t1:set:0:0:wet:False")
    assert (back["label"], back["custom_id"]) == ("Back", "t1:settings:0:0")


@pytest.mark.parametrize("code", languages())
async def test_every_page_of_settings_fits_on_a_phone(
    client: Client, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a server that has changed every setting, and has deleted one of the chosen channels."""
    monkeypatch.setattr(Context, "language", code)
    context = Context(pressed(client, ANN, CHANNEL))
    full = ServerSettings(
        channels=(1, 2, 3), table_channel=1, puzzle_channel=2, moderator_role=3, deleted=("table", "puzzle")
    )
    with speaking(code):
        pages = {f"/server {group}": await server_page(full, group) for group in (None, *SERVER_TOPICS)}
        own = PlayerSettings()
        pages |= {f"/settings {group}": await own_page(context, own, group) for group in (None, *OWN_TOPICS)}
        pages["/notifications"] = (*notifications_page(own.notifications, 0), None)
    for name, (text, view, _) in pages.items():
        assert len(text.splitlines()) <= MOST_LINES, name
        assert sum(math.ceil(len(line) / LONG) for line in text.splitlines()) <= 2 * MOST_LINES, name
        assert len(view.to_components()) <= ROWS, name


async def test_a_setting_of_a_post_that_no_channel_gets_is_not_shown() -> None:
    page = await server_page(ServerSettings(), "posts")
    assert "hour" not in map(topic_of, controls(page))
    assert "08:00" not in page[0]
    page = await server_page(ServerSettings(puzzle_channel=12), "posts")
    assert "hour" in map(topic_of, controls(page))
    assert "08:00" in page[0]


def test_every_setting_is_in_a_topic() -> None:
    for settings, topics in ((ServerSettings, SERVER_TOPICS), (PlayerSettings, OWN_TOPICS)):
        groups = [setting.group for setting in declared_settings(settings).values()]
        assert set(groups) == set(topics)
        assert len(topics) == 4


def topic_of(item: dict[str, Any]) -> str:
    """The setting that a list, a switch or the button of a form is about."""
    action, _, _, *args = str(item["custom_id"]).removeprefix("t1:").split(":")
    return args[0] if args else action.removeprefix("serve-").removesuffix("?")


@pytest.mark.parametrize("topic", SETTINGS)
async def test_every_choice_of_a_setting_is_kept_and_shown(topic: str, service: Service) -> None:
    group, of = SETTINGS[topic].group, SETTINGS[topic].of
    before = change_setting(ServerSettings(), "puzzle", ["12"]) if of == "puzzle_channel" else ServerSettings()
    opened = next(item for item in controls(await server_page(before, group)) if topic_of(item) == topic)
    texts = set()
    choices = {
        "rated": [["True"], ["False"]],
        "zone": [["Berlin"], ["UTC"]],
    }.get(topic) or ([[option["value"]] for option in opened["options"]] if "options" in opened else [["12"], []])
    for values in choices:
        chosen = change_setting(before, topic, values)
        await service.settings.choose_for_server(GUILD, chosen)
        assert await service.settings.of_server(GUILD) == chosen
        page = await server_page(chosen, group)
        texts.add(setting_text(chosen, SETTINGS[topic]))
        assert setting_text(chosen, SETTINGS[topic]) in page[0] or group == LOOKS
        shown = next(item for item in controls(page) if topic_of(item) == topic)
        marked = [option["value"] for option in shown.get("options", ()) if option["default"]]
        if "label" not in shown:
            assert values == marked + [str(one["id"]) for one in shown.get("default_values", ())]
    assert len(texts) == len(choices)


@pytest.mark.parametrize("topic", [*sorted(SETTINGS.keys() - {"zone"}), "nothing", "introduced", ""])
@pytest.mark.parametrize("values", [["nothing"], ["-1"], ["1", "x"]])
def test_what_no_list_offers_is_refused(topic: str, values: list[str]) -> None:
    with pytest.raises(Malformed):
        change_setting(ServerSettings(), topic, values)


def test_what_is_no_time_zone_is_refused() -> None:
    with pytest.raises(Refusal, match="not a time zone"):
        change_setting(ServerSettings(), "zone", ["nothing"])
    assert change_setting(ServerSettings(), "zone", ["berlin"]).zone == "Europe/Berlin"


async def test_the_overview_says_what_is_on_and_the_buttons_what_they_do(client: Client) -> None:
    content, _, _ = await own_page(Context(pressed(client, ANN, CHANNEL)), PlayerSettings())
    names = "under puzzles: yes · in puzzles from your matches: no · on the leaderboard for all servers: no"
    assert f"- **Names**: {names}" in content
    assert "- **Your moves**: played at once" in content
    for one in declared_settings(PlayerSettings).values():
        if isinstance(one.kind, OneOf) and one.kind.labels.keys() == {False, True}:
            assert one.kind.states is not None, one.topic
            assert one.kind.states.keys() == {False, True}
