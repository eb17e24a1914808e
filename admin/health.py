"""Ask the running bot whether it is healthy. Exits with 0 if so, with 1 if it is stopped, frozen or unhealthy."""

import argparse
import json
import urllib.error
import urllib.request

from admin._dispatch import Task
from admin._exits import Exit, StartError, report

PATIENCE = 5.0
"""The maximum number of seconds that a healthy bot takes to answer."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (compared, not bound)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ready", action="store_true", help="also check the connection to Discord and the database")


def work(task: Task) -> int:
    address = task.settings.status
    if address is None:
        raise StartError("TIDEPOOL_STATUS is empty, so the bot has no status to ask for.", Exit.SETTINGS)
    host, port = EVERYWHERE.get(address[0], address[0]), address[1]
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    about = _ask(f"{url}/health")
    database = about.get("database")
    if database is not None and database != task.settings.database_name():
        report(f"Another bot answers at {url}, for the database {database}.")
        return Exit.UNWELL
    well = about.get("well") is True
    if well and task.given.ready:
        about = _ask(f"{url}/ready")
        well = all(about.get(part) is True for part in ("database", "discord"))
    report(", ".join(f"{name}: {value}" for name, value in about.items()))
    return Exit.GOOD if well else Exit.UNWELL


def _ask(url: str) -> dict[str, object]:
    """Return the bot's answer, or a dict with only the key `answer` if it gives none or another program answers."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310 (our own address)
            body = answer.read()
    except urllib.error.HTTPError as error:
        body = error.read()
    except OSError as error:
        return {"answer": f"none ({getattr(error, 'reason', error)})"}
    try:
        about = json.loads(body)
    except ValueError:
        return {"answer": "not from Tidepool"}
    return about if isinstance(about, dict) else {"answer": "not from Tidepool"}
