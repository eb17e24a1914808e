"""The subcommands of `python bot.py`, each a public module. Modules with a leading underscore are shared."""
