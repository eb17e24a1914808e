"""The bot over HTTP: its health for monitoring, Discord's interactions, and the board page."""
