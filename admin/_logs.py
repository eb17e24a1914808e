"""Logging to standard error, as text or as one JSON object per line. The token never appears in the log."""

import json
import logging
import sys
from datetime import UTC, datetime


class JsonFormatter(logging.Formatter):
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
    """A log formatter that removes a secret from another formatter's output."""

    def __init__(self, inner: logging.Formatter, secret: str | None) -> None:
        super().__init__()
        self._inner, self._secret = inner, secret

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        return line.replace(self._secret, "[token]") if self._secret else line


def begin_log(level: str, form: str, secret: str | None) -> None:
    """Start logging in the form `text` or `json`, with every occurrence of `secret` replaced by `[token]`."""
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_WithoutSecret(JsonFormatter() if form == "json" else text, secret))
    logging.basicConfig(level=level, handlers=[handler])
