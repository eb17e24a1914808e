"""The random acts of people in a match of the fortnight: moves, and every other act that the bot offers."""

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from games import GAMES
from sandbox import Answer, Channel, Driver, Impossible, Message, Sandbox, State
from tests.soak.halls import Kind
from tests.soak.ledger import Ledger, Row, name_of

ASKED = (
    ("draw_by", "Decline the draw", "Accept the draw", "draw"),
    ("takeback_by", "Decline the takeback", "Allow the takeback", "take-back"),
    ("abort_by", "Keep playing", "Agree to abort", "abort"),
)
"""The questions of one side to the other: the column of the match, the buttons for no and yes, and the name."""
RARE = (
    (0.04, "draw offer"),
    (0.08, "take back"),
    (0.09, "bump"),
    (0.11, "abort"),
    (0.12, "resign"),
    (0.13, "vacation start"),
    (0.18, "prepare"),
)
"""The probabilities, added up, of acts other than a move."""

DONE = (State.MESSAGE.value, State.UPDATE.value, State.DEFERRED.value)
"""The results of an act that count as answered."""
PLAYED = (
    *(f"event: {kind}" for kind in ("move", "resign", "time", "vacation", "back", "abort", "draw", "take back")),
    *(f"event: {kind}" for kind in ("ask take back", "refuse take back", "offer draw", "decline draw")),
    *(f"event: {kind}" for kind in ("offer abort", "decline abort")),
    "claimed",
    "planned replies played",
    "rematches begun",
    "matches moved from a lost channel",
    "resign elsewhere confirmed",
    "vacation stop",
    "reminders that had to come",
    "ends told",
)
"""The acts that a whole fortnight must contain."""


def missing(figures: Mapping[str, int]) -> list[str]:
    """The acts that a whole fortnight must contain and this one does not."""
    kinds = [f"begun: {kind}" for kind in get_args(Kind)]
    done = {name.removesuffix(f": {state}") for name, count in figures.items() if count for state in ("", *DONE)}
    return [name for name in (*kinds, *PLAYED) if name not in done]


