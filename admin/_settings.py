"""The settings of the owner: each environment variable with its meaning and its default."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

from admin._exits import Exit, StartError
from admin._reading import (
    by,
    environment,
    host_and_port,
    misspelled,
    number,
    one_of,
    optional,
    path,
    text_of,
    values,
    variable_of,
    web_address,
)
from admin._version import PROGRAM
from matches.limits import Limits
from matches.retention import Retention
from storage.opening import is_address

HOME = PROGRAM if (PROGRAM / "pyproject.toml").exists() else Path.cwd()
"""The folder of `.env` and `data`: beside bot.py, or the working directory of an installed package."""
FILE = HOME / "data" / "tidepool.sqlite3"
ENV_FILE: Path | None = HOME / ".env"
DISCORD = "https://discord.com"


def database_of(given: Path | str) -> Path | str:
    """The database that a text of the environment names: the address of a PostgreSQL database, or else a path.

    Raises ValueError with half a sentence.
    """
    if is_address(given):
        urlsplit(str(given))  # raises ValueError for a host in brackets that is none
        return given
    if "://" in str(given):
        raise ValueError("it must be a path, or an address that begins with postgresql://")
    if not Path(given).name:
        raise ValueError("it must name a file")
    return path(str(given))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of the owner, from the environment or from the file `.env` in HOME.

    docs/settings.md repeats the docstring of each field.
    """

    token: str | None = field(default=None, repr=False, metadata=by(str, "DISCORD_TOKEN"))
    """The bot's token from Discord's developer portal. Without one, the sandbox opens."""
    token_file: Path | None = field(default=None, metadata=by(path, "DISCORD_TOKEN_FILE"))
    """A file that holds the token, such as a secret of Docker or a credential of systemd."""
    database: Path | str = field(default=FILE, metadata=by(database_of))
    """The file that keeps every match, which is created, or the address of PostgreSQL (`postgresql://user@host/name`)."""
    backups: Path = field(default=Path("backups"), metadata=by(path))
    """The folder of the daily backups; a relative path begins beside the database. Empty switches them off."""
    status: str | None = field(default="127.0.0.1:8099", metadata=by(optional(host_and_port)))
    """Host and port of `/health`, `/ready` and `/metrics`. Empty switches them off."""
    door: str = field(default="gateway", metadata=by(one_of("gateway", "http")))
    """How interactions arrive: `gateway`, by a connection to Discord, or `http`, by Discord's requests (scale.md)."""
    http: str = field(default="127.0.0.1:8098", metadata=by(host_and_port))
    """Host and port at which a worker with the door `http` takes interactions."""
    log_level: str = field(default="INFO", metadata=by(one_of("INFO", "WARNING", "ERROR")))
    """How much the log says: `INFO`, `WARNING` or `ERROR`. It goes to standard error."""
    thinkers: int | None = field(default=None, metadata=by(number(1, 64)))
    """The most processes that think and draw GIFs, 60 to 130 MiB each. By default the usable cores but one, 1 to 4."""
    rated_per_day: int = field(default=5, metadata=by(number(0)))
    """How many matches of the same two people within 24 hours count for their ratings; more are not rated."""
    limits: Limits = field(default=Limits(), metadata=by(Limits.parse))
    """How much one person may do: `usual`, `off`, or the limits below that differ, such as `pings=3, bumps=off`."""
    retention: Retention = field(default=Retention(), metadata=by(Retention.parse))
    """What is deleted after some days: `usual`, `off`, or the rows below that differ, such as `matches=730`."""
    owner_server: int | None = field(default=None, metadata=by(optional(number(1))))
    """The number of the server in which you have the owner's commands `/tidepool`. Without one they do not exist."""
    log_format: str = field(default="text", metadata=by(one_of("text", "json")))
    """How the log is written: `text`, or `json` for one object a line."""
    clock: Path | None = field(default=None, metadata=by(path))
    """A file with the seconds to add to real time. It is for tests and the sandbox."""
    api: str | None = field(default=None, metadata=by(web_address))
    """The address of a sandbox that stands for Discord. It is for tests."""

    def address(self) -> tuple[str, int] | None:
        """Host and port of `/health`, `/ready` and `/metrics`; None where they are switched off."""
        return _address(self.status) if self.status else None

    def http_address(self) -> tuple[str, int]:
        """Host and port at which interactions arrive over HTTP."""
        return _address(self.http)

    def rest_api(self) -> str:
        """The address of Discord's REST API, or of that of the sandbox which stands for Discord."""
        return f"{(self.api or DISCORD).rstrip('/')}/api/v10"

    def backup_folder(self) -> Path | None:
        """The folder of the daily backups; None where they are switched off, and for PostgreSQL, which has its own."""
        file = self.database_file()
        return None if file is None or self.backups == Path() else file.parent / self.backups

    def database_file(self) -> Path | None:
        """The file of SQLite; None where the database is PostgreSQL."""
        return self.database if isinstance(self.database, Path) else None

    def database_name(self) -> str:
        """The name of the database, without the secrets that an address may contain."""
        if isinstance(self.database, Path):
            return str(self.database.absolute())
        address = urlsplit(self.database)
        return f"postgresql://{address.hostname or ''}{address.path}"

    def own_file(self) -> Path:
        """The file of SQLite, for what can be done to a file only. Raises StartError where it is PostgreSQL."""
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
        if self.token is not None and self.token.strip():
            return _whole(self.token.strip(), "DISCORD_TOKEN")
        if self.token_file is None or not self.token_file.name:
            return None
        try:
            found = text_of(self.token_file).strip()
        except UnicodeError as error:
            raise StartError(f"DISCORD_TOKEN_FILE: {self.token_file} is no text in UTF-8.", Exit.SETTINGS) from error
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
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
    """The token, if it can be one. Raises StartError, which names `where` the token came from."""
    if not re.fullmatch(r"[!-~]+", token) or set("\"'`") & set(token):
        raise StartError(
            f"{where}: the token has a line break, a space, a quotation mark or a strange letter in it. Copy it again.",
            Exit.SETTINGS,
        )
    return token


def read_settings() -> Settings:
    """The settings of the environment. Raises one StartError that names every fault."""
    try:
        given = environment(ENV_FILE)
    except UnicodeError as error:
        raise StartError(
            f"The file {ENV_FILE} is no text in UTF-8: save it again in that encoding.", Exit.SETTINGS
        ) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise StartError(f"The file {ENV_FILE} cannot be read: {reason}.", Exit.SETTINGS) from error
    try:
        return Settings(**values(Settings, given))
    except ValueError as error:
        raise StartError(f"A setting cannot be used: {' '.join(str(error).split())}.", Exit.SETTINGS) from None


def no_settings() -> list[str]:
    """A sentence about each variable that is set, looks like a setting, and is none. Raises as `environment` does."""
    known = {variable_of(one) for one in fields(Settings)}
    return [
        f"{name} is no setting, so it does nothing: docs/settings.md names all of them."
        for name in misspelled(known, environment(ENV_FILE))
    ]
