"""Opens game records and position codes as studies, and lists a person's studies."""

import asyncio
import math

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
from cogs.wire.controls import Choice, Controls, number, page_buttons, select
from cogs.wire.failures import FAILURES
from games import GAMES
from games.base import plain_record
from language import is_blank
from matches.errors import Refusal
from matches.imports import RecordList, check_size, listed_texts, read_file, read_one, read_text
from matches.notation import Record
from matches.openings import set_up
from matches.studies import MOST_STUDIES


async def import_record(context: Context, file: discord.Attachment | None, text: str) -> None:
    """Open an attached or pasted game record as a study. If there are several, offer them in pages.

    Raises Refusal if there is none.
    """
    if (file is None) == is_blank(plain_record(text)):
        raise Refusal("Give one record: attach it as `file` or paste it as `text`.")
    await context.service.quotas.count_stored("import", context.me.id)
    if file is None:
        read = await asyncio.to_thread(read_text, text)
    else:
        read = await asyncio.to_thread(read_file, await _content(file))
    if isinstance(read, Record):
        await open_study(context, *await context.service.studies.open(context.me.id, read))
    else:
        await context.tell(*await _page(read, 0))


async def study_position(context: Context, game: str, code: str) -> None:
    """Open a position code as a study without moves. Raises Refusal."""
    await context.service.quotas.count_stored("import", context.me.id)
    position = set_up(GAMES[game], code)
    record = Record(game, position.chosen, position.info.rules_version, ("", ""), start=code)
    await open_study(context, *await context.service.studies.open(context.me.id, record))


async def _page(listed: RecordList, page: int) -> tuple[str, Controls, Document]:
    """A page of the records to choose from. The message has the whole list as a file, which its controls read."""
    pages = math.ceil(len(listed.texts) / discord_limits.OPTIONS)
    page = min(page, pages - 1)
    first = page * discord_limits.OPTIONS
    records = await asyncio.to_thread(lambda: list(map(read_one, listed.texts[first:][: discord_limits.OPTIONS])))
    choices = [Choice(str(n), *texts.record_label(record)) for n, record in enumerate(records, first)]
    controls = Controls(
        select("import-open", choices, placeholder=language.say("Open one of them")),
        *page_buttons("import-page", page, pages, after=[str(listed.others)]),
    )
    document = Document(await asyncio.to_thread(listed.text.encode), "records.json")
    return texts.record_list(len(listed.texts), listed.others), controls, document


@control("import-page", example=Example("nothing", ("1", "0")))
async def turn(context: Context) -> None:
    listed = RecordList(await _listed(context), context.number(1))
    await context.answer(*await _page(listed, context.number(0)))


@control("import-open", example=Example("nothing", chosen="1", writes="own"))
async def open_listed(context: Context) -> None:
    await context.service.quotas.count_stored("import", context.me.id)
    text = dict(enumerate(await _listed(context))).get(number(context.value()), "")
    record = await asyncio.to_thread(read_one, text)
    await open_study(context, *await context.service.studies.open(context.me.id, record))


async def _listed(context: Context) -> list[str]:
    """The texts of the list that the message keeps."""
    message = context.interaction.message
    content = await _content(message.attachments[0]) if message is not None and message.attachments else b""
    texts = await asyncio.to_thread(lambda: listed_texts(content.decode(errors="replace")))
    if not texts:
        raise Malformed
    return texts


async def _content(file: discord.Attachment) -> bytes:
    check_size(file.size)
    try:
        return await file.read()
    except FAILURES as error:
        raise Refusal("I could not get the file from Discord. Please try again.") from error


async def list_studies(context: Context) -> None:
    studies = await context.service.studies.all_of(context.me.id)
    if not studies:
        raise Refusal("You have no studies. Open one with `/import`, or with **Study** in a replay.")
    heading = plural("### Your study", "### Your {count} studies", count=len(studies))
    foot = say("-# You can keep {most}. Beyond that, the least recently used are deleted.", most=MOST_STUDIES)
    choices = [Choice(str(study.id), texts.label(study).said()) for study in studies]
    listed = select("study-open", choices, placeholder=language.say("Open one of them"))
    await context.tell(f"{heading}\n{foot}", Controls(listed))
