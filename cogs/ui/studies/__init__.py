"""Private studies of a game: imports, lines, position codes, and playing on from a position."""
