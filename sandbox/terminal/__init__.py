"""The sandbox in the terminal: a line prompt, and the start of the bot without a token."""
