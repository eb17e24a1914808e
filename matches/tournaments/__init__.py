"""The rules of tournaments: who plays whom, which results count, and who advances."""
