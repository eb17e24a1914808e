"""Opens game records and position codes as studies, and lists a person's studies."""

import logging
import math
from collections.abc import Callable
from typing import TypeVar

import discord

import language
from cogs.texts import studies as texts
from cogs.texts.markdown import plural, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.files.records import Document
from cogs.ui.studies.pages import open_study
from cogs.wire import discord_limits
from cogs.wire.arrivals import Malformed
from cogs.wire.compute import BEHIND
from cogs.wire.controls import Choice, Controls, number, page_buttons, select
from cogs.wire.failures import FAILURES
from cogs.wire.pictures import Kept
from games import GAMES
from games.base import plain_record
from language import is_blank
from matches.errors import Refusal
from matches.imports import ListPage, check_size, choose_record, open_import, page_of
from matches.notation import Record
from matches.openings import set_up
from matches.studies import MOST_STUDIES

Read = TypeVar("Read")
log = logging.getLogger(__name__)

SECONDS = 120
"""How long a helper process may take to read a file, in seconds. A few are enough unless the machine is busy."""
MEMORY = 192
"""How much memory the helper process may use to read a file, in MiB."""


async def import_record(context: Context, file: discord.Attachment | None, text: str) -> None:
    """Open a game record as a study, or list the records if the file or text contains several.

    Raises Refusal if there is no valid record.
    """
    if (file is None) == is_blank(plain_record(text)):
        raise Refusal("Give one record: attach it as `file` or paste it as `text`.")
    async with context.file_work():
        await context.service.quotas.count_stored("import", context.me.id)
        source = text if file is None else await _content(file)
        read = await _read(context, open_import, source, discord_limits.OPTIONS)
    if isinstance(read, Record):
        await open_study(context, *await context.service.studies.open(context.me.id, read, checked=True))
    else:
        await context.tell(*_list_page(read), Document(read.content, "records.json"))


async def study_position(context: Context, game: str, code: str) -> None:
    """Open a study of the position with this code. Raises Refusal if the code is invalid.

    The study has no moves yet.
    """
    await context.service.quotas.count_stored("import", context.me.id)
    position = set_up(GAMES[game], code)
    record = Record(game, position.chosen, position.info.rules_version, ("", ""), start=code)
    await open_study(context, *await context.service.studies.open(context.me.id, record))


async def _read(context: Context, reading: Callable[..., Read], *args: object) -> Read:
    """Call a function of `matches.imports` in a helper process. Raises Refusal beyond SECONDS or MEMORY."""
    try:
        return await context.client.compute.run(
            reading, *args, seconds=SECONDS, memory=MEMORY, priority=BEHIND, requester=context.me.id
        )
    except (TimeoutError, MemoryError) as error:  # of the helper process
        log.warning("A file was not read within %d s and %d MiB", SECONDS, MEMORY)
        raise Refusal("This file takes too long to read. Import a part of it.") from error


def _list_page(page: ListPage) -> tuple[str, Controls]:
    """Return a page for choosing one of several game records. Its message keeps the whole list as a file."""
    choices = [Choice(str(n), *texts.record_label(record)) for n, record in enumerate(page.records, page.first)]
    pages = math.ceil(page.count / discord_limits.OPTIONS)
    controls = Controls(
        select("import-open", choices, placeholder=language.say("Choose a game to open")),
        *page_buttons("import-page", page.number, pages, after=[str(page.others)]),
    )
    return texts.record_list(page.count, page.others), controls


@control("import-page", example=Example("nothing", ("1", "0"), writes="own"))
async def turn(context: Context) -> None:
    """Show another page of a list of records.

    This counts as an import towards the person's quota, because the file is read again.
    """
    number, others = context.number(0), context.number(1)
    async with context.service.file_work.turn(context.me.id):
        await context.service.quotas.count_stored("import", context.me.id)
        file = _attached_list(context)
        page = await _read(context, page_of, await _content(file), others, number, discord_limits.OPTIONS)
    kept = Kept(file) if context.from_private_message else Document(page.content, "records.json")
    await context.answer(*_list_page(page), kept)


@control("import-open", example=Example("nothing", chosen="1", writes="own"))
async def open_listed(context: Context) -> None:
    n = number(context.value())
    async with context.file_work():
        await context.service.quotas.count_stored("import", context.me.id)
        record = await _read(context, choose_record, await _content(_attached_list(context)), n)
    await open_study(context, *await context.service.studies.open(context.me.id, record, checked=True))


def _attached_list(context: Context) -> discord.Attachment:
    """Return the list of records attached to the message. Raises Malformed if there is no attachment."""
    message = context.interaction.message
    if message is None or not message.attachments:
        raise Malformed
    return message.attachments[0]


async def _content(file: discord.Attachment) -> bytes:
    check_size(file.size)
    try:
        return await file.read()
    except FAILURES as error:
        raise Refusal("I could not get the file from Discord. Please try again.") from error


async def list_studies(context: Context) -> None:
    studies = await context.service.studies.all_of(context.me.id)
    if not studies:
        raise Refusal("You have no studies. Open one with `/import`, or with **Try other moves** in a replay.")
    heading = plural("### Your study", "### Your {count} studies", count=len(studies))
    foot = say("-# You can keep {most}. Beyond that, the least recently used are deleted.", most=MOST_STUDIES)
    choices = [Choice(str(study.id), texts.label(study).said()) for study in studies]
    listed = select("study-open", choices, placeholder=language.say("Choose a study to open"))
    await context.tell(f"{heading}\n{foot}", Controls(listed), panel=("studies", 0))
