"""Interactions over HTTP: the endpoint is verified, requests are signed, and replies are handled as by Discord."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from sandbox import Driver, Sandbox, State
from tests.sandbox.conftest import Rest, callback
from tests.sandbox.small_bot.worker import COMMAND, Worker

HOST = "127.0.0.1"
APPLICATION = "/applications/@me"


@pytest.fixture
async def quiet() -> AsyncIterator[Sandbox]:
    """A sandbox for this test alone, without a bot."""
    async with Sandbox() as box:
        box.interactions.patience = 30.0
        yield box


@pytest.fixture
async def asking(quiet: Sandbox) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(quiet, session)


@pytest.fixture
async def listen() -> AsyncIterator[Callable[[Worker], Awaitable[str]]]:
    """Lets a worker listen, and returns its address."""
    async with AsyncExitStack() as ending:

        async def start(worker: Worker) -> str:
            runner = await worker.start(HOST, 0)
            ending.push_async_callback(runner.cleanup)
            return f"http://{HOST}:{runner.addresses[0][1]}"

        yield start


def worker_of(
    box: Sandbox, name: str = "one", *, inline: bool = False, careless: bool = False, silent: bool = False
) -> Worker:
    return Worker(box.base_url, box.world.token, name, inline, careless, silent)


@asynccontextmanager
async def opened(box: Sandbox, listen: Callable[[Worker], Awaitable[str]], *workers: Worker) -> AsyncIterator[Driver]:
    """Send interactions to these workers. Returns Alice."""
    addresses = [await listen(worker) for worker in workers]
    box.endpoint.workers = addresses
    await box.endpoint.set_url(f"{addresses[0]}/interactions")
    yield Driver(box, "Alice", "games")


async def test_an_endpoint_is_set_once_it_answers_a_ping(
    quiet: Sandbox, asking: Rest, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    worker = worker_of(quiet)
    url = f"{await listen(worker)}/interactions"
    reply = await asking("PATCH", APPLICATION, {"interactions_endpoint_url": url})
    assert (reply.status, reply.body["interactions_endpoint_url"]) == (200, url)
    assert (await asking("GET", APPLICATION)).body["interactions_endpoint_url"] == url
    (_, first), (_, second) = worker.requests
    assert json.loads(first)["type"] == json.loads(second)["type"] == 1
    gone = await asking("PATCH", APPLICATION, {"interactions_endpoint_url": None})
    assert gone.body["interactions_endpoint_url"] is None


async def test_a_worker_that_accepts_a_forged_ping_is_no_endpoint(
    quiet: Sandbox, asking: Rest, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    url = f"{await listen(worker_of(quiet, careless=True))}/interactions"
    reply = await asking("PATCH", APPLICATION, {"interactions_endpoint_url": url})
    assert (reply.status, reply.code) == (400, 50035)
    assert "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID" in reply.faults
    assert quiet.endpoint.url is None


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://127.0.0.1:9/interactions", "ENDPOINT_URL_INVALID"),
        ("http://bot.example/interactions", "URL_TYPE_INVALID_SCHEME"),
        ("ftp://127.0.0.1/interactions", "URL_TYPE_INVALID_SCHEME"),
        ("https://bot.example/interactions", "ENDPOINT_URL_INVALID"),
    ],
)
async def test_an_endpoint_is_refused(asking: Rest, url: str, fault: str) -> None:
    assert fault in (await asking("PATCH", APPLICATION, {"interactions_endpoint_url": url})).faults


async def test_requests_are_signed_with_the_application_s_key(
    quiet: Sandbox, asking: Rest, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    worker = worker_of(quiet)
    quiet.move_clock(86400)
    async with opened(quiet, listen, worker) as alice:
        await alice.slash("/whoami")
    headers, body = worker.requests[-1]
    key = VerifyKey(bytes.fromhex((await asking("GET", APPLICATION)).body["verify_key"]))
    signature = bytes.fromhex(headers["X-Signature-Ed25519"])
    key.verify(headers["X-Signature-Timestamp"].encode() + body, signature)
    with pytest.raises(BadSignatureError):
        key.verify(headers["X-Signature-Timestamp"].encode() + body + b" ", signature)
    assert abs(int(headers["X-Signature-Timestamp"]) - quiet.clock.now()) < 600, "of Discord's time"
    interaction = json.loads(body)
    assert (interaction["type"], interaction["data"]["name"]) == (2, COMMAND["name"])
    assert interaction["member"]["user"]["global_name"] == "Alice"


@pytest.mark.parametrize("inline", [False, True])
async def test_the_answer_comes_by_the_callback_or_in_the_reply(
    quiet: Sandbox, listen: Callable[[Worker], Awaitable[str]], inline: bool
) -> None:
    async with opened(quiet, listen, worker_of(quiet, inline=inline)) as alice:
        answer = await alice.slash("/whoami")
    assert (answer.state, answer.content) == (State.MESSAGE, "one took it")
    assert quiet.endpoint.deliveries[-1].reply.status == (200 if inline else 202)


async def test_an_answer_that_was_promised_and_does_not_come_fails(
    quiet: Sandbox, asking: Rest, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    quiet.interactions.patience = 0.2
    async with opened(quiet, listen, worker_of(quiet, silent=True)) as alice:
        answer = await alice.slash("/whoami")
    assert (answer.state, answer.interaction.reason) == (State.FAILED, "The application did not respond")
    assert (await asking("POST", callback(answer.interaction), {"type": 4, "data": {"content": "a"}})).code == 10062


async def test_an_interaction_that_nobody_takes_fails_at_once(
    quiet: Sandbox, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    async with opened(quiet, listen, worker_of(quiet)) as alice:
        quiet.endpoint.workers = ["http://127.0.0.1:9"]
        answer = await alice.slash("/whoami")
    assert answer.state is State.FAILED
    assert quiet.endpoint.deliveries[-1].reply.status is None


async def test_a_worker_that_is_down_is_passed_over(quiet: Sandbox, listen: Callable[[Worker], Awaitable[str]]) -> None:
    async with opened(quiet, listen, worker_of(quiet)) as alice:
        quiet.endpoint.workers = ["http://127.0.0.1:9", *quiet.endpoint.workers]
        assert {(await alice.slash("/whoami")).content for _ in range(8)} == {"one took it"}


async def test_a_second_answer_to_one_interaction_is_refused(
    quiet: Sandbox, listen: Callable[[Worker], Awaitable[str]]
) -> None:
    workers = [worker_of(quiet, name, inline=True) for name in ("one", "two")]
    async with opened(quiet, listen, *workers) as alice:
        for _ in range(20):
            quiet.endpoint.deliver_twice()
            await alice.slash("/whoami")
        await quiet.wait_for(lambda: len(workers[0].taken) + len(workers[1].taken) > 20, what="both to take one")
        await quiet.wait_for(lambda: quiet.endpoint.refusals, what="a refusal")
    assert {refused.code.value for refused in quiet.endpoint.refusals} == {40060}
    assert len(alice.messages()) == 20


async def test_the_endpoint_and_its_key_are_kept(tmp_path: Path, listen: Callable[[Worker], Awaitable[str]]) -> None:
    async with Sandbox(tmp_path) as box:
        key = box.endpoint.verify_key
        await box.endpoint.set_url(url := f"{await listen(worker_of(box))}/interactions")
    async with Sandbox(tmp_path) as box:
        assert (box.endpoint.url, box.endpoint.verify_key) == (url, key)
