"""Whatever the bot shows in a language, it reads when it is typed in that language."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from cogs.commands.options import check_offered
from cogs.notifications import WELL_KNOWN
from cogs.texts.clocks import clock_choices, clock_name, read_clock
from cogs.texts.matches import list_entry, title
from cogs.ui.pages.notifications import HOURS, NO_QUIET, OFF, SUGGESTED, _chosen, wall_clock, zones_like
from language import languages, say, speaking
from matches.codes import id_of
from matches.errors import Refusal
from matches.hours import minutes_of, zone_name, zone_of
from matches.settings import Notifications
from matches.timecontrol import DAY, HOUR, LONGEST, MINUTE, TimeControl, clock_text
from tests.support.matches import ANN, BOB
from tests.support.messages import all_commands
from tests.support.records import NOW, a_match
from tests.support.shares import share

every_language = pytest.mark.parametrize("code", languages())
shown_spans = st.one_of(st.integers(1, 59).map(lambda n: n * MINUTE), st.integers(1, 720).map(lambda n: n * HOUR))
shown_clocks = st.tuples(shown_spans, shown_spans, shown_spans, st.booleans()).map(
    lambda t: TimeControl(min(t[0], t[2]), min(t[1], t[2]), t[2], t[3])
)


@pytest.fixture(autouse=True)
def _in_use() -> None:
    """Every language has been spoken before."""
    for code in languages():
        with speaking(code):
            say("Move")


@every_language
async def test_every_choice_of_a_command_means_its_value(code: str) -> None:
    tested = 0
    async with all_commands() as bot:
        for command in bot.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                for option in command.parameters:
                    for choice in option.choices:
                        with speaking(code):
                            entry = {"name": option.display_name, "type": option.type.value, "value": say(choice.name)}
                            check_offered(command, {"options": [entry]})
                        assert entry["value"] == choice.value, (command.qualified_name, option.name)
                        tested += 1
    assert tested > 100


@every_language
def test_every_clock_on_offer_is_read_by_its_name(code: str) -> None:
    with speaking(code):
        for text, name in clock_choices("36h", "24+1/720h", "72+12/96h", "3d soft").items():
            assert clock_text(read_clock(name)) == text
            assert clock_text(read_clock(f"“{name.upper()}”")) == text


@pytest.mark.parametrize("code", share(2, ((code,) for code in languages())))
@given(shown_clocks)
def test_every_clock_is_read_as_it_is_shown(code: str, clock: TimeControl) -> None:
    with speaking(code):
        assert read_clock(clock_name(clock).said()) == clock


@every_language
def test_the_clocks_of_a_hint_can_be_typed(code: str) -> None:
    with speaking(code):
        hint = say("36h, 10 days, 1d + 1h a move")
        clocks = [clock_text(read_clock(text)) for text in re.split("[,、]", hint)]
    assert clocks == ["36h", "10d", f"24+1/{LONGEST // HOUR}h"]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("3 Tage", "3d"), ("3 jours", "3d"), ("10 horas", "10h"), ("3 días", "3d"), ("3 dias", "3d"), ("3日", "3d"),
        ("ohne", "none"), ("keine", "none"), ("なし", "none"), ("sans", "none"), ("3 Tage pro Zug", "3d"),
        ("2 Tage und 12 Stunden", "60h"), ("3 TAGE", "3d"), ("１日１２時間", "36h"), ("30 Min.", "30m"),
        ("1 Tag + 1 Stunde", "24+1/720h"), ("«2 heures»", "2h"), ("(3 Tage)", None), ("3 Wochen", None),
        ("Tage", None), ("3 Tage 5", None), ("3 mois", None), ("99 Tage", None), ("", None), ("keine pro Zug", None),
    ],
)  # fmt: skip
def test_a_clock_is_read_in_any_language_in_use(text: str, clock: str | None) -> None:
    if clock is None:
        with pytest.raises(Refusal):
            read_clock(text)
    else:
        assert clock_text(read_clock(text)) == clock


@pytest.mark.parametrize("text", ["1" * 6000, "1d " * 2000, "+ " * 3000, "(" * 6000, "日" * 6000, "a, soft: " * 600])
def test_a_very_long_text_is_no_clock_and_no_time(text: str) -> None:
    for read in (read_clock, minutes_of):
        with pytest.raises(Refusal):
            read(text)
    with pytest.raises(Refusal):
        _chosen(Notifications(), ("zone", text))


@every_language
def test_every_time_zone_on_offer_is_read_as_it_is_suggested(code: str) -> None:
    with speaking(code):
        for zone in (*WELL_KNOWN, "Etc/GMT-2", "UTC+5:30"):
            shown = say(SUGGESTED, zone=zone_name(zone), time=wall_clock(NOW, zone))
            assert _chosen(Notifications(), ("zone", shown)).zone == zone, shown


@pytest.mark.parametrize(
    ("city", "zone"),
    [
        ("São Paulo", "America/Sao_Paulo"), ("sao paulo", "America/Sao_Paulo"), ("Zürich", "Europe/Zurich"),
        ("Wien", "Europe/Vienna"), ("München", "Europe/Berlin"), ("Genève", "Europe/Zurich"), ("東京", "Asia/Tokyo"),
        ("Lisboa", "Europe/Lisbon"), ("Bogotá", "America/Bogota"), ("Asunción", "America/Asuncion"),
        ("Bruxelles", "Europe/Brussels"), ("“Tokio”", "Asia/Tokyo"), ("Londres", "Europe/London"),
        ("UTC+5:30", "UTC+5:30"), ("+13:45", "UTC+13:45"), ("Tóquio (22:10)", "Asia/Tokyo"), ("大阪", "Asia/Tokyo"),
    ],
)  # fmt: skip
def test_a_city_is_known_by_its_name_in_every_language(city: str, zone: str) -> None:
    assert _chosen(Notifications(), ("zone", city)).zone == zone


def test_cities_are_suggested_while_they_are_typed() -> None:
    assert zones_like("Zür")[0] == "Europe/Zurich"
    assert zones_like("東")[0] == "Asia/Tokyo"
    assert zones_like("lisbo")[0] == "Europe/Lisbon"


def test_an_offset_with_minutes_is_a_zone() -> None:
    assert zone_of("UTC+5:30").utcoffset(datetime.now(UTC)) == timedelta(hours=5, minutes=30)
    assert zone_of("UTC-9:30").utcoffset(datetime.now(UTC)) == -timedelta(hours=9, minutes=30)
    assert wall_clock(DAY, "UTC+5:45") == "05:45"
    with pytest.raises(Refusal):
        zone_of("UTC+99:30")


@every_language
def test_every_time_on_offer_is_read(code: str) -> None:
    with speaking(code):
        assert [minutes_of(hour) for hour in HOURS] == [60 * hour for hour in range(24)]
        for off in (OFF, say(NO_QUIET)):
            assert _chosen(Notifications(quiet_from=60, quiet_to=120), ("from", off)).quiet_from is None


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("22時", 1320), ("22時30分", 1350), ("午後10時", 1320), ("午前0時", 0), ("22 horas", 1320), ("22 Uhr", 1320),
        ("22 h 30", 1350), ("22 heures", 1320), ("10 p. m.", 1320), ("Mittag", 720), ("midi", 720), ("minuit", 0),
        ("mediodía", 720), ("meia-noite", 0), ("正午", 720), ("„22:30“", 1350),
    ],
)  # fmt: skip
def test_a_time_is_read_in_any_language_in_use(text: str, minute: int) -> None:
    assert minutes_of(text) == minute


@pytest.mark.parametrize("text", ["25 Uhr", "22 Uhr 75", "Uhr", "午後13時", "時"])
def test_what_is_no_time_in_any_language_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        minutes_of(text)


@every_language
def test_a_match_is_found_by_what_is_shown_of_it(code: str) -> None:
    match = a_match("konane")
    with speaking(code):
        for reader in (ANN.id, BOB.id, 0):
            assert id_of(list_entry(match, reader).said()) == match.id
        assert id_of(f"{title(match).said()}は") == match.id
        assert id_of(f"「#{match.code}」") == id_of(f"« {match.code} »") == match.id
