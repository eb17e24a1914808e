"""Lets people choose a move privately in a few taps, and prepare replies to the opponent's possible moves."""
