"""The page's files, kept in memory ready to send.

Their URLs contain a hash of their content, so browsers can cache them forever.
"""

import gzip
import hashlib
import re
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from language import language
from render.webfont import web_font
from web.board.guard import takes_gzip
from web.board.words import words_at_once

FOLDER = Path(__file__).parent / "static"
FIRST = "index.html"
FONT = "rubik.ttf"
"""The file with the font of the pictures, which is not in FOLDER."""
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
HERE = "static"
"""The field in the first file that is replaced by the base URL of the other files. Its other fields are words."""
FOREVER = "public, max-age=31536000, immutable"
COMMENT = re.compile(rb"/\*\*(?:(?!\*/).)*\*/|^[ \t]*//[^\n]*$", re.DOTALL | re.MULTILINE)
"""Matches a comment for the type checker or on a line of its own. No string in a script looks like either."""
FIELD = re.compile(r"\{\{(\w+)\}\}")
INDENT = re.compile(rb"^\s+", re.MULTILINE)


class _File(NamedTuple):
    type: str
    plain: bytes
    packed: bytes


def minify(path: Path) -> bytes:
    """Return a file's content as sent to browsers.

    Indentation and empty lines are removed. From scripts, most comments are removed as well.
    """
    content = path.read_bytes()
    if path.suffix == ".js":
        content = COMMENT.sub(b"", content)
    return INDENT.sub(b"", content)


def _file(name: str, content: bytes) -> _File:
    return _File(TYPES[Path(name).suffix], content, gzip.compress(content, 9, mtime=0))


class Files:
    """The page's files. `index.html` is served at `/`, and all others are below `/static/<hash>/`."""

    def __init__(self) -> None:
        contents = {path.name: minify(path) for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}
        contents[FONT] = web_font()
        whole = hashlib.sha256(b"\0".join(part for name in contents for part in (name.encode(), contents[name])))
        self.hash = whole.hexdigest()[:12]
        self._first = contents.pop(FIRST).decode()
        self._files = {name: _file(name, content) for name, content in contents.items()}
        self._firsts: dict[str, _File] = {}
        """The first file, by language. It has only the languages in which the file has been requested."""

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/", self.first), web.get("/static/{hash}/{name}", self.other)]

    async def first(self, request: web.Request) -> web.Response:
        """Return `index.html` in the current language.

        It includes the words that the page needs before it has a session.
        """
        if language() not in self._firsts:
            fields = {HERE: f"/static/{self.hash}", **words_at_once()}
            text = FIELD.sub(lambda field: escape(fields[field[1]]), self._first)
            self._firsts[language()] = _file(FIRST, text.encode())
        return self._sent(request, self._firsts[language()], "no-cache", language())

    async def other(self, request: web.Request) -> web.Response:
        """Return a file other than `index.html`.

        If the hash in the URL is that of another version, browsers must revalidate the file each time.
        """
        fresh = request.match_info["hash"] == self.hash
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return self._sent(request, file, FOREVER if fresh else "no-cache")

    def _sent(self, request: web.Request, file: _File, cached: str, spoken: str = "") -> web.Response:
        headers = {"Cache-Control": cached, "Vary": "Accept-Encoding", "ETag": f'W/"{self.hash}{spoken}"'}
        if spoken:
            headers["Vary"] += ", Accept-Language"
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        packed = takes_gzip(request)
        if packed:
            headers["Content-Encoding"] = "gzip"
        body = file.packed if packed else file.plain
        charset = None if file.type == TYPES[".ttf"] else "utf-8"
        return web.Response(body=body, content_type=file.type, charset=charset, headers=headers)
