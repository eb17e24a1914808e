"""Texts about challenges: their terms, messages and outcomes."""

from collections.abc import Mapping

from cogs.texts import matches as texts
from cogs.texts.clocks import clock_name
from cogs.texts.markdown import Markdown, escape, escaped, say
from games import GAMES, SEATS, GameInfo, Seat, other_side
from language import Sentence, mark, one_line
from matches.model import Challenge, ChallengeStatus
from matches.openings import begins, opening, shows_example


def side_choices(game: GameInfo | None = None, *, both: bool = False) -> dict[str, str]:
    """Return plain-text labels for the choices offered by the option for selecting a side.

    If `game` is given, the labels name the game's sides and their roles. With `both`, includes the choice of both sides
    if the game offers it.
    """
    lot = Sentence("Random sides")
    if game is None:
        named = [Sentence("The side that moves first"), Sentence("The side that moves second")]
    else:
        named = [
            Sentence("{side}, {role}", {"side": game.side(seat), "role": Sentence(game.roles[seat])}) for seat in SEATS
        ]
    offered = {"random": lot.said(), "first": named[0].said(), "second": named[1].said()}
    if both and game is not None and game.both_sides:
        offered["both"] = Sentence("Both sides: two matches at once").said()
    return offered


def sides(challenge: Challenge, *, reader: bool = False) -> Sentence:
    """Return a sentence saying who plays which side, such as `Alice plays Black, Bob plays White`.

    If `reader` is true, it addresses the opponent: `You play White`.
    """
    info = GAMES[challenge.game].info
    if challenge.side == "random":
        return Sentence("Random sides")
    if challenge.side == "both":
        return Sentence("Both sides: two matches at once")
    seat: Seat = 0 if challenge.side == "first" else 1
    facts: dict[str, object] = {
        "challenger": challenge.challenger.name,
        "theirs": info.side(seat),
        "other": info.side(other_side(seat)),
    }
    if challenge.opponent is None:
        return Sentence("{challenger} plays {theirs}", facts)
    if reader:
        return Sentence("You play {other}", facts)
    return Sentence(
        "{challenger} plays {theirs}, {opponent} plays {other}", {**facts, "opponent": _opponent(challenge)}
    )


def invitation(challenge: Challenge, *, new: bool = False) -> str:
    """Return the message for a challenge that is still open.

    The message says who challenges whom to which game, lists the terms, and says when the challenge expires. With
    `new`, it points out the lesson to the challenged person, to whom the game is new.
    """
    quoted = [f"> {note(challenge.note)}"] if challenge.note else []
    agreed = _line(sides(challenge, reader=True), challenge)
    exemplary = shows_example(GAMES[challenge.game], challenge.options, challenge.start)
    expires = mark("-# The picture is an example. Expires {when}") if exemplary else mark("-# Expires {when}")
    foot = say(expires, when=texts.relative(challenge.expires_at))
    lesson = [texts.lesson_hint(challenge.game)] if new else []
    return "\n".join([_asked(challenge), *quoted, agreed, *lesson, foot])


def _asked(challenge: Challenge) -> str:
    facts = {"challenger": challenge.challenger.name, "game": texts.game_name(challenge.game)}
    if challenge.opponent is None:
        return say("{challenger} challenges anyone here to **{game}**: the first to accept plays.", **facts)
    you = texts.mention(challenge.opponent)
    if challenge.rematch_of is not None:
        return say("{you}, {challenger} would like a rematch in **{game}**, sides swapped!", you=you, **facts)
    return say("{you}, {challenger} challenges you to **{game}**!", you=you, **facts)


def settled_text(challenge: Challenge) -> str:
    """Return the text that replaces a challenge's message once the challenge is no longer open.

    It has the terms if a match began on them, unless the current rules no longer accept its starting position.
    """
    facts = {
        "challenger": challenge.challenger.name,
        "opponent": _opponent(challenge),
        "game": texts.game_name(challenge.game),
        "code": challenge.code,
    }
    if challenge.invitation:
        return say(INVITATION_ENDS[challenge.status], **facts)
    sentences = REMATCH_ENDS if challenge.rematch_of is not None else ENDS
    outdated = bool(challenge.start) and not begins(GAMES[challenge.game], challenge.start)
    ended = OUTDATED if outdated and challenge.status == "withdrawn" else sentences[challenge.status]
    told = say(ended, **facts)
    return told if outdated or challenge.status in UNPLAYED else f"{told}\n-# {terms(challenge)}"


