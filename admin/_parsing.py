"""Tools for declaring settings and reading their values from environment variables."""

import io
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from storage.errors import reason_of

PREFIX = "TIDEPOOL_"
TOKEN_PREFIX = "DISCORD_"  # noqa: S105 (no token)
LARGEST = 100_000
"""The largest file with settings or a token, in bytes."""
NO_TEXT = "it is not text in UTF-8: save it again in that encoding"
LAST_PORT = 65_535
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_ADDRESS = re.compile(r"[^:\s]+:\d{1,5}|\[[^\]\s]+\]:\d{1,5}")


def parsed_by(parse: Callable[[str], Any], variable: str = "") -> dict[str, Any]:
    """Return a setting's metadata. `parse` turns a string into the value or raises ValueError("it must be …").

    `variable` is the name of the environment variable. By default, it is `PREFIX` and the name of the field.
    """
    return {"parse": parse, "variable": variable}


def variable_of(setting: Field[Any]) -> str:
    return setting.metadata["variable"] or f"{PREFIX}{setting.name}".upper()


def environment(file: Path | None) -> dict[str, str]:
    """Return all environment variables, with defaults from `file` if one is given.

    Raises ValueError, whose message completes a sentence, if the file cannot be read.
    """
    text = text_of(file) if file is not None and file.is_file() else ""
    for binding in parse_stream(io.StringIO(text)):
        if binding.error or (binding.key is not None and binding.value is None):
            written = binding.original.string
            line = binding.original.line + len(written[: len(written) - len(written.lstrip())].splitlines())
            raise ValueError(f"line {line} is not of the form NAME=VALUE, or lacks a closing quotation mark")
    kept = dotenv_values(stream=io.StringIO(text))
    return {**{name: value for name, value in kept.items() if value is not None}, **os.environ}


def misspelled_names(known: Collection[str], given: Collection[str]) -> list[str]:
    """Return the sorted names in `given` that look like a setting's variable but are not in `known`."""
    return sorted(name for name in given if name not in known and name.upper().startswith((PREFIX, TOKEN_PREFIX)))


def text_of(file: Path) -> str:
    """Return the content of a small text file. Raises ValueError if it cannot be read.

    The message completes a sentence, such as "it has more than 100 bytes".
    """
    try:
        with file.open("rb") as opened:  # limited, because a device may be endless
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(reason_of(error)) from error
    if len(content) > LARGEST:
        raise ValueError(f"it has more than {LARGEST:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeError as error:
        raise ValueError(NO_TEXT) from error
    if "\0" in text:
        raise ValueError(NO_TEXT)
    return text


def values(kind: type[Any], given: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of all settings in `given`. Raises a single ValueError naming all invalid settings."""
    parsed, faults = {}, []
    for setting in fields(kind):
        text = given.get(variable_of(setting))
        if text is None:
            continue
        try:
            parsed[setting.name] = setting.metadata["parse"](_clean(text))
        except ValueError as error:
            faults.append(f"{variable_of(setting)}: {error}")
    if faults:
        raise ValueError("; ".join(faults))
    return parsed


def _clean(text: str) -> str:
    """Strip the whitespace that Docker and other tools leave around a value. Raises ValueError for a NUL character."""
    if "\0" in text:
        raise ValueError("it contains a NUL character")
    return text.strip()


def one_of(*names: str) -> Callable[[str], str]:
    """Return a parser that accepts one of these words."""

    def parse(text: str) -> str:
        if text not in names:
            raise ValueError(f"it must be one of {', '.join(names)}")
        return text

    return parse


def number(least: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return a parser for integers from `least` to `maximum`, or without an upper limit if `maximum` is None."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"\s*[+-]?\d{1,20}\s*", text, re.ASCII) or not least <= int(text) <= (maximum or int(text)):
            bounds = f"from {least} to {maximum}" if maximum else f"of at least {least}"
            raise ValueError(f"it must be a whole number {bounds}")
        return int(text)

    return parse


def optional(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a parser that converts an empty string to None and passes any other string to `parse`."""
    return lambda text: parse(text) if text else None


class Address(NamedTuple):
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def host_and_port(text: str) -> Address:
    """Parse a host and a port. Raises ValueError."""
    host, _, port = text.rpartition(":")
    if not _ADDRESS.fullmatch(text) or int(port) > LAST_PORT:
        raise ValueError("it must be a host and a port, such as 127.0.0.1:8099")
    return Address(host.strip("[]"), int(port))


def path(text: str) -> Path:
    """Parse a path, which may begin with `~` for a home folder. Raises ValueError if there is no such home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError("the home folder at its beginning does not exist") from error


def public_address(text: str) -> str:
    """Parse a website's address. Raises ValueError if it has a path or does not use HTTPS.

    On this machine, HTTP is allowed as well.
    """
    parts = urlsplit(text)
    secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    if not secure or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("it must begin with https:// (on this machine, http:// is allowed) and have no path")
    return f"{parts.scheme}://{parts.netloc}"


def web_address(text: str) -> str:
    """Check an HTTP address. Raises ValueError."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("it must be an address that begins with http:// or https://")
    return text
