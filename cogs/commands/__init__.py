"""Code shared by the command modules: the client, the command tree, option helpers, and each game's commands."""
