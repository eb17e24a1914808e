"""`python -m benchmarks [module …]` prints the report of each module of this folder, or of the named ones."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

FOLDER = str(Path(__file__).parent)

for name in sys.argv[1:] or sorted(module.name for module in pkgutil.iter_modules([FOLDER])):
    if not name.startswith("_"):
        importlib.import_module(f"benchmarks.{name}").report()
        print()
