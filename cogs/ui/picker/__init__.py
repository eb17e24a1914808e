"""Choosing a move privately in a few taps, and preparing replies."""
