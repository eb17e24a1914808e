"""The domain model: challenges, matches, moves and endings. It imports neither Discord nor SQL."""
