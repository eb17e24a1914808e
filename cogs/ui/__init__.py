"""The bot's private side: the commands, buttons and forms that people use, and the messages that only they see."""
