"""Texts of a challenge: its terms, its message, and how it was settled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escape, say, shown
from games import GAMES, SEATS, GameInfo, Seat, other_side
from language import Sentence, counted, mark, one_line
from matches.model import Challenge, ChallengeStatus
from matches.openings import begins, opening
from matches.timecontrol import CLOCKS, DAY, HOUR, TimeControl, clock_text


def clock_name(clock: TimeControl | None) -> Sentence:
    """`3 days per move`, `bank: 72 h + 12 h per move, at most 96 h`, `no clock`."""
    if clock is None:
        return Sentence("no clock")
    if clock.start == clock.increment == clock.cap and clock.cap % DAY == 0:
        name = counted("{count} day per move", "{count} days per move", clock.cap // DAY)
    else:
        hours = {
            name: seconds // HOUR
            for name, seconds in (("start", clock.start), ("increment", clock.increment), ("cap", clock.cap))
        }
        name = Sentence("bank: {start} h + {increment} h per move, at most {cap} h", hours)
    if clock.hard:
        return name
    return Sentence("{clock}, soft: the opponent may claim a win on time", {"clock": name})


def clock_choices() -> dict[str, str]:
    """Maps each clock's text for the service to its plain-text name, hard clocks first."""
    hard = [TimeControl.parse(text) for text in CLOCKS]
    soft = [replace(clock, hard=False) for clock in hard if clock]
    return {clock_text(clock): clock_name(clock).said() for clock in [*hard, *soft]}


def side_choices(game: GameInfo | None = None) -> dict[str, str]:
    """Maps each side's value to its plain-text label, with name and role if the game is known."""
    first, second = Sentence("first side"), Sentence("second side")
    if game is not None:
        first, second = (
            Sentence("{side}: {role}", {"side": game.side(seat), "role": Sentence(game.roles[seat])}) for seat in SEATS
        )
    lot = Sentence("random: drawn by lot")
    return {"random": lot.said(), "first": first.said(), "second": second.said()}


def sides(challenge: Challenge, *, reader: bool = False) -> Sentence:
    """`Alice plays Black, Bob plays White`; for the challenged person (`reader`), `you play White`."""
    info = GAMES[challenge.game].info
    if challenge.side == "random":
        return Sentence("{first} and {second} are drawn by lot", {"first": info.side(0), "second": info.side(1)})
    seat: Seat = 0 if challenge.side == "first" else 1
    facts: dict[str, object] = {
        "challenger": challenge.challenger.name,
        "theirs": info.side(seat),
        "other": info.side(other_side(seat)),
    }
    if challenge.opponent is None:
        return Sentence("{challenger} plays {theirs}, the other plays {other}", facts)
    if reader:
        return Sentence("{challenger} plays {theirs}, you play {other}", facts)
    return Sentence(
        "{challenger} plays {theirs}, {opponent} plays {other}", {**facts, "opponent": _opponent(challenge)}
    )


def invitation(challenge: Challenge) -> str:
    """The message of an open challenge, with all its terms."""
    lines: list[str] = [_asked(challenge), say("{aim}", aim=Sentence(GAMES[challenge.game].info.summary))]
    if challenge.note:
        lines.append(f"> {note(challenge.note)}")
    lines += [say("- **Sides**: {sides}", sides=sides(challenge, reader=True))]
    if challenge.start:
        begun = opening(GAMES[challenge.game], challenge.options, challenge.start)
        side = begun.info.side(begun.turn)
        lines.append(say("- **Start**: a position that was set up, with {side} to move", side=side))
    if options := texts.unusual_options(challenge):
        lines.append(say("- **Options**: {options}", options=options))
    lines.append(say("- **Clock**: {clock}", clock=clock_name(challenge.clock)))
    lines.append(say("- **Rated**: yes") if challenge.rated else say("- **Rated**: no"))
    lines.append(
        say(
            "-# #{code} · open until {at}, {when}",
            code=challenge.code,
            at=texts.moment(challenge.expires_at),
            when=texts.relative(challenge.expires_at),
        )
    )
    return "\n".join(lines)


