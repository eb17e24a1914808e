"""The subcommands of `python bot.py`. Each is a public module; modules with an underscore are shared."""
