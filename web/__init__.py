"""The bot's HTTP servers, for checks of its health, interactions sent by Discord, and the board page."""
