"""The bot's private side: commands, buttons and forms, and the messages that only one person sees."""
