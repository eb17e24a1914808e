"""A person's private studies: imports, lines, position codes, and matches that begin at a position."""
