"""The collection of puzzles.

`collection.py` reads it, `proof.py` proves puzzles, `make.py` makes more, and `missed.py` finds some in matches.
"""
