"""The bot's HTTP servers: one for health checks, one for interactions from Discord, and one for the board page."""
