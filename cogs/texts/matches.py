"""Texts about matches for posts and private pages, and public remarks on players' actions."""

import re
from collections.abc import Collection, Mapping, Sequence

from cogs.texts.markdown import Markdown, escaped, say
from games import GAMES, SEATS, Seat, worded
from language import Sentence, counted, listing, mark, paragraph
from matches import results
from matches.model import Challenge, Event, Match, Person, Place, Snapshot
from matches.openings import set_up
from matches.results import bare_name, introduction, names, player_name, seat_name

CHANNELS = "https://discord.com/channels"
SEPARATOR = " · "
"""The separator between the parts of a line."""
IN_TOURNAMENT = mark("tournament match")
"""The label of a tournament match, marked for translation."""

game_name, title, told, ending = results.game_name, results.title, results.describe_move, results.ending
SENTENCES: Mapping[str, str] = {
    "decline draw": mark("{player} declined the draw, and the match continues"),
    "refuse take back": mark("{player} declined to take back {move}"),
    "decline abort": mark("{player} wants to keep playing"),
    "keep": mark("{player} wants to continue the match"),
}


def mention(person: Person) -> Markdown:
    """Return a mention of a person, which pings them only if the message allows mentions."""
    return Markdown(f"<@{person.id}>")


def answered_move(snapshot: Snapshot) -> Sentence | None:
    """If the last move was a planned reply, return the opponent's move that it answered; otherwise, return None.

    If the position before the move is known, adds the effects that the move's notation omits.
    """
    first, own = snapshot.first, snapshot.answered
    if own is None:
        return None
    return worded(snapshot.match.game, own) if first is None else first.annotate_move(first.parse(own))


def channel(channel_id: int) -> Markdown:
    """Return a channel's name as a link."""
    return Markdown(f"<#{channel_id}>")


def moment(time: int) -> Markdown:
    """Return a Discord timestamp that shows `time` (UTC seconds) as a date and time of day."""
    return Markdown(f"<t:{time}:f>")


def relative(time: int) -> Markdown:
    """Return a Discord timestamp that shows `time` (UTC seconds) relative to now, such as `in 3 days`."""
    return Markdown(f"<t:{time}:R>")


def link(place: Place) -> Markdown:
    """Return a link to the message that shows the match's newest board in this channel."""
    return address(place.guild_id, place.channel_id, place.message_id)


def newest_link(places: Sequence[Place]) -> Markdown | None:
    """Return a link to a match's newest board in one of these channels, or None if none of them shows the match."""
    shown = [place for place in places if place.message_id is not None]
    return link(shown[-1]) if shown else None


def address(guild_id: int | None, channel_id: int, message_id: int | None) -> Markdown:
    """Return a link to a message, or to its channel if `message_id` is None."""
    parts = [CHANNELS, guild_id or "@me", channel_id, *([message_id] if message_id else [])]
    return Markdown("/".join(map(str, parts)))


def which(match: Match) -> Sentence:
    """Return a match's name, such as `Konane, match #1000`.

    The name stands on its own rather than in a sentence.
    """
    return Sentence("{game}, match #{code}", {"game": game_name(match.game), "code": match.code})


def pair(match: Match) -> Sentence:
    """Return the players' names as a list, such as `Alice and Bob`."""
    return listing(names(match))


def introduced_once(match: Match, text: str) -> str:
    """Rewrite a message so that each computer player is introduced as a computer only when first mentioned."""
    for seat in SEATS:
        if match.players[seat].level is None:
            continue
        forms = [say("{player}", player=name(match, seat)) for name in (seat_name, player_name)]
        if first := re.search("|".join(map(re.escape, forms)), text):
            later = text[first.end() :]
            for form in forms:
                later = later.replace(form, say("{player}", player=bare_name(match, seat)))
            text = text[: first.end()] + later
    return text


def own_ending(match: Match, seat: Seat | None) -> str:
    """Return a sentence telling a player how their match ended, such as `You won: Ripple has no jump left.`"""
    reason = results.reason(match)
    winner = results.result_of(match).winner
    if seat is None or winner is None:
        return say("{outcome}.", outcome=results.result_sentence(match))
    if seat == winner:
        return say("**You won:** {reason}.", reason=reason)
    return say("**You lost:** {reason}.", reason=reason)


def lesson_hint(game: str) -> str:
    """Return a line that points out a game's lesson, for a person to whom the game is new."""
    return say("-# New to {game}? Learn it in 3 minutes.", game=game_name(game))


def last_move(snapshot: Snapshot) -> str:
    """Describe the last move's effect in one line, or return "" before the first move."""
    return say("{told}.", told=told(snapshot)) if snapshot.before is not None else ""


def bold(game: str, move: str) -> Markdown:
    """Return a move in bold, in words: `**d7-d5**`."""
    return Markdown(f"**{escaped(worded(game, move))}**")


def number_moves(game: str, moves: Sequence[str], first: int) -> str:
    """Format consecutive moves as a numbered list starting at `first`, such as `7. d7-d5 8. d2-d4`."""
    row = (
        say("{number}\\. **{move}**", number=number, move=worded(game, move))
        for number, move in enumerate(moves, first)
    )
    return " ".join(row) or say("No move yet.")


def warning(snapshot: Snapshot) -> Markdown:
    """Return the position's warnings for either player, such as one about a check, or "" if there are none."""
    if snapshot.match.over and snapshot.ply >= snapshot.match.ply:
        return Markdown("")
    return Markdown(SEPARATOR.join(say("**{warning}**", warning=warning) for warning in snapshot.position.warnings()))


