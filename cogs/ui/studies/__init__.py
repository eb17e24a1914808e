"""A person's private studies: imports, lines, position codes, and matches that start from a position."""
