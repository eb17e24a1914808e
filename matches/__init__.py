"""The domain model: challenges, matches, moves and endings. It depends on neither Discord nor SQL."""
