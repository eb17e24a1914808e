"""Imports game records as studies, and lists a person's studies."""

import asyncio

import discord

import language
from cogs.texts import studies as texts
from cogs.texts.markdown import plural, say
from cogs.ui.context import Context
from cogs.ui.studies.pages import open_study
from cogs.wire.controls import Choice, Controls, select
from cogs.wire.failures import FAILURES
from matches.errors import Refusal
from matches.imports import check_size, read_file, read_text
from matches.studies import MOST_STUDIES


async def import_record(context: Context, file: discord.Attachment | None, text: str) -> None:
    """Open an attached or pasted game record as a study. Raises Refusal unless there is exactly one."""
    if (file is None) == (not text):
        raise Refusal("Hand in one record: attach it as `file`, or paste it as `text`.")
    await context.service.studies.count_import(context.me.id)
    if file is None:
        record = await asyncio.to_thread(read_text, text)
    else:
        record = await asyncio.to_thread(read_file, await _content(file))
    await open_study(context, *await context.service.studies.open(context.me.id, record))


async def _content(file: discord.Attachment) -> bytes:
    check_size(file.size)
    try:
        return await file.read()
    except FAILURES as error:
        raise Refusal("Discord did not hand me the file. Please try again.") from error


async def list_studies(context: Context) -> None:
    studies = await context.service.studies.all_of(context.me.id)
    if not studies:
        raise Refusal("You have no study: `/import` opens a record as one, and so does **Study** in a replay.")
    heading = plural("### Your study", "### Your {count} studies", count=len(studies))
    foot = say(
        "-# You can have {most}: beyond that, those go first that you did not touch for longest.", most=MOST_STUDIES
    )
    choices = [Choice(str(study.id), texts.label(study).said()) for study in studies]
    listed = select("study-open", choices, placeholder=language.say("Open one of them"))
    await context.tell(f"{heading}\n{foot}", Controls(listed))
