"""Choose how Discord sends interactions: over HTTP to an endpoint, or through the gateway."""

import argparse
import asyncio
from http import HTTPStatus
from urllib.parse import urlsplit

import aiohttp

from admin._dispatch import Task
from admin._exits import Exit, StartError, report
from admin._parsing import LOOPBACK
from admin._settings import Settings

PATIENCE = aiohttp.ClientTimeout(total=20)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("door", choices=["http", "gateway"], help="how interactions arrive")
    parser.add_argument(
        "--url", help="for http: the address at which Discord reaches the workers, https://HOST/interactions"
    )


def work(task: Task) -> int:
    url: str | None = task.given.url
    if (task.given.door == "http") != (url is not None):
        raise StartError("Type `door http --url https://HOST/interactions`, or `door gateway`.", Exit.SETTINGS)
    if url is not None:
        _check(url)
    token = task.settings.secret()
    if token is None:
        raise StartError("No token is set: set DISCORD_TOKEN or DISCORD_TOKEN_FILE.", Exit.SETTINGS)
    asyncio.run(_choose(task.settings, token, url))
    return Exit.GOOD


def _check(url: str) -> None:
    """Raise StartError if Discord could not send interactions to this address."""
    parts = urlsplit(url)
    local = parts.scheme == "http" and parts.hostname in LOOPBACK
    if not parts.hostname or not (parts.scheme == "https" or local):
        raise StartError(
            f"--url: {url} must begin with https:// (http:// works only on this machine, such as 127.0.0.1).",
            Exit.SETTINGS,
        )


async def _choose(settings: Settings, token: str, url: str | None) -> None:
    """Tell Discord to send interactions to `url`, or by the gateway if it is None. Raises StartError if it refuses."""
    address = f"{settings.rest_api()}/applications/@me"
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:
        if url is not None:
            await _check_worker(session, url)
        try:
            change = {"interactions_endpoint_url": url}
            async with session.patch(address, json=change, headers=headers) as answer:
                if answer.status == HTTPStatus.UNAUTHORIZED:
                    raise StartError("Discord rejected the token. Copy it again.", Exit.TOKEN)
                if not answer.ok:
                    raise StartError(f"Discord refused: {_faults(await answer.text())}", Exit.UNWELL)
                now = (await answer.json()).get("interactions_endpoint_url")
        except (aiohttp.ClientError, TimeoutError) as error:
            raise StartError(f"Discord is out of reach ({str(error) or 'no answer'}).", Exit.AGAIN) from error
    if now != url:
        raise StartError(f"Discord has set {now} instead.", Exit.UNWELL)
    if url is None:
        report("Interactions now arrive through the gateway: set TIDEPOOL_DOOR=gateway and start the bot.")
    else:
        report(f"Interactions now go to {url}, where workers with TIDEPOOL_DOOR=http take them.")


async def _check_worker(session: aiohttp.ClientSession, url: str) -> None:
    """Send a request with an invalid signature to check that a bot receives interactions at this address."""
    headers = {"X-Signature-Ed25519": "00" * 64, "X-Signature-Timestamp": "0"}
    try:
        async with session.post(url, data=b"{}", headers=headers, allow_redirects=False) as answer:
            status = answer.status
    except (aiohttp.ClientError, TimeoutError) as error:
        raise StartError(
            f"Nobody answers at {url}, so nothing was changed: start a worker with TIDEPOOL_DOOR=http first.",
            Exit.AGAIN,
        ) from error
    if status != HTTPStatus.UNAUTHORIZED:
        raise StartError(
            f"What answers at {url} is not a worker (status {status}): nothing was changed. Its path is /interactions.",
            Exit.UNWELL,
        )


def _faults(text: str) -> str:
    """Return Discord's description of the errors on one line, truncated to 300 characters."""
    return " ".join(text.split())[:300]
