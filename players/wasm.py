"""Runs kernels (WebAssembly modules) in wasmtime, exchanging data through a page of memory."""

import atexit
import math
import threading
import time
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime


@cache
def _module(path: Path) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Compile a kernel to machine code, once per process. This takes 0.1 s."""
    config = wasmtime.Config()
    config.parallel_compilation = False  # kernels are so small that compiler threads cost memory and save no time
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module.from_file(engine, str(path))


atexit.register(_module.cache_clear)  # wasmtime objects must be freed before the interpreter unloads wasmtime


class Kernel:
    """A kernel instance with its own memory. Create a new instance for each search.

    Functions are called by name; other data is exchanged through the page.
    """

    def __init__(self, name: str, folder: Path) -> None:
        engine, module = _module(folder / f"{name}.wasm")
        self._store = wasmtime.Store(engine)
        self._cancelled = cancelled = threading.Event()

        def milliseconds() -> float:
            return math.inf if cancelled.is_set() else _milliseconds()

        clock = wasmtime.FuncType([], [wasmtime.ValType.f64()])
        imports = [wasmtime.Func(self._store, clock, milliseconds) for _ in module.imports]
        self._exports = wasmtime.Instance(self._store, module, imports).exports(self._store)
        memory = self._exports["memory"]
        if not isinstance(memory, wasmtime.Memory):
            raise TypeError(f"the kernel {name} exports no memory")
        self._memory = memory
        self._page = self.call("page")

    def has(self, function: str) -> bool:
        return function in [name for name, _ in self._exports.items()]

    def call(self, function: str, *numbers: int) -> Any:  # noqa: ANN401 (a number or nothing)
        exported = self._exports[function]
        if not isinstance(exported, wasmtime.Func):
            raise TypeError(f"{function} is no function of the kernel")
        return exported(self._store, *numbers)

    def think(self) -> None:
        """Call the kernel's function `think`. An exception raised by a signal handler, as on Ctrl-C, cancels the
        search.

        A cancelled search ends when it next reads the clock. A search without a time limit never reads it, and ends at
        its other limits. In the main thread, Python might run a signal handler while the kernel asks for the time. An
        exception cannot pass through the kernel and would kill the process, so the search runs in another thread.
        """
        if threading.current_thread() is not threading.main_thread():
            self.call("think")
            return
        done: Future[None] = Future()

        def work() -> None:
            try:
                done.set_result(self.call("think"))
            except BaseException as error:  # noqa: BLE001 (raised again by the waiting thread)
                done.set_exception(error)

        thread = threading.Thread(target=work, daemon=True)
        try:
            thread.start()
            done.result()
            thread.join()
        except BaseException:
            self._cancelled.set()
            raise

    def write(self, content: bytes) -> None:
        """Write bytes to the start of the page."""
        self._memory.write(self._store, content, self._page)

    def read(self, size: int) -> bytes:
        """Read the first `size` bytes of the page."""
        return bytes(self._memory.read(self._store, self._page, self._page + size))


def _milliseconds() -> float:
    return time.monotonic() * 1000
