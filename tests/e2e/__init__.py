"""The real bot process in the sandbox, used as people use it on Discord."""
