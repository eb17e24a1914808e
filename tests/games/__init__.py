"""The rules of the games, tested: one contract for all, and drawn rules, counts and whole games for each."""
