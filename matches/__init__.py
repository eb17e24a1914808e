"""The domain model: challenges, matches, moves and endings. Imports neither Discord nor SQL."""
