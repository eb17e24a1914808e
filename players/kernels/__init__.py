"""The kernels of the games, as C sources and as compiled modules. The module `build` compiles them."""
