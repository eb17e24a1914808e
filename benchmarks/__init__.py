"""Measurements of speed and memory, printed as figures and as ratios within one run: `python -m benchmarks`."""
