"""Discord's limits, as far as our messages and commands come near them."""

from __future__ import annotations

from typing import Final

MESSAGE: Final = 2000
"""The most characters of a message."""
BUTTONS: Final = 25
"""The most buttons of a message."""
ROW: Final = 5
"""The most buttons of one row."""
LABEL: Final = 80
"""The most characters on a button."""
OPTIONS: Final = 25
"""The most options of a select."""
OPTION_LABEL: Final = 100
"""The most characters of an option of a select, and of its description."""
CUSTOM_ID: Final = 100
"""The most characters of a custom_id."""
CHOICES: Final = 25
"""The most suggestions that autocomplete shows."""
CHOICE_NAME: Final = 100
"""The most characters of a suggestion."""
FORM_TITLE: Final = 45
"""The most characters of the title of a form."""
THREAD_NAME: Final = 100
"""The most characters of the name of a thread."""
LARGEST_ID: Final = 2**63 - 1
"""The largest number that both a database column and a custom_id can hold."""