ENDS: Mapping[ChallengeStatus, str] = {
    "accepted": mark("{opponent} accepted {challenger}'s **{game}** challenge. Match #{code}."),
    "declined": mark("{opponent} declined {challenger}'s **{game}** challenge."),
    "withdrawn": mark("{challenger} withdrew the **{game}** challenge."),
    "expired": mark("{challenger}'s **{game}** challenge to {opponent} has expired."),
    "open": mark("{challenger}'s **{game}** challenge to {opponent} is open."),
}
"""The sentences saying how a challenge was settled, keyed by status."""
UNPLAYED: frozenset[ChallengeStatus] = frozenset({"declined", "withdrawn", "expired"})
OUTDATED = mark(
    "{challenger}'s **{game}** challenge was withdrawn. The rules changed, and its position can no longer be played."
)
"""The text for a challenge whose starting position the current rules reject."""
INVITATION_ENDS: Mapping[ChallengeStatus, str] = {
    **ENDS,
    "declined": mark("{opponent} declined the **{game}** challenge."),
}
"""How a challenge to another server was settled. That server does not learn who made the challenge."""
REMATCH_ENDS: Mapping[ChallengeStatus, str] = {
    **ENDS,
    "accepted": mark("{opponent} accepted the **{game}** rematch. Match #{code}."),
    "declined": mark("{opponent} declined the **{game}** rematch."),
}
"""The sentences saying how a rematch challenge was settled, keyed by status."""


def terms(challenge: Challenge) -> str:
    """Return a challenge's terms on one line.

    If the sides were drawn by lot, the line of an accepted challenge leaves them out.
    """
    drawn = challenge.side == "random" and challenge.status == "accepted"
    return _line(None if drawn else sides(challenge), challenge)


def _line(sides: Sentence | None, challenge: Challenge) -> str:
    """Return a single line with the sides, the clock, any unusual options, and whether the match is rated."""
    parts = [sides, clock_name(challenge.clock), texts.unusual_options(challenge)]
    if challenge.start and challenge.status == "open":
        begun = opening(GAMES[challenge.game], challenge.options, challenge.start)
        parts.append(Sentence("from a set-up position, {side} to move", {"side": begun.info.side(begun.turn)}))
    parts.append(Sentence("counts for ratings") if challenge.rated else Sentence("not for ratings"))
    return " · ".join(escaped(part) for part in parts if part is not None)


def note(text: str) -> str:
    """Return a note as typed, escaped and on one line."""
    return escape(" ".join(text.split()))


def challenge_label(challenge: Challenge, reader: int) -> str:
    """Return a challenge's plain-text label for a select menu."""
    facts: dict[str, object] = {
        "match": texts.title(challenge),
        "challenger": one_line(challenge.challenger.name),
    }
    if challenge.challenger.id != reader:
        return Sentence("{match}: {challenger} challenges you", facts).said()
    if challenge.invitation:
        return Sentence("{match}: your challenge to another server", facts).said()
    if challenge.opponent is None:
        return Sentence("{match}: your open challenge", facts).said()
    opponent = one_line(challenge.opponent.name)
    return Sentence("{match}: you challenged {opponent}", {**facts, "opponent": opponent}).said()


def challenge_line(challenge: Challenge, reader: int) -> str:
    """Return an open challenge's line in a list, with a link to the challenge's message."""
    venue = challenge.venue
    url = texts.address(venue.guild_id, venue.channel_id, challenge.message_id)
    facts = {
        "challenger": challenge.challenger.name,
        "match": Markdown(f"[**{escaped(texts.title(challenge))}**]({url})"),
        "at": texts.moment(challenge.expires_at),
    }
    if challenge.challenger.id != reader:
        return say("- {challenger} challenges you to {match}, open until {at}", **facts)
    if challenge.invitation:
        return say("- You challenged another server to {match}, open until {at}", **facts)
    if challenge.opponent is None:
        return say("- You posted an open challenge: {match}, open until {at}", **facts)
    return say("- You challenged {opponent} to {match}, open until {at}", opponent=challenge.opponent.name, **facts)


def _opponent(challenge: Challenge) -> object:
    """Return the challenged person's name, or `anyone`."""
    return challenge.opponent.name if challenge.opponent else Sentence("anyone")
