"""Waits for a computer player's advice, and shows progress meanwhile."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from cogs.texts.practice import place_in_queue
from cogs.ui.context import Context
from service.advice import AdviceKind

Advice = TypeVar("Advice")

AT_HAND = 0.3
"""Seconds in which advice that was computed before is ready."""
SOON = 1.0
"""Seconds after which a queued job shows its place in the queue."""


async def advised(context: Context, kind: AdviceKind, subject: int, advice: Coroutine[Any, Any, Advice]) -> Advice:
    """Await the advice. If it takes time, the person sees that the bot is thinking, or how many jobs are ahead."""
    task = asyncio.create_task(advice)
    try:
        await asyncio.wait({task}, timeout=AT_HAND)
        if not task.done():
            await context.reply.wait()
            await asyncio.wait({task}, timeout=SOON)
        if not task.done() and (place := place_in_queue(context.service.advice.ahead(kind, subject))):
            await context.reply.meanwhile(place)
        return await task
    finally:
        task.cancel()
