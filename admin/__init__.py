"""The subcommands of `python bot.py`. Each subcommand is a public module, and the modules whose names begin with an
underscore are shared.
"""
