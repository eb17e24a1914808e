"""Builds the buttons below boards and notices, and the messages that ask players to respond to offers."""

from typing import TypeAlias

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.texts.practice import REMATCHES
from cogs.wire.controls import Button, Controls, button
from games import GAMES, Seat, other_side
from language import Sentence, mark, paragraph
from matches.computers import LEVELS
from matches.model import Match, Snapshot
from matches.results import player_name

Buttons: TypeAlias = "list[Button]"

ABORT = mark("Abort (no result)")


def move_button(match: Match, row: int | None = None) -> Button:
    return button("Move", "move", match.id, match.rev, style="primary", row=row)


def stop_button(match_id: int, rev: int = 0) -> Button:
    return button("Stop", "stop", match_id, rev)


def withdraw_button(challenge_id: int) -> Button:
    return button("Withdraw", "withdraw", challenge_id)


def board_button(match: Match) -> Button:
    """Return a button for privately viewing the newest board and stepping back through the moves."""
    return button(mark("Replay") if match.over else mark("Board"), "mine", match.id, match.rev)


def prepare_button(match: Match, prepared: int = 0) -> Button:
    """Return a button that opens a player's planned replies.

    If there are any, its label shows their number, `prepared`.
    """
    label = Sentence("Planned replies: {count}", {"count": prepared}) if prepared else mark("Plan my replies")
    return button(label, "if", match.id, match.rev)


def next_button(waiting: int = 0, after: int = 0) -> Button:
    """Return a button that opens the next match in which it is the reader's turn.

    `after` is the ID of the current match, and `waiting` is the number of others. If it exceeds 1, the label shows it.
    """
    label = Sentence("Next match ({count})", {"count": waiting}) if waiting > 1 else mark("Next match")
    return button(label, "next", after, style="primary")


def learn_button(game: str) -> Button:
    """Return a button that opens a game's first lesson."""
    return button("Learn it", "learn", 0, 0, game, style="primary")


def turn_controls(
    match: Match,
    *,
    votes: bool = True,
    in_tournament: bool = False,
    tournament_id: int | None = None,
    faultless: bool = False,
) -> Controls:
    """Return the buttons below a match's newest board.

    `votes` says whether the people who see the board can vote. Outside tournaments, a match that does not count yet can
    only be aborted. `tournament_id` and `faultless`, as in `end_buttons`, are needed only once the match is over.
    """
    about = (match.id, match.rev)
    more = button("More", "more", *about)
    if match.watched:
        stop = [] if match.over else [stop_button(*about)]
        return Controls(*stop, *end_buttons(match), board_button(match), more)
    if match.over:
        following = end_buttons(match, tournament_id, faultless=faultless)
        gif = [button("GIF", "gif", *about)] if match.ply and not practise_button(match) else []
        return Controls(*following, board_button(match), *gif, more)
    vote = [button("Vote", "vote", *about, style="primary"), board_button(match)]
    if match.in_teams:
        vote.insert(1, button("Join a team", "vote-teams", *about))
    if match.by_vote and all(player.id < 0 for player in match.players):
        return Controls(*(vote if match.voting and votes else vote[1:]), more)
    own = vote if match.voting else [move_button(match), button("My board", "mine", *about)]
    if match.practice:
        return Controls(*own, button("Hint", "hint", *about), *practice_take_back(match), more)
    drawable = GAMES[match.game].info.draws and match.ply
    draw = [button("Offer a draw", "agree", *about)] if drawable else []
    only_abort = match.unplayed and not in_tournament
    leave = button(ABORT, "abort?", *about) if only_abort else button("Resign", "resign?", *about)
    return Controls(*own, *draw, leave, more)


def end_buttons(match: Match, tournament_id: int | None = None, *, faultless: bool = False) -> Buttons:
    """Return the buttons shown once a match is over, such as the one for a rematch.

    A tournament match, whose tournament has the ID `tournament_id`, is followed by the standings instead of a rematch.
    Returns [] if the match is not over. `faultless` means that there is no mistake to practise.
    """
    about = (match.id, match.rev)
    if not match.over:
        return []
    between_servers = all(player.crowd for player in match.players) and not match.in_teams
    again = "vote-rematch" if match.by_vote else "rematch"
    following = [] if match.watched or between_servers else [button("Rematch", again, *about, style="primary")]
    if tournament_id is not None:
        following = [button("Standings", "tournament", tournament_id)]
    review = [button("Review", "review", *about)] if match.ply else []
    return [*following, *review, *([] if faultless else practise_button(match))]


def practise_button(match: Match) -> Buttons:
    """Return a button for practising the positions in which a player made mistakes against the computer.

    Returns no button for other matches, such as matches between computer players or by vote.
    """
    own = match.against_computer is not None and not match.by_vote
    return [button("Practise mistakes", "practise", match.id, match.rev)] if own and match.over and match.ply else []


def practice_take_back(match: Match) -> Buttons:
    """Return a button for taking back a player's last move against the computer.

    Returns [] if the player has not moved yet. The computer does not have to agree.
    """
    seat = match.against_computer
    moved = seat is not None and match.moves_of(seat) > 0
    return [button("Take back", "takeback", match.id, match.rev)] if moved else []


def again_buttons(match: Match) -> list[Button]:
    """Return buttons that start another practice match: one level easier, at the same level, or one level harder."""
    level = next(player.level for player in match.players if player.level is not None)
    return [
        button(
            Sentence(message, {"name": LEVELS[level + step].name}),
            "again",
            match.id,
            match.rev,
            way,
            style="secondary" if step else "primary",
        )
        for way, (step, message) in REMATCHES.items()
        if level + step in LEVELS
    ]


def offer_message(snapshot: Snapshot, seat: Seat) -> tuple[str, Controls]:
    """Return text listing the offers made to this player, along with buttons for responding to them.

    The text continues after the player's name.
    """
    asked, buttons = questions(snapshot, seat)
    text = paragraph(asked) or say("there is no longer a question for you.")
    match = say("-# {match}", match=texts.which(snapshot.match))
    return f"{text}\n{match}", Controls(*buttons)


def questions(snapshot: Snapshot, seat: Seat) -> tuple[list[str], Buttons]:
    """Return sentences stating the opponent's open offers, along with buttons for responding to them."""
    match = snapshot.match
    about = (match.id, match.rev)
    opponent = other_side(seat)
    player = player_name(match, opponent)
    asked: list[str] = []
    buttons: Buttons = []
    if match.draw_by == opponent:
        asked.append(say("{player} offers a draw.", player=player))
        buttons += [
            button("Accept the draw", "draw-yes", *about, style="success"),
            button("Decline the draw", "draw-no", *about),
        ]
    if match.takeback_by == opponent:
        asked.append(say("{player} asks to take back {move}.", move=newest_move(snapshot), player=player))
        buttons += [
            button("Allow the takeback", "takeback-yes", *about, style="success"),
            button("Decline the takeback", "takeback-no", *about),
        ]
    if match.abort_by == opponent:
        asked.append(say("{player} wants to abort the match. It would end without a result.", player=player))
        buttons += [
            button("Agree to abort", "abort-yes", *about, style="danger"),
            button("Keep playing", "abort-no", *about),
        ]
    return asked, buttons


def newest_move(snapshot: Snapshot) -> Markdown | Sentence:
    """Return the last move in bold, such as `**d7-d5**`."""
    if snapshot.before is None:
        return Sentence("the last move")
    return texts.bold(snapshot.match.game, snapshot.before.format(snapshot.move))
