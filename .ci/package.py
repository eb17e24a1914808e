"""Completes the package when it is built: its dependencies, and the commit from which it comes."""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parents[1]
PACKAGE = re.compile(r"^[A-Za-z0-9].*", re.MULTILINE)
"""A line of a requirements file that names a package."""


class Dependencies(MetadataHookInterface):
    """Takes the dependencies from the files that `make pins` reads."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = _packages("requirements.in")
        metadata["optional-dependencies"] = {"postgres": _packages("requirements-postgres.in")}


class Commit(BuildHookInterface[Any]):
    """Writes the commit into the package, where no history is beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (called with both)
        sys.path.insert(0, str(ROOT))
        from admin._version import commit  # noqa: PLC0415 (only now it can be found)

        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / "commit.txt"
        file.write_text(f"{commit()}\n", encoding="utf-8")
        build_data["force_include"][str(file)] = "admin/commit.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 (called so)
        self._folder.cleanup()


def _packages(name: str) -> list[str]:
    """The packages that a requirements file names, with their versions."""
    return PACKAGE.findall((ROOT / name).read_text(encoding="utf-8"))
