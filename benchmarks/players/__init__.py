"""The strength of the computer players: games between players that short texts describe, and the speed of the kernels.

`python -m benchmarks players match GAME A B --games 40 --seed 1` plays pairs of games from random openings, each
opening once with either seat, and prints the score of A with its 95 % interval. `docs/players.md` has the results.
"""
