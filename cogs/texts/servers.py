"""Texts about challenges from one server to another."""

from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, escape, escaped, say
from games import GAMES, GameInfo, Seat, other_side
from language import Sentence
from matches.crowds import USUAL_ROUND
from matches.model import Challenge
from matches.timecontrol import lasting


def against_another() -> Sentence:
    """Return the label of the option for challenging another server in the `/play` page's list of opponents."""
    return Sentence("This server against another server")


def server_side(game: GameInfo, seat: Seat) -> Sentence:
    """Return a sentence such as `The server plays Black`."""
    return Sentence("The server plays {side}", {"side": game.side(seat)})


def round_length(seconds: int) -> Sentence:
    """Return a sentence such as `Each vote takes 1 day`."""
    return Sentence("Each vote takes {time}", {"time": lasting(seconds)})


def invitation_text(challenge: Challenge) -> str:
    """Return the message for a person who challenges another server.

    The message has a code for that server's moderators, explains how to use it, and lists the terms.
    """
    facts = {
        "game": texts.game_name(challenge.game),
        "opponent": against_another(),
        "button": Sentence("Enter a code"),
    }
    asked = say("You challenge another server to **{game}**. Send this code to one of its moderators:", **facts)
    told = say("They enter it with `/play`, where they choose **{opponent}**, then **{button}**.", **facts)
    return "\n".join([asked, f"```\n{challenge.invitation}\n```", told, *_terms(challenge, challenger=True)])


def request_text(challenge: Challenge, server: str) -> str:
    """Return the message asking a moderator of the challenged server to accept or decline the challenge."""
    facts = {"server": Markdown(f"**{escape(server)}**"), "game": texts.game_name(challenge.game)}
    said = say("{server} challenges this server to **{game}**, to be played in this channel.", **facts)
    return "\n".join([said, *_terms(challenge, challenger=False)])


def _terms(challenge: Challenge, *, challenger: bool) -> list[str]:
    """Return the terms as two lines: the side, the time per vote and the options; and when the challenge expires."""
    info, length = GAMES[challenge.game].info, challenge.clock.start if challenge.clock else USUAL_ROUND
    if challenge.side == "random":
        side = Sentence("Random sides")
    else:
        seat: Seat = 0 if challenge.side == "first" else 1
        side = server_side(info, seat if challenger else other_side(seat))
    parts = [side, round_length(length), texts.unusual_options(challenge)]
    agreed = texts.SEPARATOR.join(escaped(part) for part in parts if part is not None)
    return [agreed, say("-# Expires {when}", when=texts.relative(challenge.expires_at))]
