"""A person's private studies: imported games, lines of moves, position codes, and matches begun from a position."""
