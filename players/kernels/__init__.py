"""The kernels: C sources, compiled modules, and `build`, which compiles them."""
