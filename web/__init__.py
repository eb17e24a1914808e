"""The bot over HTTP: its health for whoever watches it, and the door for Discord's interactions."""
