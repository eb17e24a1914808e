"""The first lesson in Coral Clash. In every position, each side has a Whale and at most two more pieces."""

from games.coral_clash.lines import names_of
from language import mark
from lessons._steps import Kind, Step, Tried


def _end(tried: Tried) -> str:
    """Return the square where the piece landed, or both squares for a Whale."""
    end: str = names_of(tried.move.end)
    return end


def _is_whale(tried: Tried) -> bool:
    """Return True if the piece that moved is a Whale, which occupies two squares."""
    return len(tried.start) == len("d1e1")


AIM = mark("Trap the enemy Whale (checkmate), or score more points with your coral.")
LESSON = (
    Step(
        key="capture",
        code="text 3 6wwww/2oh5/8/8/TH4cg2/8/8/3WWWW3",
        task=mark("You are Yellow. Turtles move along rows and columns. Capture the crab on f4."),
        right=lambda tried: _end(tried) == "f4",
        praise=mark("You capture by landing. Pufferfish move diagonally, dolphins straight or diagonally."),
        kinds=[
            Kind(mark("That's your Whale. Capture with your turtle, on a4."), _is_whale),
            Kind(mark("The crab is further on, in your turtle's row. Go all the way to f4.")),
        ],
    ),
    Step(
        key="place",
        code="text 3 6wwww/2oh5/8/8/8/8/1OG6/3WWWW3",
        task=mark("A piece on a round disc is a gatherer. Move yours: it places a coral where it lands."),
        right=lambda tried: bool(tried.move.placed),
        praise=mark(
            "Each coral of yours is a point, unless an enemy is on it. Octopuses step one square, never diagonally."
        ),
        kinds=[
            Kind(mark("The Whale never places coral. Move your gatherer, on b2."), _is_whale),
            Kind(mark("That move placed no coral. Go there again, and place one.")),
        ],
    ),
    Step(
        key="lift",
        code="text 3 6wwww/2oh5/:b7/8/8/8/TH7/3WWWW3",
        task=mark("A piece without a disc is a hunter. Lift Blue's coral on a6 with yours."),
        right=lambda tried: bool(tried.move.lifted),
        praise=mark("Blue can place that coral again later. You could lift your own coral, too, or leave it."),
        kinds=[
            Kind(mark("Your Whale can't reach a6. Move your hunter, on a2."), _is_whale),
            Kind(
                mark("You stopped on the coral, but left it there. Choose to lift it."),
                lambda tried: _end(tried) == "a6",
            ),
            Kind(mark("Land on the coral to lift it: your turtle can go up to a6.")),
        ],
    ),
    Step(
        key="pass-over",
        code="text 3 6wwww/2oh5/TH1:y2og2/8/5:b2/8/5TG2/3WWWW3",
        task=mark("Coral of either side stops a hunter, not a gatherer. Capture the octopus on f6."),
        right=lambda tried: _end(tried) == "f6",
        praise=mark("Your gatherer passed over the coral on f4. Your hunter would have stopped on c6."),
        kinds=[
            Kind(
                mark("Your hunter can't get past the coral on c6. Use your gatherer, on f2."),
                lambda tried: tried.start == "a6",
            ),
            Kind(
                mark("Your gatherer can go on, over the coral on f4, to the octopus on f6."),
                lambda tried: tried.start == "f2",
            ),
            Kind(mark("Your Whale can't reach the octopus. Use your gatherer, on f2.")),
        ],
    ),
    Step(
        key="whale",
        code="text 3 6wwww/2oh5/8/8/8/3cgog3/TH7/3WWWW3",
        task=mark("Your Whale fills two squares (d1e1). Capture the crab and the octopus in one move."),
        right=lambda tried: tried.taken == 2,
        praise=mark(
            "It slides any way, or one half stays and the other swings around, but never to where it could be captured."
        ),
        kinds=[
            Kind(mark("That didn't catch both. Slide straight up the board."), _is_whale),
            Kind(mark("Only the Whale can capture two at once. Move it up the board.")),
        ],
    ),
    Step(
        key="area",
        code="text 3 wwww6/5CG2/2:b5/1:b1:b2:yoh/4:y3/2:y5/8/3WWWW3",
        task=mark("It's 3 points each. Place a coral on row 8 and win 4 to 3. Crabs step diagonally."),
        right=lambda tried: tried.won,
        praise=mark(
            "The game ends when a crab or octopus reaches the far row, or a side has placed all its coral. "
            "More points win."
        ),
        kinds=[
            Kind(
                mark("That ends the game with 3 corals each, a draw. Place one as you land."),
                lambda tried: tried.over,
            ),
            Kind(
                mark("That isn't row 8. Step diagonally to e8 or g8, and place a coral there."),
                lambda tried: tried.start == "f7",
            ),
            Kind(mark("The game goes on. Your crab on f7 is one step from row 8.")),
        ],
    ),
    Step(
        key="mate",
        code="text 3 wwww:y5/1og6/8/8/8/7TG/8/3WWWW1TH1",
        task=mark("Leave Blue's Whale no escape. Which of your turtles can get past the coral on c8?"),
        right=lambda tried: tried.won,
        praise=mark("Coral doesn't stop a gatherer, and the Whale can't escape capture. Checkmate, you win!"),
        kinds=[
            Kind(
                mark("The coral on c8 stops your hunter, so that isn't even check. Use the gatherer."),
                lambda tried: tried.text == "g1-g8",
            ),
            Kind(
                mark("That's check, but Blue can get out of it. Come along row 8."),
                lambda tried: bool(tried.after.checkers),
            ),
            Kind(mark("That isn't check. Your gatherer, on h3, can come along row 8.")),
        ],
    ),
)
