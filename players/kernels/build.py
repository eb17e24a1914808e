"""`python -m players.kernels.build` compiles the kernels to WebAssembly (`make engine`). Requires ziglang.

The same compiler gives the same bytes on every machine, so a test can compile again and compare.
"""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
KERNELS: dict[str, tuple[str, ...]] = {
    **{source.stem: (source.name,) for source in sorted(FOLDER.glob("*.c"))},
    "konane_large": ("konane.c", "-DLARGE"),
}
"""The source and the compiler options of each `.wasm` file, by the file's name."""
FLAGS = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory+sign_ext", "-std=c11", "-O3", "-Wall", "-Wextra",
    "-Werror", "-Wno-unused-function", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=1048576", "-s",
)  # fmt: skip


def build(name: str, target: Path, *options: str) -> None:
    """Compile a kernel to the file `target`. On failure, raises CalledProcessError with the compiler's messages in
    `stderr`.
    """
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *KERNELS[name], *options, "-o", str(target)]
    subprocess.run(command, check=True, cwd=FOLDER)  # noqa: S603 (fixed arguments)


if __name__ == "__main__":
    for kernel in sys.argv[1:] or KERNELS:
        build(kernel, FOLDER / f"{kernel}.wasm")
