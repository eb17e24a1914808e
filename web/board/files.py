"""The files of the page, kept in memory as sent. Their addresses contain a hash, so browsers store them forever."""

import gzip
import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from web.board.guard import takes_gzip

FOLDER = Path(__file__).parent / "static"
FIRST = "index.html"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HERE = "{{static}}"
"""Stands in the first file for the address of the others."""
FOREVER = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    type: str
    plain: bytes
    packed: bytes


class Files:
    """The page's files: the first one at `/`, the others below `/static/<hash>/`."""

    def __init__(self, folder: Path = FOLDER) -> None:
        contents = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
        whole = hashlib.sha256(b"\0".join(part for name in contents for part in (name.encode(), contents[name])))
        self.hash = whole.hexdigest()[:12]
        contents[FIRST] = contents[FIRST].replace(HERE.encode(), f"/static/{self.hash}".encode())
        self._files = {
            name: _File(TYPES[Path(name).suffix], content, gzip.compress(content, 9, mtime=0))
            for name, content in contents.items()
        }

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/", self.first), web.get("/static/{hash}/{name}", self.other)]

    async def first(self, request: web.Request) -> web.Response:
        return self._sent(request, FIRST, "no-cache")

    async def other(self, request: web.Request) -> web.Response:
        """A file. Under an old hash, as a process of another version links it, it is not stored."""
        fresh = request.match_info["hash"] == self.hash
        return self._sent(request, request.match_info["name"], FOREVER if fresh else "no-cache")

    def _sent(self, request: web.Request, name: str, cached: str) -> web.Response:
        if name not in self._files:
            raise web.HTTPNotFound
        file = self._files[name]
        headers = {"Cache-Control": cached, "Vary": "Accept-Encoding", "ETag": f'W/"{self.hash}"'}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        packed = takes_gzip(request)
        if packed:
            headers["Content-Encoding"] = "gzip"
        body = file.packed if packed else file.plain
        return web.Response(body=body, content_type=file.type, charset="utf-8", headers=headers)
