"""The sources of the kernels in C, what is built of them, and how."""
