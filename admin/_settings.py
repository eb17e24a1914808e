"""Everything that the owner may set: each environment variable with its meaning and its default."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, HttpUrl, PlainValidator, SecretStr, ValidationError
from pydantic_core import PydanticUndefined
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from admin._exits import Exit, StartError
from matches.limits import Limits
from matches.retention import Retention
from storage.opening import is_address

HOME = Path(__file__).parent.parent
FILE = HOME / "data" / "tidepool.sqlite3"
PREFIX = "TIDEPOOL_"


def _limits(given: Limits | str) -> Limits:
    """The limits that a text of the environment says, or the default as it is."""
    return Limits.parse(given) if isinstance(given, str) else given


def _retention(given: Retention | str) -> Retention:
    """What a text of the environment says, or the default as it is."""
    return Retention.parse(given) if isinstance(given, str) else given


def _optional(given: int | str | None) -> int | str | None:
    """What a text of the environment says; None where it is empty."""
    return None if given == "" else given


def database_of(given: Path | str) -> Path | str:
    """What a text of the environment names: the address of a PostgreSQL database as it is, anything else as a path."""
    return given if is_address(given) else Path(given)


class Settings(BaseSettings):
    """What the owner may set, in the environment or in a file `.env` beside bot.py.

    The text under each field is what the documentation says of it.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=HOME / ".env", extra="ignore", use_attribute_docstrings=True, env_ignore_empty=False
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    """The bot's token from Discord's developer portal. Without one, the sandbox opens."""
    token_file: Path | None = Field(default=None, validation_alias="DISCORD_TOKEN_FILE")
    """A file that holds the token, such as a secret of Docker or a credential of systemd."""
    database: Annotated[Path | str, NoDecode, PlainValidator(database_of)] = FILE
    """The file that keeps every match, which is created, or the address of PostgreSQL (`postgresql://user@host/name`)."""
    backups: Path = Path("backups")
    """The folder of the daily backups, beside the database unless it is a whole path. Empty switches them off."""
    status: str = Field(default="127.0.0.1:8099", pattern=r"^(|[^:\s]+:\d{1,5}|\[[^\]\s]+\]:\d{1,5})$")
    """Host and port of `/health`, `/ready` and `/metrics`. Empty switches them off."""
    door: Literal["gateway", "http"] = "gateway"
    """How interactions come in: `gateway`, by a connection to Discord, or `http`, by its requests (scale.md)."""
    http: str = Field(default="127.0.0.1:8098", pattern=r"^([^:\s]+:\d{1,5}|\[[^\]\s]+\]:\d{1,5})$")
    """Host and port at which a worker with the door `http` takes interactions."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much the log says: `DEBUG`, `INFO`, `WARNING` or `ERROR`. It goes to standard error."""
    thinkers: int | None = Field(default=None, ge=1, le=64)
    """How many processes think for the computer players at most. By default one for each core but one, at least 1."""
    rated_per_day: int = Field(default=5, ge=0)
    """So many matches of the same two people within 24 hours count for their ratings; more are not rated."""
    limits: Annotated[Limits, NoDecode, PlainValidator(_limits)] = Limits()
    """How much one person may do: `usual`, `off`, or which of the limits below differ, such as `pings=3, bumps=off`."""
    retention: Annotated[Retention, NoDecode, PlainValidator(_retention)] = Retention()
    """What is deleted in time: `usual`, `off`, or after how many days it differs below, such as `matches=730`."""
    owner_server: Annotated[int | None, BeforeValidator(_optional)] = Field(default=None, gt=0)
    """The number of the server in which you have the owner's commands `/tidepool`. Without one they do not exist."""
    log_format: Literal["text", "json"] = "text"
    """How the log is written: `text`, or `json` for one object a line."""
    clock: Path | None = None
    """A file with the seconds to add to real time. It is for tests and the sandbox."""
    api: HttpUrl | None = None
    """The address of a sandbox that stands for Discord. It is for tests."""

    def address(self) -> tuple[str, int] | None:
        """Host and port of health and metrics; None where they are switched off."""
        return _address(self.status) if self.status else None

    def http_address(self) -> tuple[str, int]:
        """Host and port of interactions over HTTP."""
        return _address(self.http)

    def backup_folder(self) -> Path | None:
        """Where the daily backups go; None where they are switched off, and for PostgreSQL, which has its own."""
        file = self.database_file()
        return None if file is None or self.backups == Path() else file.parent / self.backups

    def database_file(self) -> Path | None:
        """The file of SQLite; None where the database is PostgreSQL."""
        return self.database if isinstance(self.database, Path) else None

    def database_name(self) -> str:
        """Which database this is, without the secrets that an address may hold."""
        if isinstance(self.database, Path):
            return str(self.database.absolute())
        address = urlsplit(self.database)
        return f"postgresql://{address.hostname or ''}{address.path}"

    def own_file(self) -> Path:
        """The file of SQLite, for what only files can do. Raises StartError where the database is PostgreSQL."""
        file = self.database_file()
        if file is None:
            raise StartError(
                "The database is PostgreSQL, which has programs of its own for that, also while the bot runs: "
                '`pg_dump -Fc -f FILE "$TIDEPOOL_DATABASE"`. To restore, stop the bot, then '
                '`pg_restore --clean --if-exists -d "$TIDEPOOL_DATABASE" FILE`.',
                Exit.SETTINGS,
            )
        return file

    def secret(self) -> str | None:
        """The token, from the environment or from its file; None where there is neither. Raises StartError."""
        if self.token is not None and self.token.get_secret_value().strip():
            return _whole(self.token.get_secret_value().strip(), "DISCORD_TOKEN")
        if self.token_file is None or not self.token_file.name:
            return None
        try:
            found = self.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            raise StartError(
                f"DISCORD_TOKEN_FILE: {self.token_file} cannot be read: {reason}.", Exit.SETTINGS
            ) from error
        if not found:
            raise StartError(f"DISCORD_TOKEN_FILE: {self.token_file} is empty: put the token in it.", Exit.SETTINGS)
        return _whole(found, "DISCORD_TOKEN_FILE")


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def _whole(token: str, where: str) -> str:
    """The token, which is one word that an HTTP header takes. Raises StartError."""
    if not re.fullmatch(r"[!-~]+", token):
        raise StartError(
            f"{where}: the token has a line break, a space or a strange letter in it. Copy it again.", Exit.SETTINGS
        )
    return token


