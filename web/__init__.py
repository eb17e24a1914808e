"""The bot over HTTP: its health status for monitoring, and the endpoint for Discord's interactions."""
