"""The domain model: challenges, matches, moves and endings, without Discord or SQL."""
