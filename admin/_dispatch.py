"""Runs the subcommands of `python bot.py`, which are the public modules in this folder."""

import argparse
import importlib
import pkgutil
import platform
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from admin._exits import Exit, StartError
from admin._settings import Settings, read_settings
from storage.errors import ClocksDiffer, InUse, StorageError, Unavailable, reason_of

DEFAULT = "run"
"""The subcommand that runs if none is named on the command line."""


@dataclass(frozen=True, slots=True)
class Program:
    """What subcommands need from those parts of the program that `admin` must not import."""

    version: str
    library: str
    """The version of discord.py."""
    host: Callable[[Settings, str], Coroutine[None, None, None]]
    """A function that hosts matches with these settings and this token until the process is stopped."""
    sandbox: Callable[[Settings, bool], int]
    """A function that opens the sandbox and returns its exit code. If the second argument is true, it starts empty."""
    needed: Mapping[str, int]
    """The permissions that the bot needs in a server. Each name is mapped to its bit."""

    @property
    def about(self) -> str:
        """The versions of Tidepool, Python and discord.py as one line of text."""
        return f"Tidepool {self.version} (Python {platform.python_version()}, discord.py {self.library})"


@dataclass(frozen=True, slots=True)
class Task:
    """One invocation of a subcommand."""

    settings: Settings
    given: argparse.Namespace
    """The arguments that `options` declared."""
    program: Program


class Subcommand(Protocol):
    """A module that defines a subcommand, with its help text in the first line of the docstring."""

    __doc__: str | None

    def options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the subcommand."""

    def work(self, task: Task) -> int:
        """Perform the subcommand and return its exit code. Raises StartError or StorageError on failure."""


def subcommands() -> dict[str, Subcommand]:
    """Return every subcommand by its name."""
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name[0] != "_"]
    return {name: cast("Subcommand", importlib.import_module(f"admin.{name}")) for name in names}


def dispatch(arguments: Sequence[str], program: Program) -> int:
    """Run the subcommand named on the command line, and return its exit code."""
    known = subcommands()
    parser = _parser(known, program)
    named = arguments and (arguments[0][:1] != "-" or arguments[0] in {"-h", "--help", "--version"})
    given = parser.parse_args(arguments if named else [DEFAULT, *arguments])
    try:
        return known[given.subcommand].work(Task(read_settings(), given, program))
    except StartError as error:
        _print_error(error)
        return error.code
    except StorageError as error:
        _print_error(error)
        return Exit.AGAIN if isinstance(error, InUse | Unavailable | ClocksDiffer) else Exit.DATABASE
    except PermissionError as error:
        if error.filename is None:  # the error is not about a file
            raise
        _print_error(f"{error.filename} cannot be opened: {reason_of(error)}.")
        return Exit.DATABASE
    except KeyboardInterrupt:
        return Exit.GOOD


def _print_error(error: object) -> None:
    print(error, file=sys.stderr)  # noqa: T201 (the person at the command line reads it)


def _parser(known: Mapping[str, Subcommand], program: Program) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tidepool" if Path(sys.argv[0]).stem == "tidepool" else "python bot.py",
        description="Tidepool: correspondence matches of board games on Discord.",
        epilog="Exit codes: 0 success, 1 the answer is no, 2 a setting or an argument, 3 the token, 4 the database, "
        "5 try again later, 6 the interactions endpoint. The default subcommand is `run`.",
    )
    parser.add_argument("--version", action="version", version=program.about, help="print the version and stop")
    rows = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND", required=True)
    for name, module in known.items():
        about = (module.__doc__ or "").splitlines()[0]
        module.options(rows.add_parser(name, help=about, description=about))
    return parser
