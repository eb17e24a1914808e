"""A kernel at work: a WebAssembly module run by wasmtime, and the page of memory for its data."""

from __future__ import annotations

import atexit
import math
import threading
import time
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import wasmtime

FOLDER = Path(__file__).parent / "kernels"


@cache
def _module(path: Path) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The kernel compiled to machine code, once in a process (0.1 s)."""
    config = wasmtime.Config()
    config.parallel_compilation = False  # a kernel is so small that threads for each core take memory and save no time
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module.from_file(engine, str(path))


atexit.register(_module.cache_clear)  # once the interpreter has taken wasmtime apart, nothing of it can be freed


class Kernel:
    """A kernel with memory of its own, which is freed together with the object: make one for each thought.

    Its functions are called by name. Numbers and positions are exchanged through its page.
    """

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        engine, module = _module(folder / f"{name}.wasm")
        self._store = wasmtime.Store(engine)
        self._given_up = given_up = threading.Event()

        def milliseconds() -> float:
            return math.inf if given_up.is_set() else _milliseconds()

        clock = wasmtime.FuncType([], [wasmtime.ValType.f64()])
        imports = [wasmtime.Func(self._store, clock, milliseconds) for _ in module.imports]
        self._exports = wasmtime.Instance(self._store, module, imports).exports(self._store)
        memory = self._exports["memory"]
        if not isinstance(memory, wasmtime.Memory):
            raise TypeError(f"the kernel {name} exports no memory")
        self._memory = memory
        self._page = self.call("page")

    def has(self, function: str) -> bool:
        """Whether the kernel has a function of this name."""
        return function in [name for name, _ in self._exports.items()]

    def call(self, function: str, *numbers: int) -> Any:  # noqa: ANN401 (a number or nothing)
        """Call a function of the kernel."""
        exported = self._exports[function]
        if not isinstance(exported, wasmtime.Func):
            raise TypeError(f"{function} is no function of the kernel")
        return exported(self._store, *numbers)

    def think(self) -> None:
        """Call the function `think`, which looks at the clock. Ctrl-C, or whatever else a signal raises, gives it up.

        It then ends when it next looks at the clock. Without a limit of time it never does, and ends by its others.
        Python handles signals in the main thread, also where a kernel has just asked it for the time. What is raised
        there cannot pass the kernel, and kills the process. So the main thread waits for another one, which thinks.
        """
        if threading.current_thread() is not threading.main_thread():
            self.call("think")
            return
        done: Future[None] = Future()

        def work() -> None:
            try:
                done.set_result(self.call("think"))
            except BaseException as error:  # noqa: BLE001 (who waits gets it)
                done.set_exception(error)

        thread = threading.Thread(target=work, daemon=True)
        try:
            thread.start()
            done.result()
            thread.join()
        except BaseException:
            self._given_up.set()
            raise

    def write(self, content: bytes) -> None:
        """Write bytes to the beginning of the page."""
        self._memory.write(self._store, content, self._page)

    def read(self, size: int) -> bytes:
        """The first `size` bytes of the page."""
        return bytes(self._memory.read(self._store, self._page, self._page + size))


def _milliseconds() -> float:
    return time.monotonic() * 1000
