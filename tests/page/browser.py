"""A headless Chromium for the tests of the page, and the windows in it."""

from __future__ import annotations

import os
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from sandbox import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
"""Commands that start one, the lightest first."""
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
DESKTOP, PHONE = (1280, 800), (390, 740)
MISSING = "no Chromium on the PATH, so the browser page was not tested (Debian: apt install chromium-headless-shell)"


def installed() -> str | None:
    """The path of the browser, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def required() -> bool:
    """Whether the tests must fail where there is no browser: in continuous integration, or when asked for."""
    return bool(os.environ.get("CI")) or os.environ.get("TIDEPOOL_BROWSER") == "required"


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A running browser."""
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=installed(), args=[*QUIET, "--no-first-run", *as_root]
        )
        try:
            yield browser
        finally:
            await browser.close()


class Windows:
    """Windows of one browser; they note every error of the page and every request that leaves the machine."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    async def open(self, *, phone: bool = False, beside: Page | None = None, scale: float = 1) -> Page:
        """A new window; `beside` another one it shares what the browser keeps, else it is a browser of its own."""
        if beside is not None:
            page = await beside.context.new_page()
        else:
            width, height = PHONE if phone else DESKTOP
            context = await self.browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=phone,
                is_mobile=phone,
                device_scale_factor=scale,
                timezone_id="Europe/London",
                reduced_motion="reduce",
            )
            self._contexts.append(context)
            page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.complaints.append(f"error in the page: {error}"))
        page.on("request", lambda request: self._watch(request.url))
        return page

    async def close(self) -> None:
        """Close every window."""
        for context in self._contexts:
            await context.close()

    def _watch(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.hostname != "127.0.0.1":
            self.complaints.append(f"a request left the machine: {url}")
