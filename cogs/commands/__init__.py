"""What the command modules share: the client, the command tree, common options, and every game's commands."""
