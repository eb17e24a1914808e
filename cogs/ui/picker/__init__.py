"""Lets people privately choose a move in a few taps, and prepare replies to the opponent's possible moves."""