@dataclass
class Acts:
    """Performs the acts of people."""

    sandbox: Sandbox
    ledger: Ledger
    chance: random.Random
    counts: Counter[str]
    is_dead: Callable[[], bool]
    """Whether the bot was killed and people have not noticed yet."""
    refuge: Channel
    """The channel to which a match moves when its own is lost."""
    acknowledged: Counter[tuple[int, int]] = dataclasses.field(default_factory=Counter)
    """The moves that were answered with a board, by match and the number of the move."""

    async def act(self, match: Row) -> None:
        """One act by a person in a running match whose board they can see."""
        mover, waiting = self._seats(match)
        if mover is None or waiting is None:
            return await self._go_on_elsewhere(match)
        place = self.ledger.place(match["id"], match["turn"])
        if place is None or place["shown_rev"] < match["board_rev"]:
            if place is not None and place["guest"]:
                await self.slash("look", mover, "/konane board", match=name_of(match))
            return None
        if (answered := self._question(match)) and self.chance.random() < 0.6:
            seat, label, name = answered
            await self._under_more(name, match, (mover, waiting)[seat != match["turn"]], label)
            return None
        if await self._is_away(match) and self.chance.random() < 0.5:
            shown = await self.slash("vacation", mover.at(None), "/vacation")
            if shown is not None and shown.buttons:
                await self._press("vacation stop", mover.at(None), shown, "Come back now")
            return None
        late = match["deadline"] is not None and match["deadline"] < self.sandbox.clock.now()
        if late and match["clock"].endswith("soft") and self.chance.random() < 0.5:
            await self._under_more("claim", match, waiting, "Claim the win")
            return None
        what = self.chance.random()
        rare = next((name for bound, name in RARE if what < bound), "move")
        return await self._do(rare, match, mover, waiting)

    async def rematch(self, match: Row) -> None:
        """Both ask for another match, one after the other, from the last board."""
        for seat in (0, 1):
            place = self.ledger.place(match["id"], seat)
            post = self._post(place)
            if post is None or "Rematch" not in [button.label for button in post.buttons]:
                return
            player = Driver(self.sandbox, str(match[("first_id", "second_id")[seat]]), post.channel_id)
            await self._press(f"rematch {seat + 1}", player, post, "Rematch")

    async def slash(self, name: str, who: Driver, command: str, **options: Any) -> Answer | None:
        """Use a command, and count its result."""
        try:
            answer = await who.slash(command, **options)
        except Impossible:
            self.counts[f"{name}: impossible"] += 1
            return None
        self._count(name, answer)
        return answer

    async def _press(self, name: str, who: Driver, where: Message | Answer, label: str) -> Answer | None:
        try:
            answer = await who.click(where, label)
        except Impossible:
            self.counts[f"{name}: impossible"] += 1
            return None
        self._count(name, answer)
        return answer

    def _count(self, name: str, answer: Answer) -> None:
        cut_off = answer.state is State.FAILED and self.is_dead()
        self.counts[f"{name}: {'cut off' if cut_off else answer.state.value}"] += 1

    async def _do(self, what: str, match: Row, mover: Driver, waiting: Driver) -> None:
        which, command = {"match": name_of(match)}, f"/{match['game'].replace('_', '-')}"
        position = self.ledger.position(match)
        moves = [position.format(move) for move in position.legal_moves()]
        if what == "move" or (what == "draw offer" and not GAMES[match["game"]].info.draws):
            await self._move(mover, match, self.chance.choice(moves))
        elif what == "draw offer":
            await self._under_more(what, match, waiting, "Offer a draw")
        elif what == "take back":
            await self._under_more(what, match, waiting, "Take back")
        elif what == "bump":
            await self._under_more(what, match, mover, "Post the board again")
        elif what == "vacation start":
            await self.slash(what, mover.at(None), "/vacation", days=2)
        elif what == "prepare":
            they = self.chance.choice(moves)
            after = position.play(position.parse(they))
            if answers := [after.format(move) for move in after.legal_moves()]:
                await self._prepare(match, waiting, they, self.chance.choice(answers))
                if self.chance.random() < 0.5:
                    await self._move(mover, match, they)
        else:
            asked = (
                await self._under_more(what, match, mover, "Abort (no result)")
                if what == "abort"
                else await self.slash(what, mover, f"{command} resign", **which)
            )
            if asked is not None and asked.buttons:
                await self._press(f"{what} confirmed", mover, asked, asked.buttons[0].label)

    async def _move(self, mover: Driver, match: Row, text: str) -> None:
        """Type a move. It is acknowledged by a board."""
        command = f"/{match['game'].replace('_', '-')} move"
        answer = await self.slash("move", mover, command, match=name_of(match), move=text)
        if answer is not None and answer.state is State.MESSAGE and not answer.private:
            self.acknowledged[match["id"], match["ply"] + 1] += 1

    async def _under_more(self, name: str, match: Row, who: Driver, label: str) -> Answer | None:
        """Press the button under More whose label begins so, if there is one."""
        post = self._post(self.ledger.place(match["id"], self._seat_of(match, who)))
        menu = await self._press("more", who, post, "More") if post is not None else None
        labels = [] if menu is None else [button.label for button in menu.buttons]
        whole = next((known for known in labels if label.casefold() in known.casefold()), None)
        return await self._press(name, who, menu, whole) if menu is not None and whole is not None else None

    async def _prepare(self, match: Row, who: Driver, they: str, answer: str) -> None:
        """Plan a reply by typing both moves."""
        shown = await self._under_more("prepare", match, who, "Plan")
        for field, text in (("If they play", they), ("Your reply", answer)):
            if shown is not None and "Plan a reply" in [button.label for button in shown.buttons]:
                shown = await self._press("prepare", who, shown, "Plan a reply")
            form = await self._press("prepare", who, shown, "Type a move") if shown is not None else None
            if form is None or form.modal is None:
                return
            try:
                shown = await who.submit(form, {field: text})
            except Impossible:
                return
            self._count("prepare", shown)

    def _question(self, match: Row) -> tuple[int, str, str] | None:
        """The seat that is asked something, the button of its answer, and the name of the question."""
        for column, no, yes, name in ASKED:
            if match[column] is not None:
                agrees = self.chance.random() < 0.4
                return 1 - match[column], yes if agrees else no, f"{name} {'accepted' if agrees else 'declined'}"
        return None

    async def _go_on_elsewhere(self, match: Row) -> None:
        """Move a match whose channel is lost, or resign it from another place."""
        mover = Driver(self.sandbox, str(match[("first_id", "second_id")[match["turn"]]]), self.refuge)
        if self.chance.random() < 0.4:
            command = f"/{match['game'].replace('_', '-')} resign"
            asked = await self.slash("resign elsewhere", mover, command, match=name_of(match))
            if asked is not None and asked.buttons:
                await self._press("resign elsewhere confirmed", mover, asked, asked.buttons[0].label)
        else:
            await self.slash("move here", mover, "/match move-here", match=name_of(match))

    async def _is_away(self, match: Row) -> bool:
        away = "SELECT 1 FROM vacation WHERE person_id = ? AND ends_at > ?"
        person = match[("first_id", "second_id")[match["turn"]]]
        return bool(self.ledger.rows(away, person, int(self.sandbox.clock.now())))

    def _seats(self, match: Row) -> tuple[Driver | None, Driver | None]:
        """The player to move and the other one, each where they see the match; None where that place is lost."""
        drivers = []
        for seat in (match["turn"], 1 - match["turn"]):
            place = self.ledger.place(match["id"], seat)
            channel = self.sandbox.world.channels.get(str(place["channel_id"])) if place else None
            person = str(match[("first_id", "second_id")[seat]])
            drivers.append(Driver(self.sandbox, person, channel) if channel else None)
        return drivers[0], drivers[1]

    def _seat_of(self, match: Row, who: Driver) -> int:
        return 0 if str(match["first_id"]) == who.user.id else 1

    def _post(self, place: Row | None) -> Message | None:
        """The newest board of a place."""
        return self.sandbox.world.message(str(place["channel_id"]), str(place["message_id"])) if place else None
