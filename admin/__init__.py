"""The subcommands of `python bot.py`, one public module each. Modules with an underscore are shared."""
