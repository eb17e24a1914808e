"""How a setting is declared, and how its value is read from a text of the environment."""

from __future__ import annotations

import io
import os
import re
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

PREFIX = "TIDEPOOL_"
PREFIX_OF_TOKENS = "DISCORD_"
LARGEST = 100_000
"""The most bytes of a file with settings or a token."""
LAST_PORT = 65_535
_ADDRESS = re.compile(r"[^:\s]+:\d{1,5}|\[[^\]\s]+\]:\d{1,5}")


def by(read: Callable[[str], Any], variable: str = "") -> dict[str, Any]:
    """The metadata of a setting. `read` makes its value from a text, or raises ValueError: “it must be …”.

    `variable` names the variable of the environment. By default it is `PREFIX` and the name of the field.
    """
    return {"read": read, "variable": variable}


def variable_of(one: Field[Any]) -> str:
    """The variable of the environment that sets this field."""
    return one.metadata["variable"] or f"{PREFIX}{one.name}".upper()


def environment(file: Path | None) -> dict[str, str]:
    """The variables of the environment and of a file. Where both set one, the environment wins.

    Raises UnicodeError if the file is no text, OSError, and ValueError with half a sentence.
    """
    text = text_of(file) if file is not None and file.is_file() else ""
    for one in parse_stream(io.StringIO(text)):
        if one.error or (one.key is not None and one.value is None):
            written = one.original.string
            line = one.original.line + len(written[: len(written) - len(written.lstrip())].splitlines())
            raise ValueError(
                f"line {line} is not of the form NAME=VALUE, or has a quotation mark without its other one"
            )
    kept = dotenv_values(stream=io.StringIO(text))
    return {**{name: value for name, value in kept.items() if value is not None}, **os.environ}


def misspelled(known: Collection[str], given: Collection[str]) -> list[str]:
    """The names in `given` that look like a variable of a setting and are none, in alphabetical order."""
    return sorted(name for name in given if name not in known and name.upper().startswith((PREFIX, PREFIX_OF_TOKENS)))


def text_of(file: Path) -> str:
    """The text of a small file. Raises UnicodeError, OSError, and ValueError with half a sentence."""
    with file.open("rb") as opened:  # what never ends, such as a device, is not read to its end
        found = opened.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"it has more than {LARGEST:,} bytes")
    if b"\0" in found:
        raise UnicodeError("it is in an encoding with NUL characters")
    return found.decode("utf-8-sig")


def values(kind: type[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of the settings for which `given` has a text. Raises one ValueError that names every fault."""
    found, faults = {}, []
    for one in fields(kind):
        text = given.get(variable_of(one))
        if text is None:
            continue
        try:
            found[one.name] = one.metadata["read"](_clean(text))
        except ValueError as error:
            faults.append(f"{variable_of(one)}: {error}")
    if faults:
        raise ValueError("; ".join(faults))
    return found


def _clean(text: str) -> str:
    """The text of a setting without blanks around it, which Docker and others keep. Raises ValueError for a NUL."""
    if "\0" in text:
        raise ValueError("it has a NUL character in it")
    return text.strip()


def one_of(*names: str) -> Callable[[str], str]:
    """A reader that takes one of these words."""

    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"it must be one of {', '.join(names)}")
        return text

    return read


def number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader that takes a whole number of at least `least` and at most `most`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\s*[+-]?\d{1,20}\s*", text, re.ASCII) or not least <= int(text) <= (most or int(text)):
            bounds = f"from {least} to {most}" if most else f"of at least {least}"
            raise ValueError(f"it must be a whole number {bounds}")
        return int(text)

    return read


def optional(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """A reader that takes an empty text as None, and gives any other text to `read`."""
    return lambda text: read(text) if text else None


def host_and_port(text: str) -> str:
    """Reads a host and a port. Raises ValueError."""
    if not _ADDRESS.fullmatch(text) or int(text.rpartition(":")[2]) > LAST_PORT:
        raise ValueError("it must be a host and a port, such as 127.0.0.1:8099")
    return text


def path(text: str) -> Path:
    """Reads a path, in which a leading ~ means somebody's home. Raises ValueError."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError("nobody here has the home that it begins with") from error


def web_address(text: str) -> str:
    """Reads an address that begins with http:// or https://. Raises ValueError."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("it must be an address that begins with http:// or https://")
    return text
