"""A person's private studies: imported games, lines, position codes, and matches that begin from a position."""
