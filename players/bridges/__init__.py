"""The bridges: they write the positions and moves of games for the kernels. Each module offers a list `BRIDGES`."""
