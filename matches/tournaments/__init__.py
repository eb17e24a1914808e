"""The rules of tournaments: who plays whom, what counts, and who advances."""
