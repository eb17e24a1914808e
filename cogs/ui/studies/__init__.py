"""A person's private studies: imported games, lines of moves, position codes, and matches played on from a position."""
