"""Discord's limits, as far as our messages and commands come near them."""

from __future__ import annotations

from typing import Final

MESSAGE: Final = 2000
"""Characters of a message."""
BUTTONS: Final = 25
"""Buttons of a message."""
ROW: Final = 5
"""Buttons of one row."""
LABEL: Final = 80
"""Characters on a button."""
OPTIONS: Final = 25
"""Options of a select."""
OPTION_LABEL: Final = 100
"""Characters of an option of a select, and of its description."""
CUSTOM_ID: Final = 100
"""Characters of a custom_id."""
CHOICES: Final = 25
"""Suggestions that autocomplete shows."""
CHOICE_NAME: Final = 100
"""Characters of a suggestion."""
FORM_TITLE: Final = 45
"""Characters of the title of a form."""
THREAD_NAME: Final = 100
"""Characters of the name of a thread."""
LARGEST_ID: Final = 2**63 - 1
"""The largest number that a database column and a custom_id share."""
