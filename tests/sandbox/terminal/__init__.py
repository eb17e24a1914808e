"""The line prompt, and the start without a token."""
