"""Puzzles: one to solve, the answer to a move, and the next one."""
