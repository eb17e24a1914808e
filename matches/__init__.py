"""The domain model: challenges, matches, moves and endings. Independent of Discord and SQL."""
