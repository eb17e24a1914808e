"""The log on standard error, as text or as one JSON object a line, and never with the token in it."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonFormatter(logging.Formatter):
    """One line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _WithoutSecret(logging.Formatter):
    """Leaves a secret out of whatever another formatter writes."""

    def __init__(self, inner: logging.Formatter, secret: str | None) -> None:
        super().__init__()
        self._inner, self._secret = inner, secret

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        return line.replace(self._secret, "[token]") if self._secret else line


def begin_log(level: str, form: str, secret: str | None) -> None:
    """Write the log from now on; whatever contains the secret is written without it."""
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_WithoutSecret(JsonFormatter() if form == "json" else text, secret))
    logging.basicConfig(level=level, handlers=[handler])