@dataclass(frozen=True, slots=True)
class Documented:
    """One setting as the documentation names it."""

    name: str
    meaning: str
    default: str


def documented() -> list[Documented]:
    """Every setting, in the order of the documentation."""
    return [
        Documented(_variable(name), field.description or "", _shown(field.default))
        for name, field in Settings.model_fields.items()
    ]


def read_settings() -> Settings:
    """The settings of the environment. Raises StartError that names every fault."""
    try:
        return Settings()
    except UnicodeError as error:
        raise StartError(
            f"The file {HOME / '.env'} is no text in UTF-8: save it again in that encoding.", Exit.SETTINGS
        ) from error
    except ValidationError as error:
        faults = "; ".join(f"{_variable(str(fault['loc'][0]))}: {fault['msg']}" for fault in error.errors())
        raise StartError(f"A setting cannot be used: {faults}.", Exit.SETTINGS) from None


def _variable(name: str) -> str:
    """The environment variable of a field; a fault names it by that already if it has an alias."""
    field = Settings.model_fields.get(name)
    if field is None:
        return name
    return str(field.validation_alias or f"{PREFIX}{name}".upper())


def _shown(default: object) -> str:
    if default is None or default is PydanticUndefined:
        return "none"
    if isinstance(default, Path):
        return f"`{(default.relative_to(HOME) if default.is_absolute() else default).as_posix()}`"
    return f"`{default}`"
