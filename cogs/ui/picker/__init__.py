"""Lets people privately choose a move in a few taps, and plan replies to the opponent's possible moves."""
