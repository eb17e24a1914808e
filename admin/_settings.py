"""The operator's settings, each read from an environment variable and with a default."""

import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

from admin._exits import Exit, StartError
from admin._parsing import (
    Address,
    environment,
    host_and_port,
    misspelled_names,
    number,
    one_of,
    optional,
    parsed_by,
    path,
    public_address,
    text_of,
    values,
    variable_of,
    web_address,
)
from admin._version import PROGRAM
from matches.limits import Limits, Retention
from storage.opening import is_address

HOME = PROGRAM if (PROGRAM / "pyproject.toml").exists() else Path.cwd()
"""The folder with `.env` and `data`: that of bot.py or, for an installed package, the working directory."""
FILE = HOME / "data" / "tidepool.sqlite3"
ENV_FILE: Path | None = HOME / ".env"
DISCORD = "https://discord.com"


def database_of(given: Path | str) -> Path | str:
    """Parse the path or address of a database. Raises ValueError if `given` is neither."""
    if is_address(given):
        urlsplit(str(given))  # raises ValueError for an invalid host in brackets
        return given
    if "://" in str(given):
        raise ValueError("it must be a path, or an address that begins with postgresql://")
    if not Path(given).name:
        raise ValueError("it must name a file")
    return path(str(given))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The operator's settings, read from the environment or the file `.env` in HOME.

    docs/settings.md repeats the docstring of each field.
    """

    token: str | None = field(default=None, repr=False, metadata=parsed_by(str, "DISCORD_TOKEN"))
    """The bot's token from Discord's developer portal. Without one, the sandbox opens."""
    token_file: Path | None = field(default=None, metadata=parsed_by(path, "DISCORD_TOKEN_FILE"))
    """A file that contains the token, such as a Docker secret or a systemd credential."""
    database: Path | str = field(default=FILE, metadata=parsed_by(database_of))
    """The SQLite file, created if missing, or the address of a PostgreSQL database (`postgresql://user@host/name`)."""
    backups: Path = field(default=Path("backups"), metadata=parsed_by(path))
    """The folder of the daily backups, relative to the database. Empty switches backups off."""
    status: Address | None = field(default=Address("127.0.0.1", 8099), metadata=parsed_by(optional(host_and_port)))
    """Host and port of `/health`, `/ready` and `/metrics`. Empty switches them off."""
    door: str = field(default="gateway", metadata=parsed_by(one_of("gateway", "http")))
    """How interactions arrive: `gateway`, through a connection to Discord, or `http`, as its requests (scale.md)."""
    http: Address = field(default=Address("127.0.0.1", 8098), metadata=parsed_by(host_and_port))
    """Host and port of the interactions endpoint, for `TIDEPOOL_DOOR=http`."""
    board_url: str | None = field(default=None, metadata=parsed_by(optional(public_address)))
    """The public address of the board page, such as `https://board.example.org`. Without it there is no page."""
    board: Address = field(default=Address("127.0.0.1", 8097), metadata=parsed_by(host_and_port))
    """Host and port of the board page, to which a proxy passes what arrives at its public address (board-page.md)."""
    log_level: str = field(default="INFO", metadata=parsed_by(one_of("INFO", "WARNING", "ERROR")))
    """The least severe messages to log: `INFO`, `WARNING` or `ERROR`. The log goes to standard error."""
    thinkers: int | None = field(default=None, metadata=parsed_by(number(1, 64)))
    """The most processes that think and draw GIFs, 60 to 130 MiB each. Default: one less than the cores, 1 to 4."""
    rated_per_day: int = field(default=5, metadata=parsed_by(number(0)))
    """How many matches between the same two people are rated within 24 hours."""
    limits: Limits = field(default=Limits(), metadata=parsed_by(Limits.parse))
    """How much one person may do: `usual`, `off`, or the limits to change, such as `pings=3, bumps=off`."""
    retention: Retention = field(default=Retention(), metadata=parsed_by(Retention.parse))
    """What is deleted after how many days: `usual`, `off`, or the rows to change, such as `matches=730`."""
    owner_server: int | None = field(default=None, metadata=parsed_by(optional(number(1))))
    """The ID of the server that gets the owner's commands, `/tidepool`. Without it they do not exist."""
    log_format: str = field(default="text", metadata=parsed_by(one_of("text", "json")))
    """The format of the log: `text`, or `json` for one object per line."""
    clock: Path | None = field(default=None, metadata=parsed_by(path))
    """A file with the seconds to add to real time, for tests and the sandbox."""
    api: str | None = field(default=None, metadata=parsed_by(web_address))
    """The address of a sandbox to use in place of Discord, for tests."""

    def rest_api(self) -> str:
        """Return the REST API's address, which is Discord's unless the bot uses a sandbox."""
        return f"{(self.api or DISCORD).rstrip('/')}/api/v10"

    def backup_folder(self) -> Path | None:
        """Return the folder for daily backups, or None if they are off or the database is on PostgreSQL."""
        file = self.database_file()
        return None if file is None or self.backups == Path() else file.parent / self.backups

    def database_file(self) -> Path | None:
        """Return the database file, or None if the database is on PostgreSQL."""
        return self.database if isinstance(self.database, Path) else None

    def database_name(self) -> str:
        """Return the database's path, or its address without user name and password."""
        if isinstance(self.database, Path):
            return str(self.database.absolute())
        address = urlsplit(self.database)
        return f"postgresql://{address.hostname or ''}{address.path}"

    def existing(self) -> Path | str:
        """Return the database, for subcommands that do not create one. Raises StartError if its file does not exist."""
        file = self.database_file()
        if file is not None and not file.exists():
            raise StartError(f"There is no database {file}.", Exit.DATABASE)
        return self.database

    def own_file(self) -> Path:
        """Return the database file, for subcommands that need one. Raises StartError if PostgreSQL is used instead."""
        file = self.database_file()
        if file is None:
            raise StartError(
                "The database is PostgreSQL, so use its own programs. To back up, even while the bot runs: "
                '`pg_dump -Fc -f FILE "$TIDEPOOL_DATABASE"`. To restore, stop the bot, then run '
                '`pg_restore --clean --if-exists -d "$TIDEPOOL_DATABASE" FILE`.',
                Exit.SETTINGS,
            )
        return file

    def secret(self) -> str | None:
        """Return the bot's token, or None if none is set. Raises StartError if it is invalid."""
        if self.token is not None and self.token.strip():
            return _check_token(self.token.strip(), "DISCORD_TOKEN")
        if self.token_file is None or not self.token_file.name:
            return None
        try:
            token = text_of(self.token_file).strip()
        except ValueError as error:
            raise StartError(
                f"DISCORD_TOKEN_FILE: {self.token_file} cannot be read: {error}.", Exit.SETTINGS
            ) from error
        if not token:
            raise StartError(f"DISCORD_TOKEN_FILE: {self.token_file} is empty: put the token in it.", Exit.SETTINGS)
        return _check_token(token, "DISCORD_TOKEN_FILE")


def _check_token(token: str, where: str) -> str:
    """Return the token if it looks valid, or raise a StartError that says `where` the token came from."""
    if not re.fullmatch(r"[!-~]+", token) or set("\"'`") & set(token):
        raise StartError(
            f"{where}: the token has a line break, a space, a quotation mark or a letter beyond ASCII. Copy it again.",
            Exit.SETTINGS,
        )
    return token


def read_settings() -> Settings:
    """Read the settings from the environment. Raises a single StartError naming all invalid settings."""
    try:
        given = environment(ENV_FILE)
    except ValueError as error:
        raise StartError(f"The file {ENV_FILE} cannot be read: {error}.", Exit.SETTINGS) from error
    try:
        return Settings(**values(Settings, given))
    except ValueError as error:
        raise StartError(f"A setting cannot be used: {' '.join(str(error).split())}.", Exit.SETTINGS) from None


def unknown_settings() -> list[str]:
    """Return a warning for each environment variable that looks like a setting but is not one.

    Raises the same errors as `environment`.
    """
    known = {variable_of(setting) for setting in fields(Settings)}
    return [
        f"{name} is not a setting, so it has no effect: docs/settings.md lists all settings."
        for name in misspelled_names(known, environment(ENV_FILE))
    ]
