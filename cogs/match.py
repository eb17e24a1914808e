"""`/match`: acts in a match of any game other than moving."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import WHICH_MATCH, everywhere
from cogs.commands.suggestions import move_choices
from cogs.ui.actions import Action
from cogs.ui.acts import agreements
from cogs.ui.acts.challenges import rematch
from cogs.ui.context import Context
from cogs.ui.files import records
from cogs.ui.keystrokes import typed_on
from cogs.ui.pages import menu
from cogs.ui.picker import conditional
from cogs.ui.which import Act, by_code, here, suggested, which
from cogs.wire.replies import Interaction
from games import GAMES, RuleError, Seat
from language import Sentence
from matches.clock import out_of_time
from matches.errors import Refusal
from matches.model import Match

MoveText = app_commands.Range[str, 1, 30]
"""A typed move: long enough for any game, short enough that two fit into a custom_id."""
FormatText = app_commands.Range[str, 1, 30]
"""The name of a format: long enough for any format, short enough for a custom_id."""

NONE_HERE = Sentence("You have no running match in this channel: name one with `match`.")
DRAW = Act(
    Sentence("There is no match here in which you can offer a draw: name one with `match`."),
    lambda match, seat, _: GAMES[match.game].info.draws and match.draw_by != seat,
)
TAKE_BACK = Act(
    Sentence(
        "There is no match here in which you can take back a move. "
        "Against the computer you always can once you have moved; against a person, only if the last move is yours."
    ),
    lambda match, seat, _: _can_take_back(match, seat),
)
ABORT = Act(
    Sentence("There is no match here that you could abort, or propose to: name one with `match`."),
    lambda match, seat, _: match.abort_by != seat,
)
CLAIM = Act(
    Sentence("There is no match here in which your opponent's time on a soft clock is up."),
    lambda match, seat, now: (
        match.clock is not None and not match.clock.hard and match.turn != seat and out_of_time(match, now)
    ),
)
PREPARE = Act(
    Sentence("There is no match here in which you wait for another person: answers are prepared while you wait."),
    lambda match, seat, _: match.turn != seat and not match.practice,
)
BUMP = Act(NONE_HERE)
MOVE_HERE = Act(Sentence("All your running matches are shown here already."), elsewhere=True)
REMATCH = Act(Sentence("No match of yours in this channel is over: name one with `match`."), over=True)

EXPORT = Act(Sentence("You have no match in this channel: name one with `match`."))
EXPORT_OVER = Act(EXPORT.none, over=True)


@everywhere
class MatchCog(commands.GroupCog, group_name="match", group_description="Draws, take-backs and more in your match"):
    """`/match draw`, `takeback`, `abort`, `claim`, `if`, `bump`, `move-here`, `rematch` and `export`."""

    @app_commands.command(description="Offer a draw, or accept the one that you are offered")
    @app_commands.describe(match=WHICH_MATCH)
    async def draw(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, DRAW, match, "draw", agreements.draw)

    @app_commands.command(description="Take your last move back, or ask for it")
    @app_commands.describe(match=WHICH_MATCH)
    async def takeback(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, TAKE_BACK, match, "takeback", agreements.take_back)

    @app_commands.command(description="End a match without a result; once it is under way, your opponent has to agree")
    @app_commands.describe(match=WHICH_MATCH)
    async def abort(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, ABORT, match, "abort?", agreements.ask_to_abort)

    @app_commands.command(description="Claim the win when your opponent's time on a soft clock is up")
    @app_commands.describe(match=WHICH_MATCH)
    async def claim(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, CLAIM, match, "claim", agreements.claim)

    @app_commands.command(description="Bring the board to the bottom of the channel")
    @app_commands.describe(match=WHICH_MATCH)
    async def bump(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, BUMP, match, "bump", menu.bump)

    @app_commands.command(name="move-here", description="Let a match that is shown elsewhere go on in this channel")
    @app_commands.describe(match="Which match, if there are several elsewhere")
    async def move_here(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, MOVE_HERE, match, "move-here", menu.move_here)

    @app_commands.command(description="Play again with sides swapped, on the same terms")
    @app_commands.describe(match=WHICH_MATCH)
    async def rematch(self, interaction: Interaction, match: str | None = None) -> None:
        await _do(interaction, REMATCH, match, "rematch", rematch)

    @app_commands.command(description="Get a match with its moves as a file")
    @app_commands.describe(
        match="Which match: the one that runs here, or the last one, unless you choose",
        format="As another program writes it, where one has this game; as text unless you choose",
    )
    async def export(self, interaction: Interaction, match: str | None = None, format: FormatText = "") -> None:  # noqa: A002 (the option is called so)
        context = Context(interaction)
        act = EXPORT_OVER if match is None and not await here(context, EXPORT) else EXPORT
        if about := await which(context, act, match, "export", *filter(None, [format])):
            await records.export(replace(about, args=(format,)))

    @export.autocomplete("format")
    async def _formats(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The export formats for the named match; by default, for the match that is running or last ran here."""
        context, code = Context(interaction), interaction.namespace.match
        try:
            running = [await by_code(context, code)] if code else await here(context, EXPORT)
        except Refusal:  # the code is incomplete
            return []
        matches = running or await here(context, EXPORT_OVER)
        formats = await records.formats_of(context, matches[0]) if matches else []
        wanted = typed.casefold().strip()
        return [app_commands.Choice(name=each.NAME, value=each.KEY) for each in formats if wanted in each.KEY]

    @app_commands.command(name="if", description="Prepare privately: if they play this, you answer that")
    @app_commands.describe(
        they="The move that they may play; leave it out to choose on the board, or to see what is prepared",
        answer="Your answer to it",
        match=WHICH_MATCH,
    )
    async def prepare(
        self, interaction: Interaction, they: MoveText = "", answer: MoveText = "", match: str | None = None
    ) -> None:
        if not they:
            await _do(interaction, PREPARE, match, "if", conditional.open_conditions)
        elif about := await which(Context(interaction), PREPARE, match, "if-both", they, answer):
            await conditional.prepare_typed(about, they, answer)

    @prepare.autocomplete("they")
    async def _their_moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await _moves(interaction, typed, [])

    @prepare.autocomplete("answer")
    async def _answers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await _moves(interaction, typed, [interaction.namespace.they or ""])

    @draw.autocomplete("match")
    @takeback.autocomplete("match")
    @abort.autocomplete("match")
    @claim.autocomplete("match")
    @bump.autocomplete("match")
    @move_here.autocomplete("match")
    @rematch.autocomplete("match")
    @export.autocomplete("match")
    @prepare.autocomplete("match")
    async def _matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The person's matches in which the command is possible."""
        command = interaction.command.name if interaction.command else ""
        return await suggested(Context(interaction), ACTS[command], typed)