def offer_lines(match: Match) -> str:
    """Return one line for each open offer of a draw or an abort, or "" if there are none."""
    lines = []
    if match.draw_by is not None:
        name = player_name(match, match.draw_by)
        if match.answering is not None:  # a computer player answers without a button
            lines.append(say("{player} offers a draw.", player=name))
        else:
            lines.append(say("{player} offers a draw. Choose **More** to respond.", player=name))
    if match.abort_by is not None:
        name = player_name(match, match.abort_by)
        lines.append(say("{player} proposes to abort the match. Choose **More** to respond.", player=name))
    return "\n".join(lines)


def mention_or_name(match: Match, seat: Seat, pinged: Collection[int]) -> Markdown:
    """Return a mention of the player if `pinged` contains their ID, or else their plain name."""
    person = match.players[seat]
    if person.id in pinged:
        return mention(person)
    return Markdown(f"**{say('{player}', player=player_name(match, seat))}**")


def end_question(match: Match) -> str:
    """Return the question asking a moderator or the bot's owner to confirm ending a match."""
    facts = {"match": title(match)}
    if match.watched:
        return say("End {match}? It will end at once, without a result.", **facts)
    if match.practice:
        return say("End {match}? It will end at once, without a result, and its player will be told.", **facts)
    return say("End {match}? It will end at once, without a result, and both players will be told.", **facts)


def channel_gone_text(match: Match) -> str:
    """Return a message saying that the bot can no longer post in a match's channel."""
    if match.watched or match.over:
        return say("I can no longer post in the channel of this match.")
    return say("I can no longer post in the channel of this match. Use `/match move-here` where you want to continue.")


def guest_channel_text(match: Match, *, privately: bool) -> str:
    """Return a message saying that, in the board's channel, the bot can only respond to interactions, not post.

    `privately` means that the board belongs in this channel and that Discord shows the response only to this person.
    """
    if not privately and match.practice:
        return say("I can only reply to commands there, so the board appears when you next use me there.")
    if not privately:
        return say("I can only reply to commands there, so the board appears when one of you next uses me there.")
    why = say("This server does not let you **use external apps**, so only you see my replies here.")
    if match.over:
        return why
    if match.practice:
        how = say("To see the boards, use `/match move-here` in a direct message with me.")
    else:
        how = say(
            "To see the boards, use `/match move-here` in a direct message with me or in another channel that "
            "you share."
        )
    return paragraph([why, how])


def closed_inbox_text(match: Match, seat: Seat) -> str:
    """Return a message saying that a board cannot be posted because the player's direct messages are closed."""
    if match.watched:
        return say("You no longer accept direct messages from me, so I cannot show the board there.")
    if match.practice:
        return say(
            "You no longer accept direct messages from me, so I cannot show the board there. "
            "Use `/match move-here` where you want to continue."
        )
    return say(
        "{player} no longer accepts direct messages from me and cannot see the board. Use `/match move-here` in "
        "a channel that you share.",
        player=match.players[seat].name,
    )


def unusual_options(subject: Match | Challenge) -> Sentence | None:
    """Describe a match's unusual options, such as `6 x 6, a small board`. Returns None if there are none.

    Omits the swap option if the match starts from a position after the swap.
    """
    game = GAMES[subject.game]
    changed = game.info.unusual(subject.options, set_up(game, subject.start).ply if subject.start else 0)
    return listing(changed) if changed else None


def state_of(snapshot: Snapshot) -> Markdown:
    """Return text saying whose turn it is or how the match ended, without pinging anyone.

    The board beside it shows which match it is, so its code is left out.
    """
    return escaped(results.state_of(snapshot.match, coded=False))


def list_entry(match: Match, reader: int, *, named: bool = True) -> Sentence:
    """Return a match's entry in a list for one person, such as `Konane #1f3k against Bob, move 12: your turn`.

    With `named=False`, omits the game's name, for lists of a single game.
    """
    seat = match.seat_of(reader)
    what = title(match) if named else Sentence("#{code}", {"code": match.code})
    facts: dict[str, object] = {"match": what, "state": _state(match, seat)}
    if seat is not None:
        against = introduction(match.players[1 - seat])
        return Sentence("{match} against {opponent}, {state}", {**facts, "opponent": against})
    players = listing([bare_name(match, 0), bare_name(match, 1)])
    return Sentence("{match} {players}, {state}", {**facts, "players": players})


def _state(match: Match, seat: Seat | None) -> Sentence:
    if match.over:
        if not match.ply:
            return Sentence("over")
        return counted("over after {count} move", "over after {count} moves", match.ply)
    number = match.ply + 1
    if seat == match.turn:
        return Sentence("move {number}: your turn", {"number": number})
    player = bare_name(match, match.turn)
    return Sentence("move {number}: {player}'s turn", {"number": number, "player": player})


def action_text(match: Match, kind: str, seat: Seat, move: str) -> str:
    """Describe a player's action. `kind` is a key of SENTENCES, and `move` is the match's last move."""
    return SEPARATOR.join([_action(match, kind, seat, move), escaped(which(match))])


def action_lines(match: Match, events: Sequence[Event], move: str) -> str:
    """Describe the actions of SENTENCES since the newest board, one in each line. `move` is as in `action_text`."""
    since = [event for event in events if event.rev > match.board_rev and event.kind in SENTENCES]
    return "\n".join(_action(match, event.kind, event.seat or 0, move) for event in since)


def _action(match: Match, kind: str, seat: Seat, move: str) -> str:
    return say(SENTENCES[kind], player=player_name(match, seat), move=bold(match.game, move))


def moved_text(match: Match, player: Person, place: Place) -> str:
    """Return the message for a match's old channel saying where the match has moved."""
    name, shown = player.name, which(match)
    if place.seat is not None:
        return say("{player} moved the match to direct messages · {match}", match=shown, player=name)
    where = channel(place.channel_id)
    return say("{player} moved the match to {channel} · {match}", match=shown, channel=where, player=name)
