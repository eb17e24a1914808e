"""Speed, printed as figures and as ratios within one run: `python -m benchmarks`."""