def _can_take_back(match: Match, seat: Seat) -> bool:
    """Whether this player may take a move back or ask to. In practice, it takes the computer's reply, too."""
    if match.practice:
        return match.ply >= (2 if match.turn == seat else 1)
    return match.ply > 0 and match.turn != seat and match.takeback_by != seat


ACTS = {
    "draw": DRAW,
    "takeback": TAKE_BACK,
    "abort": ABORT,
    "claim": CLAIM,
    "if": PREPARE,
    "bump": BUMP,
    "move-here": MOVE_HERE,
    "rematch": REMATCH,
    "export": EXPORT,
}
"""Maps command names to the act for which a match is searched."""


async def _do(interaction: Interaction, act: Act, code: str | None, then: str, do: Action) -> None:
    """Call `do` for the intended match. If the person has to choose one, the control `then` does the same."""
    if about := await which(Context(interaction), act, code, then):
        await do(about)


async def _moves(interaction: Interaction, typed: str, line: list[str]) -> list[app_commands.Choice[str]]:
    """The legal moves after this line; empty while the match is ambiguous."""
    context, code = Context(interaction), interaction.namespace.match
    typing = typed_on(context)
    try:
        matches: list[Match] = [await by_code(context, code)] if code else [*await here(context, PREPARE)]
        if len(matches) != 1:
            return []
        position = (await context.service.conditional.supposed(matches[0].id, context.me.id, line)).position
    except (Refusal, RuleError):
        return []
    return [] if typing() else move_choices(typed, [position])


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(MatchCog())
