"""The kernels: their sources in C, the compiled modules, and `build`, which compiles them."""
