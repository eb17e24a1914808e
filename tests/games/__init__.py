"""The tests of the games' rules: one contract for all games; drawn rules, perft counts and whole games for each."""
