"""The kernels: their C sources, the compiled modules, and `build`, which compiles them."""
