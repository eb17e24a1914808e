"""The bot over HTTP: its health for monitoring, and the endpoint for Discord's interactions."""
