"""The rules of tournaments: who meets whom, what counts, and who goes on."""
