"""Plays stories by their seeds, each in a fresh copy of the same database."""

import asyncio
import logging
import shutil
from pathlib import Path

from tests.simulation.network import Violation
from tests.simulation.story import Story, prepare


class Seeds:
    """Stories in files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._new = folder, folder / "new.db"
        asyncio.run(prepare(self._new))

    def play(self, seed: int) -> tuple[str, list[str]]:
        """What promise was broken, or an empty string; and the trace."""
        path = Path(shutil.copy(self._new, self._folder / "story.db"))
        story = Story(seed, path)
        logging.disable(logging.WARNING)
        try:
            story.play()
        except Violation as violation:
            return str(violation), story.trace
        finally:
            logging.disable(logging.NOTSET)
            for file in self._folder.glob("story.db*"):
                file.unlink()
        return "", story.trace
