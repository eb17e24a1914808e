"""Constants for King's Convoy: its name, sides, endings and options."""

from games.base import REPETITION, Ending, GameInfo, Option
from language import mark

INFO = GameInfo(
    key="kings_convoy",
    name=mark("King's Convoy"),
    seats=(mark("Attacker"), mark("Defender")),
    rules_version=1,
    summary=mark("Bring the king to a corner, or capture him."),
    essence=mark("flee or capture"),
    example=(
        "always 59 4AA2A5A6A1A8D6K1AA4A8D1A5A2A10AA2DD7A1A1A2D4A7A9A3D36A1A4",
        "a4-a1",
    ),
    legend=mark(
        "A is an attacker, D a defender, K the king; + marks the empty throne and corners, a dot an empty square."
    ),
    endings={
        "captured": Ending(mark("king captured"), won=mark("{loser}'s king is captured")),
        "escaped": Ending(mark("king escaped"), won=mark("the king reached a corner")),
        "stuck": Ending(mark("no legal move"), won=mark("{loser} has no legal move")),
        "repetition": REPETITION,
    },
    roles=(mark("moves first, to capture the king"), mark("moves second, to bring the king to a corner")),
    options={
        "throne": Option(
            {
                "always": mark("the throne always helps to capture defenders, the usual"),
                "empty": mark("the throne helps to capture defenders only while it is empty"),
            },
            about=mark("When the throne helps to capture defenders"),
        )
    },
    both_sides=True,
    one_view=True,
)
