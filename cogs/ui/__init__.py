"""The bot's private side: commands, buttons, forms, and the messages that only one person sees."""
