"""Finds time zones by familiar names, such as a city's name in the person's language or that of a nearby large city."""

from collections.abc import Mapping
from functools import cache

from language import codes_in_use
from matches.hours import zones
from matches.words import fold

NEAR: Mapping[str, str] = {
    "America/Argentina/Cordoba": "Rosario",
    "America/Bogota": "Medellín, Cali, Barranquilla",
    "America/Chicago": "Houston, Dallas, Austin, San Antonio, Minneapolis, New Orleans",
    "America/Guayaquil": "Quito",
    "America/Los_Angeles": "San Francisco, San Diego, Seattle, Portland, Las Vegas",
    "America/Mexico_City": "Guadalajara, Puebla",
    "America/New_York": "Boston, Washington, Philadelphia, Miami, Atlanta",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília, Belo Horizonte, Curitiba, Porto Alegre",
    "America/Toronto": "Montréal, Québec, Ottawa",
    "Asia/Kolkata": "Mumbai, Delhi, Bangalore, Chennai, Hyderabad",
    "Asia/Shanghai": "Beijing, Pékin, Peking, Pequín, Pequim, 北京, Shenzhen, Guangzhou",
    "Asia/Tokyo": "Osaka, Kyoto, Yokohama, Nagoya, Sapporo, Fukuoka, 大阪, 京都, 横浜, 名古屋, 札幌, 福岡",
    "Asia/Ho_Chi_Minh": "Hanoi, Saigon",
    "Australia/Sydney": "Canberra",
    "Europe/Berlin": "Hamburg, München, Munich, Köln, Cologne, Frankfurt, Stuttgart, Düsseldorf, Leipzig",
    "Europe/Brussels": "Antwerpen, Anvers, Gent, Gand, Liège",
    "Europe/Istanbul": "Ankara, Izmir",
    "Europe/Lisbon": "Porto",
    "Europe/London": "Manchester, Birmingham, Edinburgh, Glasgow, Cardiff",
    "Europe/Madrid": "Barcelona, Valencia, Sevilla, Bilbao, Zaragoza",
    "Europe/Moscow": "Saint Petersburg",
    "Europe/Paris": "Lyon, Marseille, Toulouse, Bordeaux, Lille, Nantes, Nice, Strasbourg",
    "Europe/Rome": "Milano, Mailand, Milan, Milán, Milão, Napoli, Torino",
    "Europe/Vienna": "Graz, Linz, Salzburg, Innsbruck",
    "Europe/Warsaw": "Kraków, Krakau, Gdańsk",
    "Europe/Zurich": "Genève, Genf, Geneva, Ginebra, Genebra, Bern, Berne, Basel, Bâle, Lausanne",
}
"""Large cities in time zones that IANA names after another city."""


@cache
def _cities(code: str) -> Mapping[str, str]:
    """Return each time zone's city in one language, leaving out zones for which the Unicode CLDR has no city."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 (only a bot whose people type zones loads Babel)

    try:
        named = Locale.parse(code, sep="-").time_zones
    except UnknownLocaleError:
        return {}
    return {zone: fold(names["city"]) for zone, names in named.items() if names.get("city")}


@cache
def _towns() -> Mapping[str, tuple[str, ...]]:
    return {zone: tuple(map(fold, towns.split(","))) for zone, towns in NEAR.items()}


@cache
def _names(zone: str) -> tuple[str, ...]:
    """Return the names of a zone and its city in the normalised form that `find_zones` compares."""
    name = fold_name(zone)
    return name, name.rpartition("/")[2]


def fold_name(text: str) -> str:
    """Normalise the name of a zone or city, or part of it, for comparison in `find_zones`."""
    return fold(text.replace("_", " "))


def find_zones(wanted: str) -> Mapping[str, tuple[str, ...]]:
    """Return the zones with a name containing this normalised text, each with all of its names.

    A zone's names are its IANA name, that name's city, the city in each language, and large cities nearby.
    """
    found = {}
    cities = [_cities(code) for code in codes_in_use()]
    for zone in zones():
        names = (*_names(zone), *(known[zone] for known in cities if zone in known), *_towns().get(zone, ()))
        if any(wanted in name for name in names):
            found[zone] = names
    return found
