"""What `python bot.py` can do: one module for each subcommand; those with an underscore serve them."""
