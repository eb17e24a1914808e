"""Host matches until stopped: on Discord with a token, or in the browser sandbox without one."""

import argparse
import asyncio
import logging

from admin._dispatch import Task
from admin._exits import Exit
from admin._logs import begin_log
from admin._settings import unknown_settings

log = logging.getLogger("tidepool")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fresh", action="store_true", help="without a token: start with an empty sandbox")


def work(task: Task) -> int:
    settings = task.settings
    token = settings.secret()
    begin_log(settings.log_level, settings.log_format, token)
    if token is None:
        return task.program.sandbox(settings, task.given.fresh)
    log.info("%s", task.program.about)
    for sentence in unknown_settings():
        log.warning(sentence)
    asyncio.run(task.program.host(settings, token))
    return Exit.GOOD
