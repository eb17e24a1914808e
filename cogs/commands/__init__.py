"""Code common to the command modules: the client, the command tree, options, and every game's commands."""
