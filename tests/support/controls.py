"""All controls of the bot, and what is sent when each of them is used. Importing it registers their functions."""

import importlib
import pkgutil
from collections.abc import Mapping
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
    "practice": "practice practice? practice-form again hint hint-move review slip study-review meanwhile stop",
    "the page of /play": "start start-game start-whom start-person start-more start-side start-variant start-clock"
    " start-typed start-note start-go",
    "standing": "history history-game history-result jump leaderboard leaderboard-all leaderboard-game moves profile"
    " profile-all replay share",
    "imports": "import-open import-page",
    "pages": "rules page list theirs entry set serve tell zone? zone back unblock",
    "server": "server serve-more serve-channels serve-role serve-clock serve-keep serve-large serve-what moderate-end"
    " moderate-end-all moderate-no moderate-unban",
    "taking along": "export export-of export-all gif gif-post code at-more",
    "studies": "study study-code study-copy study-delete study-delete? study-done study-drop study-export study-gif"
    " study-hint study-hint-move study-jump study-line study-more study-moves study-of study-open study-pick"
    " study-against study-practice study-share study-type study-typed",
    "puzzles": "puzzle puzzle-next puzzle-pick puzzle-done puzzle-type puzzle-typed puzzle-study",
    "tournaments": "tournament tournament-join tournament-withdraw tournament-back tournament-leave? tournament-leave"
    " tournament-end? tournament-end tournament-remove? tournament-remove tournament-choose",
    "the page of /tournament create": "tournament-game tournament-format tournament-clock tournament-time"
    " tournament-places tournament-go",
    "privacy": "privacy privacy-export forget? forget",
    "owner": "owner-announce owner-send owner-match owner-repair owner-end? owner-end owner-end-all owner-leave"
    " owner-no owner-export owner-forget? owner-forget",
}
"""The labels of controls on messages of released versions, by the kind of message."""
NAMES = sorted(name for names in POSTED.values() for name in names.split())
LONGEST_PATH = 40
"""The most characters that a picker's choices may take of a custom_id; a line of prepared moves needs the rest."""


def form(fields: Mapping[str, str]) -> list[dict[str, Any]]:
    """The fields of a form as Discord sends them."""
    return [{"type": 18, "component": {"custom_id": name, "value": value}} for name, value in fields.items()]
