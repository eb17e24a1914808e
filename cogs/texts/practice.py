"""Texts about computer players and their match reviews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escaped, plural, say
from games import SEATS, Seat, other_side, threat, worded, worded_in_line
from language import Sentence, mark, series
from matches.computers import LEVELS
from matches.model import Match
from matches.results import bare_name, player_name, seat_name
from matches.reviews import Review, Slip, explain_better

REMATCHES: Mapping[str, tuple[int, str]] = {
    "-": (-1, mark("Easier: {name}")),
    "=": (0, mark("Same level: {name}")),
    "+": (1, mark("Harder: {name}")),
}
"""The change of level and the button's label for each kind of rematch, keyed by the custom_id's argument."""
LINE = 3
"""The number of moves shown of each line if the better move has no reason to illustrate."""
USUAL_PAIR = "33"
"""The default levels of a match between computer players."""


def level_name(number: int) -> Sentence:
    """Return a level's name and number, such as `Breaker, level 3`."""
    return Sentence("{name}, level {number}", {"name": LEVELS[number].name, "number": number})


def level_line(number: int) -> Sentence:
    """Describe a level and whom it suits: `Breaker, level 3: for those who look a move or two ahead`."""
    return Sentence("{level}: {suits}", {"level": level_name(number), "suits": Sentence(LEVELS[number].suits)})


def level_choices() -> dict[int, str]:
    """Return a plain-text label for each computer level: its name and whom it suits."""
    return {number: level_line(number).said() for number in LEVELS}


def pair_choices() -> dict[str, str]:
    """Return a plain-text label for each pair of levels, keyed by strings that `pair_of` parses."""
    return {
        f"{first}{second}": Sentence(
            "{first} against {second}", {"first": level_name(first), "second": level_name(second)}
        ).said()
        for first in LEVELS
        for second in LEVELS
    }


def pair_of(text: str) -> tuple[int, int]:
    """Parse a pair of levels without checking that they exist. A missing digit counts as 0."""
    first, second = (int(digit) if digit.isdecimal() else 0 for digit in f"{text:0<2}"[:2])
    return first, second


def place_in_queue(ahead: int) -> Markdown:
    """Return a note saying how many jobs are ahead of the reader's in the queue, or "" if there are none."""
    if not ahead:
        return Markdown("")
    return plural("-# {count} request is ahead of yours.", "-# {count} requests are ahead of yours.", count=ahead)


def question(game: str) -> str:
    """Return the question asking for the computer's level, with one line per level."""
    asked = say("Play **{game}** against the computer, with no clock:", game=texts.game_name(game))
    return _with_levels(asked)


def question_at(game: str, side: Sentence) -> str:
    """Return the question asking which level the computer should play at when a person plays on from a position."""
    asked = say(
        "Continue **{game}** from this board against the computer as {side}, with no clock:",
        game=texts.game_name(game),
        side=side,
    )
    return _with_levels(asked)


def _with_levels(asked: str) -> str:
    return "\n".join([asked, *(say("- {line}", line=level_line(number)) for number in LEVELS)])


