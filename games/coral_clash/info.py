"""Constants for Coral Clash: its name, sides, endings and options."""

from games.base import REPETITION, Ending, GameInfo, Option
from games.coral_clash.board import SIDES
from language import mark

INFO = GameInfo(
    key="coral_clash",
    name=mark("Coral Clash"),
    seats=SIDES,
    rules_version=1,
    summary=mark("Trap the enemy Whale (checkmate), or score more points with your coral."),
    essence=mark("chess at sea"),
    example=(
        (
            "text 53 :bth1tgbww1th1/:b1chb1ww:b1ch/dgboh:b:b:b:y:b1/2DHb2:b2/:b3:y:y:y1/"
            "3OHytgy:y:y1/:b1CGy:yDGy1PGb1/1:yTGWWWWTGyTH1"
        ),
        "e2-e3",
    ),
    legend=mark(
        "On each square the piece (D dolphin, T turtle, P pufferfish, C crab, O octopus), its role (H hunter, "
        "G gatherer) and the coral (y Yellow's, b Blue's). Capitals are Yellow's pieces, small letters Blue's; "
        "WW is half of a Whale, a dot an empty square."
    ),
    endings={
        "checkmate": Ending(mark("checkmate"), won=mark("{loser}'s Whale cannot escape (checkmate)")),
        "empty_supply": Ending(
            mark("{more} points to {less}, all coral placed"),
            won=mark("{more}-{less} on points: one side has placed all its coral"),
            drawn=mark("Draw, {more}-{less} on points: one side has placed all its coral"),
            once="area {more} to {less}, empty supply",
        ),
        "lone_whale": Ending(
            mark("{more} points to {less}, lone Whale"),
            won=mark("{more}-{less} on points: a side has only its Whale left"),
            drawn=mark("Draw, {more}-{less} on points: a side has only its Whale left"),
            once="area {more} to {less}, lone Whale",
        ),
        "last_row": Ending(
            mark("{more} points to {less}, last row reached"),
            won=mark("{more}-{less} on points: a last row was reached"),
            drawn=mark("Draw, {more}-{less} on points: a last row was reached"),
            once="area {more} to {less}, last row reached",
        ),
        "stalemate": Ending(mark("stalemate"), drawn=mark("Draw by stalemate: no move is left")),
        "repetition": REPETITION,
    },
    roles=(mark("moves first, after Blue placed a coral"), mark("places a coral before Yellow moves")),
    options={
        "steps": Option(
            {
                "text": mark("octopuses step straight, crabs diagonally, the usual"),
                "diagram": mark("octopuses step diagonally, crabs straight"),
            },
            about=mark("Which way octopuses and crabs step"),
        )
    },
)
