"""The words of the page itself, in the visitor's language."""

from collections.abc import Mapping

from language import language, mark, say

WORDS: Mapping[str, str] = {
    "first": mark("First board"),
    "back": mark("One move back"),
    "on": mark("One move on"),
    "newest": mark("Newest board"),
    "turn": mark("Turn the board"),
    "theme": mark("Theme"),
    "moves": mark("Moves"),
    "no-moves": mark("No move yet."),
    "more": mark("More"),
    "next": mark("Next match ({count})"),
    "none-waiting": mark("No other match waits for you."),
    "hint": mark("Hint"),
    "prepare": mark("Prepare a reply"),
    "prepare-theirs": mark("First choose the move that your opponent may play, then your reply."),
    "prepared": mark("If {path}: {reply}"),
    "cancel": mark("Cancel"),
    "study": mark("Study"),
    "edit": mark("Edit this position"),
    "put": mark("Choose a piece below, or touch one on the board."),
    "putting": mark("{piece}: touch a cell to put one there."),
    "moving": mark("{piece}: touch a cell to move it there."),
    "taking": mark("Touch a piece to take it off."),
    "take-off": mark("Take off"),
    "other-turn": mark("Change the turn"),
    "clear": mark("Clear the board"),
    "play-here": mark("Play from here:"),
    "copy": mark("Copy the position code"),
    "copied": mark("Copied."),
    "rematch": mark("Play again:"),
    "leave": mark("Back to the match"),
    "confirm": mark("Play {move}"),
    "again": mark("Touch {cell} again to play there."),
    "finish": mark("Finish the move here"),
    "undo": mark("Choose again"),
    "not-yours": mark("It is not your turn."),
    "old": mark("This is an earlier board. Go to the newest one to move."),
    "cannot": mark("{cell} ({what}) cannot be chosen now."),
    "cannot-empty": mark("{cell} is empty and cannot be chosen now."),
    "empty": mark("empty"),
    "may": mark("can be chosen"),
    "chosen": mark("chosen"),
    "your-turn": mark("Your turn"),
    "left": mark("{time} left"),
    "paused": mark("The clock is paused."),
    "time-up": mark("Time is up."),
    "offline": mark("No connection. The page keeps trying."),
    "unsent": mark("No connection. Your move will be sent when it is back."),
    "yes": mark("Yes"),
    "no": mark("No"),
}


def words_told() -> dict[str, str]:
    """All words, and the code of their language. Their fields stay in braces, for the page to fill in."""
    fields = {name: f"{{{name}}}" for name in ("count", "path", "reply", "move", "cell", "what", "time", "piece")}
    return {key: say(text, **fields) for key, text in WORDS.items()} | {"language": language()}
