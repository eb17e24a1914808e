"""The kernels of the games, as C sources and compiled modules, and `build`, which compiles them."""
