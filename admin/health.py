"""Ask the running bot whether it is healthy: 0 if it is, 1 if it is stopped, frozen or unwell."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

from admin._exits import Exit, StartError, report

if TYPE_CHECKING:
    import argparse

    from admin._dispatch import Task

PATIENCE = 5.0
"""Seconds in which a healthy bot answers."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (where the bot may listen; it is asked on this machine)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ready", action="store_true", help="ask whether Discord and the database are there, too")


def work(task: Task) -> int:
    address = task.settings.address()
    if address is None:
        raise StartError("TIDEPOOL_STATUS is empty: there is nothing to ask.", Exit.SETTINGS)
    host, port = EVERYWHERE.get(address[0], address[0]), address[1]
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    about = _asked(f"{url}/health")
    theirs = about.get("database")
    if theirs is not None and theirs != task.settings.database_name():
        report(f"Another bot answers at {url}, for the database {theirs}.")
        return Exit.UNWELL
    well = about.get("well") is True
    if well and task.given.ready:
        about = _asked(f"{url}/ready")
        well = all(about.get(part) is True for part in ("database", "discord"))
    report(", ".join(f"{name}: {value}" for name, value in about.items()))
    return Exit.GOOD if well else Exit.UNWELL


def _asked(url: str) -> dict[str, object]:
    """The bot's answer. Where none comes, or one of another program, a record that says so."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310 (our own address)
            told = answer.read()
    except urllib.error.HTTPError as error:
        told = error.read()
    except OSError as error:
        return {"answer": f"none ({getattr(error, 'reason', error)})"}
    try:
        about = json.loads(told)
    except ValueError:
        return {"answer": "not from Tidepool"}
    return about if isinstance(about, dict) else {"answer": "not from Tidepool"}
