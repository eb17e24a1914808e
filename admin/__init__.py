"""The subcommands of `python bot.py`. Each of them is a public module, and modules with an underscore are shared by
them.
"""
