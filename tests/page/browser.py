"""A headless Chromium for the tests of the page, and the windows in it."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from sandbox import PATIENCE

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
"""The commands that start a Chromium, the lightest first."""
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
ALONE = ("--proxy-server=127.0.0.1:9", "--proxy-bypass-list=127.0.0.1")
"""The arguments that let every request to another machine fail: nothing listens at that proxy."""
TOGETHER = ("--process-per-site",)
"""The argument that lets the windows of a context share a process, so that scripts are compiled once."""
DESKTOP, PHONE = (1280, 800), (390, 740)
MISSING = "no Chromium on the PATH, so the browser page was not tested (Debian: apt install chromium-headless-shell)"


def installed() -> str | None:
    """The path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def required() -> bool:
    """Whether the tests must fail where there is no browser: in continuous integration, or when asked to."""
    return bool(os.environ.get("CI")) or os.environ.get("TIDEPOOL_BROWSER") == "required"


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A running browser."""
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=installed(), args=[*QUIET, *ALONE, *TOGETHER, "--no-first-run", *as_root]
        )
        try:
            yield browser
        finally:
            await browser.close()


Kind = tuple[bool, float]
"""The kind of a window: whether it is a phone's, and its scale."""


class Windows:
    """Windows of one browser. They record every error of the page and every request to another machine."""

    def __init__(self, browser: Browser, spare: dict[Kind, list[BrowserContext]] | None = None) -> None:
        """`spare` has the contexts that other tests have closed. They are empty, but have cached the page's files."""
        self.browser = browser
        self.complaints: list[str] = []
        self._spare = {} if spare is None else spare
        self._contexts: list[tuple[Kind, BrowserContext]] = []

    async def open(self, *, phone: bool = False, beside: Page | None = None, scale: float = 1) -> Page:
        """A new window. With `beside` it shares that window's storage; otherwise it has storage of its own."""
        if beside is not None:
            page = await beside.context.new_page()
        else:
            spare = self._spare.get((phone, scale))
            context = spare.pop() if spare else await self._new(phone, scale)
            self._contexts.append(((phone, scale), context))
            page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.complaints.append(f"error in the page: {error}"))
        page.on("requestfailed", lambda request: self._watch(request.url))
        return page

    async def close(self) -> None:
        """Close every window, and delete everything that the page has stored."""
        for kind, context in self._contexts:
            for page in context.pages[1:]:
                if page.url.startswith("http"):
                    await page.evaluate("localStorage.clear()")
                await page.close()
            self._spare.setdefault(kind, []).append(context)
        self._contexts.clear()

    async def _new(self, phone: bool, scale: float) -> BrowserContext:
        width, height = PHONE if phone else DESKTOP
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=scale,
            timezone_id="Europe/London",
            reduced_motion="reduce",
        )
        empty = await context.new_page()  # keeps the process of the page's address alive for later windows
        await empty.route("**", lambda route: route.fulfill(body=""))
        await empty.goto("http://127.0.0.1/")
        return context

    def _watch(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.hostname != "127.0.0.1":
            self.complaints.append(f"a request left the machine: {url}")
