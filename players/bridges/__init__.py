"""How the games' positions and moves are told to their kernels; each module offers `BRIDGES`."""
