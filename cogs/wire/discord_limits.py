"""The limits of Discord's API that the bot's messages and commands might exceed."""

from typing import Final

MESSAGE: Final = 2000
"""The maximum number of characters in a message."""
BUTTONS: Final = 25
"""The maximum number of buttons on a message."""
ROW: Final = 5
"""The maximum number of buttons in a row."""
ROWS: Final = 5
"""The maximum number of rows of buttons on a message."""
LABEL: Final = 80
"""The maximum number of characters on a button."""
OPTIONS: Final = 25
"""The maximum number of options in a select."""
OPTION_LABEL: Final = 100
"""The maximum length of a select option's label or description, in characters."""
CUSTOM_ID: Final = 100
"""The maximum number of characters in a custom_id."""
CHOICES: Final = 25
"""The maximum number of suggestions in an autocomplete response."""
CHOICE_NAME: Final = 100
"""The maximum length of an autocomplete suggestion, in characters."""
FORM_TITLE: Final = 45
"""The maximum number of characters in a form's title."""
THREAD_NAME: Final = 100
"""The maximum number of characters in a thread's name."""
LARGEST_ID: Final = 2**63 - 1
"""The largest ID. As in the database, IDs are signed 64-bit integers."""
