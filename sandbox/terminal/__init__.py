"""The sandbox in the terminal: a line prompt, and the start without a token."""
