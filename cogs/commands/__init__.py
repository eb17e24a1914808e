"""What the command modules share: the client, the command tree, common options, and the commands of every game."""
