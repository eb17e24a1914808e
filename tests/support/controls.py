"""All controls of the bot, and what is sent when each of them is used. Importing it registers their functions."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import cogs

for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    importlib.import_module(module.name)

POSTED = {
    "challenges": "accept decline withdraw challenge challenge?",
    "boards": "move mine agree resign? more rematch",
    "menus": "draw draw-yes draw-no takeback takeback-yes takeback-no abort? abort claim bump move-here letters at",
    "aborting by agreement": "abort-offer abort-yes abort-no",
    "questions": "keep keep-on resign play",
    "following": "follow unfollow",
    "picker": "pick confirm type typed next",
    "prepared answers": "if if-both if-pick if-done if-type if-typed if-line if-cancel",
    "practice": "practice practice? practice-form again hint hint-move review slip meanwhile stop",
    "standing": "history history-game history-result jump leaderboard leaderboard-all leaderboard-game moves profile"
    " profile-all replay share",
    "pages": "rules page list theirs entry set serve tell zone? zone back",
    "server": "server serve-more serve-channels serve-role serve-clock serve-keep serve-large serve-what moderate-end"
    " moderate-no",
    "taking along": "export export-all gif code at-more",
    "studies": "study study-code study-copy study-delete study-delete? study-done study-drop study-export study-gif"
    " study-hint study-hint-move study-jump study-line study-more study-moves study-of study-open study-pick"
    " study-against study-practice study-share study-type study-typed",
    "privacy": "privacy privacy-export forget? forget",
    "owner": "owner-announce owner-send owner-match owner-repair owner-end? owner-end owner-leave owner-no"
    " owner-export owner-forget? owner-forget",
}
"""The labels of controls on messages of released versions, by the kind of message."""
NAMES = sorted(name for names in POSTED.values() for name in names.split())
MOMENT = ("0", "2", "0")
"""A moment of a study: the line, the move, and how it is shown."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "again": ("=",),
    "at": ("0", "1", "back"),
    "at-more": ("0", "0"),
    "code": ("0",),
    "confirm": ("d5",),
    "follow": ("end",),
    "gif": ("0",),
    "hint-move": ("c4",),
    "history": ("0", "-", "-"),
    "history-game": ("-",),
    "history-result": ("-",),
    "if-both": ("d5", "d4"),
    "if-cancel": ("-",),
    "if-done": ("-", "d5"),
    "if-line": (),
    "if-pick": ("-",),
    "if-type": ("-",),
    "if-typed": ("-",),
    "jump": ("0",),
    "leaderboard": ("konane", "server", "0"),
    "leaderboard-all": ("konane", "server", "0"),
    "leaderboard-game": ("server",),
    "list": ("0",),
    "moves": ("0", "0"),
    "page": ("konane", "1"),
    "play": ("d5",),
    "practice": ("konane", "1", "first"),
    "rules": ("konane",),
    "serve": ("days",),
    "serve-keep": ("newest",),
    "serve-large": ("moderators",),
    "set": ("theme",),
    "share": ("0", "0"),
    "slip": ("1", "played"),
    "study": (*MOMENT, "after"),
    "study-against": MOMENT,
    "study-code": MOMENT,
    "study-copy": ("0",),
    "study-delete?": MOMENT,
    "study-done": (*MOMENT, "d7-d5"),
    "study-drop": ("1", "2", "0"),
    "study-export": MOMENT,
    "study-gif": MOMENT,
    "study-hint": MOMENT,
    "study-hint-move": (*MOMENT, "d7-d5"),
    "study-jump": ("0", "0"),
    "study-line": ("0", "0"),
    "study-more": MOMENT,
    "study-moves": (*MOMENT, "0"),
    "study-pick": MOMENT,
    "study-practice": (*MOMENT, "1"),
    "study-share": MOMENT,
    "study-type": MOMENT,
    "study-typed": MOMENT,
    "tell": ("way",),
    "theirs": ("0", "2"),
}
"""What stands in the custom_id of a control behind the revision."""
VALUES = {
    "entry": "match-{running}",
    "history-game": "konane",
    "history-result": "won",
    "if-line": "1.0",
    "jump": "1",
    "leaderboard-game": "konane",
    "replay": "{over}",
    "serve": "3",
    "serve-channels": "100",
    "serve-clock": "3d",
    "serve-role": "100",
    "serve-what": "theme",
    "set": "usual",
    "study-jump": "1",
    "study-line": "1",
    "study-open": "{study}",
    "tell": "dm",
}
"""What is chosen in the lists; a name in braces stands for the subject of a scene of `tests/support/world.py`."""
FIELDS = {
    "challenge": {"game": "konane", "side": "first", "clock": "3d"},
    "practice-form": {"game": "konane", "level": "1", "side": "first"},
    "study-typed": {"move": "d7-d5"},
    "typed": {"move": "d5"},
    "owner-announce": {"text": "`Tea at five.`"},
    "if-typed": {"move": "d5"},
    "zone": {"zone": "Europe/Berlin"},
}
"""The texts that are typed into the forms."""
LONGEST_PATH = 40
"""The most characters that a picker's choices may take of a custom_id; a line of prepared moves needs the rest."""


def form(fields: dict[str, str]) -> list[dict[str, Any]]:
    """The fields of a form as Discord sends them."""
    return [{"type": 18, "component": {"custom_id": name, "value": value}} for name, value in fields.items()]
