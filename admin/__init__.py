"""The subcommands of `python bot.py`, one public module each. Several share the modules with an underscore."""
