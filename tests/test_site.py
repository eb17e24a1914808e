"""The documentation is built as a site, and every link in it leads to a page."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert told.returncode == 0, told.stdout + told.stderr
    assert (tmp_path / "site" / "installing" / "index.html").exists()
