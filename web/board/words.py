"""The page's texts in the visitor's language."""

import re
from collections.abc import Mapping

from language import ENGLISH, language, languages, mark, say

ACCEPTED = re.compile(r"([a-z]{2,3}(?:-[a-z0-9]+)*)(?:\s*;\s*q=([01](?:\.\d{1,3})?))?")
"""Matches a language in an `Accept-Language` header, with its weight if it has one."""
MOST_ACCEPTED = 200
"""The maximum number of characters to read from the `Accept-Language` header."""

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
    "hint": mark("Hint"),
    "prepare": mark("Plan a reply"),
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
    "play-here": mark("Play from here"),
    "copy": mark("Copy the position"),
    "copied": mark("Copied."),
    "not-copied": mark("The browser does not allow copying. Copy the marked code yourself."),
    "rematch": mark("Play again"),
    "practise": mark("Practise mistakes"),
    "review": mark("Review"),
    "reviewing": mark("The computer is reviewing the match …"),
    "no-slips": mark("No costly moves."),
    "rules": mark("Rules"),
    "leave": mark("Back to the match"),
    "confirm": mark("Play {move}"),
    "again": mark("Touch {cell} again to confirm."),
    "finish": mark("Stop here"),
    "undo": mark("Choose again"),
    "not-yours": mark("It is not your turn."),
    "old": mark("This is an earlier board. Go to the newest one to move."),
    "empty": mark("empty"),
    "may": mark("can be chosen"),
    "chosen": mark("chosen"),
    "your-turn": mark("Your turn"),
    "left": mark("{time} left"),
    "paused": mark("The clock is paused."),
    "time-up": mark("Time is up."),
    "offline": mark("No connection. The page keeps trying."),
    "undone": mark("No connection. Try again in a moment."),
    "broken": mark("Something went wrong on this page. Reload it."),
    "unsent": mark("No connection. Your move will be sent when it is back."),
    "sending": mark("Still sending. Wait a moment."),
    "yes": mark("Yes"),
    "no": mark("No"),
}

AT_ONCE: Mapping[str, str] = {
    "offline": WORDS["offline"],
    "broken": WORDS["broken"],
    "loading": mark("The board is loading. If it does not appear, reload the page."),
    "scripts": mark("This page needs JavaScript."),
}
"""The words that the page may need before it has received all other words."""


def words_at_once() -> dict[str, str]:
    return {key: say(text) for key, text in AT_ONCE.items()} | {"language": language()}


def preferred_language(accepted: str) -> str:
    """Return the supported language that best matches an `Accept-Language` header, or English if none does."""
    tags = ACCEPTED.findall(accepted[:MOST_ACCEPTED].lower())
    for tag, _ in sorted(tags, key=lambda entry: -float(entry[1] or 1)):
        for code in languages():
            if tag == code.lower() or tag.partition("-")[0] == code.partition("-")[0]:
                return code
    return ENGLISH


def words_json() -> dict[str, str]:
    """Return all of the page's texts, with their language code.

    Fields in the words, such as `{move}`, are not filled in.
    """
    fields = {name: f"{{{name}}}" for name in ("count", "path", "reply", "move", "cell", "time", "piece")}
    return {key: say(text, **fields) for key, text in WORDS.items()} | {"language": language()}