@dataclass(frozen=True, slots=True)
class Account:
    """A review as presented to one reader."""

    match: Match
    review: Review
    what: Sentence
    """The name of the reviewed match or study."""
    reader: Seat | None = None
    """The reader's seat, or None if the reader did not play."""
    both: bool = True
    """Whether the review shows both players' mistakes rather than only the reader's."""

    @property
    def slips(self) -> Sequence[Slip]:
        """The mistakes shown."""
        return [slip for slip in self.review.slips if self.both or slip.seat == self.reader]

    def overview(self) -> str:
        """Return the text below the evaluation graph.

        The text gives the number of mistakes and the players' accuracy, names the reader's own mistakes, and explains
        how to read the graph.
        """
        own = [] if self.both else self.slips
        named = " ".join(texts.number_moves(self.match.game, [slip.played], slip.ply) for slip in own)
        guide = say("The closer the line is to a player's edge, the better that player's chances were.")
        return self._page([*filter(None, [named]), guide])

    def mistake(self, slip: Slip) -> str:
        """Describe one mistake: what it cost, the best reply to it, and which move was better and why."""
        before, after = _percent(slip.before), _percent(slip.after)
        facts: dict[str, object] = {
            "number": self.slips.index(slip) + 1,
            "count": len(self.slips),
            "ply": slip.ply,
            "player": seat_name(self.match, slip.seat),
            "played": worded(self.match.game, slip.played),
            "better": worded(self.match.game, slip.better),
        }
        if slip.lost:
            cost = _forced_text(slip, player_name(self.match, other_side(slip.seat)), of_reader=self._opposes(slip))
        else:
            cost = say("The chance to win fell from {before}% to {after}%.", before=before, after=after)
        if slip.seat == self.reader:
            which = say("Mistake {number} of {count}, move {ply} (yours). {cost}", cost=cost, **facts)
        else:
            which = say("Mistake {number} of {count}, move {ply} by {player}. {cost}", cost=cost, **facts)
        most = slip.reason.plies - 1 if slip.reason else LINE
        played, better = (
            [worded_in_line(self.match.game, text) for text in line[:most]] for line in (slip.reply, slip.line)
        )
        if played and slip.lost and (threatened := _threat(slip)):
            played[0] = Sentence("{move} ({effect})", {"move": played[0], "effect": threatened})
        lines: list[str] = [
            which,
            _played_text(facts, played),
            say("🔵 Better: **{better}**. Then: {line}.", line=series(better), **facts)
            if better
            else say("🔵 Better: **{better}**.", **facts),
        ]
        lines += map(escaped, explain_better(slip, self._name(slip.seat), self._name(other_side(slip.seat))))
        return self._page(lines)

    def _opposes(self, slip: Slip) -> bool:
        return self.reader is not None and slip.seat != self.reader

    def _name(self, seat: Seat) -> str | Sentence:
        return Sentence("you") if seat == self.reader else bare_name(self.match, seat)

    def _page(self, sentences: list[str]) -> str:
        foot = say("-# 100% accuracy means no loss of estimated winning chance · {match}", match=self.what)
        return texts.introduced_once(self.match, "\n".join([self._heading(), *sentences, foot]))

    def _heading(self) -> str:
        """Return a review's heading, such as `3 mistakes. Ann 71%, Bob 84% accuracy.`"""
        count = len(self.slips)
        if not self.both and self.review.slips:
            mistakes = plural("**Your costliest mistake.**", "**Your {count} costliest mistakes.**", count=count)
            if not count:
                mistakes = say("**You made no mistakes.**")
        elif self.review.more:
            mistakes = say("**The {count} worst mistakes.**", count=count)
        elif count:
            mistakes = plural("**{count} mistake.**", "**{count} mistakes.**", count=count)
        else:
            mistakes = say("**No mistakes.**")
        accuracies = [
            say("{player} {percent}%", player=player_name(self.match, seat), percent=round(accuracy))
            for seat, accuracy in zip(SEATS, self.review.accuracies, strict=True)
            if accuracy is not None
        ]
        return (
            say("{mistakes} {accuracies} accuracy.", mistakes=mistakes, accuracies=series(accuracies))
            if accuracies
            else mistakes
        )


def _threat(slip: Slip) -> Sentence | None:
    """Return a phrase saying how the best reply to a mistake threatens to win, or None if it wins or does not."""
    board = slip.position.play(slip.position.parse(slip.played))
    after = board.play(board.parse(slip.reply[0]))
    return None if after.result() else threat(after, board.turn)


def _played_text(facts: Mapping[str, object], line: Sequence[Sentence]) -> str:
    """Return a line with the move played and the best reply to it, saying which moves follow that reply."""
    if not line:
        return say("🟠 Played: **{played}**.", **facts)
    if len(line) == 1:
        return say("🟠 Played: **{played}**. Best reply: {reply}.", reply=line[0], **facts)
    return say(
        "🟠 Played: **{played}**. Best reply: {reply}, then {line}.", reply=line[0], line=series(line[1:]), **facts
    )


def _forced_text(slip: Slip, opponent: object, *, of_reader: bool) -> str:
    """Say that the opponent could force a win after a mistake and, if the known line ends the game, how soon."""
    board = slip.position.play(slip.position.parse(slip.played))
    moves = 0
    for text in slip.reply:
        moves += board.turn != slip.seat
        board = board.play(board.parse(text))
    end = board.result()
    if end is None or end.winner in {None, slip.seat}:
        if of_reader:
            return say("You can now force a win.")
        return say("{opponent} can now force a win.", opponent=opponent)
    if of_reader:
        return plural(
            "You can now win in {count} move ({reason}).",
            "You can now force a win in {count} moves ({reason}).",
            count=moves,
            reason=end.phrase,
        )
    return plural(
        "{opponent} can now win in {count} move ({reason}).",
        "{opponent} can now force a win in {count} moves ({reason}).",
        count=moves,
        opponent=opponent,
        reason=end.phrase,
    )


def _percent(share: float) -> int:
    return round(100 * share)
