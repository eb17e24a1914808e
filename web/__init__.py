"""The bot's HTTP servers: for health checks, for interactions from Discord, and for the board page."""
