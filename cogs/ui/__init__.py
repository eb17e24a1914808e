"""The private side of the bot: commands, buttons, forms and messages for one person."""
