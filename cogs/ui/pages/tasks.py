"""Private pages for solving a task, by choosing a move in the picker or typing it into a form."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ButtonStyle

from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, say
from cogs.ui import gate
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.picker.forms import move_form
from cogs.ui.picker.pages import Buttons, Message, Purpose, picker_message, stage_of
from cogs.ui.picker.stages import MOST_WAYS, Steps, is_complete, path_of_beginning
from cogs.wire.controls import Button, Controls, button, custom_id
from cogs.wire.last_answers import Panel
from cogs.wire.pictures import Picture, task_picture
from games import AmbiguousMove, RuleError
from language import Sentence, mark, paragraph
from matches.model import Snapshot
from matches.tasks import Response, Task

GUIDED_WAYS = 8
"""The maximum number of whole moves that a guided task offers at once. Two rows keep the task in sight."""


@dataclass(frozen=True, slots=True)
class TaskPages:
    """The pages for one kind of task, such as puzzles, with functions that find its tasks and submit answers.

    A custom_id identifies a task by its subject, its revision and its first arguments.
    """

    name: str
    """The prefix of its controls' actions."""
    find: Callable[[Context], Awaitable[Task]]
    """Finds the control's task."""
    answer: Callable[[Context, str], Awaitable[None]]
    """Submits the text of a move, and shows the response. Raises RuleError if the move is illegal."""
    links: Callable[[Context, Task, Steps], Awaitable[Buttons]]
    """Returns a button with a new link to the task on the board page, or no button if there is no board page."""
    named: int = 0
    """How many of a control's arguments identify the task. The picker's arguments follow them."""
    leave: str = ""
    """The action that returns to where the picker was opened, or empty if the picker is a separate message."""
    plates: bool = True
    """Whether pictures in responses include the players' plates, which show the score."""
    single: bool = False
    """Whether a person has one such page at a time, whatever its task. If not, each match or lesson has its own."""
    guided: bool = False
    """Whether nothing is at stake. If so, there are fewer choices at a time, no previews, and no warnings."""
    low: bool = False
    """Whether pictures are lower if there are many buttons, so that the task stays in sight."""

    retried: bool = False
    """Whether **Try again** is offered even after the right move has been shown, because it must be played."""

    def register(self, about: gate.Subject, example: Example, move: str) -> None:
        """Register the controls for this kind of task: NAME-pick, NAME-done, NAME-type and NAME-typed.

        `move` is a move that solves the example.
        """
        done = replace(example, args=(*example.args, move), writes="own")
        control(f"{self.name}-pick", about=about, example=example)(self._pick)
        control(f"{self.name}-done", about=about, example=done)(self._submit_chosen)
        control(f"{self.name}-type", about=about, example=example)(self._type)
        control(f"{self.name}-typed", about=about, example=replace(example, typed={"move": move}, writes="own"))(
            self._submit_typed
        )

    async def show_picker(self, context: Context, path: Steps) -> None:
        """Show the picker for a task, at the stage that follows the choices in `path`.

        The control's custom_id identifies the task.
        """
        named, task = self._task_args(context), await self.find(context)
        message = await self.picker(context, task, named, context.rev or 0, path)
        await context.answer(*message, panel=self._panel(context))

    async def picker(self, context: Context, task: Task, named: Steps, rev: int, path: Steps = ()) -> Message:
        """Return the message with the picker for a task, at the stage that follows the choices in `path`.

        Raises Refusal if no legal move includes these choices.
        """
        purpose = Purpose(
            pick=f"{self.name}-pick",
            done=f"{self.name}-done",
            typed=f"{self.name}-type",
            args=named,
            heading=task.title,
            yours=True,
            preview=Sentence("Answer **{move}**?"),
            label=mark("Answer {move}"),
            leave=self.leave,
            view=task.view,
            task=f"**{escaped(task.question)}**" if self.guided else escaped(task.question),
            guided=self.guided,
            low=self.low,
            ways=self._ways,
        )
        links = [] if path else await self.links(context, task, named)
        return await picker_message(context, _snapshot(context, task, rev), path, purpose, links)

    async def show(self, context: Context, task: Task, response: Response, beside: Buttons = ()) -> None:
        """Respond to a move with a comment, a picture of what follows, and the buttons in `beside`.

        After a wrong move, **Try again** comes first. After SHOWN_AFTER wrong moves, the right one is drawn as well,
        and the next button is the usual choice. If the number of wrong moves is not stored, the revision counts them.
        """
        tries = (context.rev or 0) + 1
        better, buttons = response.better(tries), list(beside)
        if better is not None and buttons and not self.retried:
            buttons[0].style = ButtonStyle.success
        elif not response.right and not response.last:
            rev = tries if response.tries is None else context.rev or 0
            buttons.insert(0, self._picker_button(context, rev))
        told = _told(response)
        if better is None:
            image = await self.draw(context, task, response.line, mistake=not response.right)
        else:
            shown_right = say(
                "**{move}** is right. It is blue, and your move is orange.", move=task.position.worded(better)
            )
            told = f"{told}\n{shown_right}"
            parse = task.position.parse
            image = await self.draw(context, task, compared=(parse(response.line[0]), parse(better)))
        await context.answer(told, Controls(*buttons), image, panel=self._panel(context))
        await context.delete_last_refusal()

    def _picker_button(self, context: Context, rev: int) -> Button:
        """Return the button that opens the picker again."""
        named = self._task_args(context)
        return button("Try again", f"{self.name}-pick", context.subject, rev, *named, style="success")

    async def draw(self, context: Context, task: Task, line: Sequence[str] = (), **more: Any) -> Picture:  # noqa: ANN401 (fields of Scene)
        """Draw a task's board after these moves."""
        return await task_picture(self.name, task, await context.theme(), line, plates=self.plates, **more)

    def _task_args(self, context: Context) -> Steps:
        """Return the arguments that name the control's task."""
        return context.args[: self.named]

    def _panel(self, context: Context) -> Panel:
        """Return the panel of a task, shared by all tasks from the same match or steps of the same lesson."""
        return self.name, 0 if self.single else context.subject or context.arg(0)

    @property
    def _ways(self) -> int:
        return GUIDED_WAYS if self.guided else MOST_WAYS

    async def _pick(self, context: Context) -> None:
        """Make a choice, or undo the last one."""
        await check_opened(context)
        path = context.args[self.named :]
        if self.guided and path:
            task = await self.find(context)
            here = stage_of(_snapshot(context, task, 0), path, self._ways)
            if here.move is not None and (is_complete(task.position, path, here) or not here.following):
                await self.answer(context, task.position.format(here.move))
                return
        await self.show_picker(context, path)

    async def _submit_chosen(self, context: Context) -> None:
        """Submit the move in the custom_id. Its text may contain colons, which also separate the arguments."""
        await self.answer(context, ":".join(context.args[self.named :]))

    async def _type(self, context: Context) -> None:
        await check_opened(context)
        task = await self.find(context)
        form_id = custom_id(f"{self.name}-typed", context.subject, context.rev or 0, *self._task_args(context))
        await context.form(move_form(task.title.said(), form_id, task.position))

    async def _submit_typed(self, context: Context) -> None:
        """Submit the typed move, explain why it is illegal, or open the picker if only its start was typed."""
        try:
            await self.answer(context, context.field("move"))
        except AmbiguousMove as beginning_of:
            position = (await self.find(context)).position
            await self.show_picker(context, path_of_beginning(position, beginning_of.moves, self._ways))
        except RuleError as refusal:
            await context.refuse(escaped(refusal.sentence), Controls(self._picker_button(context, context.rev or 0)))


async def check_opened(context: Context) -> None:
    """Raise Refusal if the person's data has been deleted since the private message they acted on was sent."""
    await context.service.privacy.check_since(context.me.id, context.opened_at)


def _told(response: Response) -> str:
    paragraphs = [paragraph(map(escaped, sentences)) for sentences in response.said]
    notes = texts.SEPARATOR.join(map(escaped, response.notes))
    return "\n".join([*paragraphs, *([f"-# {notes}"] if notes else [])])


def _snapshot(context: Context, task: Task, rev: int) -> Snapshot:
    """Return a task's position as a snapshot whose match has the ID and revision that its controls need."""
    snapshot = task.after()
    return replace(snapshot, match=replace(snapshot.match, id=context.subject, rev=rev))
