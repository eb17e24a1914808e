"""The games' kernels, as C sources and as modules compiled by `build`."""