def _asked(challenge: Challenge) -> str:
    facts = {"challenger": challenge.challenger.name, "game": texts.game_name(challenge.game)}
    if challenge.opponent is None:
        return say("{challenger} challenges anyone here to **{game}**: the first to accept plays.", **facts)
    you = texts.mention(challenge.opponent)
    if challenge.rematch_of is not None:
        return say("{you}, {challenger} would like a rematch in **{game}**, sides swapped!", you=you, **facts)
    return say("{you}, {challenger} challenges you to **{game}**!", you=you, **facts)


def settled(challenge: Challenge) -> str:
    """The text that replaces a challenge once it is settled.

    Omits the terms if the challenge starts from a position that the current rules no longer accept.
    """
    facts = {
        "challenger": challenge.challenger.name,
        "opponent": _opponent(challenge),
        "game": texts.game_name(challenge.game),
        "code": challenge.code,
    }
    sentences = REMATCH_ENDS if challenge.rematch_of is not None else ENDS
    if challenge.start and not begins(GAMES[challenge.game], challenge.start):
        return say(OUTDATED if challenge.status == "withdrawn" else sentences[challenge.status], **facts)
    return f"{say(sentences[challenge.status], **facts)}\n-# {terms(challenge)}"


ENDS: Mapping[ChallengeStatus, str] = {
    "accepted": mark("{opponent} accepted {challenger}'s challenge to **{game}**: match #{code}."),
    "declined": mark("{opponent} declined {challenger}'s challenge to **{game}**."),
    "withdrawn": mark("{challenger} withdrew the challenge to **{game}**."),
    "expired": mark("{challenger}'s challenge of {opponent} to **{game}** has expired."),
    "open": mark("{challenger}'s challenge of {opponent} to **{game}** is open."),
}
"""How a challenge was settled, by status."""
OUTDATED = mark(
    "{challenger}'s challenge to **{game}** is withdrawn: the rules have changed, and no match can begin from its "
    "position any more."
)
"""The text for a challenge whose start position the current rules no longer accept."""
REMATCH_ENDS: Mapping[ChallengeStatus, str] = {
    **ENDS,
    "accepted": mark("{opponent} accepted the rematch to **{game}**: match #{code}."),
    "declined": mark("{opponent} declined the rematch to **{game}**."),
}
"""How the challenge to a rematch was settled, by status."""


def terms(challenge: Challenge) -> str:
    """All terms on one line. Omits random sides once the challenge is accepted, because the board shows them."""
    parts = [] if challenge.side == "random" and challenge.status == "accepted" else [sides(challenge)]
    if options := texts.unusual_options(challenge):
        parts.append(options)
    parts += [clock_name(challenge.clock), Sentence("rated") if challenge.rated else Sentence("not rated")]
    return " · ".join(shown(part) for part in parts)


def note(text: str) -> str:
    """A note as typed, escaped and on one line."""
    return escape(" ".join(text.split()))


def challenge_list(challenges: Sequence[Challenge], reader: int) -> list[str]:
    """One line for each open challenge, with a link to its message."""
    return [_entry(challenge, reader) for challenge in challenges]


def challenge_label(challenge: Challenge, reader: int) -> str:
    """A challenge as the plain-text label of a select option."""
    facts: dict[str, object] = {
        "match": texts.title(challenge),
        "challenger": one_line(challenge.challenger.name),
    }
    if challenge.challenger.id != reader:
        return Sentence("{match}: {challenger} challenges you", facts).said()
    if challenge.opponent is None:
        return Sentence("{match}: you challenged anyone", facts).said()
    opponent = one_line(challenge.opponent.name)
    return Sentence("{match}: you challenged {opponent}", {**facts, "opponent": opponent}).said()


def _entry(challenge: Challenge, reader: int) -> str:
    venue = challenge.venue
    url = texts.address(venue.guild_id, venue.channel_id, challenge.message_id)
    facts = {
        "challenger": challenge.challenger.name,
        "match": Markdown(f"[**{shown(texts.title(challenge))}**]({url})"),
        "at": texts.moment(challenge.expires_at),
    }
    if challenge.challenger.id != reader:
        return say("- {challenger} challenges you to {match}, open until {at}", **facts)
    if challenge.opponent is None:
        return say("- You challenged anyone to {match}, open until {at}", **facts)
    return say("- You challenged {opponent} to {match}, open until {at}", opponent=challenge.opponent.name, **facts)


def _opponent(challenge: Challenge) -> object:
    """The name of the challenged person, or `anyone`."""
    return challenge.opponent.name if challenge.opponent else Sentence("anyone")
